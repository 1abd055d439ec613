//! The archives in `tests/corpus`: cases and tables that the tests carry with them.
//!
//! **Requires** the archives that `tests/corpus/make.py` makes. **Ensures** that what it gives is
//! complete; a damaged archive is an error with its name, never an empty result. Reading is streamed:
//! a table is not unpacked to disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// One of the archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Archive {
    /// 416 OpenCL programs compiled for gfx1013, with results of native runs. `cases/`.
    OpenclCases,
    /// The code objects of these programs, with a manifest and LLVM's disassembly. `co/`, `dis/`.
    OpenclCode,
    /// 400 GLSL compute programs compiled to gfx10.1 code, with lavapipe's results. `cases/`, `lists/`.
    RadvCompute,
    /// OpenCL programs of our own (`own/opencl`), with results of native runs. `cases/`.
    OwnOpencl,
    /// GLSL compute programs of our own (`own/glsl`), with lavapipe's results. `cases/`.
    OwnGlsl,
    /// The tables of the instruction set.
    Isa,
}

impl Archive {
    /// Where it lies.
    pub fn path(self) -> PathBuf {
        let name = match self {
            Self::OpenclCases => "opencl-cases.tar.zst",
            Self::OpenclCode => "opencl-code.tar.zst",
            Self::RadvCompute => "radv-compute.tar.zst",
            Self::OwnOpencl => "own-opencl.tar.zst",
            Self::OwnGlsl => "own-glsl.tar.zst",
            Self::Isa => "isa.tar.zst",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name)
    }

    fn open(self) -> io::Result<tar::Archive<impl Read>> {
        let file = File::open(self.path()).map_err(|e| self.named(&e))?;
        Ok(tar::Archive::new(zstd::stream::read::Decoder::new(file)?))
    }

    fn named(self, e: &dyn std::fmt::Display) -> io::Error {
        io::Error::other(format!("{}: {e}", self.path().display()))
    }

    /// Unpacks everything into a new temporary directory, which goes when the value is dropped.
    ///
    /// # Errors
    /// The archive is absent or damaged, or the directory cannot be written.
    pub fn unpack(self) -> io::Result<TempDir> {
        let dir = TempDir::with_prefix("wavewright-corpus-")?;
        self.unpack_to(dir.path())?;
        Ok(dir)
    }

    /// Unpacks everything into a directory, which is made if it does not exist.
    ///
    /// # Errors
    /// As [`Self::unpack`].
    pub fn unpack_to(self, dir: &Path) -> io::Result<()> {
        self.open()?.unpack(dir).map_err(|e| self.named(&e))
    }

    /// One file of it, in memory.
    ///
    /// # Errors
    /// The archive is absent or damaged, or has no such file.
    pub fn file(self, path: &str) -> io::Result<Vec<u8>> {
        let mut archive = self.open()?;
        for entry in archive.entries().map_err(|e| self.named(&e))? {
            let mut entry = entry.map_err(|e| self.named(&e))?;
            if entry.path()?.as_ref() == Path::new(path) {
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).map_err(|e| self.named(&e))?;
                return Ok(bytes);
            }
        }
        Err(self.named(&format!("no file `{path}`")))
    }

    /// A tab-separated table of it, in memory.
    ///
    /// # Errors
    /// As [`Self::file`], or the file is not UTF-8.
    pub fn table(self, path: &str) -> io::Result<Table> {
        let text = String::from_utf8(self.file(path)?).map_err(|e| self.named(&e))?;
        Ok(Table { text })
    }
}

/// The case directories under `cases`, sorted by name.
///
/// # Errors
/// The directory cannot be read.
pub fn case_dirs(cases: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(cases)?.collect::<io::Result<Vec<_>>>()?;
    let mut dirs: Vec<PathBuf> =
        entries.iter().map(|e| e.path()).filter(|p| p.join("case.json").is_file()).collect();
    dirs.sort();
    Ok(dirs)
}

/// A tab-separated table.
#[derive(Debug, Clone)]
pub struct Table {
    text: String,
}

impl Table {
    /// Lines but empty ones and comments, each with its number in the file (from 1).
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = self.text.lines().enumerate().map(|(n, l)| (n + 1, l));
        numbered.filter(|(_, l)| !l.is_empty() && !l.starts_with('#'))
    }

    /// The same, split at tabs.
    pub fn rows(&self) -> impl Iterator<Item = (usize, Vec<&str>)> {
        self.lines().map(|(n, l)| (n, l.split('\t').collect()))
    }
}

/// The dwords of a table's first column: 8 hex digits each, in memory order.
pub fn words(column: &str) -> Option<Vec<u32>> {
    let word = |w: &str| u32::from_str_radix(w, 16).ok().filter(|_| w.len() == 8);
    column.split(' ').map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_rows_that_their_readme_states() {
        for (name, rows) in [
            ("decode-gfx1013.tsv", 108_203),
            ("decode-gfx1013-w32.tsv", 6_298),
            ("decode-gfx1013-noncanon.tsv", 4_928),
            ("decode-gfx1013-noreasm.tsv", 2_122),
            ("invalid-gfx1013.tsv", 8_286),
            ("opcodes-gfx1013.tsv", 1_539),
            ("extra-opcodes-ps5.tsv", 53),
            ("enums-gfx1013.tsv", 2_195),
        ] {
            assert_eq!(Archive::Isa.table(name).unwrap().rows().count(), rows, "{name}");
        }
    }

    #[test]
    fn words_are_whole_dwords() {
        assert_eq!(words("7e0000fa 00013400"), Some(vec![0x7e00_00fa, 0x0001_3400]));
        assert_eq!(words("7e0000f"), None);
        assert_eq!(words(""), None);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let e = Archive::Isa.file("none.tsv").unwrap_err().to_string();
        assert!(e.contains("isa.tar.zst") && e.contains("`none.tsv`"), "{e}");
    }
}
