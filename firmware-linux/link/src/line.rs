//! Messages that arrive once and in order over a wire that loses, doubles and changes bytes.
//!
//! Stop and wait: each end has one message on its way, numbers it, and repeats it until the
//! number comes back. A number that has come before is acknowledged again and otherwise ignored.
//! After a restart an end opens a *session*, which tells the other end to forget what it knew and
//! to open one as well; so neither takes the other's old numbers for new ones.
//!
//! A wire keeps the order of its bytes, so this is all it takes.

use core::fmt::{Display, Write};

use heapless::String;

use crate::frame::{Bytes, Frame, Gatherer, LONGEST_FRAME, LONGEST_TEXT, is_printable};

/// How many times slower than at first a message is repeated in the end.
const SLOWEST: u64 = 8;

/// How long to wait for what, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From sending a message to the first repetition; then twice as long each time, up to
    /// eight times.
    pub repeat_ms: u64,
    /// When a message is so long without an acknowledgement, the other end is deaf.
    pub deaf_ms: u64,
    /// When nothing is on its way and so long nothing was heard, the last message is repeated to
    /// see whether the other end is still there. `None`: never; one end that asks is enough.
    pub probe_ms: Option<u64>,
}

impl Timing {
    /// For a wire of so many bits a second, 10 of which are a byte: a longest line each way and
    /// 100 ms pass before a repetition.
    #[must_use]
    pub const fn for_baud(baud: u32) -> Self {
        let bits = 26 * LONGEST_FRAME as u64; // two lines, an acknowledgement, and some air
        let baud = if baud == 0 { 1 } else { baud as u64 };
        let repeat_ms = 100 + bits * 1_000 / baud;
        Self {
            repeat_ms,
            deaf_ms: 10 * repeat_ms + 1_000,
            probe_ms: Some(20 * repeat_ms),
        }
    }
}

/// What has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A session has begun: the other end may have restarted, and what was on its way is
    /// dropped. Say again all that it has to know.
    Opened,
    /// A message, once.
    Message(&'a str),
}

/// A message is still on its way; offer this one again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl Display for Busy {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a message is still on its way")
    }
}

impl core::error::Error for Busy {}

/// One end of a wire: bytes and milliseconds in, messages and bytes out.
///
/// Times are milliseconds of any clock that never goes back.
///
/// ```
/// use minmax_link::line::{Event, Line, Timing};
/// let mut ends = [Line::new(1, Timing::for_baud(115_200)), Line::new(2, Timing::for_baud(115_200))];
/// let mut heard = 0;
/// for now in 0..10 {
///     for here in 0..2 {
///         while let Some(bytes) = ends[here].transmit(now).map(<[u8]>::to_vec) {
///             for byte in bytes {
///                 heard += i32::from(ends[1 - here].receive(byte) == Some(Event::Message("MOVED")));
///             }
///         }
///     }
///     if now == 5 {
///         ends[0].send(&"MOVED").unwrap();
///     }
/// }
/// assert_eq!(heard, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    gatherer: Gatherer,
    ends: Ends,
}

impl Line {
    /// An end that has just started. Its `session` should differ from the last time's: a random
    /// number, a count of starts, or for want of better the clock at the first message.
    #[must_use]
    pub fn new(session: u16, timing: Timing) -> Self {
        let mut ends = Ends {
            timing,
            session: session.max(1),
            number: 0,
            outgoing: Bytes::new(),
            waiting: None,
            peer: None,
            reply: None,
            sent: Bytes::new(),
            quiet_since_ms: None,
        };
        ends.open();
        Self {
            gatherer: Gatherer::new(),
            ends,
        }
    }

