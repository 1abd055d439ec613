//! Which errata concern an instruction, from the page that people read.
//!
//! Requires: entries as `docs/src/errata.md` says: a `## ` title and a line `**Concerns:**` with names in backticks.
//! Ensures: the page stays the only place where an erratum is written.

const PAGE: &str = include_str!("../../docs/src/errata.md");

/// Titles of the entries that name the instruction.
pub fn about(name: &str) -> Vec<&'static str> {
    PAGE.split("\n## ")
        .skip(1)
        .filter(|entry| {
            let concerns = entry.lines().find_map(|l| l.strip_prefix("**Concerns:**")).unwrap_or_default();
            concerns.split('`').skip(1).step_by(2).any(|pattern| matches(pattern, name))
        })
        .filter_map(|entry| entry.lines().next())
        .collect()
}

/// `*` at the end of a pattern stands for any letters.
fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_name_and_by_pattern() {
        assert!(about("v_mad_f32")[0].starts_with("mad-flush: "));
        assert!(about("flat_load_dword")[0].starts_with("flat-segment-offset: "));
        assert!(about("v_mov_b32").is_empty());
    }

    #[test]
    fn every_pattern_names_an_instruction() {
        let all: Vec<&str> = isa::Op::all().map(isa::Op::name).collect();
        for line in PAGE.lines().filter_map(|l| l.strip_prefix("**Concerns:**")) {
            for pattern in line.split('`').skip(1).step_by(2) {
                assert!(all.iter().any(|name| matches(pattern, name)), "{pattern}");
            }
        }
    }
}
