//! Reads the text form.
//!
//! Requires nothing: any text gives functions or a [`ParseError`] with its place. Ensures: memory in proportion to the text;
//! no recursion (bodies are held on a stack of our own, at most [`MAX_DEPTH`] of them). It checks what it must to build a
//! function: names and numbers exist and are defined once, attributes are of the row's kind, constants fit their width.
//! Everything else is the verifier's.

mod attr;
mod error;
mod inst;
mod token;

use super::lex::{At, Lexer, Token};
use super::names;
use crate::attr::Attr;
use crate::entity::{Block, Inst, Resource, Value, Var};
use crate::function::{Function, ResourceData, VarData, VarName};
use crate::ops::Op;
use cranelift_entity::SecondaryMap;
pub use error::{ParseError, ParseErrorKind};
use error::{Result, twice, unknown};
use smallvec::SmallVec;
use std::collections::HashMap;

/// Bodies that may stand in each other.
pub const MAX_DEPTH: usize = 1000;
/// Bytes that a text may have.
pub const MAX_TEXT: usize = 256 << 20;
/// Placeholders of values that are defined further down are numbered from here.
const LATER: u32 = 1 << 31;

/// A function and the lines it comes from.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The function.
    pub func: Function,
    /// Line of the head.
    pub line: u32,
    /// Lines of blocks and bodies, from 1; 0 for none.
    pub block_lines: SecondaryMap<Block, u32>,
    /// Lines of instructions, from 1; 0 for none.
    pub inst_lines: SecondaryMap<Inst, u32>,
}

/// Reads a text that has one function.
///
/// # Errors
/// Where the text is not exactly one function.
pub fn parse(text: &str) -> Result<Function> {
    let mut parser = Parser::new(text)?;
    parser.lines()?;
    let parsed = parser.function()?;
    parser.lines()?;
    match parser.token {
        Token::End => Ok(parsed.func),
        _ => Err(parser.expected("the end of the text")),
    }
}

/// Reads a text of any number of functions.
///
/// # Errors
/// Where the text is something else.
pub fn parse_all(text: &str) -> Result<Vec<Parsed>> {
    let mut parser = Parser::new(text)?;
    let mut all = vec![];
    loop {
        parser.lines()?;
        if parser.token == Token::End {
            return Ok(all);
        }
        all.push(parser.function()?);
    }
}

