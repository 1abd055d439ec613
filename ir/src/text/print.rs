//! Writes a function as text. Any function has text, a broken one too (the verifier shows instructions by it); what
//! stands nowhere is written with a `?` that no reader takes.

use super::names;
use crate::attr::{Attr, BlockCall, Mem, Space};
use crate::entity::{Block, Inst, Value};
use crate::float::FloatEnv;
use crate::function::{Def, Function};
use crate::signature;
use crate::walk::{Event, walk};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::fmt::Write;

/// What to write besides the function itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// `; pc 0x40` behind instructions that come from guest code.
    pub pc: bool,
}

/// Levels that are indented; deeper ones stand below the last, so that text grows with the function alone.
const MAX_INDENT: usize = 40;

/// Numbers of values and blocks in the order of text.
#[derive(Clone, Debug)]
pub struct Names {
    values: SecondaryMap<Value, u32>,
    blocks: SecondaryMap<Block, u32>,
}

impl Names {
    /// Numbers what stands in a function.
    pub fn new(func: &Function) -> Names {
        let mut names = Names {
            values: SecondaryMap::with_default(u32::MAX),
            blocks: SecondaryMap::with_default(u32::MAX),
        };
        let (mut value, mut block) = (0, 0);
        let mut add = |values: &mut SecondaryMap<Value, u32>, v: Value| {
            if func.values.is_valid(v) && values[v] == u32::MAX {
                values[v] = value;
                value += 1;
            }
        };
        walk(func, |event| match event {
            Event::Block(b) | Event::Body(_, _, b) if func.blocks.is_valid(b) => {
                if matches!(event, Event::Block(_)) && names.blocks[b] == u32::MAX {
                    names.blocks[b] = block;
                    block += 1;
                }
                func.blocks[b].params.iter().for_each(|&p| add(&mut names.values, p));
            }
            Event::Inst(inst) => func.results(inst).for_each(|r| add(&mut names.values, r)),
            Event::Block(_) | Event::Body(..) | Event::Again(_) | Event::End(_) => {}
        });
        names
    }

    /// Number of a value; `None` for constants and for what stands nowhere.
    pub fn value(&self, value: Value) -> Option<u32> {
        Some(self.values[value]).filter(|n| *n != u32::MAX)
    }

    /// Number of a block of the layout.
    pub fn block(&self, block: Block) -> Option<u32> {
        Some(self.blocks[block]).filter(|n| *n != u32::MAX)
    }
}

/// The text of a function. It ends with a line feed.
pub fn print(func: &Function, options: PrintOptions) -> String {
    let names = Names::new(func);
    let mut p = Printer { func, names: &names, out: String::new() };
    p.header();
    let mut depth = 1;
    walk(func, |event| {
        match event {
            Event::Block(block) => {
                p.block_label(block);
            }
            Event::Inst(inst) => {
                p.indent(depth);
                p.inst(inst);
                p.pc(inst, options);
                p.out.push('\n');
            }
            Event::Body(inst, index, block) => {
                if index == 0 {
                    // The instruction's line goes on.
                    p.out.pop();
                    depth += 1;
                    if options.pc {
                        p.cut_comment();
                    }
                } else {
                    p.indent(depth - 1);
                    p.out.push('}');
                }
                p.body_head(inst, index, block);
                if index == 0 {
                    p.pc(inst, options);
                }
                p.out.push('\n');
            }
            Event::Again(_) => {
                p.indent(depth);
                p.out.push_str("?again\n");
            }
            Event::End(_) => {
                depth -= 1;
                p.indent(depth);
                p.out.push_str("}\n");
            }
        };
    });
    p.out.push_str("}\n");
    p.out
}

/// The line of an instruction, without bodies.
pub fn inst_line(func: &Function, names: &Names, inst: Inst) -> String {
    let mut p = Printer { func, names, out: String::new() };
    p.inst(inst);
    p.out
}

struct Printer<'a> {
    func: &'a Function,
    names: &'a Names,
    out: String,
}

/// Writing into a string does not fail.
macro_rules! put {
    ($p:expr, $($arg:tt)*) => { { let _ = write!($p.out, $($arg)*); } };
}

