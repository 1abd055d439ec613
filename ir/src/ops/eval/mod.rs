//! Meaning of the float ops, the host ops and the atomics on a processor, in integer arithmetic.

mod arith;
mod atomic;
mod convert;
mod float;
mod host;
pub mod soft;
#[cfg(test)]
mod tests;
mod transcend;

pub use atomic::eval_atomic;
pub use float::eval_float;
pub use host::eval_host;
