//! What is to be said about the files that were read, for programs: what was left out of them, and
//! what is odd in them.

use serde_json::Value;
use shared::note;

/// An answer in JSON with the remarks about what was read for it in the field `remarks`, if there
/// are any; of a list, in each of its entries.
pub fn with_remarks(mut answer: Value) -> Value {
    let remarks = note::remarks();
    if remarks.is_empty() {
        return answer;
    }
    let entries = match &mut answer {
        Value::Array(entries) => entries.as_mut_slice(),
        entry => std::slice::from_mut(entry),
    };
    for entry in entries.iter_mut().filter(|entry| entry.is_object()) {
        entry["remarks"] = remarks.clone().into();
    }
    answer
}
