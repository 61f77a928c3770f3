//! The pure core: values in, values out. Nothing here knows of time, randomness, files, databases or the web.

pub mod benchmark;
pub mod brief;
pub mod capability;
pub mod catalogue;
pub mod cost;
pub mod effect;
pub mod evidence;
pub mod finding;
pub mod frontier;
pub mod ids;
pub mod measure;
pub mod mlperf;
pub mod money;
pub mod points;
pub mod price;
pub mod ranking;
pub mod rates;
pub mod robustness;
pub mod scorecard;
pub mod scoring;
pub mod spend;
pub mod stability;
pub mod tco;
pub mod usage;
pub mod why;
