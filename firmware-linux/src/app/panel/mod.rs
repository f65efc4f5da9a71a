//! The box's controls and what its displays show, without any device.
//!
//! A [`Panel`] owns the [`Session`]: keypad, serial line, robot link and web act through it, and
//! all see the same game. Time is told to it ([`Panel::tick`]); it reads no clock.
//!
//! A change of the game is shown when it is kept, and not before: [`Wish::Keep`] asks for that, and
//! [`Panel::kept`] tells of it.
//!
//! - `cursor`: the cursor on the board
//! - [`entry`]: a move typed as coordinates
//! - [`message`]: what there is to say beside the game, and for how long
//! - [`menu`]: what can be set and done
//! - [`view`]: what displays and lamps should show
//! - [`outcome`]: what the world is to do
//! - `course`: the game and its changes, which nobody sees before they are kept
//! - `keys`: what the keys do
//! - `shown`: what the displays are to show now
//!
//! | key | board of 3×3 | larger boards | coordinates | menu | question |
//! |---|---|---|---|---|---|
//! | `1`–`9` | play that cell | move the cursor, `5` plays | digits | `2` `8` walk, `2` `4` `6` `8` change a value | |
//! | `*` | | to coordinates | one digit back, then to the cursor | back | no |
//! | `#`, Enter | | Enter plays | play | choose | yes |
//! | `A` `B` `C` | take back, advice, new game | the same | the same | | |
//! | `D` | menu; held, off | the same | the same | leave | no |
//!
//! The arrows of a terminal move the cursor on every board.

mod course;
mod cursor;
pub mod entry;
mod keys;
pub mod menu;
pub mod message;
pub mod outcome;
mod shown;
pub mod view;

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;

use self::course::{Course, Step};
use self::cursor::centre;
use self::entry::{Entry, EntryError};
use self::menu::{Kind, Menu};
use self::message::{Message, Messages, Subject, Trouble};
use self::outcome::{Beep, Outcome, Wish};
use self::view::{Question, Robot};
use super::event::{Event, Notice};
use super::record::Record;
use super::session::{Config, Session};
use crate::lang::Lang;

/// How the box is set up.
#[derive(Clone, Debug)]
pub struct PanelSetup {
    /// Game, players and strength.
    pub config: Config,
    /// The game to go on with.
    pub record: Option<Record>,
    /// The language to speak.
    pub lang: Lang,
    /// Whether it may be heard.
    pub sound: bool,
    /// Where its page is found in the network.
    pub address: Option<String>,
    /// Milliseconds without a key or a move after which the display rests; never without.
    pub blank_after_ms: Option<u64>,
}

/// What stands over the game, with what is needed to go back.
#[derive(Clone, Copy, Debug)]
enum Over {
    Menu(Menu),
    /// A question, and the menu that it came from.
    Ask(Question, Option<Menu>),
    Off,
}

/// The controls of the box and the game that they control.
#[derive(Debug)]
pub struct Panel {
    course: Course,
    /// A kept game that is gone on with at the start.
    kept: Option<Record>,
    lang: Lang,
    sound: bool,
    address: Option<String>,
    /// A game that is offered beside the usual ones.
    other: Option<Rules>,
    cursor: Point,
    /// Advice was asked for by a key, and the cursor has not moved since.
    follows_advice: bool,
    /// The arrows were used: on 3×3 the cursor is not shown without.
    arrows: bool,
    focus: Point,
    entry: Option<Entry>,
    over: Option<Over>,
    messages: Messages,
    robot: Option<Robot>,
    now_ms: u64,
    /// Since the last key: what blinks is seen at once when it has moved.
    quiet_ms: u64,
    clock_ms: [u64; 2],
    thinking_ms: u64,
    /// How long the change at hand has been on its way to the disk.
    keeping_ms: u64,
    idle_ms: u64,
    blank_after_ms: u64,
}

