//! Cuts text into words with their places. Line feeds are tokens: an instruction ends with its line.

use super::parse::{ParseError, ParseErrorKind};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// Letters, digits and underscores, no digit first.
    Word(&'a str),
    /// A number, decimal or `0x`.
    Number(u64),
    /// Text in quotes, its escapes undone.
    Quoted(String),
    /// Any other character.
    Mark(char),
    /// End of a line.
    Line,
    /// End of the text.
    End,
}

impl Token<'_> {
    /// The token as an error shows it.
    pub(super) fn shown(&self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", word.chars().take(40).collect::<String>()),
            Token::Number(n) => format!("`{n:#x}`"),
            Token::Quoted(_) => "a quoted name".to_owned(),
            Token::Mark(c) => format!("`{}`", c.escape_default()),
            Token::Line => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// A place in text, both from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct At {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Reads tokens one after the other.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    /// What is not read yet.
    pub(super) rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text, line: 1, column: 1 }
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.column = self.column.saturating_add(u32::try_from(taken.chars().count()).unwrap_or(u32::MAX));
        taken
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let bytes = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        self.take(bytes)
    }

    pub(super) fn next(&mut self) -> Result<(At, Token<'a>), ParseError> {
        self.take_while(|c| c == ' ' || c == '\t' || c == '\r');
        if self.rest.starts_with(';') {
            self.take_while(|c| c != '\n');
        }
        let at = At { line: self.line, column: self.column };
        let Some(c) = self.rest.chars().next() else { return Ok((at, Token::End)) };
        let token = match c {
            '\n' => {
                self.take(1);
                self.line = self.line.saturating_add(1);
                self.column = 1;
                Token::Line
            }
            'A'..='Z' | 'a'..='z' | '_' => {
                Token::Word(self.take_while(|c| c.is_ascii_alphanumeric() || c == '_'))
            }
            '0'..='9' => {
                let text = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                let number = match text.strip_prefix("0x") {
                    Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
                        u64::from_str_radix(hex, 16).ok()
                    }
                    Some(_) => None,
                    None => text.parse().ok(),
                };
                Token::Number(number.ok_or_else(|| {
                    let found = Token::Word(text).shown();
                    ParseError {
                        line: at.line,
                        column: at.column,
                        kind: ParseErrorKind::Expected { expected: "a number of at most 64 bits", found },
                    }
                })?)
            }
            '"' => Token::Quoted(self.quoted(at)?),
            c => {
                self.take(c.len_utf8());
                Token::Mark(c)
            }
        };
        Ok((at, token))
    }

    fn quoted(&mut self, at: At) -> Result<String, ParseError> {
        let bad = |expected, found: &str| ParseError {
            line: at.line,
            column: at.column,
            kind: ParseErrorKind::Expected { expected, found: found.to_owned() },
        };
        self.take(1);
        let mut out = String::new();
        loop {
            out.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            match self.take_char() {
                Some('"') => return Ok(out),
                Some('\\') => match self.take_char() {
                    Some(c @ ('"' | '\\')) => out.push(c),
                    Some('u') => {
                        let open = self.take_char();
                        let digits = self.take_while(|c| c.is_ascii_hexdigit());
                        let close = self.take_char();
                        let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                        match c {
                            Some(c) if open == Some('{') && close == Some('}') => out.push(c),
                            _ => return Err(bad("a character as `\\u{41}` in a name", "something else")),
                        }
                    }
                    _ => return Err(bad("`\\\"`, `\\\\` or `\\u{41}` in a name", "another escape")),
                },
                _ => return Err(bad("a quote at the end of the name", "the end of the line")),
            }
        }
    }

    /// One character that is not a line feed.
    fn take_char(&mut self) -> Option<char> {
        let c = self.rest.chars().next().filter(|c| *c != '\n')?;
        self.take(c.len_utf8());
        Some(c)
    }
}
