//! One line of the link: what it is, what it carries, and a checksum.
//!
//! ```text
//! @1A2B 0000*57BD0000      open: my session is 1A2B, yours is not known to me
//! :1A2B 01 READY 1 3 3 PMR*…   the first message of session 1A2B
//! +1A2B 01*…               message 01 of your session 1A2B has arrived
//! ?1A2B 07*…               message 07 of session 1A2B: I know no such session, open again
//! ```

use core::fmt::{self, Write};

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;

/// Longest message in bytes: a full board of 20×20 cells fits.
pub const LONGEST_TEXT: usize = 440;

/// Longest line in bytes, its newline included.
pub const LONGEST_FRAME: usize = "@1A2B 01 ".len() + LONGEST_TEXT + "*01234567\n".len();

/// A line, ready to be sent.
pub type Bytes = Vec<u8, LONGEST_FRAME>;

/// The checksum of Ethernet, zlib and PNG, computed bit by bit: a table would take a kilobyte,
/// and a serial line is slower than any processor.
const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// The sender begins a session, and says which of the other end's it knows (0: none).
    Open {
        /// The sender's new session, 1 to FFFF.
        session: u16,
        /// The receiver's session, as far as the sender knows.
        knows: u16,
    },
    /// A message of the sender's session.
    Message {
        /// The sender's session.
        session: u16,
        /// 1 to 255, and then 1 again.
        number: u8,
        /// Printable ASCII.
        text: &'a str,
    },
    /// The message of this number has arrived; 0 is the opening.
    Ack {
        /// The receiver's session, which is whoever's message that was.
        session: u16,
        /// The message's number.
        number: u8,
    },
    /// The message of this number belongs to nothing known: the receiver shall open again.
    Reset {
        /// The receiver's session.
        session: u16,
        /// The message's number.
        number: u8,
    },
}

impl<'a> Frame<'a> {
    /// Reads a line without its newline. Whatever has not exactly the form of a frame, or another
    /// checksum, is `None`: noise.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let text = str::from_utf8(line).ok()?;
        let (body, checksum) = text.rsplit_once('*')?;
        let given = hexadecimal(checksum, 8)?;
        if given != CRC.checksum(body.as_bytes()) || !is_printable(body) {
            return None;
        }
        let session = hexadecimal(body.get(1..5)?, 4)? as u16;
        let rest = body.get(5..)?.strip_prefix(' ')?;
        Self::of_parts(body.get(..1)?, session, rest)
    }

    fn of_parts(kind: &str, session: u16, rest: &'a str) -> Option<Self> {
        let number = |text| Some(hexadecimal(text, 2)? as u8);
        Some(match kind {
            "@" => Self::Open {
                session: Some(session).filter(|&session| session > 0)?,
                knows: hexadecimal(rest, 4)? as u16,
            },
            ":" => {
                let (count, text) = rest.split_once(' ')?;
                let number = number(count).filter(|&number| number > 0)?;
                Self::Message {
                    session,
                    number,
                    text,
                }
            }
            "+" => Self::Ack {
                session,
                number: number(rest)?,
            },
            "?" => Self::Reset {
                session,
                number: number(rest)?,
            },
            _ => return None,
        })
    }

    /// The frame as a line with checksum and newline; `None` if its text is too long.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Bytes> {
        let mut line = Bytes::new();
        write!(line, "{self}").ok()?;
        let checksum = CRC.checksum(&line);
        writeln!(line, "*{checksum:08X}").ok()?;
        Some(line)
    }
}

/// The frame without its checksum.
impl fmt::Display for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { session, knows } => write!(f, "@{session:04X} {knows:04X}"),
            Self::Message {
                session,
                number,
                text,
            } => write!(f, ":{session:04X} {number:02X} {text}"),
            Self::Ack { session, number } => write!(f, "+{session:04X} {number:02X}"),
            Self::Reset { session, number } => write!(f, "?{session:04X} {number:02X}"),
        }
    }
}

