//! One page that shows a program in all its forms: bytes, graph, IR after the passes, SPIR-V, a row a guest address.
//!
//! Ensures: the page needs nothing but itself; all text is escaped. Of a program that is refused it has what was made before.

use super::stages::{Kept, Stages};
use super::{compile, write};
use crate::exit::{CliError, Exit};
use crate::verbs::program::{Failure, Ready};
use driver::profiles::Profile;
use isa::DecodeOptions;
use isa::program::{Extent, Program as Code, ProgramOptions};
use recompiler::compile::Upto;
use recompiler::passes::{Manager, Options};
use recompiler::rdna::cfg::{Cfg, End};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The lines of a form by the address that they come from, relative to the code; those without one are under `None`.
type ByPc = BTreeMap<Option<u32>, Vec<String>>;

const STYLE: &str = "body{font:13px sans-serif;margin:1em}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:2px 6px;\
vertical-align:top;text-align:left}td{font:12px monospace;white-space:pre}tr:target,tr:hover{background:#ffd}th{position:sticky;top:0;\
background:#eee}.pc{color:#777}.e{color:#b00;font-weight:bold}svg{border:1px solid #ccc}svg text{font:12px monospace}label{margin-right:1em}";

/// Shows and hides the columns.
const SCRIPT: &str = "for(const box of document.querySelectorAll('input[data-c]')){const f=()=>{for(const e of \
document.querySelectorAll('.'+box.dataset.c))e.style.display=box.checked?'':'none'};box.onchange=f;f()}";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Sorts the lines of IR text by the address that the printer writes behind them.
fn ir_lines(text: &str) -> ByPc {
    let mut lines = ByPc::new();
    for line in text.lines() {
        let (shown, pc) = match line.rsplit_once("; pc 0x") {
            Some((shown, pc)) => (shown.trim_end(), u32::from_str_radix(pc.trim(), 16).ok()),
            None => (line, None),
        };
        lines.entry(pc).or_default().push(shown.to_owned());
    }
    lines
}

/// Sorts the lines of SPIR-V text by the `OpLine` above them. What stands before the first one has no address.
fn spirv_lines(text: &str) -> ByPc {
    let (mut lines, mut pc) = (ByPc::new(), None);
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("OpLine") => pc = words.nth(1).and_then(|n| n.parse().ok()),
            Some("OpFunctionEnd") => pc = None,
            _ => lines.entry(pc).or_default().push(line.to_owned()),
        }
    }
    lines
}

/// The module with a line for each guest address, and the error where there is none.
fn module_text(program: &Ready<'_>, device: &Profile) -> Result<String, Box<Failure>> {
    let mut device = device.clone();
    device.spirv.lines = true;
    let output = program.compile(&device, &mut Manager::new(Options::default()))?;
    spirv::text::disassemble(&output.module.words)
        .map_err(|e| Box::new(Failure { error: CliError::bad_input("EMT0002", &e), reason: e.to_string() }))
}

/// The graph of blocks, one below the other; edges down at the right, edges up at the left.
fn graph(cfg: &Cfg, base: u64) -> String {
    const ROW: usize = 34;
    const LEFT: usize = 160;
    const WIDTH: usize = 260;
    let mut order: Vec<usize> = (0..cfg.blocks.len()).collect();
    order.sort_by_key(|&b| cfg.blocks[b].pc);
    let mut row = vec![0; order.len()];
    for (i, &b) in order.iter().enumerate() {
        row[b] = i;
    }
    let mut out = String::new();
    let height = order.len() * ROW + 20;
    let _ = write!(out, "<svg width=\"{}\" height=\"{height}\">", LEFT * 2 + WIDTH);
    for (i, &b) in order.iter().enumerate() {
        let block = &cfg.blocks[b];
        let (y, pc) = (i * ROW + 8, block.pc.wrapping_sub(base));
        let end = match block.end {
            End::Program => "end".to_owned(),
            End::Jump(_) => "jump".to_owned(),
            End::Branch { condition, .. } => format!("{condition:?}"),
        };
        let _ = write!(
            out,
            "<a href=\"#pc{pc}\"><rect x=\"{LEFT}\" y=\"{y}\" width=\"{WIDTH}\" height=\"20\" fill=\"#eef\" stroke=\"#88a\"/>\
<text x=\"{}\" y=\"{}\">{pc:#x}: {} instr., {}</text></a>",
            LEFT + 6,
            y + 14,
            block.insts.len(),
            escape(&end)
        );
        for to in cfg.successors(b as u32) {
            let Some(&target) = row.get(to as usize) else { continue };
            let (from, to) = (y + 20, target * ROW + 8);
            let reach = 14 + 12 * target.abs_diff(i).min(10);
            let (x, bend) =
                if target > i { (LEFT + WIDTH, LEFT + WIDTH + reach) } else { (LEFT, LEFT - reach) };
            let _ = write!(
                out,
                "<path d=\"M{x} {} C{bend} {} {bend} {} {x} {}\" fill=\"none\" stroke=\"{}\"/><circle cx=\"{x}\" cy=\"{}\" r=\"3\"/>",
                from - 4,
                from + 6,
                to - 2,
                to + 6,
                if target > i { "#484" } else { "#a44" },
                to + 6
            );
        }
    }
    out.push_str("</svg>");
    out
}

