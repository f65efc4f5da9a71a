//! The machine's end once more, by somebody who has read `LINK.md` and nothing else: strings, an
//! own checksum, and not a line of the crate that both other ends share.

use std::collections::VecDeque;

use minmax_link::cell::{Cell, Colour};
use minmax_link::device::{Machine, Progress};
use minmax_link::message::{Lamp, Work};

use super::arena::Peer;
use super::table::Table;

/// CRC-32, bit by bit.
#[must_use]
pub fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}

/// A machine's end, as a student may write it.
#[derive(Debug)]
pub struct Student {
    session: u16,
    /// The number of the message on its way, or of the last one.
    number: u8,
    on_its_way: Option<String>,
    due_ms: u64,
    wait_ms: u64,
    queue: VecDeque<String>,
    answers: VecDeque<String>,
    box_session: u16,
    box_number: u8,
    line: Vec<u8>,
    written: Vec<u8>,
    /// What to do next, in words.
    job: Option<String>,
    /// What the arm is at; 0 if nobody wants to know any more.
    arm: Option<u32>,
}

impl Student {
    /// Switched on.
    #[must_use]
    pub fn new(session: u16) -> Self {
        let mut student = Self {
            session,
            number: 0,
            on_its_way: None,
            due_ms: 0,
            wait_ms: 0,
            queue: VecDeque::new(),
            answers: VecDeque::new(),
            box_session: 0,
            box_number: 0,
            line: Vec::new(),
            written: Vec::new(),
            job: None,
            arm: None,
        };
        student.open();
        student
    }

    fn open(&mut self) {
        self.number = 0;
        self.put_on_its_way(format!("@{:04X} {:04X}", self.session, self.box_session));
    }

    fn put_on_its_way(&mut self, text: String) {
        self.on_its_way = Some(text);
        self.due_ms = 0;
        self.wait_ms = 200;
    }

    fn open_anew(&mut self) {
        self.session = self.session.checked_add(1).unwrap_or(1);
        self.open();
    }

    fn forget(&mut self) {
        self.queue.clear();
        self.job = None;
        self.arm = self.arm.map(|_| 0);
    }

    fn read(&mut self, line: &str, table: &mut Table) -> Option<()> {
        let (body, checksum) = line.rsplit_once('*')?;
        if checksum != format!("{:08X}", crc(body.as_bytes())) {
            return None;
        }
        let session = u16::from_str_radix(body.get(1..5)?, 16).ok()?;
        let rest = body.get(6..)?;
        match body.get(..1)? {
            "@" => self.box_opens(session, u16::from_str_radix(rest, 16).ok()?),
            ":" => {
                let (number, message) = rest.split_once(' ')?;
                self.box_says(
                    session,
                    u8::from_str_radix(number, 16).ok()?,
                    message,
                    table,
                );
            }
            "+" if self.is_on_its_way(session, rest) => self.on_its_way = None,
            "?" if self.is_on_its_way(session, rest) => {
                self.forget();
                self.open_anew();
            }
            _ => {}
        }
        Some(())
    }

    fn is_on_its_way(&self, session: u16, number: &str) -> bool {
        session == self.session && number == format!("{:02X}", self.number)
    }

    fn box_opens(&mut self, session: u16, knows: u16) {
        self.answers.push_back(format!("+{session:04X} 00"));
        if session == self.box_session && self.box_number == 0 {
            return;
        }
        self.box_session = session;
        self.box_number = 0;
        self.forget();
        if self.number == 0 && self.on_its_way.is_some() {
            self.open();
        } else if knows != self.session {
            self.open_anew();
        }
    }

    fn box_says(&mut self, session: u16, number: u8, message: &str, table: &mut Table) {
        let next = if self.box_number == 255 {
            1
        } else {
            self.box_number + 1
        };
        let known = session == self.box_session && session != 0;
        if !known || (number != next && number != self.box_number) {
            self.answers
                .push_back(format!("?{session:04X} {number:02X}"));
            return;
        }
        self.answers
            .push_back(format!("+{session:04X} {number:02X}"));
        if number == next {
            self.box_number = number;
            self.obey(message, table);
        }
    }

