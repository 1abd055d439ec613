//! Types, constants, variables and built-ins: all that stands outside the functions of a module.
//!
//! Each is written at first use and found again by key. Integers have no sign (SPIR-V's signed ops take them as they are).

use crate::interface::{Binding, BindingKind, FloatControls, Options, PUSH_DWORDS, fault};
use crate::sink::{Section, Sink};
use ir::Width;
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, MemoryModel, Op,
    StorageClass,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// An emitted module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// The words.
    pub words: Vec<u32>,
    /// Bindings that the module uses, sorted by number.
    pub bindings: Vec<Binding>,
    /// Dwords of user data that are push constants, from 0; at most [`PUSH_DWORDS`].
    pub push_dwords: u32,
    /// Dwords of user data in all. Where there are more than [`PUSH_DWORDS`], all of them are in the buffer too.
    pub user_dwords: u32,
    /// Subgroup size that the pipeline must require (with full subgroups); `None` where any will do.
    pub subgroup_size: Option<u32>,
    /// Bytes of workgroup memory a group has in the buffer [`BindingKind::Lds`]; 0 where the device's own serves.
    pub lds_stride: u32,
    /// Instructions that may record a fault, by number.
    pub fault_sites: Vec<FaultSite>,
}

/// An instruction that may record a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaultSite {
    /// Its guest address, relative to the code.
    pub pc: u32,
    /// Bytes that it accesses; 0 for a `fault` op.
    pub bytes: u32,
    /// The reason of a `fault` op.
    pub own: u32,
}

/// A fault that a dispatch recorded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordedFault {
    /// One of the reasons in [`fault`].
    pub reason: u32,
    /// Where.
    pub site: FaultSite,
    /// Guest address of the access; nothing for a `fault` op.
    pub address: u64,
}

impl Module {
    /// What a fault record says; `None` where nothing was recorded, or what no module of ours writes.
    pub fn fault(&self, record: &[u32]) -> Option<RecordedFault> {
        let &[what, low, high] = record.get(..fault::DWORDS as usize)? else { return None };
        let number = (what >> fault::REASON_BITS).checked_sub(1)?;
        let site = *self.fault_sites.get(number as usize)?;
        let reason = what & ((1 << fault::REASON_BITS) - 1);
        Some(RecordedFault { reason, site, address: u64::from(high) << 32 | u64::from(low) })
    }
}

/// A type of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ty {
    /// Nothing.
    Void,
    /// Truth value.
    Bool,
    /// Unsigned integer of 8, 16, 32, 64 bits.
    U8,
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
    /// 64 bits.
    U64,
    /// Float of 16, 32, 64 bits.
    F16,
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
    /// Two and three and four `U32`.
    V2,
    /// Three.
    V3,
    /// Four.
    V4,
    /// Structure of two `U32`: result of an extended multiplication.
    Pair,
}

const TYPES: usize = Ty::Pair as usize + 1;

impl Ty {
    /// Type that a value of the IR has.
    pub const fn of(width: Width) -> Ty {
        match width {
            Width::B1 => Ty::Bool,
            Width::B8 => Ty::U8,
            Width::B16 => Ty::U16,
            Width::B32 => Ty::U32,
            Width::B64 => Ty::U64,
        }
    }
}

/// What a module is made of besides its functions.
#[derive(Debug)]
pub struct Globals {
    /// The sink.
    pub sink: Sink,
    /// A `U64` is a vector of two `U32`: the device has no 64-bit integers.
    pub wide_is_pair: bool,
    /// A `U8`, a `U16` is a `U32` whose upper bits are zero: the device has no integers of 8, of 16 bits.
    pub narrow_is_word: [bool; 2],
    types: [u32; TYPES],
    small: [u32; 256],
    constants: FxHashMap<(Ty, u64), u32>,
    pointers: FxHashMap<(StorageClass, u32), u32>,
    runtime: FxHashMap<Ty, u32>,
    signatures: FxHashMap<(Ty, Vec<Ty>), u32>,
    buffers: FxHashMap<(BindingKind, Ty), u32>,
    written: FxHashSet<BindingKind>,
    builtins: BTreeMap<u32, u32>,
    push: u32,
    user_dwords: u32,
    variables: Vec<u32>,
    ext: u32,
}