/// The number of exactly so many hexadecimal digits.
fn hexadecimal(text: &str, digits: usize) -> Option<u32> {
    let plain = text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

/// Whether the text can travel in a frame.
pub(crate) fn is_printable(text: &str) -> bool {
    text.bytes().all(|b| (b' '..=b'~').contains(&b))
}

/// Gathers bytes into lines, whatever comes: a line that is too long is left out.
#[derive(Clone, Debug, Default)]
pub struct Gatherer {
    line: Bytes,
    complete: bool,
    overlong: bool,
}

impl Gatherer {
    /// Nothing gathered.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            line: Bytes::new(),
            complete: false,
            overlong: false,
        }
    }

    /// Takes a byte in; with the byte that ends a line, gives the line without its end.
    /// `\n`, `\r` and `\r\n` end lines.
    pub fn push(&mut self, byte: u8) -> Option<&[u8]> {
        if self.complete {
            self.line.clear();
            self.overlong = false;
        }
        self.complete = byte == b'\n' || byte == b'\r';
        if self.complete {
            return (!self.overlong && !self.line.is_empty()).then_some(self.line.as_slice());
        }
        self.overlong |= self.line.push(byte).is_err();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY_KIND: [Frame<'_>; 4] = [
        Frame::Open {
            session: 0x1A2B,
            knows: 0,
        },
        Frame::Message {
            session: 0x1A2B,
            number: 255,
            text: "FAILED 7 it was * there",
        },
        Frame::Ack {
            session: 0xFFFF,
            number: 0,
        },
        Frame::Reset {
            session: 1,
            number: 7,
        },
    ];

    #[test]
    fn frames_read_back() {
        for frame in EVERY_KIND {
            let line = frame.to_bytes().unwrap();
            let (end, body) = line.split_last().unwrap();
            assert_eq!((*end, Frame::parse(body)), (b'\n', Some(frame)));
        }
    }

    #[test]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(CRC.checksum(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn every_changed_lost_or_doubled_byte_is_noticed() {
        for frame in EVERY_KIND {
            let line = frame.to_bytes().unwrap();
            let body = &line[..line.len() - 1];
            for place in 0..body.len() {
                let mut changed = Bytes::from_slice(body).unwrap();
                for bit in 0..8 {
                    changed[place] = body[place] ^ 1 << bit;
                    let other_case = changed[place].eq_ignore_ascii_case(&body[place]);
                    let in_checksum = place > body.len() - 9;
                    assert!(Frame::parse(&changed).is_none() || other_case && in_checksum);
                }
                changed[place] = body[place];
                changed.remove(place);
                assert_eq!(Frame::parse(&changed), None);
                changed.insert(place, body[place]).unwrap();
                changed.insert(place, body[place]).unwrap();
                assert_eq!(Frame::parse(&changed), None);
            }
        }
    }

    #[test]
    fn a_right_checksum_alone_is_no_frame() {
        for body in [
            "",
            "@",
            "@1A2B",
            "@1A2B 000",
            "@0000 0000",
            ":1A2B 00 MOVED",
            ":1A2B 01",
            "!1A2B 01",
            "+1A2B  1",
            "+1A2B +1",
            "@1A2B 0000 ",
            "+1A2B 001",
            ":1A2B 01 \t",
            "+ä2B 01",
        ] {
            let mut line = Bytes::from_slice(body.as_bytes()).unwrap();
            write!(line, "*{:08X}", CRC.checksum(body.as_bytes())).unwrap();
            assert_eq!(Frame::parse(&line), None, "{body}");
        }
    }

    #[test]
    fn too_long_a_text_is_no_line() {
        let text = |length| str::from_utf8(&[b'x'; 500][..length]).unwrap();
        let message = |text| Frame::Message {
            session: 1,
            number: 1,
            text,
        };
        let longest = message(text(LONGEST_TEXT)).to_bytes().unwrap();
        assert_eq!(longest.len(), LONGEST_FRAME);
        assert_eq!(message(text(LONGEST_TEXT + 1)).to_bytes(), None);
    }

    #[test]
    fn lines_are_found_after_noise_of_any_length() {
        let mut gatherer = Gatherer::new();
        for _ in 0..10_000 {
            assert_eq!(gatherer.push(b'x'), None);
        }
        assert_eq!(gatherer.push(b'\n'), None);
        for byte in *b"\r\n\nab" {
            assert_eq!(gatherer.push(byte), None);
        }
        assert_eq!(gatherer.push(b'\r'), Some(&b"ab"[..]));
        assert_eq!(gatherer.push(b'\n'), None);
    }
}