/// A structured op whose bodies are being read.
struct Open {
    inst: Inst,
    /// Where reading goes on behind it.
    parent: Block,
    bodies: SmallVec<[Block; 2]>,
    cases: Vec<(SmallVec<[u32; 2]>, Block)>,
    switch: bool,
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    pub(super) at: At,
    ops: HashMap<&'static str, Op>,
    func: Function,
    values: HashMap<u32, Value>,
    blocks: HashMap<u32, Block>,
    pub(super) vars: HashMap<String, Var>,
    pub(super) resources: HashMap<String, Resource>,
    /// Values that are used above their definition, in the order of their placeholders.
    later: Vec<(u32, At)>,
    later_numbers: HashMap<u32, u32>,
    open: Vec<Open>,
    inst_lines: SecondaryMap<Inst, u32>,
    block_lines: SecondaryMap<Block, u32>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>> {
        if text.len() > MAX_TEXT {
            return Err(ParseError {
                line: 1,
                column: 1,
                kind: ParseErrorKind::TooMany { what: "bytes of text" },
            });
        }
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::Line,
            at: At::default(),
            ops: Op::ALL.iter().map(|&op| (op.row().name, op)).collect(),
            func: Function::new("", 0),
            values: HashMap::new(),
            blocks: HashMap::new(),
            vars: HashMap::new(),
            resources: HashMap::new(),
            later: vec![],
            later_numbers: HashMap::new(),
            open: vec![],
            inst_lines: SecondaryMap::new(),
            block_lines: SecondaryMap::new(),
        };
        parser.advance()?;
        Ok(parser)
    }

    // --- function ---

    fn function(&mut self) -> Result<Parsed> {
        let line = self.at.line;
        if !self.eat_word("function")? {
            return Err(self.expected("`function`"));
        }
        self.values.clear();
        self.blocks.clear();
        self.vars.clear();
        self.resources.clear();
        self.later.clear();
        self.later_numbers.clear();
        self.open.clear();
        let name = self.name()?;
        self.func = Function::new(&name, 0);
        self.inst_lines = SecondaryMap::new();
        self.block_lines = SecondaryMap::new();
        self.head()?;
        self.find_blocks()?;
        self.statements()?;
        self.place_later()?;
        Ok(Parsed {
            func: std::mem::replace(&mut self.func, Function::new("", 0)),
            line,
            block_lines: std::mem::take(&mut self.block_lines),
            inst_lines: std::mem::take(&mut self.inst_lines),
        })
    }

    fn head(&mut self) -> Result<()> {
        self.func.phase = self.known("a phase: `raw`, `ssa`, `resolved` or `legal`", names::phase)?;
        if !self.eat_word("wave")? {
            return Err(self.expected("`wave` and the lanes of a wave"));
        }
        self.func.wave_size = self.number("the lanes of a wave")?;
        if self.eat_word("local")? {
            const SIZE: &str = "the local size as `[64, 1, 1]`";
            self.mark('[', SIZE)?;
            for i in 0..3 {
                if i > 0 {
                    self.mark(',', SIZE)?;
                }
                self.func.local_size[i] = self.number(SIZE)?;
            }
            self.mark(']', SIZE)?;
        }
        if self.eat_word("lds")? {
            self.func.lds_bytes = self.number("bytes")?;
        }
        if self.eat_word("scratch")? {
            self.func.scratch_bytes = self.number("bytes")?;
        }
        self.mark('{', "`{`")?;
        self.end_of_line()?;
        loop {
            self.lines()?;
            if self.eat_word("var")? {
                self.mark('%', "`%` and the name of a variable")?;
                let at = self.at;
                let name = self.name()?;
                self.mark(':', "`:` and the variable's type")?;
                let ty = self.ty()?;
                let var = self.func.vars.push(VarData { name: VarName::Named(name.clone()), ty });
                if self.vars.insert(name.clone(), var).is_some() {
                    return Err(twice(at, "variable", format!("%{name}")));
                }
            } else if self.eat_word("resource")? {
                self.mark('@', "`@` and the name of a resource")?;
                let at = self.at;
                let name = self.name()?;
                let written = self.eat_word("written")?;
                let resource = self.func.resources.push(ResourceData { name: name.clone(), written });
                if self.resources.insert(name.clone(), resource).is_some() {
                    return Err(twice(at, "resource", format!("@{name}")));
                }
            } else {
                return Ok(());
            }
            self.end_of_line()?;
        }
    }

    /// Makes the blocks of the layout in the order of their labels, which begin lines as nothing else does.
    fn find_blocks(&mut self) -> Result<()> {
        // The current token is not in the rest any more.
        let current = match self.token {
            Token::Word(word) => word,
            _ => "",
        };
        let mut first = names::numbered(current, 'b');
        let rest = self.lexer.rest;
        let start = self.at.line;
        for (i, line) in rest.split('\n').enumerate() {
            let text = line.trim_start_matches([' ', '\t', '\r']);
            if i > 0 {
                if text.starts_with("function") {
                    break;
                }
                let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
                let (label, behind) = text.split_at(end);
                if behind.starts_with(['(', ':']) {
                    first = names::numbered(label, 'b');
                }
            }
            if let Some(number) = first.take() {
                let block = self.func.add_block();
                if self.blocks.insert(number, block).is_some() {
                    let line = start.saturating_add(u32::try_from(i).unwrap_or(u32::MAX));
                    return Err(twice(At { line, column: 1 }, "block", format!("b{number}")));
                }
            }
        }
        Ok(())
    }

    fn statements(&mut self) -> Result<()> {
        let mut block = None;
        loop {
            self.lines()?;
            if self.is('}') {
                match self.close()? {
                    Some(next) => block = Some(next),
                    None => return Ok(()),
                }
                continue;
            }
            let Token::Word(word) = self.token else {
                return Err(self.expected("an instruction, a label or `}`"));
            };
            if let Some(number) = names::numbered(word, 'b') {
                block = Some(self.label(number)?);
                continue;
            }
            let Some(in_block) = block else { return Err(self.expected("a label such as `b0:`")) };
            block = Some(self.inst(in_block)?);
        }
    }

    fn label(&mut self, number: u32) -> Result<Block> {
        if !self.open.is_empty() {
            return Err(self.expected("an instruction or `}`: there are no labels in bodies"));
        }
        let line = self.at.line;
        let block = self.block()?;
        debug_assert_eq!(self.blocks.get(&number), Some(&block));
        self.block_lines[block] = line;
        if self.eat('(')? {
            self.params(block, ')')?;
        }
        self.mark(':', "`:` behind the label")?;
        self.end_of_line()?;
        Ok(block)
    }

    /// Parameters up to a mark.
    fn params(&mut self, block: Block, end: char) -> Result<()> {
        loop {
            let (number, at) = self.value_number("a parameter such as `v0: u.b32`")?;
            self.mark(':', "`:` and the parameter's type")?;
            let ty = self.ty()?;
            if self.func.blocks[block].params.len() >= usize::from(u16::MAX) {
                return Err(self.fail(ParseErrorKind::TooMany { what: "parameters" }));
            }
            let value = self.func.add_param(block, ty);
            self.define(number, value, at)?;
            if self.eat(end)? {
                return Ok(());
            }
            self.mark(',', "`,` or the end of the parameters")?;
        }
    }

    fn value_number(&mut self, expected: &'static str) -> Result<(u32, At)> {
        let at = self.at;
        let number = self.known(expected, |word| names::numbered(word, 'v'))?;
        Ok((number, at))
    }

    fn define(&mut self, number: u32, value: Value, at: At) -> Result<()> {
        match self.values.insert(number, value) {
            Some(_) => Err(twice(at, "value", format!("v{number}"))),
            None => Ok(()),
        }
    }

    /// Puts definitions in for placeholders.
    fn place_later(&mut self) -> Result<()> {
        let mut values = Vec::with_capacity(self.later.len());
        for &(number, at) in &self.later {
            match self.values.get(&number) {
                Some(&value) => values.push(value),
                None => return Err(unknown(at, "value", format!("v{number}"))),
            }
        }
        if values.is_empty() {
            return Ok(());
        }
        let insts: Vec<Inst> = self.func.insts.keys().collect();
        for inst in insts {
            self.func.replace_uses(inst, |v| match v.as_u32().checked_sub(LATER) {
                Some(i) => values.get(i as usize).copied().unwrap_or(v),
                None => v,
            });
        }
        Ok(())
    }

    // --- bodies ---

    /// Opens the bodies of a structured op. The `{` is next for `if_` and `loop_`, `case`, `default` or nothing for a switch.
    fn open(&mut self, inst: Inst, parent: Block, switch: bool) -> Result<Block> {
        if switch && !self.is_word("case") && !self.is_word("default") {
            self.end_of_line()?;
            return Ok(parent);
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(self.fail(ParseErrorKind::TooDeep));
        }
        self.open.push(Open { inst, parent, bodies: SmallVec::new(), cases: vec![], switch });
        self.body()
    }

    /// The head of a body of the innermost open op, from behind `}` or `else`.
    fn body(&mut self) -> Result<Block> {
        let line = self.at.line;
        let switch = self.open.last().is_some_and(|open| open.switch);
        let mut values = SmallVec::new();
        if switch && !self.eat_word("default")? {
            if !self.eat_word("case")? {
                return Err(self.expected("`case`, `default` or the end of the line"));
            }
            loop {
                values.push(self.number("the value of a case")?);
                if !self.eat(',')? {
                    break;
                }
            }
        }
        self.mark('{', "`{`")?;
        let block = self.func.add_body();
        self.block_lines[block] = line;
        if let Some(open) = self.open.last_mut() {
            open.cases.push((values, block));
            open.bodies.push(block);
        }
        if self.eat('|')? {
            self.params(block, '|')?;
        }
        self.end_of_line()?;
        Ok(block)
    }

    /// `}`: the next body, or what stands behind the structured op; `None` at the end of the function.
    fn close(&mut self) -> Result<Option<Block>> {
        self.advance()?;
        let Some(open) = self.open.last() else {
            return match self.token {
                Token::Line | Token::End => Ok(None),
                _ => Err(self.expected("the end of the line")),
            };
        };
        let more = if open.switch {
            self.is_word("case") || self.is_word("default")
        } else {
            self.eat_word("else")?
        };
        if more {
            return self.body().map(Some);
        }
        self.end_of_line()?;
        let Some(open) = self.open.pop() else { return Ok(None) };
        self.func.insts[open.inst].attr =
            if open.switch { Attr::Cases(Box::new(open.cases)) } else { Attr::Regions(open.bodies) };
        Ok(Some(open.parent))
    }
}
