//! The front end for gfx1013 machine code: words to a function of phase Raw.
//!
//! [`mod@cfg`] finds the blocks that the entry reaches, [`masks`] decides where register pairs hold lane masks,
//! [`scratch`] where scratch is memory of the lanes, [`lift`] writes IR.

pub mod cfg;
pub mod lift;
pub mod masks;
pub mod scratch;
