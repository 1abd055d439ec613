//! What the driver and a module agree on: bindings, records in buffers, what the device can do.
//!
//! All bindings are storage buffers of descriptor set 0. Data that the driver writes and the shader reads is `u32` words.

/// Dwords of user data that travel as push constants; those behind them are in [`Bindings::user_data`].
pub const PUSH_DWORDS: u32 = 32;

/// Numbers of the bindings. The driver binds what [`crate::Module::bindings`] says the module uses.
///
/// Every buffer has at least 16 bytes: an access that is out of range reads its first bytes and throws them away.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bindings {
    /// Guest memory: all regions in one buffer, each at an offset that equals its guest address modulo 16. The size of the
    /// buffer is a multiple of 16; no region ends at its last byte 2^32 - 1.
    pub guest: u32,
    /// Range table: see [`range`].
    pub table: u32,
    /// Fault record: see [`fault`].
    pub fault: u32,
    /// User data from dword 0 on, for functions that use dword 32 or a later one.
    pub user_data: u32,
    /// Memory shared by the dispatch.
    pub gds: u32,
    /// Workgroup memory of all groups of a dispatch, [`crate::Module::lds_stride`] bytes each.
    pub lds: u32,
    /// Places of the resources inside their bindings: for each resource the byte offset (a multiple of 4) and the size in
    /// bytes. Offset plus size is not above the size of the binding rounded down to 4.
    pub places: u32,
    /// Resource number 0; the others follow.
    pub first_resource: u32,
}

impl Default for Bindings {
    fn default() -> Bindings {
        Bindings { guest: 0, table: 1, fault: 2, user_data: 3, gds: 4, places: 5, lds: 6, first_resource: 8 }
    }
}

/// What stands behind a binding that a module uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum BindingKind {
    /// Guest memory.
    Guest,
    /// Range table.
    Table,
    /// Fault record.
    Fault,
    /// User data.
    UserData,
    /// Memory shared by the dispatch.
    Gds,
    /// Workgroup memory, where it does not fit the device's own.
    Lds,
    /// Places of the resources.
    Places,
    /// A resource, by number.
    Resource(u32),
}

/// A binding that a module uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Binding {
    /// Number in set 0.
    pub binding: u32,
    /// What is bound.
    pub kind: BindingKind,
    /// Whether the module writes it.
    pub written: bool,
}

/// Layout of the range table: dword 0 is the number of records; record `i` begins at dword `HEAD + i * RECORD`.
/// The table has room for one record even where there is none. Records are sorted by base and do not overlap. Neighbours with the same permissions should be one record: an access
/// that runs over the end of its record is a fault.
pub mod range {
    /// Dwords before the first record.
    pub const HEAD: u32 = 4;
    /// Dwords of a record: base low, base high, size in bytes, byte offset in the buffer, permissions, three unused.
    pub const RECORD: u32 = 8;
    /// Permission to read.
    pub const READ: u32 = 1;
    /// Permission to write.
    pub const WRITE: u32 = 2;
}

/// Layout of the fault record, in dwords: what, address low, address high. Zero it before a dispatch; the first writer wins.
/// What happened is the number of a [`FaultSite`](crate::FaultSite) and a reason: [`crate::Module::fault`] reads it.
pub mod fault {
    /// No fault.
    pub const NONE: u32 = 0;
    /// A `fault` op of the function: the site has its reason.
    pub const OWN: u32 = 0;
    /// The address is outside all regions, or the access runs over the end of one.
    pub const UNMAPPED: u32 = 1;
    /// The region may not be read.
    pub const NOT_READABLE: u32 = 2;
    /// The region may not be written.
    pub const NOT_WRITABLE: u32 = 3;
    /// The address is outside the region of the pointer that it was computed from, and may be in another one, or it is no
    /// multiple of the element's size: run again, from the memory as it was before, with [`super::Lookup::Every`]. Only
    /// with [`super::Lookup::Hoisted`].
    pub const NOT_HOISTED: u32 = 4;
    /// Bits of the reason, below the number of the site plus one.
    pub const REASON_BITS: u32 = 3;
    /// Dwords of the record.
    pub const DWORDS: u32 = 3;
}

