//! Reads instructions: results, operands, targets.

use super::super::lex::{At, Token};
use super::super::names;
use super::error::{ParseError, ParseErrorKind, Result, unknown};
use super::{LATER, Parser};
use crate::attr::{Attr, BlockCall};
use crate::entity::{Block, Value};
use crate::ops::{AttrKind, Op};
use crate::signature;
use crate::types::Type;
use smallvec::SmallVec;

/// Numbers of results, their types where they stand, and places.
type Results = SmallVec<[(u32, Option<Type>, At); 4]>;

impl Parser<'_> {
    /// One instruction; gives the block in which reading goes on.
    pub(super) fn inst(&mut self, block: Block) -> Result<Block> {
        let line = self.at.line;
        let results = self.result_list()?;
        let name_at = self.at;
        let name = self.word("the name of an op")?;
        let Some(&op) = self.ops.get(name) else { return Err(unknown(name_at, "op", name.to_owned())) };
        let front = self.attr_front(op)?;
        let args = self.operands()?;
        let attr = self.attr_behind(op, front)?;
        let types = self.types(op, &args, &attr, &results, name_at)?;
        let inst = self.func.add_inst(op, &args, attr, &types, u32::MAX);
        self.inst_lines[inst] = line;
        self.func.blocks[block].insts.push(inst);
        let defined: SmallVec<[Value; 4]> = self.func.results(inst).collect();
        for ((number, _, at), value) in results.iter().zip(defined) {
            self.define(*number, value, *at)?;
        }
        match op.row().attr {
            AttrKind::Regions => self.open(inst, block, false),
            AttrKind::Cases => self.open(inst, block, true),
            _ => {
                self.end_of_line()?;
                Ok(block)
            }
        }
    }

    /// `v0, v1: u.b32 =`, or nothing.
    pub(super) fn result_list(&mut self) -> Result<Results> {
        let mut results = SmallVec::new();
        if !matches!(self.token, Token::Word(word) if names::numbered(word, 'v').is_some()) {
            return Ok(results);
        }
        loop {
            let (number, at) = self.value_number("a result such as `v0`")?;
            let ty = if self.eat(':')? { Some(self.ty()?) } else { None };
            if results.len() >= usize::from(u16::MAX) {
                return Err(self.fail(ParseErrorKind::TooMany { what: "results" }));
            }
            results.push((number, ty, at));
            if self.eat('=')? {
                return Ok(results);
            }
            self.mark(',', "`=`, or `,` and another result")?;
        }
    }

    pub(super) fn types(
        &self,
        op: Op,
        args: &[Value],
        attr: &Attr,
        results: &[(u32, Option<Type>, At)],
        at: At,
    ) -> Result<SmallVec<[Type; 4]>> {
        if let Some(types) = results.iter().map(|(_, ty, _)| *ty).collect::<Option<_>>() {
            return Ok(types);
        }
        let known: Option<SmallVec<[Type; 4]>> =
            args.iter().map(|&a| self.func.values.get(a).map(|data| data.ty)).collect();
        known
            .and_then(|known| signature::result_types(&self.func.vars, op, &known, attr))
            .filter(|types| types.len() == results.len())
            .map(|types| types.iter().zip(results).map(|(t, (_, given, _))| given.unwrap_or(*t)).collect())
            .ok_or(ParseError {
                line: at.line,
                column: at.column,
                kind: ParseErrorKind::NeedsTypes { op: op.row().name },
            })
    }

    pub(super) fn is_operand(&self) -> bool {
        match self.token {
            Token::Word(word) => names::numbered(word, 'v').is_some(),
            Token::Number(_) => true,
            _ => false,
        }
    }

    /// Operands with commas between; a comma behind the last one is taken too (targets may follow).
    pub(super) fn operands(&mut self) -> Result<SmallVec<[Value; 4]>> {
        let mut args = SmallVec::new();
        while self.is_operand() {
            args.push(self.operand()?);
            if args.len() > usize::from(u16::MAX) {
                return Err(self.fail(ParseErrorKind::TooMany { what: "operands" }));
            }
            if !self.eat(',')? {
                break;
            }
            let target = matches!(self.token, Token::Word(word) if names::numbered(word, 'b').is_some());
            if !self.is_operand() && !target {
                return Err(self.expected("an operand such as `v0` or `0x10:b32`"));
            }
        }
        Ok(args)
    }

    pub(super) fn operand(&mut self) -> Result<Value> {
        if let Token::Number(bits) = self.token {
            let at = self.at;
            self.advance()?;
            self.mark(':', "`:` and the constant's width")?;
            let width = self.width()?;
            if bits & !width.mask() != 0 {
                let kind = ParseErrorKind::TooWide { bits, width: width.bits() };
                return Err(ParseError { line: at.line, column: at.column, kind });
            }
            return Ok(self.func.constant(width, bits));
        }
        let (number, at) = self.value_number("an operand such as `v0` or `0x10:b32`")?;
        if let Some(&value) = self.values.get(&number) {
            return Ok(value);
        }
        let next = self.later.len();
        let later = *self.later_numbers.entry(number).or_insert(next as u32);
        if later as usize == next {
            self.later.push((number, at));
        }
        Ok(Value::from_u32(LATER + later))
    }

    pub(super) fn block(&mut self) -> Result<Block> {
        let at = self.at;
        let number = self.known("a block such as `b1`", |word| names::numbered(word, 'b'))?;
        self.blocks.get(&number).copied().ok_or_else(|| unknown(at, "block", format!("b{number}")))
    }

    pub(super) fn call(&mut self) -> Result<BlockCall> {
        let mut call = BlockCall::to(self.block()?);
        if self.eat('(')? {
            loop {
                if !self.is_operand() {
                    return Err(self.expected("an argument such as `v0` or `0x10:b32`"));
                }
                call.args.push(self.operand()?);
                if self.eat(')')? {
                    break;
                }
                self.mark(',', "`,` or `)`")?;
            }
        }
        Ok(call)
    }
}
