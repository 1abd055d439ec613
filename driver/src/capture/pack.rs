//! Writes cases: as a directory or as one `.wwcap` file.
//!
//! **Requires** a case that would load. **Ensures** that what is written is complete in itself:
//! `../NAME/file` references become plain names, equal files are written once. The same case always
//! gives the same bytes.

use super::error::{CaseError, Problem};
use super::limits::Limits;
use super::types::Case;
use super::{CASE_JSON, check};
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::Arc;

/// Packs the case at `from` (of either form) into the file `to`.
///
/// # Errors
/// The case does not load, or the file cannot be written.
pub fn pack(from: &Path, to: &Path, limits: &Limits) -> Result<(), CaseError> {
    Case::load(from, limits)?.write_wwcap(to)
}

/// Unpacks the case at `from` (of either form) into the new directory `to`.
///
/// # Errors
/// The case does not load, or the directory cannot be written.
pub fn unpack(from: &Path, to: &Path, limits: &Limits) -> Result<(), CaseError> {
    Case::load(from, limits)?.write_dir(to)
}

impl Case {
    /// Writes the case into a directory, which is made if it does not exist.
    ///
    /// # Errors
    /// The case would not load, a case is already there, or writing fails.
    pub fn write_dir(&self, dir: &Path) -> Result<(), CaseError> {
        let origin = dir.display().to_string();
        let (json, files) = self.parts(&origin)?;
        let io =
            |name: &str, source| CaseError::new(&origin, name, Problem::Io { action: "written", source });
        std::fs::create_dir_all(dir).map_err(|e| io("", e))?;
        // `create_new`: captures are never overwritten.
        let put = |name: &str, bytes: &[u8]| {
            let file = std::fs::File::options().write(true).create_new(true).open(dir.join(name));
            file.and_then(|mut f| f.write_all(bytes)).map_err(|e| io(name, e))
        };
        for (name, bytes) in &files {
            put(name, bytes)?;
        }
        // Last, so that a directory with case.json is complete.
        put(CASE_JSON, &json)
    }

    /// Writes the case as one file.
    ///
    /// # Errors
    /// The case would not load, or writing fails.
    pub fn write_wwcap(&self, path: &Path) -> Result<(), CaseError> {
        let bytes = self.to_wwcap_bytes()?;
        let origin = path.display().to_string();
        std::fs::write(path, bytes)
            .map_err(|source| CaseError::new(&origin, "", Problem::Io { action: "written", source }))
    }

    /// The case as the bytes of a `.wwcap` file.
    ///
    /// # Errors
    /// The case would not load.
    pub fn to_wwcap_bytes(&self) -> Result<Vec<u8>, CaseError> {
        let (json, files) = self.parts(&self.name)?;
        let zipped = || -> zip::result::ZipResult<Vec<u8>> {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            // The default time stamp is fixed (1980), so equal cases give equal files.
            let options = zip::write::SimpleFileOptions::default()
                .compression_method(zip::CompressionMethod::Deflated)
                .last_modified_time(zip::DateTime::default());
            let all = std::iter::once((CASE_JSON, json.as_slice()));
            for (name, bytes) in all.chain(files.iter().map(|(n, b)| (n.as_str(), &**b))) {
                zip.start_file(name, options)?;
                zip.write_all(bytes)?;
            }
            Ok(zip.finish()?.into_inner())
        };
        zipped().map_err(|e| CaseError::new(&self.name, "", Problem::Packed(format!("cannot be made: {e}"))))
    }

    /// `case.json` and the files, with plain names.
    fn parts(&self, origin: &str) -> Result<(Vec<u8>, Files), CaseError> {
        let mut case = self.clone();
        let mut names = Names::default();
        for (i, s) in case.stages.iter_mut().enumerate() {
            sized(origin, &format!("stages[{i}].code"), &s.code.file, s.code.size, &s.code.bytes)?;
            s.code.file = names.add(&s.code.file, &s.code.bytes);
        }
        for (i, r) in case.memory.iter_mut().enumerate() {
            r.file = match &r.bytes {
                None => None,
                Some(b) => {
                    let file = r.file.clone().unwrap_or_else(|| format!("{}.bin", r.name));
                    sized(origin, &format!("memory[{i}]"), &file, r.size, b)?;
                    Some(names.add(&file, b))
                }
            };
        }
        let Case { expect, memory, draw, .. } = &mut case;
        let sizes = check::region_sizes(memory);
        for (i, e) in expect.iter_mut().enumerate() {
            let size = sizes.get(e.region.as_str()).copied().unwrap_or(0);
            sized(origin, &format!("expect[{i}]"), &e.file, size, &e.bytes)?;
            e.file = names.add(&e.file, &e.bytes);
        }
        if let Some(d) = draw {
            let extent = check::depth_extent(d);
            for (i, t) in d.targets.iter_mut().enumerate() {
                let size = check::surface_bytes(&t.format, t.extent).unwrap_or(0);
                sized(origin, &format!("draw.targets[{i}]"), &t.file, size, &t.bytes)?;
                t.file = names.add(&t.file, &t.bytes);
            }
            if let Some(x) = &mut d.depth {
                let size = check::surface_bytes(&x.format, extent).unwrap_or(0);
                sized(origin, "draw.depth", &x.file, size, &x.bytes)?;
                x.file = names.add(&x.file, &x.bytes);
            }
        }
        check::structure(&case, origin, &Limits::default())?;
        check::contents(&case, origin)?;
        let mut json = serde_json::to_vec_pretty(&case).map_err(|e| {
            CaseError::new(origin, CASE_JSON, Problem::Shape(format!("cannot be written: {e}")))
        })?;
        json.push(b'\n');
        Ok((json, names.0))
    }
}

/// Bytes that a case holds must be as many as it declares.
fn sized(origin: &str, at: &str, file: &str, declared: u64, bytes: &[u8]) -> Result<(), CaseError> {
    let found = bytes.len() as u64;
    if found == declared {
        return Ok(());
    }
    Err(CaseError::new(origin, at, Problem::WrongSize { file: file.to_owned(), declared, found }))
}

/// Files by name, in the order in which they are written.
type Files = BTreeMap<String, Arc<[u8]>>;

/// Plain names and their files.
#[derive(Default)]
struct Names(Files);

impl Names {
    /// A plain name for a file: its last component, with a number where another file has that name.
    fn add(&mut self, name: &str, bytes: &Arc<[u8]>) -> String {
        let last = name.rsplit('/').next().unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let mut base: String = last.chars().take(200).map(plain).collect();
        if base.trim_matches('.').is_empty() || base == CASE_JSON {
            base.push_str(".bin");
        }
        let mut candidate = base.clone();
        let mut n = 1u32;
        loop {
            match self.0.get(&candidate) {
                None => {
                    self.0.insert(candidate.clone(), Arc::clone(bytes));
                    return candidate;
                }
                Some(there) if there == bytes => return candidate,
                Some(_) => {
                    n += 1;
                    candidate = match base.rsplit_once('.') {
                        Some((stem, ext)) if !stem.is_empty() => format!("{stem}-{n}.{ext}"),
                        _ => format!("{base}-{n}"),
                    };
                }
            }
        }
    }
}