    /// Takes a byte in.
    pub fn receive(&mut self, byte: u8) -> Option<Event<'_>> {
        let frame = Frame::parse(self.gatherer.push(byte)?)?;
        self.ends.quiet_since_ms = None;
        match frame {
            Frame::Open { session, knows } => self.ends.opened(session, knows),
            Frame::Message {
                session,
                number,
                text,
            } => self
                .ends
                .is_new(session, number)
                .then_some(Event::Message(text)),
            Frame::Ack { session, number } => {
                self.ends.acknowledged(session, number);
                None
            }
            Frame::Reset { session, number } => self.ends.reset(session, number),
        }
    }

    /// Whether [`send`](Self::send) would take a message.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.ends.waiting.is_none()
    }

    /// Sends a message. What is not printable ASCII becomes `?`, and what is longer than
    /// [`LONGEST_TEXT`] is cut.
    ///
    /// # Errors
    /// The last one has not arrived yet.
    pub fn send(&mut self, message: &impl Display) -> Result<(), Busy> {
        if !self.is_free() {
            return Err(Busy);
        }
        let mut text = Printable(String::new());
        let _ = write!(text, "{message}"); // fails where it is cut
        debug_assert!(is_printable(&text.0));
        self.ends.number = following(self.ends.number);
        let frame = Frame::Message {
            session: self.ends.session,
            number: self.ends.number,
            text: &text.0,
        };
        self.ends.outgoing = frame.to_bytes().unwrap_or_default();
        self.ends.begin_waiting();
        Ok(())
    }

    /// The next line to be written, all of it, at this time; nothing when there is none. To be
    /// called until then, at least every few dozen milliseconds.
    pub fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        self.ends.transmit(now_ms)
    }

    /// Whether a message has gone without an acknowledgement for too long: the other end is off,
    /// or the wire is cut.
    #[must_use]
    pub fn is_deaf(&self, now_ms: u64) -> bool {
        let since = self.ends.waiting.and_then(|waiting| waiting.since_ms);
        since.is_some_and(|since| now_ms.saturating_sub(since) >= self.ends.timing.deaf_ms)
    }
}

/// Text that is made fit to travel while it is written.
struct Printable(String<LONGEST_TEXT>);

impl Write for Printable {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for c in text.chars() {
            let c = if (' '..='~').contains(&c) { c } else { '?' };
            self.0.push(c).map_err(|_| core::fmt::Error)?;
        }
        Ok(())
    }
}

/// The number after this one; 0 is the opening's alone.
const fn following(number: u8) -> u8 {
    if number == u8::MAX { 1 } else { number + 1 }
}

/// A message on its way.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// When it was sent first; not yet sent if `None`.
    since_ms: Option<u64>,
    due_ms: u64,
    interval_ms: u64,
}

/// The other end, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Peer {
    session: u16,
    /// The number of its last message that has arrived; 0 for its opening.
    last: u8,
}

/// A short answer that is to be sent.
#[derive(Clone, Copy, Debug)]
enum Reply {
    Ack(Peer),
    Reset(Peer),
}

/// The state of both ends, without the bytes of an unfinished line.
#[derive(Clone, Debug)]
struct Ends {
    timing: Timing,
    session: u16,
    /// The number of the last message that was sent, or is on its way; 0 for the opening.
    number: u8,
    /// That message, for repetitions.
    outgoing: Bytes,
    waiting: Option<Waiting>,
    peer: Option<Peer>,
    /// One is enough: the other end has but one message on its way.
    reply: Option<Reply>,
    /// The reply that is being written.
    sent: Bytes,
    /// When silence was noticed first.
    quiet_since_ms: Option<u64>,
}

impl Ends {
    /// Puts the opening of the session on its way.
    fn open(&mut self) {
        let frame = Frame::Open {
            session: self.session,
            knows: self.peer.map_or(0, |peer| peer.session),
        };
        self.number = 0;
        self.outgoing = frame.to_bytes().unwrap_or_default();
        self.begin_waiting();
    }

    fn open_next(&mut self) {
        self.session = self.session.checked_add(1).unwrap_or(1);
        self.open();
    }

    const fn begin_waiting(&mut self) {
        self.waiting = Some(Waiting {
            since_ms: None,
            due_ms: 0,
            interval_ms: self.timing.repeat_ms,
        });
    }

