//! The IR: SSA with block arguments that knows waves, masks and float modes.
//!
//! In: a front end (console machine code, DXBC) through [`builder::Builder`], or text. Out: a [`Function`] that passes
//! rewrite and back ends emit. Values are raw bits; the op gives the meaning. Nothing here names a guest's ISA or a
//! host's API. Start at [`types`], then [`ops`] (one row an op), then [`function`].
#![forbid(unsafe_code)]

pub mod attr;
pub mod builder;
pub mod dom;
pub mod entity;
pub mod float;
pub mod function;
pub mod generate;
pub mod host;
pub mod interp;
pub mod ops;
pub mod reference;
pub mod signature;
pub mod text;
pub mod types;
pub mod verify;
pub mod walk;

pub use attr::Attr;
pub use builder::Builder;
pub use entity::{Block, Inst, Resource, Value, Var};
pub use function::{Function, Phase};
pub use ops::Op;
pub use types::{Rate, Type, Width};
