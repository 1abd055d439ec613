//! The reference of the IR as Markdown, from the op rows and the verifier's rules.

use crate::ops::{AttrKind, Effect, More, Op, R, Sig, W};
use crate::verify::Rule;
use std::fmt::Write;

fn sig(sig: &Sig) -> String {
    let width = match sig.width {
        W::T => "T",
        W::Any => "any",
        W::Double => "2T",
        W::Half => "T/2",
        W::Attr => "given",
        W::B1 => "b1",
        W::B32 => "b32",
        W::B64 => "b64",
    };
    match sig.rate {
        R::Join => width.to_owned(),
        R::U => format!("u.{width}"),
        R::L => format!("l.{width}"),
    }
}

fn list(fixed: &[Sig], more: More) -> String {
    let mut parts: Vec<String> = fixed.iter().map(sig).collect();
    match more {
        More::No => {}
        More::Elements => parts.push("elements…".to_owned()),
        More::Any => parts.push("…".to_owned()),
    }
    parts.join(", ")
}

fn attr(kind: AttrKind) -> &'static str {
    match kind {
        AttrKind::None | AttrKind::Regions | AttrKind::Cases => "",
        AttrKind::Index => "`#n`",
        AttrKind::Float => "`{env}`",
        AttrKind::FCmp => "comparison, `{env}`",
        AttrKind::Width => "`to` width",
        AttrKind::FloatTo => "`to` width, `{env}`",
        AttrKind::Var => "`%variable`",
        AttrKind::Type => "type",
        AttrKind::Mem => "access",
        AttrKind::Atomic => "atomic, access",
        AttrKind::Jump => "target",
        AttrKind::Branch => "two targets",
        AttrKind::Switch => "cases",
    }
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Pure => "",
        Effect::Cross => "looks at other lanes",
        Effect::Read => "reads",
        Effect::Write => "writes",
        Effect::Terminator => "ends a block",
        Effect::Structured => "has bodies",
    }
}

/// The chapter.
pub fn markdown() -> String {
    let mut out = String::from(
        "# IR reference\n\nGenerated from the op rows and the verifier's rules: `BLESS=1 cargo test -p wavewright-tests --test \
         ir_reference` writes it again.\n\nOperands and results: `T` is one width for all that have it, `2T` and `T/2` follow \
         from it, `given` stands in the attribute. `u.` is once per wave, `l.` once per lane (a uniform value may stand for \
         it); without either, a result is at lane rate if an operand is.\n",
    );
    let mut group = "";
    for op in Op::ALL {
        let row = op.row();
        if op.group() != group {
            group = op.group();
            let _ = write!(
                out,
                "\n## {group}\n\n| op | operands | results | attribute | effect | meaning |\n|---|---|---|---|---|---|\n"
            );
        }
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {} | {} |",
            row.name,
            list(row.args, row.more_args),
            list(row.results, row.more_results),
            attr(row.attr),
            effect(row.effect),
            row.doc.replace('|', "\\|"),
        );
    }
    out.push_str("\n## What the verifier checks\n\n| rule | invariant |\n|---|---|\n");
    for rule in Rule::ALL {
        let _ = writeln!(out, "| {} | {} |", rule.name(), rule.doc());
    }
    out
}
