//! The end of the page's address. One that is understood is printed and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../src/programs/page/src/address.rs"]
mod address;

use address::Address;

fuzz_target!(|text: &str| {
    match text.parse::<Address>() {
        Ok(address) => {
            assert_eq!(address.origin.table().validate(), Ok(()));
            assert_eq!(address.to_string().parse::<Address>().unwrap(), address);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