impl Globals {
    /// An empty module whose body will have about `words` words, and which uses this many dwords of user data.
    pub fn new(words: usize, user_dwords: u32) -> Globals {
        let mut sink = Sink::new(words);
        sink.capability(Capability::Shader);
        sink.capability(Capability::VulkanMemoryModel);
        Globals {
            sink,
            wide_is_pair: false,
            narrow_is_word: [false; 2],
            types: [0; TYPES],
            small: [0; 256],
            constants: FxHashMap::default(),
            pointers: FxHashMap::default(),
            runtime: FxHashMap::default(),
            signatures: FxHashMap::default(),
            buffers: FxHashMap::default(),
            written: FxHashSet::default(),
            builtins: BTreeMap::new(),
            push: 0,
            user_dwords,
            variables: Vec::new(),
            ext: 0,
        }
    }

    fn global(&mut self, op: Op, operands: &[u32]) {
        self.sink.put(Section::Globals, op, operands);
    }

    fn decorate(&mut self, id: u32, decoration: Decoration, more: &[u32]) {
        let mut words = [0; 4];
        words[0] = id;
        words[1] = decoration as u32;
        let len = 2 + more.len().min(2);
        words[2..len].copy_from_slice(&more[..len - 2]);
        self.sink.put(Section::Annotations, Op::Decorate, &words[..len]);
    }

    /// Id of a type.
    #[inline]
    pub fn ty(&mut self, ty: Ty) -> u32 {
        let id = self.types[ty as usize];
        if id != 0 { id } else { self.new_type(ty) }
    }

    fn new_type(&mut self, ty: Ty) -> u32 {
        if ty == Ty::U64 && self.wide_is_pair {
            let id = self.ty(Ty::V2);
            self.types[ty as usize] = id;
            return id;
        }
        let [bytes, halves] = self.narrow_is_word;
        if ty == Ty::U8 && bytes || ty == Ty::U16 && halves {
            let id = self.ty(Ty::U32);
            self.types[ty as usize] = id;
            return id;
        }
        let mut int = |bits: u32, capability: Option<Capability>| {
            capability.into_iter().for_each(|c| self.sink.capability(c));
            let id = self.sink.id();
            self.sink.put(Section::Globals, Op::TypeInt, &[id, bits, 0]);
            id
        };
        let id = match ty {
            Ty::U8 => int(8, Some(Capability::Int8)),
            Ty::U16 => int(16, Some(Capability::Int16)),
            Ty::U32 => int(32, None),
            Ty::U64 => int(64, Some(Capability::Int64)),
            Ty::F16 | Ty::F32 | Ty::F64 => {
                let (bits, capability) = match ty {
                    Ty::F16 => (16, Some(Capability::Float16)),
                    Ty::F64 => (64, Some(Capability::Float64)),
                    _ => (32, None),
                };
                capability.into_iter().for_each(|c| self.sink.capability(c));
                let id = self.sink.id();
                self.global(Op::TypeFloat, &[id, bits]);
                id
            }
            Ty::Void => {
                let id = self.sink.id();
                self.global(Op::TypeVoid, &[id]);
                id
            }
            Ty::Bool => {
                let id = self.sink.id();
                self.global(Op::TypeBool, &[id]);
                id
            }
            Ty::V2 | Ty::V3 | Ty::V4 => {
                let element = self.ty(Ty::U32);
                let count = 2 + (ty as u32 - Ty::V2 as u32);
                let id = self.sink.id();
                self.global(Op::TypeVector, &[id, element, count]);
                id
            }
            Ty::Pair => {
                let element = self.ty(Ty::U32);
                let id = self.sink.id();
                self.global(Op::TypeStruct, &[id, element, element]);
                id
            }
        };
        self.types[ty as usize] = id;
        id
    }

