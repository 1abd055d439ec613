//! Where the files of a case come from: a directory, a packed capture, or memory.
//!
//! **Ensures:** a file name is checked before any source sees it ([`check_name`]); a directory never
//! gives a file outside the corpus root (the parent of the case's directory), also not through a
//! symbolic link; no source allocates more than the size that the caller has checked.

use super::error::Problem;
use super::limits::Limits;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Gives the files of a case by name. Names are as `case.json` has them.
pub trait FileSource {
    /// Size of a file in bytes, without reading it.
    ///
    /// # Errors
    /// The file is missing, refused or unreadable.
    fn size(&mut self, name: &str) -> Result<u64, Problem>;

    /// The file's bytes. `size` is what [`Self::size`] gave and bounds what is allocated.
    ///
    /// # Errors
    /// The file is missing, refused, unreadable, or of another size now.
    fn read(&mut self, name: &str, size: u64) -> Result<Vec<u8>, Problem>;
}

/// Refuses names that are not `file`, `folder/file` or `../folder/file`: absolute names, names that
/// climb further, and spellings that some systems read otherwise.
pub(super) fn check_name(name: &str) -> Result<(), Problem> {
    let refuse = |why| Err(Problem::FileName { name: name.chars().take(256).collect(), why });
    if name.is_empty() || name.len() > 1024 {
        return refuse("it is empty or longer than 1024 bytes");
    }
    if name.starts_with('/') {
        return refuse("it is absolute; files are named relative to the case");
    }
    if name.chars().any(|c| matches!(c, '\\' | ':') || c.is_control()) {
        return refuse("it has a backslash, colon or control character");
    }
    let rest = name.strip_prefix("../").unwrap_or(name);
    if rest.split('/').any(|part| part == "..") {
        return refuse("it leads out of the corpus; only one `../` at the start is allowed");
    }
    if rest.split('/').any(|part| part.is_empty() || part == ".") {
        return refuse("it has an empty or `.` component");
    }
    Ok(())
}

/// Reads exactly `size` bytes. Allocates no more than that.
pub(super) fn read_exactly(name: &str, from: impl Read, size: u64) -> Result<Vec<u8>, Problem> {
    let wanted = usize::try_from(size).map_err(|_| Problem::Limit {
        what: format!("size of `{name}` in bytes"),
        found: size,
        limit: usize::MAX as u64,
    })?;
    let mut bytes = Vec::with_capacity(wanted.min(1 << 20));
    let mut from = from.take(size.saturating_add(1));
    from.read_to_end(&mut bytes).map_err(|source| Problem::Io { action: "read", source })?;
    if bytes.len() != wanted {
        // More than `size` shows as one byte more: the file grew, or its header lies.
        return Err(Problem::WrongSize { file: name.to_owned(), declared: size, found: bytes.len() as u64 });
    }
    Ok(bytes)
}

/// Files of a case directory and of its siblings.
#[derive(Debug)]
pub struct DirFiles {
    dir: PathBuf,
    root: PathBuf,
}

impl DirFiles {
    /// Files for the case in `dir`; they may lie anywhere under its parent.
    ///
    /// # Errors
    /// The directory does not exist.
    pub fn new(dir: &Path) -> Result<Self, Problem> {
        let dir = dir.canonicalize().map_err(|source| Problem::Io { action: "read", source })?;
        let root = dir.parent().map_or_else(|| dir.clone(), Path::to_path_buf);
        Ok(Self { dir, root })
    }

    /// The real path of a file and its size.
    fn find(&self, name: &str) -> Result<(PathBuf, u64), Problem> {
        check_name(name)?;
        let path = match self.dir.join(name).canonicalize() {
            Ok(p) => p,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Err(Problem::FileMissing(name.to_owned()));
            }
            Err(source) => return Err(Problem::Io { action: "read", source }),
        };
        if !path.starts_with(&self.root) {
            return Err(Problem::FileName { name: name.to_owned(), why: "a link leads out of the corpus" });
        }
        let meta = path.metadata().map_err(|source| Problem::Io { action: "read", source })?;
        // Opening a pipe or device could block or never end.
        if !meta.is_file() {
            return Err(Problem::FileName { name: name.to_owned(), why: "it is not a regular file" });
        }
        Ok((path, meta.len()))
    }
}

impl FileSource for DirFiles {
    fn size(&mut self, name: &str) -> Result<u64, Problem> {
        self.find(name).map(|f| f.1)
    }

    fn read(&mut self, name: &str, size: u64) -> Result<Vec<u8>, Problem> {
        let (path, _) = self.find(name)?;
        let file = File::open(path).map_err(|source| Problem::Io { action: "read", source })?;
        read_exactly(name, file, size)
    }
}

/// Files in memory, by the names that `case.json` has. For tests and fuzzing.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles(pub BTreeMap<String, Vec<u8>>);

impl FileSource for MemoryFiles {
    fn size(&mut self, name: &str) -> Result<u64, Problem> {
        self.0.get(name).map(|b| b.len() as u64).ok_or_else(|| Problem::FileMissing(name.to_owned()))
    }

    fn read(&mut self, name: &str, size: u64) -> Result<Vec<u8>, Problem> {
        let bytes = self.0.get(name).ok_or_else(|| Problem::FileMissing(name.to_owned()))?;
        read_exactly(name, bytes.as_slice(), size)
    }
}

