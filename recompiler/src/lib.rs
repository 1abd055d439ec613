//! From console machine code to IR that back ends can emit.
//!
//! In: a [`Request`]: code bytes, entry registers, wave size, float mode, what the device promises. Out: a function of
//! phase Legal, or a typed error that names pc, words and reason. It knows no Vulkan, reads no files and no environment.
//! Start at [`rdna`] (words to phase Raw), then [`passes`] (the list on one screen).
#![forbid(unsafe_code)]

pub mod caps;
pub mod compile;
pub mod error;
pub mod fault;
pub mod passes;
pub mod plan;
pub mod probe;
pub mod rdna;
pub mod request;
pub mod waves;

pub use error::{TranslateError, TranslateErrorKind};
pub use request::Request;