impl Printer<'_> {
    fn header(&mut self) {
        let func = self.func;
        put!(self, "function {} {}", names::quoted(&func.name), names::phase_name(func.phase));
        put!(self, " wave {}", func.wave_size);
        if func.local_size != [1; 3] {
            let [x, y, z] = func.local_size;
            put!(self, " local [{x}, {y}, {z}]");
        }
        if func.lds_bytes != 0 {
            put!(self, " lds {}", func.lds_bytes);
        }
        if func.scratch_bytes != 0 {
            put!(self, " scratch {}", func.scratch_bytes);
        }
        self.out.push_str(" {\n");
        for var in func.vars.values() {
            put!(self, "    var %{}: {}\n", names::quoted(&var.name.to_string()), var.ty);
        }
        for resource in func.resources.values() {
            let written = if resource.written { " written" } else { "" };
            put!(self, "    resource @{}{written}\n", names::quoted(&resource.name));
        }
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth.min(MAX_INDENT) {
            self.out.push_str("    ");
        }
    }

    fn pc(&mut self, inst: Inst, options: PrintOptions) {
        let pc = self.func.insts[inst].pc;
        if options.pc && pc != u32::MAX {
            put!(self, " ; pc {pc:#x}");
        }
    }

    /// Takes back the comment of the last line.
    fn cut_comment(&mut self) {
        let line = self.out.rfind('\n').map_or(0, |at| at + 1);
        if let Some(at) = self.out.get(line..).and_then(|l| l.rfind(" ; pc ")) {
            self.out.truncate(line + at);
        }
    }

    fn value(&mut self, value: Value) {
        match self.func.values.get(value).map(|data| (data.def, data.ty)) {
            Some((Def::Const(bits), ty)) => put!(self, "{bits:#x}:{}", names::width_name(ty.width)),
            Some(_) => match self.names.value(value) {
                Some(n) => put!(self, "v{n}"),
                None => put!(self, "v?{}", value.index()),
            },
            None => put!(self, "v?{}", value.index()),
        }
    }

    fn values(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.value(value);
        }
    }

    fn typed(&mut self, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.value(value);
            if let Some(data) = self.func.values.get(value) {
                put!(self, ": {}", data.ty);
            }
        }
    }

    fn block(&mut self, block: Block) {
        match self.names.block(block) {
            Some(n) => put!(self, "b{n}"),
            None => put!(self, "b?{}", block.index()),
        }
    }

    fn call(&mut self, call: &BlockCall) {
        self.block(call.block);
        if !call.args.is_empty() {
            self.out.push('(');
            self.values(&call.args);
            self.out.push(')');
        }
    }

    fn block_label(&mut self, block: Block) {
        self.block(block);
        if let Some(data) = self.func.blocks.get(block)
            && !data.params.is_empty()
        {
            self.out.push('(');
            self.typed(&data.params);
            self.out.push(')');
        }
        self.out.push_str(":\n");
    }

    fn body_head(&mut self, inst: Inst, index: usize, block: Block) {
        if let Attr::Cases(cases) = &self.func.insts[inst].attr {
            match cases.get(index) {
                Some((values, _)) if !values.is_empty() => {
                    self.out.push_str(" case ");
                    for (i, value) in values.iter().enumerate() {
                        let comma = if i > 0 { ", " } else { "" };
                        put!(self, "{comma}{value:#x}");
                    }
                }
                _ => self.out.push_str(" default"),
            }
        } else if index > 0 {
            self.out.push_str(" else");
        }
        self.out.push_str(" {");
        if let Some(data) = self.func.blocks.get(block)
            && !data.params.is_empty()
        {
            self.out.push_str(" |");
            self.typed(&data.params);
            self.out.push('|');
        }
    }

    fn results(&mut self, inst: Inst) {
        let func = self.func;
        let data = &func.insts[inst];
        let Some(first) = data.first.filter(|_| data.results > 0) else { return };
        let number = self.names.value(first);
        // A reader knows the type of what stands above alone.
        let above = |value: Value| {
            func.values.is_valid(value)
                && (func.as_const(value).is_some()
                    || matches!((self.names.value(value), number), (Some(v), Some(n)) if v < n))
        };
        let derived = if data.args.iter().all(|&a| above(a)) {
            let types: signature::Types = data.args.iter().map(|&a| func.ty(a)).collect();
            signature::result_types(&func.vars, data.op, &types, &data.attr)
        } else {
            None
        };
        let results: Vec<Value> = func.results(inst).collect();
        let same = derived.is_some_and(|types| {
            types.len() == results.len() && types.iter().zip(&results).all(|(t, &r)| *t == func.ty(r))
        });
        if same {
            self.values(&results);
        } else {
            self.typed(&results);
        }
        self.out.push_str(" = ");
    }

    fn inst(&mut self, inst: Inst) {
        self.results(inst);
        let func = self.func;
        let data = &func.insts[inst];
        self.out.push_str(data.op.row().name);
        match &data.attr {
            Attr::FCmp(cmp, _) => put!(self, " {}", names::comparison_name(*cmp)),
            Attr::Var(var) => {
                let name = func
                    .vars
                    .get(*var)
                    .map_or_else(|| "?".to_owned(), |v| names::quoted(&v.name.to_string()));
                put!(self, " %{name}");
                if !data.args.is_empty() {
                    self.out.push(',');
                }
            }
            Attr::Type(ty) => put!(self, " {ty}"),
            Attr::Mem(mem) => self.place(mem),
            Attr::Atomic(mem, atomic, _) => {
                put!(self, " {}", names::atomic_name(*atomic));
                self.place(mem);
            }
            _ => {}
        }
        if !data.args.is_empty() {
            self.out.push(' ');
            self.values(&data.args);
        }
        self.attr_behind(&data.attr, data.args.is_empty());
    }

    /// What stands behind the operands.
    fn attr_behind(&mut self, attr: &Attr, first: bool) {
        match attr {
            Attr::Index(index) => put!(self, " #{index}"),
            Attr::Float(env) | Attr::FCmp(_, env) => put!(self, " {}", names::float_env(env)),
            Attr::Width(width) => put!(self, " to {}", names::width_name(*width)),
            Attr::FloatTo(width, env) => {
                put!(self, " to {} {}", names::width_name(*width), names::float_env(env));
            }
            Attr::Mem(mem) => self.access(mem),
            Attr::Atomic(mem, _, env) => {
                self.access(mem);
                if *env != FloatEnv::IEEE {
                    put!(self, " {}", names::float_env(env));
                }
            }
            Attr::Jump(call) => {
                self.out.push_str(if first { " " } else { ", " });
                self.call(call);
            }
            Attr::Branch(calls) => {
                for (i, call) in calls.iter().enumerate() {
                    self.out.push_str(if first && i == 0 { " " } else { ", " });
                    self.call(call);
                }
            }
            Attr::Switch(switch) => {
                self.out.push_str(" [");
                for (i, (value, call)) in switch.cases.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    put!(self, "{comma}{value:#x}: ");
                    self.call(call);
                }
                self.out.push_str("] else ");
                self.call(&switch.default);
            }
            Attr::None | Attr::Var(_) | Attr::Type(_) | Attr::Regions(_) | Attr::Cases(_) => {}
        }
    }

    /// Space, width and count of an access: `global.b32x4`.
    fn place(&mut self, mem: &Mem) {
        match mem.space {
            Space::Buffer(resource) => {
                let name = self
                    .func
                    .resources
                    .get(resource)
                    .map_or_else(|| "?".to_owned(), |r| names::quoted(&r.name));
                put!(self, " buffer(@{name})");
            }
            Space::Global => self.out.push_str(" global"),
            Space::Constant => self.out.push_str(" constant"),
            Space::Lds => self.out.push_str(" lds"),
            Space::Gds => self.out.push_str(" gds"),
            Space::Scratch => self.out.push_str(" scratch"),
        }
        put!(self, ".{}", names::width_name(mem.width));
        if mem.count != 1 {
            put!(self, "x{}", mem.count);
        }
    }

    fn access(&mut self, mem: &Mem) {
        put!(self, " align {}", mem.align);
        if mem.offset != 0 {
            put!(self, " {:+}", mem.offset);
        }
        if mem.coherence != Default::default() {
            put!(self, " {}", names::coherence_name(mem.coherence));
        }
    }
}
