//! Captures: one dispatch or draw with everything it needs, as a directory or one `.wwcap` file.
//!
//! **In:** a path, or the text of `case.json` with a source of files. **Out:** a [`Case`] whose every
//! size, reference and range has been checked, so that an executor need not check again.
//! **Ensures:** strict (an unknown field, a wrong size, a reference to nothing is an error that says
//! where), versioned (`format` must be [`FORMAT`]), and safe with hostile input: nothing is allocated
//! by an unchecked size, no file outside the corpus is read. **Does not** execute anything.
//!
//! Start with [`Case::load`]. The format is documented in `docs/` and, with the tool that makes
//! cases, in radv-lab's README; the additions for OpenCL code objects in the OpenCL case maker.

mod check;
mod draw;
mod error;
mod facts;
mod files;
mod hex;
mod limits;
mod names;
mod pack;
mod types;

pub use draw::{
    Attribute, Blend, Border, CompareOp, Cull, Depth, Draw, Filter, FrontFace, NotANumber, Reduction,
    SamplerCompare, SamplerState, Target, TextNumber, Topology, Wrap, texel_bytes,
};
pub use error::{CaseError, ErrorKind, Problem};
pub use facts::{ApiStage, Facts, HwStage, ParamExport, PsInput};
pub use files::{DirFiles, FileSource, MemoryFiles};
pub use limits::Limits;
pub use names::{Axis, SgprName, UnknownName, VgprName};
pub use pack::{pack, unpack};
pub use types::{
    Access, Apertures, Case, CodeBlob, Descriptor, DescriptorType, Dispatch, Expect, Gfx, Image, Kind,
    MipLayout, NoSuchWaveSize, Region, Role, SgprArg, Stage, Tiling, VgprArg, View, WaveSize,
};

use files::ZipFiles;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::Path;
use std::sync::Arc;

/// The version of the case format that this code reads and writes.
pub const FORMAT: u32 = 1;

/// Name of the JSON file of a case.
pub const CASE_JSON: &str = "case.json";

/// The only field of another version that can be relied on.
#[derive(serde::Deserialize)]
struct Version {
    format: u64,
}

impl Case {
    /// Reads a case: a directory with `case.json`, that `case.json` itself, or a `.wwcap` file.
    ///
    /// # Errors
    /// Whatever is wrong with it, and where.
    pub fn load(path: &Path, limits: &Limits) -> Result<Self, CaseError> {
        let origin = path.display().to_string();
        let fail = |problem| CaseError::new(&origin, "", problem);
        let io = |source| fail(Problem::Io { action: "read", source });
        let meta = path.metadata().map_err(io)?;
        if meta.is_dir() {
            return Self::load_dir(path, limits);
        }
        if !meta.is_file() {
            return Err(fail(Problem::NotACase("neither a directory nor a file".into())));
        }
        if path.file_name().is_some_and(|n| n == CASE_JSON) {
            let dir = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            return Self::load_dir(dir, limits);
        }
        let mut file = File::open(path).map_err(io)?;
        let mut magic = [0u8; 2];
        // A shorter file is no archive either; the message below says so.
        if file.read_exact(&mut magic).is_err() || &magic != b"PK" {
            return Err(fail(Problem::NotACase(
                "a capture is a directory with case.json, or a .wwcap file (a zip archive)".into(),
            )));
        }
        Self::load_packed(&origin, file, limits)
    }

    /// Reads a packed capture from memory. `origin` names it in messages.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn from_wwcap_bytes(origin: &str, bytes: &[u8], limits: &Limits) -> Result<Self, CaseError> {
        Self::load_packed(origin, Cursor::new(bytes), limits)
    }

    fn load_dir(dir: &Path, limits: &Limits) -> Result<Self, CaseError> {
        let origin = dir.display().to_string();
        let mut files = DirFiles::new(dir).map_err(|p| CaseError::new(&origin, "", p))?;
        let json = read_json(&mut files, limits).map_err(|p| match p {
            Problem::FileMissing(_) => {
                CaseError::new(&origin, "", Problem::NotACase("the directory has no case.json".into()))
            }
            p => CaseError::new(&origin, CASE_JSON, p),
        })?;
        Self::from_json_and_files(&origin, &json, &mut files, limits)
    }

    fn load_packed<R: Read + Seek>(origin: &str, reader: R, limits: &Limits) -> Result<Self, CaseError> {
        let fail = |p| CaseError::new(origin, "", p);
        let mut files = ZipFiles::new(reader, limits).map_err(fail)?;
        let json = read_json(&mut files, limits).map_err(|p| match p {
            Problem::FileMissing(_) => fail(Problem::Packed("there is no case.json at its top".into())),
            p => CaseError::new(origin, CASE_JSON, p),
        })?;
        let case = Self::from_json_and_files(origin, &json, &mut files, limits)?;
        let used: HashSet<&str> = case.file_names().collect();
        // What nothing names is most likely a misspelt name elsewhere, or not meant to be handed on.
        match files.names().into_iter().find(|n| n != CASE_JSON && !used.contains(n.as_str())) {
            Some(n) => Err(fail(Problem::Packed(format!("case.json does not name the file `{n}`")))),
            None => Ok(case),
        }
    }

    /// Reads a case from the text of `case.json` and a source of its files. `origin` names it in
    /// messages.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn from_json_and_files(
        origin: &str,
        json: &[u8],
        files: &mut dyn FileSource,
        limits: &Limits,
    ) -> Result<Self, CaseError> {
        let mut case = parse(origin, json, limits)?;
        check::structure(&case, origin, limits)?;
        load_files(&mut case, origin, files)?;
        check::contents(&case, origin)?;
        Ok(case)
    }

    /// Names of all files that the case refers to.
    fn file_names(&self) -> impl Iterator<Item = &str> {
        let draw = self.draw.iter();
        let code = self.stages.iter().map(|s| s.code.file.as_str());
        let memory = self.memory.iter().filter_map(|r| r.file.as_deref());
        let expect = self.expect.iter().map(|e| e.file.as_str());
        let targets = draw.clone().flat_map(|d| d.targets.iter().map(|t| t.file.as_str()));
        let depth = draw.filter_map(|d| d.depth.as_ref().map(|d| d.file.as_str()));
        code.chain(memory).chain(expect).chain(targets).chain(depth)
    }
}