impl Panel {
    /// The box as it is set up. [`start`](Self::start) sets it going.
    #[must_use]
    pub fn new(setup: PanelSetup) -> Self {
        let rules = setup.config.rules;
        Self {
            course: Course::new(setup.config),
            kept: setup.record,
            lang: setup.lang,
            sound: setup.sound,
            address: setup.address,
            other: other(rules),
            cursor: centre(rules),
            follows_advice: false,
            arrows: false,
            focus: centre(rules),
            entry: None,
            over: None,
            messages: Messages::default(),
            robot: None,
            now_ms: 0,
            quiet_ms: 0,
            clock_ms: [0; 2],
            thinking_ms: 0,
            keeping_ms: 0,
            idle_ms: 0,
            blank_after_ms: setup.blank_after_ms.unwrap_or(u64::MAX),
        }
    }

    /// Goes on with the kept game, or begins one.
    pub fn start(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        let reaction = self.course.start(self.kept.take());
        outcome.requests.extend(reaction.request);
        if let Some(notice) = reaction.notice {
            outcome.wishes.push(Wish::Keep { begins: true });
            self.tell(notice, &mut outcome);
        }
        outcome
    }

    /// Something from elsewhere: a serial line, the robot link, the web, the engine. What is
    /// refused is told by the outcome alone.
    pub fn event(&mut self, event: Event) -> Outcome {
        let mut outcome = Outcome::default();
        self.happen(event, &mut outcome);
        outcome
    }

    /// The change that was to be kept is kept, or is to be shown all the same. What has waited for
    /// that happens now.
    pub fn kept(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        self.keeping_ms = 0;
        if let Some(notice) = self.course.kept() {
            self.tell(notice, &mut outcome);
        }
        while let Some((event, by_key)) = self.course.next() {
            if by_key {
                self.happen_here(event, &mut outcome);
            } else {
                self.happen(event, &mut outcome);
            }
        }
        outcome
    }

    /// Something that is to be shown: trouble, until it is mended or for a while.
    pub fn say(&mut self, message: Message) -> Outcome {
        let mut outcome = Outcome::default();
        let trouble = matches!(message, Message::Trouble(_));
        if let Message::Trouble(Trouble::Board(differences)) = &message {
            let first = differences.list().first();
            self.focus = first.map_or(self.focus, |first| first.at);
        }
        if matches!(message, Message::Trouble(Trouble::Power)) {
            self.over = None;
        }
        if self.messages.push(message) {
            self.idle_ms = 0;
            if trouble {
                self.beep(Beep::Trouble, &mut outcome);
            }
        }
        outcome
    }

    /// What was wrong with this is right again.
    pub fn mended(&mut self, subject: Subject) {
        if self.messages.mend(subject) {
            self.idle_ms = 0;
        }
    }

    /// What the robot is about.
    pub fn robot(&mut self, robot: Option<Robot>) {
        if self.robot != robot {
            self.idle_ms = 0;
        }
        self.robot = robot;
    }

    /// Where the box's page is found in the network.
    pub fn set_address(&mut self, address: Option<String>) {
        self.address = address;
    }

    /// It is `now_ms` by a clock that never goes back (one that does only stands still here).
    pub fn tick(&mut self, now_ms: u64) {
        let elapsed = now_ms.saturating_sub(self.now_ms);
        self.now_ms = now_ms;
        self.quiet_ms = self.quiet_ms.saturating_add(elapsed);
        self.messages.pass(elapsed);
        if self.course.is_keeping() {
            self.keeping_ms = self.keeping_ms.saturating_add(elapsed);
        }
        let view = self.course.session().view();
        let thinking = view.thinking.is_some();
        if view.ending.is_none() {
            let clock = &mut self.clock_ms[view.game.side_to_move().index()];
            *clock = clock.saturating_add(elapsed);
        }
        if thinking {
            self.thinking_ms = self.thinking_ms.saturating_add(elapsed);
            self.idle_ms = 0;
        } else {
            self.idle_ms = self.idle_ms.saturating_add(elapsed);
        }
    }

    /// The game, its players and what the engine does, as they are shown.
    #[must_use]
    pub const fn session(&self) -> &Session {
        self.course.session()
    }

    /// The game as it is shown.
    #[must_use]
    pub const fn record(&self) -> &Record {
        self.course.session().record()
    }

    /// Game, players and strength as they are shown.
    #[must_use]
    pub const fn config(&self) -> &Config {
        self.course.session().config()
    }

    /// The game, its players and their strength, to be kept: with the change that is not shown yet.
    #[must_use]
    pub fn coming(&self) -> &Session {
        self.course.coming()
    }

