//! For every widened reference: under the hardware's rule the model's result is exact, and the reference is what its
//! reason says it is. So the wider comparison hides nothing.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its input fails")]

use driver::capture::{Case, Limits};
use driver::reference::{WIDENED, code_hash};
use driver::replay::{Prepared, ReplayOptions};
use half::f16;
use std::collections::BTreeSet;
use wavewright_tests::corpus::Archive;

/// Input, expected and actual bytes of a case of the RADV archive with buffers `b0_0` and `b0_1`.
fn run(name: &str) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let dir = Archive::RadvCompute.unpack().unwrap();
    let case = Case::load(&dir.path().join("cases").join(name), &Limits::default()).unwrap();
    let entries: Vec<_> = WIDENED.iter().filter(|w| w.case == name).collect();
    assert!(entries.iter().all(|w| w.code == code_hash(&case.stages[0].code.bytes)), "{name} was made anew");
    let prepared = Prepared::new(&case, ReplayOptions::default()).unwrap();
    let replay = prepared.run().unwrap();
    assert!(replay.passed(), "{name}");
    assert_eq!(replay.widened.len(), entries.len(), "{name}: an entry is of no use");
    let input = case.memory.iter().find(|r| r.name == "b0_0").unwrap().bytes.clone().unwrap();
    let expected = case.expect.iter().find(|e| e.region == "b0_1").unwrap().bytes.clone();
    (input.to_vec(), expected.to_vec(), prepared.snapshot("b0_1").unwrap())
}

fn dword(bytes: &[u8], index: usize) -> u32 {
    u32::from_le_bytes(bytes[index * 4..][..4].try_into().unwrap())
}

fn half_at(bytes: &[u8], index: usize) -> f16 {
    f16::from_le_bytes(bytes[index * 2..][..2].try_into().unwrap())
}

/// The two f16 around a number in the range of finite f16, the nearer to zero first; equal if it is one.
fn around(x: f64) -> (f16, f16) {
    let mut toward = f16::from_f64(x);
    while toward.to_f64().abs() > x.abs() {
        toward = f16::from_bits(toward.to_bits() - 1);
    }
    let exact = toward.to_f64() == x;
    (toward, if exact { toward } else { f16::from_bits(toward.to_bits() + 1) })
}

/// To nearest even.
fn nearest(x: f64) -> f16 {
    let (a, b) = around(x);
    let (da, db) = ((x - a.to_f64()).abs(), (b.to_f64() - x).abs());
    if da < db || da == db && a.to_bits() & 1 == 0 { a } else { b }
}

#[test]
fn c_pack_is_exact_with_the_rounding_and_the_product_of_its_code() {
    for name in ["c_pack", "c_pack_w32"] {
        let (input, expected, actual) = run(name);
        for i in 0..actual.len() / 32 {
            let [x, y, z, w] = [0, 1, 2, 3].map(|k| f64::from(f32::from_bits(dword(&input, i * 4 + k))));
            let fields = |round: &dyn Fn(f64) -> f16| {
                let packed = u32::from(round(x).to_bits()) | u32::from(round(y).to_bits()) << 16;
                [packed, round(z).to_f32().to_bits(), round(w).to_f32().to_bits()]
            };
            let of = |bytes: &[u8]| [4, 5, 6].map(|k| dword(bytes, i * 8 + k));
            assert_eq!(of(&actual), fields(&|v| around(v).0), "{name} {i}");
            assert_eq!(of(&expected), fields(&nearest), "{name} {i}");
            // Byte 1 of X as a part of 255: times the nearest f32 to 1/255, or divided by 255.
            let byte = f32::from(dword(&input, i * 4).to_le_bytes()[1]);
            assert_eq!(
                dword(&actual, i * 8 + 7),
                (byte * f32::from_bits(0x3b80_8081)).to_bits(),
                "{name} {i}"
            );
            assert_eq!(dword(&expected, i * 8 + 7), (byte / 255.0).to_bits(), "{name} {i}");
        }
    }
}

#[test]
fn c_f16_vec_is_exact_when_the_product_is_not_rounded() {
    for name in ["c_f16_vec", "c_f16_vec_w32"] {
        let (input, expected, actual) = run(name);
        for i in 0..actual.len() / 16 {
            // The program stores WZYX first; the second factor is 64 vectors further on.
            for (k, component) in [3, 2, 1, 0].into_iter().enumerate() {
                let [x, y] = [i, i + 64].map(|v| half_at(&input, v * 4 + component).to_f64());
                // Product (22 bits) and sum are exact as f64.
                let fused = nearest(x * y + 0.5);
                let separate = nearest(nearest(x * y).to_f64() + 0.5);
                assert_eq!(half_at(&actual, i * 8 + k).to_bits(), fused.to_bits(), "{name} {i}.{component}");
                assert_eq!(
                    half_at(&expected, i * 8 + k).to_bits(),
                    separate.to_bits(),
                    "{name} {i}.{component}"
                );
            }
        }
    }
}

#[test]
fn every_widened_reference_is_tested_here_and_in_the_errata() {
    let cases: BTreeSet<_> = WIDENED.iter().map(|w| w.case).collect();
    assert_eq!(cases, BTreeSet::from(["c_f16_vec", "c_f16_vec_w32", "c_pack", "c_pack_w32"]));
    let errata = include_str!("../../docs/src/errata.md");
    for case in cases {
        assert!(errata.contains(&format!("`{case}`")), "{case}");
    }
}
