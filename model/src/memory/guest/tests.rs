//! What guest memory allows and refuses.

use super::{GuestMemory, Initial, MemoryError, MemoryErrorKind, Permissions, RegionError, WriteOnly};

const RW: Permissions = Permissions::READ_WRITE;

fn memory() -> GuestMemory {
    GuestMemory::new(1 << 20, WriteOnly::Readable)
}

fn with(regions: &[(&str, u64, u64, Permissions)]) -> GuestMemory {
    let mut memory = memory();
    for (name, base, size, permissions) in regions {
        memory.add(name, *base, *size, *permissions, Initial::Zero).unwrap();
    }
    memory
}

fn kind<T>(result: Result<T, MemoryError>) -> Option<MemoryErrorKind> {
    result.err().map(|error| error.kind)
}

#[test]
fn bytes_come_back_at_any_alignment() {
    let bytes: Vec<u8> = (0..32).collect();
    for shift in 0..8 {
        let mut memory = memory();
        let base = 0x7f20_0000_0000 + shift;
        memory.add("a", base, 32, Permissions::READ, Initial::Bytes(&bytes)).unwrap();
        let view = memory.view();
        assert_eq!(view.read_u8(base + 5).unwrap(), 5);
        assert_eq!(view.read_u16(base + 5).unwrap(), 0x0605);
        assert_eq!(view.read_u32(base + 5).unwrap(), 0x0807_0605);
        assert_eq!(view.read_u64(base + 5).unwrap(), 0x0c0b_0a09_0807_0605);
        let mut back = vec![0; 32];
        view.read(base, &mut back).unwrap();
        assert_eq!(back, bytes);
        assert_eq!(memory.region("a").unwrap().snapshot(), bytes);
    }
}

#[test]
fn stores_of_every_width_reach_the_snapshot() {
    let memory = with(&[("a", 0x1003, 29, RW)]);
    let view = memory.view();
    view.write_u8(0x1003, 0xaa).unwrap();
    view.write_u16(0x1004, 0x2211).unwrap();
    view.write_u32(0x1006, 0x6655_4433).unwrap();
    view.write_u64(0x100a, 0xeedd_ccbb_aa99_8877).unwrap();
    view.write(0x1012, &[1, 2, 3]).unwrap();
    let bytes = memory.region("a").unwrap().snapshot();
    assert_eq!(
        &bytes[..18],
        &[0xaa, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 1, 2, 3]
    );
    assert!(bytes[18..].iter().all(|byte| *byte == 0));
}

#[test]
fn an_access_may_span_regions_that_touch() {
    let memory = with(&[("a", 0x1000, 6, RW), ("b", 0x1006, 2, RW), ("c", 0x1008, 8, RW)]);
    let view = memory.view();
    view.write_u64(0x1004, 0x8877_6655_4433_2211).unwrap();
    assert_eq!(view.read_u64(0x1004).unwrap(), 0x8877_6655_4433_2211);
    assert_eq!(memory.region("a").unwrap().snapshot(), [0, 0, 0, 0, 0x11, 0x22]);
    assert_eq!(memory.region("b").unwrap().snapshot(), [0x33, 0x44]);
    assert_eq!(memory.region("c").unwrap().snapshot(), [0x55, 0x66, 0x77, 0x88, 0, 0, 0, 0]);
    // No single operation covers a slot in two regions.
    assert_eq!(kind(view.atomic_u32(0x1004, |old| old)), Some(MemoryErrorKind::PastEnd));
}

