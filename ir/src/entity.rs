//! Typed indices. All data of a function lies in arenas; nothing holds a reference.

use cranelift_entity::entity_impl;

macro_rules! entities {
    ($($(#[$meta:meta])* $name:ident = $prefix:literal;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )* };
}
entities! {
    /// An SSA value: result of an instruction, parameter of a block, or constant.
    Value = "v";
    /// An instruction.
    Inst = "inst";
    /// A basic block; after structurization the body of a region.
    Block = "b";
    /// A variable: a guest register in phase Raw, a value that crosses a dispatch block in Legal.
    Var = "r";
    /// A buffer or image that the plan binds.
    Resource = "res";
}
