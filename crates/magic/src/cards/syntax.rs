//! The little language of card files: calls, numbers, words, and the signs between them.

/// A phrase, not yet given a meaning.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    Num(i32),
    Word(String),
    Call(String, Vec<Node>),
    /// `{2}{R}`, without the braces.
    Mana(String),
    Not(Box<Node>),
    Neg(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Plus(Box<Node>, Box<Node>),
    /// Left, `>=`, `<=` or `=`, right.
    Cmp(Box<Node>, &'static str, Box<Node>),
    Seq(Vec<Node>),
}

/// How deep phrases can be nested: more than any card needs, and little enough for any stack.
const DEPTH: usize = 24;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

/// Reads a phrase; an error says what was expected and where.
pub fn parse(text: &str) -> Result<Node, String> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let node = parser.sequence()?;
    match parser.peek() {
        None => Ok(node),
        Some(c) => Err(parser.error(&format!("`{c}` does not belong there"))),
    }
}

/// Splits at the first colon that is in no parenthesis.
pub fn split_colon(text: &str) -> Option<(&str, &str)> {
    split_at(text, ':')
}

/// Splits at every comma that is in no parenthesis.
pub fn split_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((part, after)) = split_at(rest, ',') {
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

fn split_at(text: &str, sign: char) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if c == sign && depth == 0 => return Some((&text[..i], &text[i + 1..])),
            _ => {}
        }
    }
    None
}

impl Parser<'_> {
    fn error(&self, what: &str) -> String {
        format!("{what} (at character {})", self.text[..self.at].chars().count() + 1)
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, sign: &str) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn sequence(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let mut parts = vec![self.either()?];
        while self.take(";") {
            parts.push(self.either()?);
        }
        self.depth -= 1;
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Seq(parts) })
    }

    fn either(&mut self) -> Result<Node, String> {
        let mut parts = vec![self.both()?];
        while self.take("|") {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Or(parts) })
    }

    fn both(&mut self) -> Result<Node, String> {
        let mut parts = vec![self.compared()?];
        while self.take("&") {
            parts.push(self.compared()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::And(parts) })
    }

    fn compared(&mut self) -> Result<Node, String> {
        let left = self.sum()?;
        for sign in [">=", "<=", "="] {
            if self.take(sign) {
                return Ok(Node::Cmp(Box::new(left), sign, Box::new(self.sum()?)));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Node, String> {
        let mut left = self.single()?;
        let mut terms = 1;
        while self.take("+") {
            terms += 1;
            if terms > DEPTH {
                return Err(self.error("a number of too many terms"));
            }
            left = Node::Plus(Box::new(left), Box::new(self.single()?));
        }
        Ok(left)
    }

    fn single(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let node = self.single_inner();
        self.depth -= 1;
        node
    }

    fn single_inner(&mut self) -> Result<Node, String> {
        match self.peek() {
            Some('!') => {
                self.at += 1;
                Ok(Node::Not(Box::new(self.single()?)))
            }
            Some('-') => {
                self.at += 1;
                Ok(Node::Neg(Box::new(self.single()?)))
            }
            Some('(') => {
                self.at += 1;
                let inner = self.sequence()?;
                if self.take(")") { Ok(inner) } else { Err(self.error("`)` is missing")) }
            }
            Some('{') => {
                let mut symbols = String::new();
                while self.take("{") {
                    let rest = &self.text[self.at..];
                    let end = rest.find('}').ok_or_else(|| self.error("`}` is missing"))?;
                    symbols.push_str(&rest[..end]);
                    self.at += end + 1;
                }
                Ok(Node::Mana(symbols))
            }
            Some(c) if c.is_ascii_digit() => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let number = rest[..end].parse().map_err(|_| self.error("the number is too large"))?;
                self.at += end;
                Ok(Node::Num(number))
            }
            Some(c) if c.is_alphabetic() => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).unwrap_or(rest.len());
                let word = rest[..end].to_owned();
                self.at += end;
                if !self.text[self.at..].starts_with('(') {
                    return Ok(Node::Word(word));
                }
                self.at += 1;
                let mut arguments = Vec::new();
                if self.take(")") {
                    return Ok(Node::Call(word, arguments));
                }
                loop {
                    arguments.push(self.sequence()?);
                    if self.take(")") {
                        return Ok(Node::Call(word, arguments));
                    }
                    if !self.take(",") {
                        return Err(self.error("`,` or `)` is missing"));
                    }
                }
            }
            Some(c) => Err(self.error(&format!("`{c}` does not belong there"))),
            None => Err(self.error("something is missing at the end")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_read_and_mistakes_are_named() {
        assert_eq!(
            parse("damage(3, target(any)); draw(you, 1)").unwrap(),
            Node::Seq(vec![
                Node::Call(
                    "damage".into(),
                    vec![Node::Num(3), Node::Call("target".into(), vec![Node::Word("any".into())])]
                ),
                Node::Call("draw".into(), vec![Node::Word("you".into()), Node::Num(1)]),
            ])
        );
        assert!(parse("damage(3").unwrap_err().contains("missing"));
        assert!(parse("a b").unwrap_err().contains("does not belong"));
        assert!(parse(&"(".repeat(100_000)).unwrap_err().contains("deeply"));
        assert!(parse(&"!".repeat(100_000)).unwrap_err().contains("deeply"));
    }
}
