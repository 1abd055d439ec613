//! `test interpret`: the interpreter runs the file's function and memory is what the file says.
//!
//! One line a run, in a comment: `; run: before => after`. Both sides are items `place=[words]`, words being 32 bits in
//! decimal, hexadecimal or (`1.5f`) float, `word*n` repeating one; `_` after the arrow is any word. Places: `@name` for a
//! buffer, a number for the region of guest memory that begins there, `gds`. Before the arrow also `user=[words]`,
//! `groups=[x y z]`, `padding=absent`, `host=ieee` or `host=flush` where not every personality may run it; after it
//! `fault`, `fault=code`, or `error` and a word of the error's message as `error=word`.
//!
//! Every run is made by the fixed personalities and by several adversaries that promise nothing: all must agree.

use super::{File, Outcome};
use ir::Function;
use ir::host::{HostCaps, Personality};
use ir::interp::{self, Bytes, Dispatch, Fault, Padding, Program, Reason, RunError};
use ir::text::parse;
use ir::verify::verify;

const MARK: &str = "; run:";
/// Instructions that a run may take.
const BUDGET: u64 = 10_000_000;
const ADVERSARIES: u64 = 8;

/// An item of a line: what stands before and behind its `=`.
type Item<'a> = (&'a str, &'a str);

/// Splits at spaces outside brackets.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut depth = 0;
    let parts = text.split(|c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c.is_whitespace() && depth == 0
    });
    parts.filter(|p| !p.is_empty()).map(|p| p.split_once('=').unwrap_or((p, ""))).collect()
}

fn number(text: &str) -> Result<u64, String> {
    let parsed = text.strip_prefix("0x").map_or_else(|| text.parse(), |hex| u64::from_str_radix(hex, 16));
    parsed.map_err(|_| format!("`{text}` is no number"))
}

/// Words in brackets; `None` for `_`.
fn words(text: &str) -> Result<Vec<Option<u32>>, String> {
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let inner = inner.ok_or_else(|| format!("`{text}` should be words in brackets"))?;
    let mut out = vec![];
    for part in inner.split([' ', ',']).filter(|p| !p.is_empty()) {
        let (word, count) = part.split_once('*').unwrap_or((part, "1"));
        let value = match word.strip_suffix('f').filter(|_| !word.starts_with("0x")) {
            _ if word == "_" => None,
            Some(float) => Some(float.parse::<f32>().map_err(|_| format!("`{word}` is no float"))?.to_bits()),
            None => {
                Some(u32::try_from(number(word)?).map_err(|_| format!("`{word}` has more than 32 bits"))?)
            }
        };
        let count = usize::try_from(number(count)?).unwrap_or(usize::MAX).min(1 << 16);
        out.extend(std::iter::repeat_n(value, count));
    }
    Ok(out)
}

fn known(text: &str) -> Result<Vec<u32>, String> {
    words(text)?.into_iter().map(|w| w.ok_or_else(|| format!("`_` in {text}"))).collect()
}

/// The bytes of a place, made if need be.
fn place<'a>(func: &Function, memory: &'a mut Bytes, name: &str) -> Result<&'a mut Vec<u8>, String> {
    if let Some(buffer) = name.strip_prefix('@') {
        let found = func.resources.iter().find(|(_, r)| r.name == buffer);
        let (resource, _) = found.ok_or_else(|| format!("there is no resource {name}"))?;
        return Ok(memory.buffers.entry(resource.as_u32()).or_default());
    }
    if name == "gds" {
        return Ok(&mut memory.gds);
    }
    Ok(memory.regions.entry(number(name)?).or_default())
}

/// What stands before the arrow.
struct Setup {
    memory: Bytes,
    user: Vec<u32>,
    groups: [u32; 3],
    padding: Padding,
    hosts: Vec<(String, Personality)>,
}

fn setup(func: &Function, text: &str) -> Result<Setup, String> {
    let fixed = [("ieee", Personality::ieee()), ("flush", Personality::flush())];
    let mut setup = Setup {
        memory: Bytes::default(),
        user: vec![],
        groups: [1; 3],
        padding: Padding::Runs,
        hosts: fixed.iter().map(|(n, p)| ((*n).to_owned(), p.clone())).collect(),
    };
    setup.hosts.extend(
        (1..=ADVERSARIES)
            .map(|seed| (format!("adversary {seed}"), Personality::adversary(HostCaps::default(), seed))),
    );
    for (name, value) in items(text) {
        match name {
            "user" => setup.user = known(value)?,
            "groups" => {
                setup.groups = known(value)?.try_into().map_err(|_| "groups has three numbers".to_owned())?;
            }
            "padding" if value == "absent" => setup.padding = Padding::Absent,
            "host" => {
                setup.hosts.retain(|(n, _)| n == value);
                if setup.hosts.is_empty() {
                    return Err(format!("there is no personality {value}"));
                }
            }
            _ => {
                let bytes = known(value)?.iter().flat_map(|w| w.to_le_bytes()).collect();
                *place(func, &mut setup.memory, name)? = bytes;
            }
        }
    }
    Ok(setup)
}