bitflags::bitflags! {
    /// Features that a module may use. Each is refused by name where it is needed and not here.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Features: u32 {
        /// 8-bit integers.
        const INT8 = 1;
        /// 16-bit integers.
        const INT16 = 1 << 1;
        /// 64-bit integers.
        const INT64 = 1 << 2;
        /// 16-bit floats.
        const FLOAT16 = 1 << 3;
        /// 64-bit floats.
        const FLOAT64 = 1 << 4;
        /// 8-bit elements in storage buffers; without it bytes are written with atomics.
        const STORAGE8 = 1 << 5;
        /// 16-bit elements in storage buffers; without it half-words are written with atomics.
        const STORAGE16 = 1 << 6;
        /// 64-bit atomics in storage buffers.
        const BUFFER_ATOMIC64 = 1 << 7;
        /// Subgroup broadcast whose lane is not a constant.
        const BROADCAST_DYNAMIC = 1 << 8;
        /// Vulkan memory model, device scope. Without it the scope is the queue family.
        const DEVICE_SCOPE = 1 << 9;
        /// 64-bit atomics in workgroup memory, which is declared with an explicit layout for them.
        const SHARED_ATOMIC64 = 1 << 10;
    }
}

bitflags::bitflags! {
    /// Shapes of valid SPIR-V that a driver breaks; each is emitted in another way for it. Which driver has which is said
    /// where devices are opened; tests/quirks.rs shows each shape.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Quirks: u32 {
        /// A control barrier of a subgroup is taken for one of the workgroup, and subgroups run in lock step anyway: a memory
        /// barrier does (Mesa's llvmpipe; found with reduce_lds of the OpenCL corpus).
        const SUBGROUP_BARRIER_IS_THE_GROUPS = 1;
        /// Loads of neighbouring bytes or half-words are merged wrongly unless they are volatile (seed
        /// anyps5-shader-debt 321: RADV of Mesa 26.2.4 on an RX 6650 XT).
        const NARROW_LOADS_ARE_VOLATILE = 1 << 1;
    }
}

/// How the host shall treat floats of one width; each is an execution mode that the device must offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FloatControls {
    /// Denormals are kept.
    pub denorm_preserve: bool,
    /// Denormals are flushed. Not together with `denorm_preserve`.
    pub denorm_flush: bool,
    /// Conversions and arithmetic round to nearest even.
    pub round_even: bool,
    /// Zero signs, infinities and NaNs are kept.
    pub special: bool,
}

/// When the range table is searched. Both give the same results; see [`fault::NOT_HOISTED`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lookup {
    /// Once for each base pointer. An access compares, and takes its address for a multiple of the element's size, up to 4.
    #[default]
    Hoisted,
    /// At every access that is not near the last one. Drivers take seconds to compile tens of accesses.
    Every,
}

/// Options of the emitter: part of every cache key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Minor version of SPIR-V 1: 5 or 6.
    pub minor: u8,
    /// What the device has.
    pub features: Features,
    /// Float controls of f16, f32, f64.
    pub float: [FloatControls; 3],
    /// When the range table is searched.
    pub lookup: Lookup,
    /// Bytes of workgroup memory that the device has. What needs more lies in a buffer.
    pub max_workgroup_memory: u32,
    /// Shapes that the driver breaks and that are emitted otherwise.
    pub quirks: Quirks,
    /// Names for the values.
    pub names: bool,
    /// Guest addresses as lines.
    pub lines: bool,
    /// Numbers of the bindings.
    pub bindings: Bindings,
}

impl Default for Options {
    /// All features, no float controls.
    fn default() -> Options {
        Options {
            minor: 5,
            features: Features::all(),
            float: [FloatControls::default(); 3],
            lookup: Lookup::default(),
            max_workgroup_memory: u32::MAX,
            quirks: Quirks::empty(),
            names: false,
            lines: false,
            bindings: Bindings::default(),
        }
    }
}
