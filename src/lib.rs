//! Steelyard (杆秤) weighs GPU cloud vendors. In reading order:

pub mod domain;