fn read_json(files: &mut dyn FileSource, limits: &Limits) -> Result<Vec<u8>, Problem> {
    let size = files.size(CASE_JSON)?;
    limits.check("size of case.json in bytes", size, limits.max_json_bytes)?;
    files.read(CASE_JSON, size)
}

/// Text to types, version first: another version may have any other field.
fn parse(origin: &str, json: &[u8], limits: &Limits) -> Result<Case, CaseError> {
    let fail = |at: String, problem| CaseError::new(origin, at, problem);
    let whole = |p| CaseError::new(origin, CASE_JSON, p);
    limits.check("size of case.json in bytes", json.len() as u64, limits.max_json_bytes).map_err(whole)?;
    let classify = |e: serde_json::Error| {
        // The reader's messages quote what they found, and that may be as long as the file.
        let text: String = e.to_string().chars().take(1000).collect();
        if e.is_data() { Problem::Shape(text) } else { Problem::Syntax(text) }
    };
    let version: Version = serde_json::from_slice(json).map_err(|e| whole(classify(e)))?;
    if version.format != u64::from(FORMAT) {
        return Err(fail("format".into(), Problem::Version { found: version.format, known: FORMAT }));
    }
    let mut text = serde_json::Deserializer::from_slice(json);
    let case = serde_path_to_error::deserialize(&mut text).map_err(|e| {
        let path = e.path().to_string();
        let at = if path == "." { CASE_JSON.to_owned() } else { path };
        fail(at, classify(e.into_inner()))
    })?;
    text.end().map_err(|e| whole(classify(e)))?;
    Ok(case)
}

/// Fills in the bytes of all files. Every declared size has been checked against the limits.
fn load_files(case: &mut Case, origin: &str, files: &mut dyn FileSource) -> Result<(), CaseError> {
    let mut known: HashMap<String, Arc<[u8]>> = HashMap::new();
    let mut get = |name: &str, declared: u64, at: String| -> Result<Arc<[u8]>, CaseError> {
        let wrong = |found| Problem::WrongSize { file: name.to_owned(), declared, found };
        if let Some(bytes) = known.get(name) {
            // The same file under two sizes.
            let found = bytes.len() as u64;
            return if found == declared {
                Ok(Arc::clone(bytes))
            } else {
                Err(CaseError::new(origin, at, wrong(found)))
            };
        }
        let read = |files: &mut dyn FileSource| {
            files::check_name(name)?;
            let found = files.size(name)?;
            if found != declared {
                return Err(wrong(found));
            }
            files.read(name, declared)
        };
        let bytes: Arc<[u8]> = read(files).map_err(|p| CaseError::new(origin, at, p))?.into();
        known.insert(name.to_owned(), Arc::clone(&bytes));
        Ok(bytes)
    };
    for (i, s) in case.stages.iter_mut().enumerate() {
        s.code.bytes = get(&s.code.file, s.code.size, format!("stages[{i}].code"))?;
    }
    for (i, r) in case.memory.iter_mut().enumerate() {
        if let Some(file) = &r.file {
            r.bytes = Some(get(file, r.size, format!("memory[{i}]"))?);
        }
    }
    let Case { expect, memory, draw, .. } = case;
    let sizes = check::region_sizes(memory);
    for (i, e) in expect.iter_mut().enumerate() {
        let size = sizes.get(e.region.as_str()).copied().unwrap_or(0);
        e.bytes = get(&e.file, size, format!("expect[{i}]"))?;
    }
    if let Some(draw) = draw {
        let depth_extent = check::depth_extent(draw);
        for (i, t) in draw.targets.iter_mut().enumerate() {
            let size = check::surface_bytes(&t.format, t.extent).unwrap_or(0);
            t.bytes = get(&t.file, size, format!("draw.targets[{i}]"))?;
        }
        if let Some(d) = &mut draw.depth {
            let size = check::surface_bytes(&d.format, depth_extent).unwrap_or(0);
            d.bytes = get(&d.file, size, "draw.depth".into())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