    /// Whether a change waits to be kept and shown: until [`kept`](Self::kept).
    #[must_use]
    pub const fn is_keeping(&self) -> bool {
        self.course.is_keeping()
    }

    /// The language that is spoken.
    #[must_use]
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether the box may be heard.
    #[must_use]
    pub const fn sound(&self) -> bool {
        self.sound
    }

    fn rules(&self) -> Rules {
        self.record().game().rules()
    }

    /// Whether digits play cells: on the board that looks like the keypad.
    fn plays_by_digit(&self) -> bool {
        let rules = self.rules();
        (rules.columns(), rules.rows()) == (3, 3)
    }

    fn is_blank(&self) -> bool {
        self.idle_ms >= self.blank_after_ms
    }

    // ---- what follows

    /// An event by a key: what is refused is shown, for nobody else tells.
    fn happen_here(&mut self, event: Event, outcome: &mut Outcome) {
        let before = outcome.notices.len();
        self.take(event, true, outcome);
        let said = outcome.notices.get(before).copied();
        if let Some(notice) = said.filter(|notice| notice.is_refusal()) {
            self.messages.push(Message::Notice(notice));
            self.beep(Beep::Refused, outcome);
        }
    }

    fn refuse(&mut self, error: EntryError, outcome: &mut Outcome) {
        self.messages.push(Message::Entry(error));
        self.beep(Beep::Refused, outcome);
    }

    fn happen(&mut self, event: Event, outcome: &mut Outcome) {
        self.take(event, false, outcome);
    }

    fn take(&mut self, event: Event, by_key: bool, outcome: &mut Outcome) {
        let (notice, request) = match self.course.take(event, by_key) {
            Step::Done(reaction) => (reaction.notice, reaction.request),
            Step::Keep(request, notice) => {
                let begins = matches!(notice, Notice::NewGame | Notice::Restored(_));
                outcome.wishes.push(Wish::Keep { begins });
                (None, request)
            }
            Step::Waits => return,
        };
        if request.is_some() {
            self.thinking_ms = 0;
        }
        outcome.requests.extend(request);
        if let Some(notice) = notice {
            self.tell(notice, outcome);
        }
    }

    fn tell(&mut self, notice: Notice, outcome: &mut Outcome) {
        outcome.notices.push(notice);
        self.follow(notice, outcome);
    }

    /// Cursor, focus and clocks follow the game.
    fn follow(&mut self, notice: Notice, outcome: &mut Outcome) {
        if notice.is_refusal() {
            return;
        }
        self.idle_ms = 0;
        match notice {
            Notice::NewGame | Notice::Restored(_) => self.begin(),
            Notice::Hint(point, _) => {
                self.focus = point;
                if self.follows_advice {
                    self.cursor = point;
                }
            }
            Notice::Played(_, point, _) => self.focus = point,
            Notice::Undone(_) | Notice::Redone(_) => {
                self.focus = self.record().game().last_move().unwrap_or(self.cursor);
            }
            _ => {}
        }
        if let Some(beep) = self.beep_for(notice) {
            self.beep(beep, outcome);
        }
    }

    fn begin(&mut self) {
        let rules = self.rules();
        self.other = other(rules).or(self.other);
        self.cursor = centre(rules);
        self.focus = self.record().game().last_move().unwrap_or(self.cursor);
        self.clock_ms = [0; 2];
        self.entry = None;
    }

    fn beep_for(&self, notice: Notice) -> Option<Beep> {
        let over = self.record().ending().is_some();
        match notice {
            Notice::Played(..) | Notice::Resigned(_) if over => Some(Beep::Over),
            Notice::Played(_, _, None) => Some(Beep::Placed),
            Notice::Played(..) | Notice::Hint(..) => Some(Beep::Answered),
            _ => None,
        }
    }

    fn beep(&self, beep: Beep, outcome: &mut Outcome) {
        if self.sound {
            outcome.wishes.push(Wish::Beep(beep));
        }
    }
}

/// The rules, if they are none of the usual games.
fn other(rules: Rules) -> Option<Rules> {
    matches!(Kind::of(rules), Kind::Other(_)).then_some(rules)
}

#[cfg(test)]
mod tests;
