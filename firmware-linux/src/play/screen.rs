//! What is written to standard output: plain lines, or a screen that is drawn anew in place.

use std::io::{self, Write};

use crossterm::terminal;

use crate::app::event::Notice;
use crate::app::view::View;
use crate::display::paint::Paint;
use crate::display::terminal::{Style, page, screen, thinking};
use crate::display::text;
use crate::lang::{Lang, texts};
use crate::names::is_tic_tac_toe;
use crate::wording;

/// The size of a terminal that does not say its own.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// What standard output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A pipe or a file: lines without control codes.
    Lines,
    /// A terminal: a screen, redrawn in place.
    Full(Paint),
}

/// Standard output, and what was said on it last.
#[derive(Debug)]
pub struct Screen<W> {
    out: W,
    kind: Kind,
    lang: Lang,
    message: String,
    beat: usize,
}

impl<W: Write> Screen<W> {
    /// Nothing is written yet.
    pub const fn new(out: W, kind: Kind, lang: Lang) -> Self {
        Self {
            out,
            kind,
            lang,
            message: String::new(),
            beat: 0,
        }
    }

    /// The language that is spoken.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.kind != Kind::Lines
    }

    /// The first picture. What the terminal showed before is pushed up, not wiped out.
    ///
    /// # Errors
    /// As any writing.
    pub fn begin(&mut self, view: &View<'_>) -> io::Result<()> {
        match self.kind {
            Kind::Lines => {
                let heading = text::heading(view, self.lang);
                self.out.write_all(heading.as_bytes())?;
                self.show_position(view)
            }
            Kind::Full(paint) => {
                let height = self.style(paint).height;
                self.out.write_all("\n".repeat(height).as_bytes())?;
                self.redraw(view, paint)
            }
        }
    }

    /// Says what an event has led to, and shows the board if it has changed.
    ///
    /// # Errors
    /// As any writing.
    pub fn notice(&mut self, view: &View<'_>, notice: Notice) -> io::Result<()> {
        let words = |notice| wording::notice(notice, view.rules(), self.lang);
        match (self.kind, notice) {
            // What the engine thought stands beside the board.
            (Kind::Full(_), Notice::Played(side, at, _)) => {
                let words = words(Notice::Played(side, at, None));
                self.say(view, words)
            }
            (Kind::Lines, _) if notice.changes_position() => {
                writeln!(self.out, "{}", words(notice))?;
                self.show_position(view)
            }
            _ => {
                let words = words(notice);
                self.say(view, words)
            }
        }
    }

    /// Says something.
    ///
    /// # Errors
    /// As any writing.
    pub fn say(&mut self, view: &View<'_>, words: String) -> io::Result<()> {
        match self.kind {
            Kind::Lines => {
                writeln!(self.out, "{words}")?;
                self.out.flush()
            }
            Kind::Full(paint) => {
                self.message = words;
                self.redraw(view, paint)
            }
        }
    }

    /// Shows the board, and forgets what was said.
    ///
    /// # Errors
    /// As any writing.
    pub fn board(&mut self, view: &View<'_>) -> io::Result<()> {
        self.message.clear();
        match self.kind {
            Kind::Lines => {
                self.out
                    .write_all(text::position(view, self.lang).as_bytes())?;
                self.out.flush()
            }
            Kind::Full(paint) => self.redraw(view, paint),
        }
    }

    /// Shows the commands.
    ///
    /// # Errors
    /// As any writing.
    pub fn help(&mut self, view: &View<'_>) -> io::Result<()> {
        let mut help = texts::HELP.plain(self.lang).to_string();
        if is_tic_tac_toe(view.rules()) {
            help = format!("{help}\n{}", texts::HELP_CELLS.plain(self.lang));
        }
        match self.kind {
            Kind::Lines => writeln!(self.out, "{help}")?,
            Kind::Full(paint) => {
                let page = page(&help, self.style(paint));
                self.out.write_all(page.as_bytes())?;
            }
        }
        self.out.flush()
    }

    /// Moves the line that tells that the engine thinks; a pipe is not told.
    ///
    /// # Errors
    /// As any writing.
    pub fn thinking(&mut self, view: &View<'_>, elapsed_ms: u64) -> io::Result<()> {
        let Kind::Full(paint) = self.kind else {
            return Ok(());
        };
        self.beat = self.beat.wrapping_add(1);
        let line = thinking(view, elapsed_ms, self.beat, self.style(paint));
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }

    /// The last word: the terminal's cursor goes to a new line.
    ///
    /// # Errors
    /// As any writing.
    pub fn leave(&mut self) -> io::Result<()> {
        if self.is_terminal() {
            writeln!(self.out)?;
        }
        self.out.flush()
    }

    /// On a pipe the board is shown when somebody has to decide, or watches.
    fn show_position(&mut self, view: &View<'_>) -> io::Result<()> {
        if view.awaits_human() || view.ending.is_some() || view.is_watched() {
            let position = text::position(view, self.lang);
            self.out.write_all(position.as_bytes())?;
        }
        self.out.flush()
    }

    fn redraw(&mut self, view: &View<'_>, paint: Paint) -> io::Result<()> {
        let screen = screen(view, &self.message, self.style(paint));
        self.out.write_all(screen.as_bytes())?;
        self.out.flush()
    }

    fn style(&self, paint: Paint) -> Style {
        let known = |&(width, height): &(u16, u16)| width > 0 && height > 0;
        let (width, height) = terminal::size().ok().filter(known).unwrap_or(USUAL_SIZE);
        Style {
            width: width.into(),
            height: height.into(),
            paint,
            lang: self.lang,
        }
    }
}
