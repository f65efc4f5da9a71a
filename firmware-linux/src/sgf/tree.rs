//! The syntax: from bytes to the nodes of the main line, and what stands beside it.

use super::SgfError;
use crate::app::record::Tag;

/// The properties of one node.
pub(super) type Node = Vec<Tag>;

/// The first game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    /// The nodes of the first variation, root first.
    pub(super) nodes: Vec<Node>,
    /// The other variations as they stand there, `(` and `)` included, and the number of the
    /// node that each follows.
    pub(super) branches: Vec<(usize, String)>,
    /// Whether other games follow.
    pub(super) more: bool,
}

/// Reads the first game. Whatever stands before its first `(` is passed over; the main line ends
/// at the first `)`. Variations that the text breaks off in are left out.
pub(super) fn read(text: &[u8]) -> Result<Tree, SgfError> {
    let start = begin(text).ok_or(SgfError::NotSgf)?;
    let mut reader = Reader {
        rest: text.get(start..).unwrap_or_default(),
    };
    let mut nodes: Vec<Node> = Vec::new();
    let mut forks = Vec::new();
    loop {
        match reader.peek().ok_or(SgfError::CutOff)? {
            b')' => break,
            b';' => {
                reader.skip(1);
                nodes.push(Node::new());
            }
            b'(' => {
                reader.skip(1);
                forks.push(nodes.len().saturating_sub(1));
            }
            b if b.is_ascii_alphabetic() => {
                let property = reader.property()?;
                nodes.last_mut().ok_or(SgfError::NotSgf)?.push(property);
            }
            _ => reader.skip(1), // blanks, and what should not be there
        }
    }
    reader.skip(1);
    Ok(Tree {
        nodes,
        branches: reader.branches(forks),
        more: begin(reader.rest).is_some(),
    })
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

    /// The variations beside the main line, whose end has been read. `forks` are the numbers of
    /// the nodes at which it went into a variation, outermost first.
    fn branches(&mut self, mut forks: Vec<usize>) -> Vec<(usize, String)> {
        let mut branches = Vec::new();
        while let Some(&fork) = forks.last() {
            match self.peek() {
                None => break,
                Some(b'(') => branches.extend(self.group().map(|group| (fork, group))),
                Some(b')') => {
                    self.skip(1);
                    forks.pop();
                }
                Some(_) => self.skip(1),
            }
        }
        branches
    }

    /// From a `(` to the `)` that belongs to it; nothing, and the rest is read, if there is none.
    fn group(&mut self) -> Option<String> {
        let text = self.rest;
        let mut depth = 0_usize;
        loop {
            let byte = self.peek()?;
            self.skip(1);
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b'[' if self.value().is_err() => self.rest = &[],
                _ => {}
            }
            if depth == 0 {
                let length = text.len() - self.rest.len();
                return Some(lossy(text.get(..length).unwrap_or_default()));
            }
        }
    }

    /// Small letters in a name are from an old version of the format and mean nothing.
    fn property(&mut self) -> Result<Tag, SgfError> {
        let letters = self.rest.iter().take_while(|b| b.is_ascii_alphanumeric());
        let letters: Vec<u8> = letters.copied().collect();
        self.skip(letters.len());
        let capitals = letters.iter().filter(|b| !b.is_ascii_lowercase());
        let mut property = Tag {
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

    /// Up to the `]` that no backslash stands before, as it stands there.
    fn value(&mut self) -> Result<String, SgfError> {
        let text = self.rest;
        let mut length = 0;
        loop {
            match *text.get(length).ok_or(SgfError::CutOff)? {
                b']' => break,
                b'\\' if length + 1 == text.len() => return Err(SgfError::CutOff),
                b'\\' => length += 2,
                _ => length += 1,
            }
        }
        self.skip(length + 1);
        Ok(lossy(text.get(..length).unwrap_or_default()))
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The value without escapes: a backslash makes the next character ordinary, and a line break
/// behind one is no line break.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, escaped)) = rest.split_once('\\') {
        text.push_str(before);
        let breaks = ["\r\n", "\n\r", "\r", "\n"];
        let behind = breaks.iter().find_map(|end| escaped.strip_prefix(end));
        rest = behind.unwrap_or_else(|| {
            let mut chars = escaped.chars();
            text.extend(chars.next());
            chars.as_str()
        });
    }
    text.push_str(rest);
    text
}

/// The text with everything escaped that would end a value.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<Vec<String>> {
        let nodes = read(text.as_bytes()).unwrap().nodes;
        let names = nodes.iter().map(|node| node.iter().map(|p| p.name.clone()));
        names.map(Iterator::collect).collect()
    }

    fn value(text: &str) -> String {
        let nodes = read(text.as_bytes()).unwrap().nodes;
        unescape(&nodes[0][0].values[0])
    }

    #[test]
    fn the_first_variation_is_followed() {
        let text = "junk (x) (;GM[4];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))(;AB[aa])";
        assert_eq!(names(text), [["GM"], ["B"], ["W"], ["B"]]);
    }

    #[test]
    fn other_variations_and_games_are_told() {
        let text = r"(;GM[4];B[aa](;W[bb](;B[cc]) (;B[dd](;W[ee])(;W[ff])))(;W[gg]C[\])(]))";
        let branches = |text: &str| read(text.as_bytes()).unwrap().branches;
        let expected = [
            (2, "(;B[dd](;W[ee])(;W[ff]))".to_string()),
            (1, r"(;W[gg]C[\])(])".to_string()),
        ];
        assert_eq!(branches(text), expected);
        assert_eq!(branches("(;B[aa](;W[bb])(;W[cc]"), [], "it breaks off");
        let more = |text: &str| read(text.as_bytes()).unwrap().more;
        assert!(!more(text) && !more("(;B[aa]) (x)"));
        assert!(more("(;B[aa](;W[bb])(;W[cc]))(;B[aa])"));
    }

    #[test]
    fn old_names_lists_and_blanks_are_read() {
        let nodes = read(b"\n( ; AddBlack [aa] [bb]\n[cc] )").unwrap().nodes;
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
            assert_eq!(read(text.as_bytes()), Err(SgfError::NotSgf), "{text}");
        }
        for text in [
            "(;", "(;B", "(;B[", "(;B[aa", "(;B[aa]", "(;C[a\\", "(;C[a\\]",
        ] {
            assert_eq!(read(text.as_bytes()), Err(SgfError::CutOff), "{text}");
        }
    }

    #[test]
    fn deep_nesting_and_odd_bytes_do_no_harm() {
        let deep = format!("(;{}", "(;".repeat(100_000));
        assert_eq!(read(deep.as_bytes()), Err(SgfError::CutOff));
        let deep = format!("(;{}", "(;(".repeat(100_000)) + ")";
        assert_eq!(read(deep.as_bytes()).unwrap().branches, []);
        let odd = read(b"(;C[\xff\xfe]B[aa])").unwrap();
        assert_eq!(odd.nodes[0].len(), 2);
    }
}
