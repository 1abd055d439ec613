//! Programs to compile.

use recompiler::request::{Mode, Request, SgprInput, VgprInput};
use std::error::Error;
use std::path::Path;

/// A compute program and how it is entered.
#[derive(Clone, Debug)]
pub struct Program {
    /// Name in tables.
    pub name: String,
    code: Vec<u8>,
    wave_size: u32,
    local_size: [u32; 3],
    lds_bytes: u32,
    mode: Mode,
    sgprs: Vec<(u8, SgprInput)>,
    vgprs: Vec<(u8, VgprInput)>,
}

impl Program {
    /// What the recompiler is asked.
    pub fn request(&self) -> Request<'_> {
        Request {
            local_size: self.local_size,
            lds_bytes: self.lds_bytes,
            mode: self.mode,
            sgprs: self.sgprs.clone(),
            vgprs: self.vgprs.clone(),
            ..Request::bare(&self.code, self.wave_size)
        }
    }
}

/// Rounding to nearest, denormals of f32 flushed, those of f16 and f64 kept: FLOAT_MODE 0xC0.
const MODE: Mode = Mode { float_mode: 0xc0, ieee: false, dx10_clamp: true, fp16_ovfl: false };

/// A program of `../shared/corpus/bench-flow`: V# in s\[0:3\], uniform inputs in s\[4:7\], the lane's number in v0.
pub fn flow(name: &str, code: Vec<u8>) -> Program {
    Program {
        name: name.to_owned(),
        code,
        wave_size: 64,
        local_size: [64, 1, 1],
        lds_bytes: 0,
        mode: MODE,
        sgprs: (0..8).map(|n| (n, SgprInput::UserData(u32::from(n)))).collect(),
        vgprs: vec![(0, VgprInput::LocalId(0))],
    }
}

/// The programs of a folder `bench-flow`, smallest first.
///
/// # Errors
/// The folder or a file of it cannot be read.
pub fn flow_folder(folder: &Path) -> Result<Vec<Program>, Box<dyn Error>> {
    let mut programs = vec![];
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|n| n.to_str()).and_then(|n| n.strip_prefix("flow-"));
        if let (Some(name), Some("bin")) = (name, path.extension().and_then(|e| e.to_str())) {
            programs.push(flow(name, std::fs::read(&path)?));
        }
    }
    programs.sort_by_key(|p| p.code.len());
    Ok(programs)
}