/// Files of a packed capture.
#[derive(Debug)]
pub(super) struct ZipFiles<R> {
    archive: zip::ZipArchive<R>,
}

/// Central directory file header, and the size of its fixed part (PKWARE's APPNOTE 4.3.12).
const ENTRY_MAGIC: [u8; 4] = *b"PK\x01\x02";
const ENTRY_BYTES: usize = 46;

fn packed(e: zip::result::ZipError) -> Problem {
    match e {
        zip::result::ZipError::UnsupportedArchive(what) => {
            Problem::Unsupported(format!("packed capture: {what}"))
        }
        zip::result::ZipError::Io(source) if source.kind() != std::io::ErrorKind::UnexpectedEof => {
            Problem::Packed(format!("damaged: {source}"))
        }
        e => Problem::Packed(format!("not a sound zip file: {e}")),
    }
}

impl<R: Read + Seek> ZipFiles<R> {
    /// Opens the archive and checks all entries: plain names, none twice, plain files, and sizes that
    /// together stay in the limits. Nothing is inflated.
    pub(super) fn new(mut reader: R, limits: &Limits) -> Result<Self, Problem> {
        let io = |source| Problem::Io { action: "read", source };
        let size = reader.seek(SeekFrom::End(0)).map_err(io)?;
        limits.check("size of the packed capture in bytes", size, limits.max_packed_bytes)?;
        reader.rewind().map_err(io)?;
        let archive = zip::ZipArchive::new(reader).map_err(packed)?;
        if archive.offset() != 0 {
            return Err(Problem::Packed("there are bytes before the first entry".into()));
        }
        let start = archive.central_directory_start();
        let mut reader = archive.into_inner();
        let count = entries(&mut reader, start, limits)?;
        reader.rewind().map_err(io)?;
        let mut archive = zip::ZipArchive::new(reader).map_err(packed)?;
        if archive.len() as u64 != count {
            return Err(Problem::Packed(format!(
                "{count} entries are listed, but {} can be reached",
                archive.len()
            )));
        }
        let mut total = 0u64;
        for i in 0..archive.len() {
            let entry = archive.by_index_raw(i).map_err(packed)?;
            let name = entry.name().to_owned();
            if name.contains('/') || entry.is_dir() {
                return Err(Problem::Packed(format!(
                    "entry `{name}` has a folder in its name; case.json and all files lie at the top"
                )));
            }
            check_name(&name)?;
            if entry.is_symlink() || entry.encrypted() {
                return Err(Problem::Packed(format!("entry `{name}` is a link or encrypted")));
            }
            total = total.saturating_add(entry.size());
        }
        let limit = limits.max_total_bytes.saturating_add(limits.max_json_bytes);
        limits.check("unpacked size of the packed capture in bytes", total, limit)?;
        Ok(Self { archive })
    }

    /// Names of all entries.
    pub(super) fn names(&self) -> Vec<String> {
        self.archive.file_names().map(str::to_owned).collect()
    }
}

/// Walks the central directory itself: the zip crate keeps only the last of two entries of one name.
fn entries<R: Read + Seek>(reader: &mut R, start: u64, limits: &Limits) -> Result<u64, Problem> {
    let io = |source| Problem::Io { action: "read", source };
    reader.seek(SeekFrom::Start(start)).map_err(io)?;
    let mut reader = BufReader::new(reader);
    let mut seen = HashSet::new();
    loop {
        let mut head = [0u8; ENTRY_BYTES];
        let mut magic = [0u8; 4];
        reader.read_exact(&mut magic).map_err(io)?;
        if magic != ENTRY_MAGIC {
            return Ok(seen.len() as u64);
        }
        let rest = head.get_mut(4..).unwrap_or_default();
        reader.read_exact(rest).map_err(|_| Problem::Packed("the list of entries is cut off".into()))?;
        let [.., n0, n1, x0, x1, c0, c1] = *head.first_chunk::<34>().unwrap_or(&[0; 34]);
        let len = |a, b| u64::from(u16::from_le_bytes([a, b]));
        let mut name = Vec::new();
        (&mut reader).take(len(n0, n1)).read_to_end(&mut name).map_err(io)?;
        let skip = i64::try_from(len(x0, x1) + len(c0, c1)).unwrap_or(0);
        reader.seek_relative(skip).map_err(io)?;
        let text = String::from_utf8_lossy(&name).into_owned();
        if !seen.insert(name) {
            return Err(Problem::Packed(format!("entry `{text}` is there twice")));
        }
        limits.check("number of files", seen.len() as u64, limits.max_items)?;
    }
}

impl<R: Read + Seek> FileSource for ZipFiles<R> {
    fn size(&mut self, name: &str) -> Result<u64, Problem> {
        let missing = || Problem::FileMissing(name.to_owned());
        let index = self.archive.index_for_name(name).ok_or_else(missing)?;
        Ok(self.archive.by_index_raw(index).map_err(packed)?.size())
    }

    fn read(&mut self, name: &str, size: u64) -> Result<Vec<u8>, Problem> {
        let missing = || Problem::FileMissing(name.to_owned());
        let index = self.archive.index_for_name(name).ok_or_else(missing)?;
        let entry = self.archive.by_index(index).map_err(packed)?;
        read_exactly(name, entry, size).map_err(|p| match p {
            // Inflating or the checksum failed: the archive is at fault, not the system.
            Problem::Io { source, .. } => Problem::Packed(format!("entry `{name}` is damaged: {source}")),
            p => p,
        })
    }
}
