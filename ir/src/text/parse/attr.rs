//! Reads the attributes of instructions, the part of [`super`] that follows the rows' kinds of attribute.

use super::super::lex::Token;
use super::super::names;
use super::Parser;
use super::error::{Result, unknown};
use crate::attr::{Attr, Coherence, Mem, Space, Switch};
use crate::float::FloatEnv;
use crate::ops::{AttrKind, Op};
use crate::types::Width;
use smallvec::SmallVec;

impl Parser<'_> {
    /// What stands before the operands.
    pub(super) fn attr_front(&mut self, op: Op) -> Result<Attr> {
        Ok(match op.row().attr {
            AttrKind::FCmp => {
                let cmp = self.known("a comparison such as `lt`, `ord` or `ueq`", names::comparison)?;
                Attr::FCmp(cmp, FloatEnv::IEEE)
            }
            AttrKind::Var => {
                self.mark('%', "`%` and the name of a variable")?;
                let at = self.at;
                let name = self.name()?;
                let var = self.vars.get(&name).copied();
                if self.eat(',')? && !self.is_operand() {
                    return Err(self.expected("an operand such as `v0` or `0x10:b32`"));
                }
                Attr::Var(var.ok_or_else(|| unknown(at, "variable", format!("%{name}")))?)
            }
            AttrKind::Type => Attr::Type(self.ty()?),
            AttrKind::Mem => Attr::Mem(self.place()?),
            AttrKind::Atomic => {
                let atomic = self.known("what the atomic does, such as `add`", names::atomic)?;
                Attr::Atomic(self.place()?, atomic, FloatEnv::IEEE)
            }
            _ => Attr::None,
        })
    }

    fn place(&mut self) -> Result<Mem> {
        const PLACE: &str = "a place such as `global.b32x2` or `buffer(@name).b8`";
        let space = match self.token {
            Token::Word("buffer") => {
                self.advance()?;
                self.mark('(', "`(@` and the name of a resource")?;
                self.mark('@', "`@` and the name of a resource")?;
                let at = self.at;
                let name = self.name()?;
                self.mark(')', "`)`")?;
                let resource = self.resources.get(&name).copied();
                Space::Buffer(resource.ok_or_else(|| unknown(at, "resource", format!("@{name}")))?)
            }
            Token::Word(word) => {
                let space = match word {
                    "global" => Space::Global,
                    "constant" => Space::Constant,
                    "lds" => Space::Lds,
                    "gds" => Space::Gds,
                    "scratch" => Space::Scratch,
                    _ => return Err(self.expected(PLACE)),
                };
                self.advance()?;
                space
            }
            _ => return Err(self.expected(PLACE)),
        };
        self.mark('.', PLACE)?;
        let (width, count) = self.known("elements such as `b32` or `b8x4`", |word| {
            let (width, count) = word.split_once('x').map_or((word, Some(1)), |(w, n)| (w, n.parse().ok()));
            Some((names::width(width)?, count?))
        })?;
        Ok(Mem { space, width, count, align: 1, coherence: Coherence::Wave, offset: 0 })
    }

    /// `align 4 +8 device`.
    fn access(&mut self, mem: &mut Mem) -> Result<()> {
        if !self.eat_word("align")? {
            return Err(self.expected("`align` and bytes"));
        }
        mem.align = self.number("bytes, at most 255")?;
        let negative = self.is('-');
        if negative || self.is('+') {
            self.advance()?;
            let magnitude: u32 = self.number("bytes that fit 32 bits with sign")?;
            let offset = if negative { -i64::from(magnitude) } else { i64::from(magnitude) };
            mem.offset = i32::try_from(offset)
                .map_err(|_| self.expected("an offset that fits 32 bits with sign before this"))?;
        }
        if let Token::Word(word) = self.token
            && let Some(coherence) = names::coherence(word)
        {
            self.advance()?;
            mem.coherence = coherence;
        }
        Ok(())
    }

    fn float_env(&mut self) -> Result<FloatEnv> {
        const ENV: &str = "a float environment such as `{ieee}` or `{round=even, flush_in}`";
        self.mark('{', ENV)?;
        if self.eat_word("ieee")? {
            self.mark('}', "`}`")?;
            return Ok(FloatEnv::IEEE);
        }
        let mut env = names::NO_ENV;
        if !self.eat_word("round")? {
            return Err(self.expected("`ieee`, or `round=` and a direction"));
        }
        self.mark('=', "`=` and a direction")?;
        env.round = self.known("`even`, `up`, `down` or `zero`", names::round)?;
        while self.eat(',')? {
            let Token::Word(word) = self.token else { return Err(self.expected(ENV)) };
            match names::env_flag(&mut env, word) {
                Some(flag) => *flag = true,
                None => {
                    return Err(
                        self.expected("`flush_in`, `flush_out`, `quiet`, `dx10_clamp` or `f16_saturate`")
                    );
                }
            }
            self.advance()?;
        }
        self.mark('}', "`,` or `}`")?;
        Ok(env)
    }

    fn result_width(&mut self) -> Result<Width> {
        if !self.eat_word("to")? {
            return Err(self.expected("`to` and the width of the result"));
        }
        self.width()
    }

    /// What stands behind the operands.
    pub(super) fn attr_behind(&mut self, op: Op, front: Attr) -> Result<Attr> {
        let kind = op.row().attr;
        Ok(match (kind, front) {
            (AttrKind::Index, _) => {
                self.mark('#', "`#` and a number")?;
                Attr::Index(self.number("a number")?)
            }
            (AttrKind::Float, _) => Attr::Float(self.float_env()?),
            (AttrKind::FCmp, Attr::FCmp(cmp, _)) => Attr::FCmp(cmp, self.float_env()?),
            (AttrKind::Width, _) => Attr::Width(self.result_width()?),
            (AttrKind::FloatTo, _) => {
                let width = self.result_width()?;
                Attr::FloatTo(width, self.float_env()?)
            }
            (AttrKind::Mem, Attr::Mem(mut mem)) => {
                self.access(&mut mem)?;
                Attr::Mem(mem)
            }
            (AttrKind::Atomic, Attr::Atomic(mut mem, atomic, mut env)) => {
                self.access(&mut mem)?;
                if self.is('{') {
                    env = self.float_env()?;
                }
                Attr::Atomic(mem, atomic, env)
            }
            (AttrKind::Jump, _) => Attr::Jump(Box::new(self.call()?)),
            (AttrKind::Branch, _) => {
                let yes = self.call()?;
                self.mark(',', "`,` and the block for false")?;
                let no = self.call()?;
                Attr::Branch(Box::new([yes, no]))
            }
            (AttrKind::Switch, _) => Attr::Switch(Box::new(self.switch()?)),
            // Filled in when the bodies are read.
            (AttrKind::Regions, _) => Attr::Regions(SmallVec::new()),
            (AttrKind::Cases, _) => Attr::Cases(Box::default()),
            (_, front) => front,
        })
    }

    fn switch(&mut self) -> Result<Switch> {
        self.mark('[', "`[` and the cases")?;
        let mut cases = vec![];
        while !self.is(']') {
            if !cases.is_empty() {
                self.mark(',', "`,` or `]`")?;
            }
            let value = self.number("the value of a case, 32 bits")?;
            self.mark(':', "`:` and a block")?;
            cases.push((value, self.call()?));
        }
        self.mark(']', "`]`")?;
        if !self.eat_word("else")? {
            return Err(self.expected("`else` and the default block"));
        }
        Ok(Switch { cases, default: self.call()? })
    }
}
