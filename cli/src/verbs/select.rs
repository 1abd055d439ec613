//! Which cases and programs the paths, lists and patterns of a command line select.
//!
//! Ensures: sorted by path, each at most once a path given; a name in a list that is not there is an error.

use crate::exit::CliError;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Levels of folders that are searched.
const DEPTH: usize = 4;

/// Whether machine code without a case counts, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Programs {
    /// Cases only.
    None,
    /// `NAME.bin` with `NAME.json`, the facts of its compiler, beside it.
    WithFacts,
    /// Every `NAME.bin`.
    All,
}

/// What is looked for.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// Cases, programs and folders of them.
    pub paths: &'a [PathBuf],
    /// File with the names of those that are wanted.
    pub list: Option<&'a Path>,
    /// Pattern that their names must match.
    pub filter: Option<&'a str>,
    /// What else than cases.
    pub programs: Programs,
}

/// The name of a case or program: that of its folder, or of its file without the extension.
pub fn name(path: &Path) -> String {
    let file = path.extension().is_some_and(|e| e == "wwcap" || e == "bin");
    let stem = if file { path.file_stem() } else { path.file_name() };
    stem.map_or_else(|| path.display().to_string(), |s| s.to_string_lossy().into_owned())
}

impl Wanted<'_> {
    /// Everything that is selected.
    ///
    /// # Errors
    /// A path that does not exist or cannot be read; a list that names what is not there; a bad pattern; nothing found.
    pub fn find(&self) -> Result<Vec<PathBuf>, CliError> {
        let mut found = Vec::new();
        for path in self.paths {
            if !path.exists() {
                return Err(CliError::bad_input(
                    "CLI0003",
                    format!("{}: no such file or folder", path.display()),
                ));
            }
            self.search(path, DEPTH, &mut found)
                .map_err(|e| CliError::bad_input("CLI0001", format!("{}: {e}", path.display())))?;
        }
        if let Some(file) = self.list {
            let text = std::fs::read_to_string(file)
                .map_err(|e| CliError::bad_input("CLI0001", format!("{}: {e}", file.display())))?;
            let wanted: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
            let there: HashSet<String> = found.iter().map(|p| name(p)).collect();
            if let Some(missing) = wanted.iter().find(|w| !there.contains(**w)) {
                return Err(CliError::bad_input(
                    "CLI0004",
                    format!(
                        "{} names the case `{missing}`, which is not in the folders given",
                        file.display()
                    ),
                ));
            }
            let wanted: HashSet<&str> = wanted.into_iter().collect();
            found.retain(|p| wanted.contains(name(p).as_str()));
        }
        if let Some(pattern) = self.filter {
            let glob =
                globset::Glob::new(pattern).map_err(|e| CliError::bad_input("CLI0005", e))?.compile_matcher();
            found.retain(|p| glob.is_match(name(p)));
        }
        found.sort();
        if found.is_empty() {
            return Err(CliError::bad_input("CLI0006", "no case was found"));
        }
        Ok(found)
    }

    fn counts(&self, path: &Path) -> bool {
        let extension = |wanted: &str| path.extension().is_some_and(|e| e == wanted) && path.is_file();
        path.join("case.json").is_file()
            || extension("wwcap")
            || match self.programs {
                Programs::None => false,
                Programs::WithFacts => extension("bin") && path.with_extension("json").is_file(),
                Programs::All => extension("bin"),
            }
    }

    fn search(&self, path: &Path, depth: usize, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
        if self.counts(path) {
            out.push(path.to_owned());
            return Ok(());
        }
        if depth == 0 || !path.is_dir() {
            return Ok(());
        }
        for entry in std::fs::read_dir(path)? {
            self.search(&entry?.path(), depth - 1, out)?;
        }
        Ok(())
    }
}
