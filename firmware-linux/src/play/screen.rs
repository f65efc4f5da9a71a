//! What is written to standard output: plain lines, or a screen that is drawn anew in place.

use std::io::{self, Write};

use crossterm::terminal::{self, Clear, ClearType};

use crate::app::event::Notice;
use crate::app::view::View;
use crate::display::paint::Paint;
use crate::display::terminal::{
    Picture, Style, Typed, Work, above_input, draw, input_line, log_above, page, screen, thinking,
};
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

/// Log lines that are kept in sight, at most.
const LOG_LINES: usize = 5;

/// Standard output, and what was said on it last. Nothing is sure to be seen before
/// [`flush`](Self::flush).
#[derive(Debug)]
pub struct Screen<W> {
    out: W,
    kind: Kind,
    lang: Lang,
    message: String,
    /// The help is shown instead of the board.
    helps: bool,
    typed: Typed,
    prompt: String,
    log: Vec<String>,
    beat: usize,
}

impl<W: Write> Screen<W> {
    /// Nothing is written yet.
    pub fn new(out: W, kind: Kind, lang: Lang) -> Self {
        Self {
            out,
            kind,
            lang,
            message: String::new(),
            helps: false,
            typed: Typed::default(),
            prompt: String::new(),
            log: Vec::new(),
            beat: 0,
        }
    }

    /// The language that is spoken.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// Speaks this language from now on.
    pub const fn set_lang(&mut self, lang: Lang) {
        self.lang = lang;
    }

    /// What is written to.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.kind != Kind::Lines
    }

    /// Everything written so far is seen.
    ///
    /// # Errors
    /// As any writing.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
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
                self.put(&"\n".repeat(height))?;
                self.redraw(view)
            }
        }
    }

    /// Says what an event has led to, and shows the board if it has changed.
    ///
    /// # Errors
    /// As any writing.
    pub fn notice(&mut self, view: &View<'_>, notice: Notice) -> io::Result<()> {
        let words = |notice| wording::notice_of(notice, view, self.lang);
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
        self.message.clear();
        self.add(view, &words)
    }

    /// Says something besides what was said last.
    ///
    /// # Errors
    /// As any writing.
    pub fn add(&mut self, view: &View<'_>, words: &str) -> io::Result<()> {
        if self.kind == Kind::Lines {
            return writeln!(self.out, "{words}");
        }
        if !self.message.is_empty() {
            self.message.push('\n');
        }
        self.message.push_str(words);
        self.helps = false;
        self.redraw(view)
    }

    /// Shows the board, and forgets what was said.
    ///
    /// # Errors
    /// As any writing.
    pub fn board(&mut self, view: &View<'_>) -> io::Result<()> {
        self.message.clear();
        self.helps = false;
        match self.kind {
            Kind::Lines => self
                .out
                .write_all(text::position(view, self.lang).as_bytes()),
            Kind::Full(_) => self.redraw(view),
        }
    }

    /// Shows the commands.
    ///
    /// # Errors
    /// As any writing.
    pub fn help(&mut self, view: &View<'_>) -> io::Result<()> {
        self.helps = true;
        match self.kind {
            Kind::Lines => writeln!(self.out, "{}", self.help_text(view)),
            Kind::Full(_) => self.redraw(view),
        }
    }

    fn help_text(&self, view: &View<'_>) -> String {
        let mut help = texts::HELP.plain(self.lang).to_string();
        if is_tic_tac_toe(view.rules()) {
            help = format!("{help}\n{}", texts::HELP_CELLS.plain(self.lang));
        }
        help
    }

    /// Shows what is typed now; a pipe shows nothing.
    ///
    /// # Errors
    /// As any writing.
    pub fn typed(&mut self, (before, behind): (String, String)) -> io::Result<()> {
        self.typed = Typed { before, behind };
        match self.kind {
            Kind::Lines => Ok(()),
            Kind::Full(paint) => {
                let line = input_line(&self.prompt, &self.typed, self.style(paint));
                self.put(&line)
            }
        }
    }

    /// Moves the line that tells that the engine is waited for; a pipe is not told.
    ///
    /// # Errors
    /// As any writing.
    pub fn working(&mut self, view: &View<'_>, work: Work) -> io::Result<()> {
        let Kind::Full(paint) = self.kind else {
            return Ok(());
        };
        if self.helps || view.thinking.is_none() {
            return Ok(());
        }
        self.beat = self.beat.wrapping_add(1);
        let style = self.style(paint);
        let line = thinking(view, work, self.beat, style);
        let drawn = above_input(&line, &self.prompt, &self.typed, style);
        self.put(&drawn)
    }

    /// Shows a line of the log: above the picture, for those who look back, and for a while below.
    ///
    /// # Errors
    /// As any writing.
    pub fn log(&mut self, view: &View<'_>, line: String) -> io::Result<()> {
        let Kind::Full(paint) = self.kind else {
            return Ok(());
        };
        let above = log_above(&line, self.style(paint));
        self.put(&above)?;
        if self.log.len() >= LOG_LINES {
            self.log.remove(0);
        }
        self.log.push(line);
        self.redraw(view)
    }

    /// The last word: the terminal's cursor goes to a new line.
    ///
    /// # Errors
    /// As any writing.
    pub fn leave(&mut self) -> io::Result<()> {
        if self.is_terminal() {
            let clear = Clear(ClearType::FromCursorDown);
            self.put(&format!("{clear}\n"))?;
        }
        self.out.flush()
    }

    /// On a pipe the board is shown when somebody has to decide, or watches.
    fn show_position(&mut self, view: &View<'_>) -> io::Result<()> {
        if view.awaits_human() || view.ending.is_some() || view.is_watched() {
            let position = text::position(view, self.lang);
            self.out.write_all(position.as_bytes())?;
        }
        Ok(())
    }

    /// Draws everything anew on a terminal, as large as that is now.
    ///
    /// # Errors
    /// As any writing.
    pub fn redraw(&mut self, view: &View<'_>) -> io::Result<()> {
        let Kind::Full(paint) = self.kind else {
            return Ok(());
        };
        let style = self.style(paint);
        let picture: Picture = if self.helps {
            page(&self.help_text(view), style)
        } else {
            screen(view, &self.message, style)
        };
        let drawn = draw(&picture, &self.typed, &self.log, style);
        self.prompt = picture.prompt;
        self.put(&drawn)
    }

    /// Writes to a terminal in raw mode, where the end of a line is two steps.
    fn put(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.replace('\n', "\r\n").as_bytes())
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
