//! The syntax: from bytes to the nodes of the main line.

use super::SgfError;

/// A property: its name in capitals, and its values without escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// The properties of one node.
pub(super) type Node = Vec<Property>;

/// The nodes of the first variation of the first game, root first.
///
/// Whatever stands before the first `(` is passed over, and so is all that follows the first
/// `)`: there the main line ends.
pub(super) fn main_line(text: &[u8]) -> Result<Vec<Node>, SgfError> {
    let start = begin(text).ok_or(SgfError::NotSgf)?;
    let mut reader = Reader {
        rest: text.get(start..).unwrap_or_default(),
    };
    let mut nodes: Vec<Node> = Vec::new();
    loop {
        match reader.peek().ok_or(SgfError::CutOff)? {
            b')' => return Ok(nodes),
            b';' => {
                reader.skip(1);
                nodes.push(Node::new());
            }
            b if b.is_ascii_alphabetic() => {
                let property = reader.property()?;
                nodes.last_mut().ok_or(SgfError::NotSgf)?.push(property);
            }
            _ => reader.skip(1), // `(` of a variation, blanks, and what should not be there
        }
    }
}

/// Behind the first `(` that a `;` follows.
fn begin(text: &[u8]) -> Option<usize> {
    let open = text.iter().enumerate().filter(|&(_, &b)| b == b'(');
    let mut candidates = open.map(|(at, _)| at + 1);
    candidates.find(|&at| {
        let rest = text.get(at..).unwrap_or_default();
        rest.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b';')
    })
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn skip(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or_default();
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.iter().take_while(|b| b.is_ascii_whitespace());
        let count = blanks.count();
        self.skip(count);
    }

    /// Small letters in a name are from an old version of the format and mean nothing.
    fn property(&mut self) -> Result<Property, SgfError> {
        let letters = self.rest.iter().take_while(|b| b.is_ascii_alphanumeric());
        let letters: Vec<u8> = letters.copied().collect();
        self.skip(letters.len());
        let capitals = letters.iter().filter(|b| !b.is_ascii_lowercase());
        let mut property = Property {
            name: capitals.map(|&b| char::from(b)).collect(),
            values: Vec::new(),
        };
        self.skip_blanks();
        while self.peek() == Some(b'[') {
            self.skip(1);
            property.values.push(self.value()?);
            self.skip_blanks();
        }
        Ok(property)
    }

    /// Up to the `]` that no backslash stands before. A backslash makes the next byte ordinary,
    /// and a line break behind one is no line break.
    fn value(&mut self) -> Result<String, SgfError> {
        let mut value = Vec::new();
        loop {
            let byte = self.peek().ok_or(SgfError::CutOff)?;
            self.skip(1);
            match byte {
                b']' => return Ok(String::from_utf8_lossy(&value).into_owned()),
                b'\\' => value.extend(self.escaped()?),
                _ => value.push(byte),
            }
        }
    }

    fn escaped(&mut self) -> Result<Option<u8>, SgfError> {
        let byte = self.peek().ok_or(SgfError::CutOff)?;
        let line_break = [b"\r\n", b"\n\r"]
            .iter()
            .any(|pair| self.rest.starts_with(*pair));
        self.skip(if line_break { 2 } else { 1 });
        Ok(Some(byte).filter(|b| !b"\r\n".contains(b)))
    }
}

/// The text with everything escaped that would end a value.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<Vec<String>> {
        let nodes = main_line(text.as_bytes()).unwrap();
        let names = nodes.iter().map(|node| node.iter().map(|p| p.name.clone()));
        names.map(Iterator::collect).collect()
    }

    fn value(text: &str) -> String {
        let nodes = main_line(text.as_bytes()).unwrap();
        nodes[0][0].values[0].clone()
    }

    #[test]
    fn the_first_variation_is_followed() {
        let text = "junk (x) (;GM[4];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))(;AB[aa])";
        assert_eq!(names(text), [["GM"], ["B"], ["W"], ["B"]]);
    }

    #[test]
    fn old_names_lists_and_blanks_are_read() {
        let nodes = main_line(b"\n( ; AddBlack [aa] [bb]\n[cc] )").unwrap();
        assert_eq!(nodes[0][0].name, "AB");
        assert_eq!(nodes[0][0].values, ["aa", "bb", "cc"]);
    }

    #[test]
    fn escapes_are_undone_and_done() {
        assert_eq!(value(r"(;C[a\]b\\c\:d])"), r"a]b\c:d");
        assert_eq!(value("(;C[soft\\\nbreak\\\r\nhere])"), "softbreakhere");
        assert_eq!(value("(;C[not ( a ; tree )])"), "not ( a ; tree )");
        for text in ["]", "\\", "a]b\\]c", "\\\\]]", "plain"] {
            assert_eq!(value(&format!("(;C[{}])", escape(text))), text);
        }
    }

    #[test]
    fn whatever_is_no_tree_is_refused() {
        for text in ["", "hello", "()", "(B[aa])", ";B[aa]"] {
            assert_eq!(main_line(text.as_bytes()), Err(SgfError::NotSgf), "{text}");
        }
        for text in [
            "(;", "(;B", "(;B[", "(;B[aa", "(;B[aa]", "(;C[a\\", "(;C[a\\]",
        ] {
            assert_eq!(main_line(text.as_bytes()), Err(SgfError::CutOff), "{text}");
        }
    }

    #[test]
    fn deep_nesting_and_odd_bytes_do_no_harm() {
        let deep = format!("(;{}", "(;".repeat(100_000));
        assert_eq!(main_line(deep.as_bytes()), Err(SgfError::CutOff));
        assert_eq!(main_line(b"(;C[\xff\xfe]B[aa])").unwrap()[0].len(), 2);
    }
}