#[test]
fn accesses_outside_regions_are_faults_with_their_address() {
    let memory = with(&[("a", 0x1000, 16, RW), ("b", 0x2000, 16, RW)]);
    let view = memory.view();
    assert_eq!(
        view.read_u32(0xffc).unwrap_err(),
        MemoryError { kind: MemoryErrorKind::Unmapped, address: 0xffc, size: 4 }
    );
    assert_eq!(kind(view.read_u32(0xffd)), Some(MemoryErrorKind::Unmapped));
    assert_eq!(kind(view.read_u32(0x1010)), Some(MemoryErrorKind::Unmapped));
    assert_eq!(kind(view.read_u32(0x100d)), Some(MemoryErrorKind::PastEnd));
    assert_eq!(kind(view.write_u64(0x200c, 1)), Some(MemoryErrorKind::PastEnd));
    assert_eq!(memory.region("b").unwrap().snapshot(), [0; 16], "a faulting store writes nothing");
    assert_eq!(kind(view.write(0x1008, &[1; 9])), Some(MemoryErrorKind::PastEnd));
    assert_eq!(memory.region("a").unwrap().snapshot(), [0; 16]);
}

#[test]
fn the_ends_of_the_address_space_do_not_wrap() {
    let memory = with(&[("top", u64::MAX - 15, 16, RW), ("bottom", 0, 16, RW)]);
    let view = memory.view();
    view.write_u64(u64::MAX - 7, 0x0102_0304_0506_0708).unwrap();
    assert_eq!(view.read_u8(u64::MAX).unwrap(), 1);
    for address in [u64::MAX, u64::MAX - 2] {
        assert_eq!(kind(view.read_u32(address)), Some(MemoryErrorKind::Wraps));
        assert_eq!(kind(view.write_u32(address, 0)), Some(MemoryErrorKind::Wraps));
    }
    let mut bytes = [0; 17];
    assert_eq!(kind(view.read(u64::MAX - 15, &mut bytes)), Some(MemoryErrorKind::Wraps));
    let empty = memory.view();
    assert_eq!(kind(empty.read(u64::MAX, &mut [])), None);
    assert_eq!(
        kind(GuestMemory::new(0, WriteOnly::Readable).view().read_u8(u64::MAX)),
        Some(MemoryErrorKind::Unmapped)
    );
}

#[test]
fn permissions_are_checked() {
    let mut strict = GuestMemory::new(1 << 20, WriteOnly::Fault);
    let mut lax = memory();
    for memory in [&mut strict, &mut lax] {
        memory.add("r", 0x1000, 8, Permissions::READ, Initial::Zero).unwrap();
        memory.add("w", 0x1008, 8, Permissions::WRITE, Initial::Zero).unwrap();
    }
    for memory in [&strict, &lax] {
        let view = memory.view();
        assert_eq!(kind(view.write_u32(0x1000, 1)), Some(MemoryErrorKind::ReadOnly));
        assert_eq!(kind(view.atomic_u32(0x1000, |old| old)), Some(MemoryErrorKind::ReadOnly));
        // Spans a region that may be written and one that may not.
        assert_eq!(kind(view.write_u64(0x1004, 1)), Some(MemoryErrorKind::ReadOnly));
        assert_eq!(kind(view.write_u32(0x1008, 1)), None);
        assert_eq!(kind(view.read_u32(0x1000)), None);
    }
    assert_eq!(kind(strict.view().read_u32(0x1008)), Some(MemoryErrorKind::WriteOnly));
    assert_eq!(kind(strict.view().read_u64(0x1004)), Some(MemoryErrorKind::WriteOnly));
    assert_eq!(kind(strict.view().atomic_u64(0x1008, |old| old)), Some(MemoryErrorKind::WriteOnly));
    assert_eq!(lax.view().read_u32(0x1008).unwrap(), 1);
    assert_eq!(lax.view().atomic_u64(0x1008, |old| old + 1).unwrap(), 1);
}

#[test]
fn atomics_need_their_natural_alignment() {
    let memory = with(&[("a", 0x1000, 64, RW)]);
    let view = memory.view();
    for offset in 0..8 {
        let expected = (offset % 4 != 0).then_some(MemoryErrorKind::Unaligned);
        assert_eq!(kind(view.atomic_u32(0x1000 + offset, |old| old)), expected);
        let expected = (offset != 0).then_some(MemoryErrorKind::Unaligned);
        assert_eq!(kind(view.atomic_u64(0x1000 + offset, |old| old)), expected);
    }
}