    /// A constant of an integer or float type, or a truth value, by its bits.
    pub fn constant(&mut self, ty: Ty, bits: u64) -> u32 {
        if let Some(&id) = self.constants.get(&(ty, bits)) {
            return id;
        }
        let type_id = self.ty(ty);
        let low = bits as u32;
        if ty == Ty::U64 && self.wide_is_pair {
            let (low, high) = (self.c32(low), self.c32((bits >> 32) as u32));
            let id = self.sink.id();
            self.global(Op::ConstantComposite, &[type_id, id, low, high]);
            self.constants.insert((ty, bits), id);
            return id;
        }
        let id = self.sink.id();
        match ty {
            Ty::Bool if low & 1 != 0 => self.global(Op::ConstantTrue, &[type_id, id]),
            Ty::Bool => self.global(Op::ConstantFalse, &[type_id, id]),
            Ty::U64 | Ty::F64 => self.global(Op::Constant, &[type_id, id, low, (bits >> 32) as u32]),
            _ => self.global(Op::Constant, &[type_id, id, low]),
        }
        self.constants.insert((ty, bits), id);
        id
    }

    /// A constant of 32 bits.
    #[inline]
    pub fn c32(&mut self, value: u32) -> u32 {
        match self.small.get(value as usize) {
            Some(&id) if id != 0 => id,
            Some(_) => {
                let id = self.constant(Ty::U32, u64::from(value));
                self.small[value as usize] = id;
                id
            }
            None => self.constant(Ty::U32, u64::from(value)),
        }
    }

    /// A pointer type.
    pub fn pointer(&mut self, class: StorageClass, to: u32) -> u32 {
        if let Some(&id) = self.pointers.get(&(class, to)) {
            return id;
        }
        let id = self.sink.id();
        self.global(Op::TypePointer, &[id, class as u32, to]);
        self.pointers.insert((class, to), id);
        id
    }

    /// Type of a function.
    pub fn signature(&mut self, result: Ty, params: &[Ty]) -> u32 {
        let key = (result, params.to_vec());
        if let Some(&id) = self.signatures.get(&key) {
            return id;
        }
        let result_id = self.ty(result);
        let mut words = vec![0, result_id];
        words.extend(params.iter().map(|&ty| self.ty(ty)));
        words[0] = self.sink.id();
        self.global(Op::TypeFunction, &words);
        self.signatures.insert(key, words[0]);
        words[0]
    }

    /// A global variable that is an array of this many `u32`, and the type of a pointer to an element.
    pub fn array(&mut self, class: StorageClass, dwords: u32) -> (u32, u32) {
        let element = self.ty(Ty::U32);
        let len = self.c32(dwords.max(1));
        let array = self.sink.id();
        self.global(Op::TypeArray, &[array, element, len]);
        let pointer = self.pointer(class, array);
        (self.variable(class, pointer), self.pointer(class, element))
    }

    /// A structure with a layout: an array of elements of `stride` bytes, `len` of them (an id), or as many as there are.
    fn block_of(&mut self, element: u32, len: Option<u32>, stride: u32) -> u32 {
        let (array, block) = (self.sink.id(), self.sink.id());
        match len {
            Some(len) => self.global(Op::TypeArray, &[array, element, len]),
            None => self.global(Op::TypeRuntimeArray, &[array, element]),
        }
        self.global(Op::TypeStruct, &[block, array]);
        self.decorate(array, Decoration::ArrayStride, &[stride]);
        self.decorate(block, Decoration::Block, &[]);
        self.sink.put(Section::Annotations, Op::MemberDecorate, &[block, 0, Decoration::Offset as u32, 0]);
        block
    }

