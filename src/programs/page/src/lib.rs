//! What whoever writes a page needs of this package.

pub mod steps;