    fn obey(&mut self, message: &str, table: &mut Table) {
        let words: Vec<&str> = message.split(' ').collect();
        match words[0] {
            "GAME" => {
                let size = table.size();
                let ready = format!("READY 1 {} {} PMR", size.columns(), size.rows());
                self.queue.push_back(ready);
            }
            "LAMP" => table.show(match words[1] {
                "THINKING" => Lamp::Thinking,
                "MOVING" => Lamp::Moving,
                "TURN" => Lamp::Turn,
                "WRONG" => Lamp::Wrong,
                _ => Lamp::Over,
            }),
            "OVER" => {
                let winner = words[1].chars().next().and_then(Colour::from_letter);
                let row = words[2..].iter().filter_map(|name| Cell::parse(name));
                table.over(winner, &row.collect());
            }
            "LOOK" | "PLACE" | "MOVE" | "REMOVE" => self.job = Some(message.into()),
            _ => {}
        }
    }

    fn end_movement(&mut self, table: &mut Table) {
        let Some(number) = self.arm else { return };
        let answer = match table.progress() {
            Progress::Busy => return,
            Progress::Done => format!("DONE {number}"),
            Progress::Failed(reason) => format!("FAILED {number} {reason}"),
        };
        self.arm = None;
        if number > 0 {
            self.queue.push_back(answer);
        }
    }

    fn begin(&mut self, table: &mut Table) -> Option<()> {
        let job = self.job.clone()?;
        let words: Vec<&str> = job.split(' ').collect();
        let number = words[1].parse().ok()?;
        let work = match words[0] {
            "LOOK" => {
                let board = picture(table)?; // asked again if it cannot be seen
                let size = table.size();
                let (columns, rows) = (size.columns(), size.rows());
                self.queue
                    .push_back(format!("BOARD {number} {columns} {rows} {board}"));
                self.job = None;
                return None;
            }
            "PLACE" => {
                let colour = Colour::from_letter(words[2].chars().next()?)?;
                Work::Place(colour, Cell::parse(words[3])?)
            }
            "MOVE" => Work::Move(Cell::parse(words[2])?, Cell::parse(words[3])?),
            _ => Work::Remove(Cell::parse(words[2])?),
        };
        self.job = None;
        self.arm = Some(number);
        table.begin(work);
        Some(())
    }
}

/// The board with a point for every empty cell.
fn picture(table: &mut Table) -> Option<String> {
    let board = table.look()?;
    let size = board.size();
    let mut text = String::new();
    for cell in size.cells() {
        text.push(board.stone(cell).map_or('.', Colour::letter));
        if cell.column() + 1 == size.columns() && cell.row() > 0 {
            text.push('/');
        }
    }
    Some(text)
}

impl Peer for Student {
    fn receive(&mut self, byte: u8, table: &mut Table) {
        if byte == b'\n' {
            let line = std::mem::take(&mut self.line);
            if let Ok(line) = String::from_utf8(line) {
                self.read(&line, table);
            }
        } else if self.line.len() < 459 {
            self.line.push(byte);
        }
    }

    fn poll(&mut self, table: &mut Table) {
        if table.was_pressed() {
            self.queue.push_back("MOVED".into());
        }
        self.end_movement(table);
        if self.arm.is_none() {
            self.begin(table);
        }
        if self.on_its_way.is_none()
            && let Some(message) = self.queue.pop_front()
        {
            self.number = if self.number == 255 {
                1
            } else {
                self.number + 1
            };
            self.put_on_its_way(format!(
                ":{:04X} {:02X} {message}",
                self.session, self.number
            ));
        }
    }

    fn transmit(&mut self, now_ms: u64) -> Option<&[u8]> {
        let text = match self.answers.pop_front() {
            Some(answer) => answer,
            None if now_ms >= self.due_ms => {
                let text = self.on_its_way.clone()?;
                self.due_ms = now_ms + self.wait_ms;
                self.wait_ms = (2 * self.wait_ms).min(1_600);
                text
            }
            None => return None,
        };
        self.written = format!("{text}*{:08X}\r\n", crc(text.as_bytes())).into_bytes();
        Some(&self.written)
    }
}