    /// Workgroup memory with an explicit layout, seen as an array of `u32` or `u64`: the variable, a structure of the array,
    /// and the type of a pointer to an element. All views lie in the same place.
    pub fn explicit_workgroup(&mut self, element: Ty, bytes: u32) -> (u32, u32) {
        let size = if element == Ty::U64 { 8 } else { 4 };
        let (element, len) = (self.ty(element), self.c32(bytes.div_ceil(size).max(1)));
        self.sink.capability(Capability::WorkgroupMemoryExplicitLayoutKHR);
        self.sink.extension("SPV_KHR_workgroup_memory_explicit_layout");
        let block = self.block_of(element, Some(len), size);
        let pointer = self.pointer(StorageClass::Workgroup, block);
        let variable = self.variable(StorageClass::Workgroup, pointer);
        self.decorate(variable, Decoration::Aliased, &[]);
        (variable, self.pointer(StorageClass::Workgroup, element))
    }

    /// A global variable of one `u32` or `u64`, zero at the beginning.
    pub fn private(&mut self, ty: Ty) -> u32 {
        let type_id = self.ty(ty);
        let pointer = self.pointer(StorageClass::Private, type_id);
        let zero = self.constant(ty, 0);
        let id = self.sink.id();
        self.global(Op::Variable, &[pointer, id, StorageClass::Private as u32, zero]);
        self.variables.push(id);
        id
    }

    fn variable(&mut self, class: StorageClass, pointer: u32) -> u32 {
        let id = self.sink.id();
        self.global(Op::Variable, &[pointer, id, class as u32]);
        self.variables.push(id);
        id
    }

    /// The variable of a storage buffer, seen as an array of this type.
    pub fn buffer(&mut self, kind: BindingKind, element: Ty, options: &Options) -> u32 {
        if let Some(&id) = self.buffers.get(&(kind, element)) {
            return id;
        }
        match element {
            Ty::U8 => self.sink.capability(Capability::StorageBuffer8BitAccess),
            Ty::U16 => self.sink.capability(Capability::StorageBuffer16BitAccess),
            _ => {}
        }
        let block = match self.runtime.get(&element) {
            Some(&block) => block,
            None => {
                let element_id = self.ty(element);
                let stride = match element {
                    Ty::U8 => 1,
                    Ty::U16 => 2,
                    Ty::U64 => 8,
                    _ => 4,
                };
                let block = self.block_of(element_id, None, stride);
                self.runtime.insert(element, block);
                block
            }
        };
        let pointer = self.pointer(StorageClass::StorageBuffer, block);
        let id = self.variable(StorageClass::StorageBuffer, pointer);
        self.decorate(id, Decoration::DescriptorSet, &[0]);
        self.decorate(id, Decoration::Binding, &[binding_of(kind, options)]);
        // Guest buffers overlap as they like, and the same binding is seen through several element types.
        self.decorate(id, Decoration::Aliased, &[]);
        self.buffers.insert((kind, element), id);
        id
    }

    /// Notes that the module writes a buffer.
    pub fn write(&mut self, kind: BindingKind) {
        self.written.insert(kind);
    }

    /// The push constants, as a structure of an array.
    pub fn push_constants(&mut self) -> u32 {
        if self.push == 0 {
            let element = self.ty(Ty::U32);
            let len = self.c32(self.user_dwords.min(PUSH_DWORDS));
            let block = self.block_of(element, Some(len), 4);
            let pointer = self.pointer(StorageClass::PushConstant, block);
            self.push = self.variable(StorageClass::PushConstant, pointer);
        }
        self.push
    }

    /// Variable of a built-in input.
    pub fn builtin(&mut self, builtin: BuiltIn, ty: Ty) -> u32 {
        if let Some(&id) = self.builtins.get(&(builtin as u32)) {
            return id;
        }
        let type_id = self.ty(ty);
        let pointer = self.pointer(StorageClass::Input, type_id);
        let id = self.variable(StorageClass::Input, pointer);
        self.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
        self.builtins.insert(builtin as u32, id);
        id
    }

