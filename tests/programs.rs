//! The lab, the page and the other patiences as a user runs them: arguments, files and
//! clicks in, output and exit status out; and whether what is written about them holds.

#[cfg(feature = "tools")]
mod common;
#[cfg(feature = "tools")]
mod docs;
#[cfg(feature = "tools")]
mod heineman;
#[cfg(feature = "tools")]
mod lab;
#[cfg(all(feature = "tools", feature = "page"))]
mod page;
mod patiences;