#[test]
fn atomics_of_both_widths_on_one_slot_serialise() {
    let memory = with(&[("a", 0x1000, 8, RW)]);
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let view = memory.view();
            scope.spawn(move || {
                for _ in 0..2000 {
                    if worker % 2 == 0 {
                        view.atomic_u32(0x1004, |old| old.wrapping_add(1)).unwrap();
                    } else {
                        view.atomic_u64(0x1000, |old| old.wrapping_add(0x1_0000_0001)).unwrap();
                    }
                }
            });
        }
    });
    assert_eq!(memory.view().read_u64(0x1000).unwrap(), (8000 << 32) | 4000);
}

#[test]
fn narrow_stores_of_two_threads_do_not_lose_each_other() {
    let memory = with(&[("a", 0x1000, 8, RW)]);
    std::thread::scope(|scope| {
        for worker in 0..2u64 {
            let view = memory.view();
            scope.spawn(move || {
                for value in 0..2000u32 {
                    let address = 0x1000 + worker * 4;
                    view.write_u32(address, value).unwrap();
                    assert_eq!(view.read_u32(address).unwrap(), value);
                }
            });
        }
    });
}

#[test]
fn regions_are_checked_when_added() {
    let mut memory = with(&[("a", 0x1000, 0x100, RW)]);
    let mut add = |name: &str, base, size, initial| memory.add(name, base, size, RW, initial).unwrap_err();
    assert!(matches!(add("b", 0x10ff, 1, Initial::Zero), RegionError::Overlaps { .. }));
    assert!(matches!(add("b", 0xfff, 2, Initial::Zero), RegionError::Overlaps { .. }));
    assert!(matches!(add("b", 0x1000, 1, Initial::Zero), RegionError::Overlaps { .. }));
    assert!(matches!(add("b", 0, 0x1001, Initial::Zero), RegionError::Overlaps { .. }));
    assert!(matches!(add("b", u64::MAX, 2, Initial::Zero), RegionError::Wraps { .. }));
    assert!(matches!(add("b", 2, u64::MAX, Initial::Zero), RegionError::Wraps { .. }));
    assert!(matches!(add("b", 0x5000, 0, Initial::Zero), RegionError::Empty { .. }));
    assert!(matches!(add("a", 0x5000, 1, Initial::Zero), RegionError::DuplicateName { .. }));
    assert!(matches!(add("b", 0x5000, 2, Initial::Bytes(&[1])), RegionError::InitialSize { .. }));
    assert!(matches!(add("b", 0x5000, 1 << 20, Initial::Zero), RegionError::Limit { .. }));
    assert!(matches!(add("b", 0x5000, 1 << 60, Initial::Zero), RegionError::Limit { .. }));
    assert_eq!(memory.regions().len(), 1);
    assert!(memory.add("b", 0xfff, 1, RW, Initial::Zero).is_ok());
    assert!(memory.add("c", 0x1100, 1, RW, Initial::Zero).is_ok());
}

#[test]
fn an_impossible_allocation_is_an_error() {
    let mut memory = GuestMemory::new(u64::MAX, WriteOnly::Readable);
    let error = memory.add("huge", 0, u64::MAX, RW, Initial::Zero).unwrap_err();
    assert!(matches!(error, RegionError::Allocation { .. }));
}

#[test]
fn unknown_bits_depend_on_the_seed() {
    let mut memory = memory();
    for (name, base, seed) in [("a", 0x1000, 1), ("b", 0x2000, 1), ("c", 0x3000, 2)] {
        memory.add(name, base, 64, RW, Initial::Unknown { seed }).unwrap();
    }
    let bytes: Vec<_> = memory.regions().map(super::Region::snapshot).collect();
    assert_ne!(bytes[0], bytes[1]);
    assert_ne!(bytes[0], bytes[2]);
}