    /// Marks a float op so that it is not contracted.
    #[inline]
    pub fn no_contraction(&mut self, id: u32) {
        self.sink.fixed(Section::Annotations, Op::Decorate, [id, Decoration::NoContraction as u32], []);
    }

    /// The instruction set GLSL.std.450.
    pub fn glsl(&mut self) -> u32 {
        if self.ext == 0 {
            self.ext = self.sink.id();
            self.sink.put_str(Section::Imports, Op::ExtInstImport, &[self.ext], "GLSL.std.450", &[]);
        }
        self.ext
    }

    /// Gives an id a name.
    pub fn name(&mut self, id: u32, name: &str) {
        self.sink.put_str(Section::Debug, Op::Name, &[id], name, &[]);
    }

    /// Writes the head and gives the module.
    pub fn finish(
        mut self,
        entry: u32,
        local_size: [u32; 3],
        subgroup_size: Option<u32>,
        fault_sites: Vec<FaultSite>,
        lds_stride: u32,
        options: &Options,
    ) -> Module {
        let sink = &mut self.sink;
        sink.put(
            Section::Head,
            Op::MemoryModel,
            &[AddressingModel::Logical as u32, MemoryModel::Vulkan as u32],
        );
        let model = ExecutionModel::GLCompute as u32;
        sink.put_str(Section::Head, Op::EntryPoint, &[model, entry], "main", &self.variables);
        let [x, y, z] = local_size.map(|n| n.max(1));
        sink.put(Section::Head, Op::ExecutionMode, &[entry, ExecutionMode::LocalSize as u32, x, y, z]);
        for (controls, bits) in options.float.iter().zip([16u32, 32, 64]) {
            float_modes(sink, entry, bits, *controls);
        }
        let mut bindings: BTreeMap<u32, Binding> = BTreeMap::new();
        for &(kind, _) in self.buffers.keys() {
            let binding = binding_of(kind, options);
            let written = self.written.contains(&kind);
            bindings.insert(binding, Binding { binding, kind, written });
        }
        let version = 0x0001_0000 | (u32::from(options.minor) << 8);
        Module {
            fault_sites,
            lds_stride,
            words: self.sink.finish(version),
            bindings: bindings.into_values().collect(),
            push_dwords: if self.push == 0 { 0 } else { self.user_dwords.min(PUSH_DWORDS) },
            user_dwords: self.user_dwords,
            subgroup_size,
        }
    }
}

fn float_modes(sink: &mut Sink, entry: u32, bits: u32, controls: FloatControls) {
    let rows = [
        (controls.denorm_preserve, ExecutionMode::DenormPreserve, Capability::DenormPreserve),
        (controls.denorm_flush, ExecutionMode::DenormFlushToZero, Capability::DenormFlushToZero),
        (controls.round_even, ExecutionMode::RoundingModeRTE, Capability::RoundingModeRTE),
        (controls.special, ExecutionMode::SignedZeroInfNanPreserve, Capability::SignedZeroInfNanPreserve),
    ];
    for (on, mode, capability) in rows {
        if on {
            sink.capability(capability);
            sink.put(Section::Head, Op::ExecutionMode, &[entry, mode as u32, bits]);
        }
    }
}

/// Number of the binding of a buffer.
fn binding_of(kind: BindingKind, options: &Options) -> u32 {
    let b = &options.bindings;
    match kind {
        BindingKind::Guest => b.guest,
        BindingKind::Table => b.table,
        BindingKind::Fault => b.fault,
        BindingKind::UserData => b.user_data,
        BindingKind::Gds => b.gds,
        BindingKind::Lds => b.lds,
        BindingKind::Places => b.places,
        BindingKind::Resource(n) => b.first_resource.saturating_add(n),
    }
}