/// A column of the table.
struct Column {
    title: String,
    lines: ByPc,
    shown: bool,
}

/// Columns that are shown first: as lifted, the last of each part, SPIR-V.
fn columns(stages: &[Kept], module: Option<&str>) -> Vec<Column> {
    let mut columns: Vec<Column> = stages
        .iter()
        .enumerate()
        .map(|(i, stage)| {
            let next = stages.get(i + 1).map(|s| s.pass);
            let shown = i == 0 || matches!(next, None | Some("wave map" | "legalize_float"));
            Column { title: stage.title.clone(), lines: ir_lines(&stage.text), shown }
        })
        .collect();
    if let Some(text) = module {
        columns.push(Column { title: "SPIR-V".to_owned(), lines: spirv_lines(text), shown: true });
    }
    columns
}

fn table(code: &Code, base: u64, columns: &[Column]) -> String {
    let mut out = String::from("<p>");
    for (i, column) in columns.iter().enumerate() {
        let checked = if column.shown { " checked" } else { "" };
        let _ = write!(
            out,
            "<label><input type=\"checkbox\" data-c=\"c{i}\"{checked}>{}</label>",
            escape(&column.title)
        );
    }
    out.push_str("</p><table><tr><th>code +</th><th>bytes</th><th>instruction</th>");
    for (i, column) in columns.iter().enumerate() {
        let _ = write!(out, "<th class=\"c{i}\">{}</th>", escape(&column.title));
    }
    out.push_str("</tr>\n");
    let cells = |out: &mut String, pc: Option<u32>| {
        for (i, column) in columns.iter().enumerate() {
            let lines = column.lines.get(&pc).map(|l| escape(&l.join("\n"))).unwrap_or_default();
            let _ = write!(out, "<td class=\"c{i}\">{lines}</td>");
        }
    };
    for place in code.places() {
        let at = place.pc.wrapping_sub(base);
        let label = code.label(place.pc).map(|l| format!("{l}:\n")).unwrap_or_default();
        let _ = write!(
            out,
            "<tr id=\"pc{at}\"><td class=\"pc\">{at:#x}</td><td>{}</td><td>{}</td>",
            isa::decode::hex(&place.words),
            escape(&format!("{label}{}", code.text(place)))
        );
        cells(&mut out, u32::try_from(at).ok());
        out.push_str("</tr>\n");
    }
    out.push_str("<tr><td class=\"pc\">no address</td><td></td><td></td>");
    cells(&mut out, None);
    out.push_str("</tr></table>");
    out
}

/// Writes the page. Of a refused program it has what there is, and the refusal is returned.
pub fn write_page(
    path: &Path,
    program: &Ready<'_>,
    extent: Option<u64>,
    device: &Profile,
) -> Result<Exit, CliError> {
    let request = &program.request;
    let mut stages = Stages::new(None);
    let result =
        compile(program, device, Upto::Legal, Options::default(), Some(&mut stages)).and_then(|compiled| {
            let module = module_text(program, device)?;
            Ok((compiled, module))
        });
    let options = ProgramOptions {
        decode: DecodeOptions { wave_size: request.wave_size, ..DecodeOptions::default() },
        extent: extent.map_or(Extent::All, Extent::Bytes),
    };
    let code = Code::decode_tolerant(request.code, request.base, options)
        .map_err(|e| CliError::bad_input("CLI0014", format!("{}: {e}", program.name)))?;
    let graph = Cfg::build(request).map(|cfg| graph(&cfg, request.base)).unwrap_or_default();
    let name = escape(program.name);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title><style>{STYLE}</style></head><body>\
<h1>{name}</h1><p>wave{}, for {}, subgroups of {}",
        request.wave_size,
        escape(&device.name),
        device.caps.subgroup_size
    );
    match &result {
        Ok((compiled, module)) => {
            let words = module.lines().count();
            let _ =
                write!(page, ", {} guest instructions, {words} lines of SPIR-V</p>", compiled.instructions);
        }
        Err(failure) => {
            let _ = write!(page, "</p><p class=\"e\">{}</p>", escape(&failure.error.to_string()));
        }
    }
    let module = result.as_ref().ok().map(|(_, text)| text.as_str());
    let columns = columns(stages.list(), module);
    let _ = write!(page, "<h2>Blocks</h2>{graph}<h2>By address</h2>{}", table(&code, request.base, &columns));
    for stage in stages.list() {
        let (title, text) = (escape(&stage.title), escape(&stage.text));
        let _ = write!(page, "<details><summary>{title}, whole</summary><pre>{text}</pre></details>");
    }
    if let Some(text) = module {
        let _ =
            write!(page, "<details><summary>SPIR-V, whole</summary><pre>{}</pre></details>", escape(text));
    }
    let _ = writeln!(page, "<script>{SCRIPT}</script></body></html>");
    write(path, page.as_bytes())?;
    result.map(|_| Exit::Ok).map_err(|f| f.error)
}
