//! Steps of the parser over tokens: what is next, what has to be next.

use super::super::lex::Token;
use super::super::names;
use super::Parser;
use super::error::{ParseError, ParseErrorKind, Result};
use crate::types::{Type, Width};

impl<'a> Parser<'a> {
    pub(super) fn fail(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.at.line, column: self.at.column, kind }
    }

    pub(super) fn expected(&self, expected: &'static str) -> ParseError {
        self.fail(ParseErrorKind::Expected { expected, found: self.token.shown() })
    }

    pub(super) fn advance(&mut self) -> Result<Token<'a>> {
        let (at, token) = self.lexer.next()?;
        self.at = at;
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// Skips empty lines.
    pub(super) fn lines(&mut self) -> Result<()> {
        while self.token == Token::Line {
            self.advance()?;
        }
        Ok(())
    }

    pub(super) fn is(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    pub(super) fn eat(&mut self, mark: char) -> Result<bool> {
        let found = self.is(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.is_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn mark(&mut self, mark: char, expected: &'static str) -> Result<()> {
        if self.eat(mark)? { Ok(()) } else { Err(self.expected(expected)) }
    }

    pub(super) fn word(&mut self, expected: &'static str) -> Result<&'a str> {
        match self.token {
            Token::Word(word) => {
                self.advance()?;
                Ok(word)
            }
            _ => Err(self.expected(expected)),
        }
    }

    /// A word that a table knows.
    pub(super) fn known<T>(
        &mut self,
        expected: &'static str,
        table: impl Fn(&str) -> Option<T>,
    ) -> Result<T> {
        if let Token::Word(word) = self.token
            && let Some(item) = table(word)
        {
            self.advance()?;
            return Ok(item);
        }
        Err(self.expected(expected))
    }

    pub(super) fn number<T: TryFrom<u64>>(&mut self, expected: &'static str) -> Result<T> {
        if let Token::Number(n) = self.token
            && let Ok(n) = T::try_from(n)
        {
            self.advance()?;
            return Ok(n);
        }
        Err(self.expected(expected))
    }

    pub(super) fn name(&mut self) -> Result<String> {
        match self.advance_name() {
            Some(name) => {
                self.advance()?;
                Ok(name)
            }
            None => Err(self.expected("a name")),
        }
    }

    pub(super) fn advance_name(&mut self) -> Option<String> {
        match &mut self.token {
            Token::Word(word) => Some((*word).to_owned()),
            Token::Quoted(name) => Some(std::mem::take(name)),
            _ => None,
        }
    }

    pub(super) fn end_of_line(&mut self) -> Result<()> {
        match self.token {
            Token::Line => self.advance().map(drop),
            _ => Err(self.expected("the end of the line")),
        }
    }

    pub(super) fn ty(&mut self) -> Result<Type> {
        const TYPE: &str = "a type such as `u.b32` or `l.b1`";
        let at = self.at;
        let rate = self.word(TYPE)?;
        self.mark('.', TYPE)?;
        let width = self.word(TYPE)?;
        names::ty(rate, width).ok_or_else(|| ParseError {
            line: at.line,
            column: at.column,
            kind: ParseErrorKind::Expected { expected: TYPE, found: format!("`{rate}.{width}`") },
        })
    }

    pub(super) fn width(&mut self) -> Result<Width> {
        self.known("a width, `b1` to `b64`", names::width)
    }
}