/// Whether the outcome is the one that the line expects.
fn outcome(expected: &[Item<'_>], result: &Result<Option<Fault>, RunError>) -> Result<(), String> {
    let find = |name| expected.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
    let holds = match (find("error"), find("fault"), result) {
        (Some(word), _, Err(error)) => error.to_string().contains(word),
        (None, Some(code), Ok(Some(fault))) => match fault.reason {
            Reason::Code(n) => code.is_empty() || number(code)? == u64::from(n),
            Reason::Access { .. } => code.is_empty(),
        },
        (None, None, Ok(None)) => true,
        _ => false,
    };
    if holds { Ok(()) } else { Err(format!("ended with {result:?}")) }
}

/// Runs a line under all personalities. The line as it should be, and what differs, where something does.
fn run_line(func: &Function, program: &Program, line: &str) -> Result<Option<(String, String)>, String> {
    let text = line.split_once(MARK).map_or("", |(_, t)| t);
    let (before, after) = text.split_once("=>").ok_or("a run has `=>`")?;
    let setup = setup(func, before)?;
    let expected = items(after);
    let mut found: Option<(Vec<String>, String)> = None;
    let mut message = None;
    for (name, personality) in &setup.hosts {
        let mut memory = setup.memory.clone();
        let dispatch = Dispatch { workgroups: setup.groups, user_data: &setup.user, padding: setup.padding };
        let result = interp::run(program, &dispatch, &mut memory, &mut personality.clone(), &mut { BUDGET });
        outcome(&expected, &result).map_err(|e| format!("{name}: {e}"))?;
        let mut all = vec![];
        for (at, value) in expected.iter().filter(|(n, _)| !matches!(*n, "error" | "fault")) {
            let bytes = place(func, &mut memory, at)?;
            let got: Vec<u32> = bytes
                .chunks_exact(4)
                .map(|b| b.iter().rev().fold(0, |v, &b| v << 8 | u32::from(b)))
                .collect();
            let want = words(value)?;
            let same =
                want.len() == got.len() && want.iter().zip(&got).all(|(w, g)| w.is_none_or(|w| w == *g));
            let shown: Vec<String> = got
                .iter()
                .enumerate()
                .map(|(i, g)| match want.get(i) {
                    Some(None) => "_".to_owned(),
                    _ if *g < 10 => g.to_string(),
                    _ => format!("{g:#x}"),
                })
                .collect();
            let shown = format!("{at}=[{}]", shown.join(" "));
            if !same {
                message.get_or_insert_with(|| format!("{name}: {shown}\nexpected {at}={value}"));
            }
            all.push(shown);
        }
        match &found {
            Some((first, host)) if *first != all => {
                return Err(format!("{host}: {}\n{name}: {}", first.join(" "), all.join(" ")));
            }
            _ => found = Some((all, name.clone())),
        }
    }
    let ends = expected.iter().filter(|(n, _)| matches!(*n, "error" | "fault"));
    let ends = ends.map(|(n, v)| if v.is_empty() { (*n).to_owned() } else { format!("{n}={v}") });
    let parts: Vec<String> = found.map_or(vec![], |f| f.0).into_iter().chain(ends).collect();
    Ok(message.map(|m| (format!("{MARK}{}=> {}", before, parts.join(" ")), m)))
}

pub fn run(file: &File) -> Result<Outcome, String> {
    let func = parse(&file.source).map_err(|e| format!("{}: {e}", file.name))?;
    verify(&func).map_err(|e| e.to_string())?;
    let program = Program::new(&func).map_err(|e| e.to_string())?;
    let mut text = String::new();
    let mut messages = vec![];
    let mut runs = 0;
    for (i, line) in file.text.split_inclusive('\n').enumerate() {
        if !line.starts_with(MARK) {
            text.push_str(line);
            continue;
        }
        runs += 1;
        match run_line(&func, &program, line.trim_end()).map_err(|e| format!("line {}: {e}", i + 1))? {
            None => text.push_str(line),
            Some((better, message)) => {
                messages.push(format!("line {}: {message}", i + 1));
                text.push_str(&better);
                text.push('\n');
            }
        }
    }
    match (runs, messages.is_empty()) {
        (0, _) => Err(format!("no line begins with `{MARK}`")),
        (_, true) => Ok(Outcome::Pass),
        _ => Ok(Outcome::Differs { text, message: messages.join("\n") }),
    }
}
