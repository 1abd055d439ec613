//! Words of a memory: pointers, and loads and stores of elements of any width and alignment through them.
//!
//! Memory is an array of dwords. Where the device has 8-bit and 16-bit storage, a buffer is also seen as an array of those;
//! elsewhere narrow stores are atomics on the dword (other bytes of it belong to other lanes), and elements that straddle
//! dwords are put together from two.

use super::Emitter;
use crate::interface::{BindingKind, Features, Quirks};
use crate::module::Ty;
use ir::Width;
use ir::attr::Coherence;
use rspirv::spirv::{MemoryAccess, MemorySemantics, Op, Scope, StorageClass};
use smallvec::SmallVec;

/// A memory as an array of dwords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// A storage buffer.
    Buffer(BindingKind),
    /// Workgroup memory.
    Lds,
    /// Memory of the lane.
    Scratch,
}

impl Emitter<'_> {
    /// Pointer to element `index` of a memory seen as an array of `element`.
    pub(super) fn pointer(&mut self, root: Root, element: Ty, index: u32) -> u32 {
        match root {
            Root::Buffer(kind) => {
                let variable = self.g.buffer(kind, element, self.options);
                let element = self.g.ty(element);
                let ty = self.g.pointer(StorageClass::StorageBuffer, element);
                let zero = self.g.c32(0);
                self.op(Op::AccessChain, ty, [variable, zero, index])
            }
            Root::Lds if self.memory.explicit_lds => {
                let slot = usize::from(element == Ty::U64);
                let (variable, ty) = match self.memory.views[slot] {
                    Some(known) => known,
                    None => {
                        let new = self.g.explicit_workgroup(element, self.func.lds_bytes);
                        self.memory.views[slot] = Some(new);
                        new
                    }
                };
                let zero = self.g.c32(0);
                self.op(Op::AccessChain, ty, [variable, zero, index])
            }
            Root::Lds | Root::Scratch => {
                let (class, bytes, known) = match root {
                    Root::Lds => (StorageClass::Workgroup, self.func.lds_bytes, self.memory.lds),
                    _ => (StorageClass::Private, self.func.scratch_bytes, self.memory.scratch),
                };
                let (variable, ty) = match known {
                    Some(known) => known,
                    None => {
                        let new = self.g.array(class, bytes.div_ceil(4));
                        let slot =
                            if root == Root::Lds { &mut self.memory.lds } else { &mut self.memory.scratch };
                        *slot = Some(new);
                        new
                    }
                };
                self.op(Op::AccessChain, ty, [variable, index])
            }
        }
    }

    /// Memory operands of an access.
    fn operands(&mut self, root: Root, coherence: Coherence, store: bool) -> SmallVec<[u32; 2]> {
        if root == Root::Scratch {
            return SmallVec::new();
        }
        let mut bits = MemoryAccess::NON_PRIVATE_POINTER;
        let make =
            if store { MemoryAccess::MAKE_POINTER_AVAILABLE } else { MemoryAccess::MAKE_POINTER_VISIBLE };
        let scope = match coherence {
            Coherence::Wave => return SmallVec::from_slice(&[bits.bits()]),
            Coherence::Group => Scope::Workgroup as u32,
            Coherence::Device => {
                bits |= MemoryAccess::VOLATILE;
                self.device_scope()
            }
        };
        let scope = self.g.c32(scope);
        SmallVec::from_slice(&[(bits | make).bits(), scope])
    }

    /// Scope of what the device must see: without the feature the queue family, which all dispatches of a queue share.
    pub(super) fn device_scope(&mut self) -> u32 {
        if self.options.features.contains(Features::DEVICE_SCOPE) {
            self.g.sink.capability(rspirv::spirv::Capability::VulkanMemoryModelDeviceScope);
            Scope::Device as u32
        } else {
            Scope::QueueFamily as u32
        }
    }

    fn load_at(&mut self, root: Root, element: Ty, index: u32, coherence: Coherence) -> u32 {
        let pointer = self.pointer(root, element, index);
        let mut operands = self.operands(root, coherence, false);
        let volatile = self.options.quirks.contains(Quirks::NARROW_LOADS_ARE_VOLATILE);
        if let (true, Ty::U8 | Ty::U16, Some(bits)) = (volatile, element, operands.first_mut()) {
            *bits |= MemoryAccess::VOLATILE.bits();
        }
        let (ty, id) = (self.g.ty(element), self.g.sink.id());
        let mut words: SmallVec<[u32; 8]> = SmallVec::from_slice(&[ty, id, pointer]);
        words.extend_from_slice(&operands);
        self.effect(Op::Load, &words);
        id
    }

    fn store_at(&mut self, root: Root, element: Ty, index: u32, value: u32, coherence: Coherence) {
        let pointer = self.pointer(root, element, index);
        let operands = self.operands(root, coherence, true);
        let mut words: SmallVec<[u32; 8]> = SmallVec::from_slice(&[pointer, value]);
        words.extend_from_slice(&operands);
        self.effect(Op::Store, &words);
    }

    pub(super) fn add(&mut self, a: u32, constant: u32) -> u32 {
        if constant == 0 {
            return a;
        }
        let constant = self.g.c32(constant);
        self.opt(Op::IAdd, Ty::U32, [a, constant])
    }

    fn shr(&mut self, a: u32, count: u32) -> u32 {
        let count = self.g.c32(count);
        self.opt(Op::ShiftRightLogical, Ty::U32, [a, count])
    }

    /// Bit number of a byte offset in its dword.
    fn bit_of(&mut self, offset: u32) -> u32 {
        let (three, c24) = (self.g.c32(3), self.g.c32(24));
        let bits = self.opt(Op::ShiftLeftLogical, Ty::U32, [offset, three]);
        self.opt(Op::BitwiseAnd, Ty::U32, [bits, c24])
    }

    /// Whether a narrow element has an array of its own.
    fn narrow(&self, root: Root, width: Width, align: u32) -> Option<Ty> {
        let features = self.options.features;
        let buffer = matches!(root, Root::Buffer(_));
        match width {
            Width::B8 if buffer && features.contains(Features::STORAGE8 | Features::INT8) => Some(Ty::U8),
            Width::B16
                if buffer && align >= 2 && features.contains(Features::STORAGE16 | Features::INT16) =>
            {
                Some(Ty::U16)
            }
            _ => None,
        }
    }

    /// The element at a byte offset that is in range. The result is a `U64` for 64 bits, else a `U32`.
    pub(super) fn load_element(
        &mut self,
        root: Root,
        offset: u32,
        width: Width,
        align: u32,
        coherence: Coherence,
    ) -> u32 {
        if let Some(ty) = self.narrow(root, width, align) {
            let index = if ty == Ty::U16 { self.shr(offset, 1) } else { offset };
            let id = self.load_at(root, ty, index, coherence);
            return self.opt(Op::UConvert, Ty::U32, [id]);
        }
        match width {
            Width::B64 => {
                let low = self.load_element(root, offset, Width::B32, align, coherence);
                let offset = self.add(offset, 4);
                let high = self.load_element(root, offset, Width::B32, align, coherence);
                self.pack(low, high, Width::B32, Width::B64)
            }
            Width::B32 if align >= 4 => {
                let index = self.shr(offset, 2);
                self.load_at(root, Ty::U32, index, coherence)
            }
            Width::B1 | Width::B8 | Width::B16 | Width::B32 => {
                let bytes = width.bits() / 8;
                let index = self.shr(offset, 2);
                let word = self.load_at(root, Ty::U32, index, coherence);
                let bit = self.bit_of(offset);
                let mut value = self.opt(Op::ShiftRightLogical, Ty::U32, [word, bit]);
                if align < bytes {
                    let last = self.add(offset, bytes - 1);
                    let index = self.shr(last, 2);
                    let next = self.load_at(root, Ty::U32, index, coherence);
                    // By one and by 31 minus the bit: a shift by 32 has no result.
                    let (one, c31) = (self.g.c32(1), self.g.c32(31));
                    let count = self.opt(Op::BitwiseXor, Ty::U32, [bit, c31]);
                    let next = self.opt(Op::ShiftLeftLogical, Ty::U32, [next, one]);
                    let next = self.opt(Op::ShiftLeftLogical, Ty::U32, [next, count]);
                    value = self.opt(Op::BitwiseOr, Ty::U32, [value, next]);
                }
                if width == Width::B32 {
                    return value;
                }
                let mask = self.g.c32(width.mask() as u32);
                self.opt(Op::BitwiseAnd, Ty::U32, [value, mask])
            }
        }
    }

    /// Stores an element (`U64` for 64 bits, else the low bits of a `U32`) at a byte offset that is in range.
    pub(super) fn store_element(
        &mut self,
        root: Root,
        offset: u32,
        value: u32,
        width: Width,
        align: u32,
        coherence: Coherence,
    ) {
        if let Root::Buffer(kind) = root {
            self.g.write(kind);
        }
        if let Some(ty) = self.narrow(root, width, align) {
            let index = if ty == Ty::U16 { self.shr(offset, 1) } else { offset };
            let value = self.opt(Op::UConvert, ty, [value]);
            return self.store_at(root, ty, index, value, coherence);
        }
        match width {
            Width::B64 => {
                let (low, high) = self.split(value);
                self.store_element(root, offset, low, Width::B32, align, coherence);
                let offset = self.add(offset, 4);
                self.store_element(root, offset, high, Width::B32, align, coherence);
            }
            Width::B32 if align >= 4 => {
                let index = self.shr(offset, 2);
                self.store_at(root, Ty::U32, index, value, coherence);
            }
            Width::B1 | Width::B8 | Width::B16 | Width::B32 => {
                self.store_bits(root, offset, value, width, align);
            }
        }
    }

    /// Replaces the bits of an element in one dword, or in two where it may straddle.
    fn store_bits(&mut self, root: Root, offset: u32, value: u32, width: Width, align: u32) {
        let bytes = width.bits() / 8;
        let full = width.mask() as u32;
        let mask = self.g.c32(full);
        let value = self.opt(Op::BitwiseAnd, Ty::U32, [value, mask]);
        let bit = self.bit_of(offset);
        let index = self.shr(offset, 2);
        let low_mask = self.opt(Op::ShiftLeftLogical, Ty::U32, [mask, bit]);
        let low = self.opt(Op::ShiftLeftLogical, Ty::U32, [value, bit]);
        self.merge_bits(root, index, low_mask, low);
        if align < bytes {
            let last = self.add(offset, bytes - 1);
            let index = self.shr(last, 2);
            let (one, c31, half) = (self.g.c32(1), self.g.c32(31), self.g.c32(full >> 1));
            let count = self.opt(Op::BitwiseXor, Ty::U32, [bit, c31]);
            let high_mask = self.opt(Op::ShiftRightLogical, Ty::U32, [half, count]);
            let high = self.opt(Op::ShiftRightLogical, Ty::U32, [value, one]);
            let high = self.opt(Op::ShiftRightLogical, Ty::U32, [high, count]);
            self.merge_bits(root, index, high_mask, high);
        }
    }

    fn merge_bits(&mut self, root: Root, index: u32, mask: u32, bits: u32) {
        let keep = self.opt(Op::Not, Ty::U32, [mask]);
        if root == Root::Scratch {
            let old = self.load_at(root, Ty::U32, index, Coherence::Wave);
            let old = self.opt(Op::BitwiseAnd, Ty::U32, [old, keep]);
            let new = self.opt(Op::BitwiseOr, Ty::U32, [old, bits]);
            return self.store_at(root, Ty::U32, index, new, Coherence::Wave);
        }
        let pointer = self.pointer(root, Ty::U32, index);
        let scope = self.atomic_scope(root);
        let relaxed = self.g.c32(MemorySemantics::RELAXED.bits());
        self.opt(Op::AtomicAnd, Ty::U32, [pointer, scope, relaxed, keep]);
        self.opt(Op::AtomicOr, Ty::U32, [pointer, scope, relaxed, bits]);
    }

    /// Scope of atomics on a memory.
    pub(super) fn atomic_scope(&mut self, root: Root) -> u32 {
        let scope = if root == Root::Lds { Scope::Workgroup as u32 } else { self.device_scope() };
        self.g.c32(scope)
    }
}