    /// The other end opens a session, or repeats that it does.
    fn opened(&mut self, session: u16, knows: u16) -> Option<Event<'static>> {
        let repeated = self
            .peer
            .is_some_and(|peer| peer.session == session && peer.last == 0);
        let peer = Peer { session, last: 0 };
        self.peer = Some(peer);
        self.reply = Some(Reply::Ack(peer));
        if repeated {
            return None;
        }
        if self.number == 0 && self.waiting.is_some() {
            self.open(); // it has yet to hear of our session; now with the name of its own
        } else if knows != self.session {
            self.open_next(); // it has forgotten ours
        }
        Some(Event::Opened)
    }

    /// Whether the message is the next one; says what has to be said about it.
    fn is_new(&mut self, session: u16, number: u8) -> bool {
        let this = Peer {
            session,
            last: number,
        };
        let known = self.peer.filter(|peer| peer.session == session);
        let Some(last) = known.map(|peer| peer.last) else {
            self.reply = Some(Reply::Reset(this));
            return false;
        };
        let new = number == following(last);
        if new {
            self.peer = Some(this);
        }
        let arrived = new || number == last;
        self.reply = Some(if arrived {
            Reply::Ack(this)
        } else {
            Reply::Reset(this)
        });
        new
    }

    fn acknowledged(&mut self, session: u16, number: u8) {
        if session == self.session && number == self.number {
            self.waiting = None;
        }
    }

    /// The other end does not know our session.
    fn reset(&mut self, session: u16, number: u8) -> Option<Event<'static>> {
        let ours = session == self.session && number == self.number && number > 0;
        ours.then(|| {
            self.open_next();
            Event::Opened
        })
    }

    fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        if let Some(reply) = self.reply.take() {
            let frame = match reply {
                Reply::Ack(Peer { session, last }) => Frame::Ack {
                    session,
                    number: last,
                },
                Reply::Reset(Peer { session, last }) => Frame::Reset {
                    session,
                    number: last,
                },
            };
            self.sent = frame.to_bytes()?;
            return Some(&self.sent);
        }
        self.probe(now_ms);
        let waiting = self.waiting.as_mut()?;
        if now_ms < waiting.due_ms {
            return None;
        }
        waiting.since_ms.get_or_insert(now_ms);
        waiting.due_ms = now_ms.saturating_add(waiting.interval_ms);
        waiting.interval_ms = (2 * waiting.interval_ms).min(SLOWEST * self.timing.repeat_ms);
        Some(&self.outgoing)
    }

    /// Sends the last message again if there has been silence for long.
    fn probe(&mut self, now_ms: u64) {
        let since_ms = *self.quiet_since_ms.get_or_insert(now_ms);
        let Some(probe_ms) = self.timing.probe_ms else {
            return;
        };
        if self.waiting.is_none() && now_ms.saturating_sub(since_ms) >= probe_ms {
            self.begin_waiting();
            self.quiet_since_ms = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heapless::Vec;

    const TIMING: Timing = Timing {
        repeat_ms: 100,
        deaf_ms: 1_000,
        probe_ms: Some(5_000),
    };

    /// Two ends and a wire that can be cut in either direction.
    struct Pair {
        ends: [Line; 2],
        cut: [bool; 2],
        now_ms: u64,
    }

    impl Pair {
        fn new() -> Self {
            Self {
                ends: [Line::new(1, TIMING), Line::new(900, TIMING)],
                cut: [false; 2],
                now_ms: 0,
            }
        }

        /// Lets 10 ms pass; what each end has heard: `None` for an opening.
        fn pass(&mut self) -> [Vec<Option<String<20>>, 8>; 2] {
            let mut heard = [const { Vec::new() }; 2];
            for here in 0..2 {
                while let Some(line) = self.ends[here].transmit(self.now_ms) {
                    let line = Bytes::from_slice(line).unwrap();
                    if self.cut[here] {
                        continue;
                    }
                    for byte in line {
                        let event = self.ends[1 - here].receive(byte).map(|event| match event {
                            Event::Opened => None,
                            Event::Message(text) => Some(text.try_into().unwrap()),
                        });
                        heard[1 - here].extend(event);
                    }
                }
            }
            self.now_ms += 10;
            heard
        }

        /// Lets time pass; how many messages each end has heard, openings apart.
        fn messages_in(&mut self, ms: u64) -> [usize; 2] {
            let mut count = [0; 2];
            for _ in 0..ms / 10 {
                let heard = self.pass();
                for end in 0..2 {
                    count[end] += heard[end].iter().flatten().count();
                }
            }
            count
        }
    }

    #[test]
    fn both_open_and_then_talk() {
        let mut pair = Pair::new();
        assert_eq!(pair.ends[0].send(&"early"), Err(Busy));
        assert_eq!(pair.messages_in(50), [0, 0]);
        for n in 0..600 {
            pair.ends[n % 2].send(&"hello").unwrap();
            let expected = [usize::from(n % 2 == 1), usize::from(n % 2 == 0)];
            assert_eq!(pair.messages_in(20), expected, "message {n}");
        }
    }

    #[test]
    fn a_lost_message_is_repeated_and_a_lost_acknowledgement_doubles_nothing() {
        for lost in 0..2 {
            let mut pair = Pair::new();
            pair.messages_in(50);
            pair.ends[0].send(&"hello").unwrap();
            pair.cut[lost] = true;
            assert_eq!(pair.messages_in(50), [0, lost]);
            assert!(!pair.ends[0].is_free());
            pair.cut[lost] = false;
            assert_eq!(pair.messages_in(200), [0, 1 - lost]);
            assert!(pair.ends[0].is_free());
        }
    }

    #[test]
    fn a_restart_of_either_end_is_told_to_both() {
        for restarted in 0..2 {
            let mut pair = Pair::new();
            pair.messages_in(50);
            for _ in 0..3 {
                pair.ends[0].send(&"hello").unwrap();
                pair.ends[1].send(&"hello").unwrap();
                pair.messages_in(20);
            }
            pair.ends[1 - restarted].send(&"drowned").unwrap();
            pair.ends[restarted] = Line::new(7, TIMING);
            let mut openings = [0; 2];
            for _ in 0..50 {
                let heard = pair.pass();
                for end in 0..2 {
                    openings[end] += heard[end].iter().filter(|event| event.is_none()).count();
                }
            }
            assert!(
                openings.iter().all(|&count| (1..=2).contains(&count)),
                "{openings:?}"
            );
            pair.ends[0].send(&"again").unwrap();
            pair.ends[1].send(&"again").unwrap();
            assert_eq!(pair.messages_in(50), [1, 1]);
        }
    }

    #[test]
    fn a_restart_with_the_same_session_is_survived() {
        let mut pair = Pair::new();
        pair.messages_in(50);
        for _ in 0..3 {
            pair.ends[1].send(&"hello").unwrap();
            pair.messages_in(20);
            pair.ends[1] = Line::new(900, TIMING);
            pair.messages_in(1_000);
            pair.ends[0].send(&"hello").unwrap();
            assert_eq!(pair.messages_in(50), [0, 1]);
        }
    }

    #[test]
    fn a_cut_wire_is_noticed_and_mended() {
        let mut pair = Pair::new();
        pair.messages_in(50);
        pair.cut = [true; 2];
        pair.messages_in(5_900);
        assert!(
            !pair.ends[0].is_deaf(pair.now_ms),
            "nothing has been asked for long enough"
        );
        pair.messages_in(500);
        assert!(pair.ends[0].is_deaf(pair.now_ms));
        pair.cut = [false; 2];
        pair.messages_in(1_000);
        assert!(!pair.ends[0].is_deaf(pair.now_ms));
        pair.ends[0].send(&"hello").unwrap();
        assert_eq!(pair.messages_in(50), [0, 1]);
    }

    #[test]
    fn what_cannot_travel_is_replaced_or_cut() {
        let mut pair = Pair::new();
        pair.messages_in(50);
        pair.ends[0].send(&"a\nä\0").unwrap();
        let heard = pair.pass();
        assert_eq!(heard[1].first().unwrap().as_deref(), Some("a???"));
        let long = str::from_utf8(&[b'x'; 2 * LONGEST_TEXT]).unwrap();
        pair.ends[0].send(&long).unwrap();
        let line = pair.ends[0].transmit(pair.now_ms).unwrap();
        assert_eq!(line.len(), LONGEST_FRAME);
    }

    #[test]
    fn an_end_is_small() {
        assert!(size_of::<Line>() <= 1_600, "{}", size_of::<Line>());
    }

    #[test]
    fn slow_wires_wait_longer() {
        assert_eq!(Timing::for_baud(115_200).repeat_ms, 203);
        assert_eq!(Timing::for_baud(9_600).repeat_ms, 1_343);
    }
}
