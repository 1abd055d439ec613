//! Real code objects read as LLVM's tools say: the manifest beside them was made with those.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its input fails")]

use driver::elf::{CodeObject, ElfLimits};
use std::collections::BTreeMap;
use wavewright_tests::corpus::Archive;

/// Rows of MANIFEST.tsv as column name to text.
fn manifest(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines();
    let name = |h: &str| h.trim_start_matches('#').split('(').next().unwrap_or_default().to_owned();
    let head: Vec<String> = lines.next().unwrap_or_default().split('\t').map(name).collect();
    lines.map(|l| head.iter().cloned().zip(l.split('\t').map(str::to_owned)).collect()).collect()
}

fn number(s: &str) -> u64 {
    s.strip_prefix("0x").map_or_else(|| s.parse().unwrap(), |h| u64::from_str_radix(h, 16).unwrap())
}

#[test]
fn kernels_are_what_the_manifest_says() {
    let dir = Archive::OpenclCode.unpack().unwrap();
    let rows = manifest(&std::fs::read_to_string(dir.path().join("MANIFEST.tsv")).unwrap());
    assert!(rows.len() > 600);
    for row in &rows {
        let col = |name: &str| row.get(name).unwrap().as_str();
        let file = std::fs::read(dir.path().join("co").join(col("file"))).unwrap();
        let object = CodeObject::read(&file, 0, &ElfLimits::default()).unwrap();
        assert_eq!((object.target.name, object.target.note), ("gfx1013", None));
        let k = object.kernel(col("kernel")).unwrap();
        for (name, value) in [
            ("entry_va", k.entry),
            ("kd_va", k.descriptor),
            ("rsrc1", k.rsrc1.into()),
            ("rsrc2", k.rsrc2.into()),
            ("rsrc3", k.rsrc3.into()),
            ("kernarg_bytes", k.kernarg_bytes.into()),
            ("lds_bytes", k.lds_bytes.into()),
            ("scratch_bytes", k.scratch_bytes.into()),
            ("kernel_code_properties", k.properties.0.into()),
            ("wave", k.wave_size().into()),
            ("workitem_id_dims", (k.local_ids() - 1).into()),
            ("functions", object.functions.len() as u64),
        ] {
            assert_eq!(value, number(col(name)), "{} {name}", col("file"));
        }
        let user: Vec<String> = k.user_sgprs().map(|(n, c)| format!("{n}:{c}")).collect();
        assert_eq!(user.join(","), col("user_sgprs"), "{}", col("file"));
        assert_eq!(k.properties.dynamic_stack(), col("dynamic_stack") == "yes", "{}", col("file"));
        let system: Vec<&str> = k.system_sgprs().map(|n| system_name(&n.to_string())).collect();
        let expected: Vec<&str> = col("system_sgprs").split(',').filter(|s| *s != "-").collect();
        assert_eq!(system, expected, "{}", col("file"));
        assert!(object.code().any(|c| c.address <= k.entry && k.entry - c.address < c.bytes.len() as u64));
    }
}

/// The manifest's word for a system SGPR.
fn system_name(name: &str) -> &'static str {
    match name {
        "workgroup_id_x" => "wgid_x",
        "workgroup_id_y" => "wgid_y",
        "workgroup_id_z" => "wgid_z",
        "tg_size" => "workgroup_info",
        "scratch_offset" => "scratch_wave_offset",
        _ => "?",
    }
}
