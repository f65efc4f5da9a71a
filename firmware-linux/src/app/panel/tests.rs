//! The controls, key by key, with a thinker that is always late.

use super::menu::Item;
use super::message::{Difference, Differences};
use super::view::Overlay;
use super::*;
use crate::app::event::{Player, Request, Task};
use crate::app::key::{Digit, Key, KeyEvent, Stroke};
use crate::app::record::Ending;
use crate::app::thought::Thought;
use crate::app::view::Purpose;
use minmax_engine::bitboard::BitBoard;
use minmax_engine::rules::LineRule;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;
use proptest::prelude::*;

const VERSUS: [Player; 2] = [Player::Human, Player::Engine];

/// The box, and all that the engine was ever asked.
struct Bench {
    panel: Panel,
    asked: Vec<Task>,
    /// Whether the last task is still wanted.
    busy: bool,
    wishes: Vec<Wish>,
    notices: Vec<Notice>,
    /// What is to be kept takes its time.
    slow: bool,
}

fn is_keep(wish: Wish) -> bool {
    matches!(wish, Wish::Keep { .. })
}

fn setup(rules: Rules, players: [Player; 2]) -> PanelSetup {
    PanelSetup {
        config: Config {
            rules,
            players,
            level: Level::DEFAULT,
            limits: None,
            seed: 7,
        },
        record: None,
        lang: Lang::English,
        sound: true,
        address: None,
        blank_after_ms: Some(60_000),
    }
}

fn idea() -> Thought {
    Thought {
        score: 17,
        depth: 2,
        nodes: 30,
        elapsed_ms: 4,
        ..Thought::default()
    }
}

impl Bench {
    fn with(setup: PanelSetup) -> Self {
        let mut bench = Self {
            panel: Panel::new(setup),
            asked: Vec::new(),
            busy: false,
            wishes: Vec::new(),
            notices: Vec::new(),
            slow: false,
        };
        let outcome = bench.panel.start();
        bench.note(outcome);
        bench
    }

    fn new(rules: Rules, players: [Player; 2]) -> Self {
        Self::with(setup(rules, players))
    }

    /// Does what is wished. What is to be kept is kept at once, but for a slow disk.
    fn note(&mut self, outcome: Outcome) {
        self.wishes.clear();
        self.obey(outcome);
    }

    fn obey(&mut self, outcome: Outcome) {
        for request in outcome.requests {
            match request {
                Request::Think(task) => {
                    self.asked.push(*task);
                    self.busy = true;
                }
                Request::Abandon => self.busy = false,
                Request::MoveNow => assert!(self.busy),
            }
        }
        let keeps = outcome.wishes.iter().any(|wish| is_keep(*wish));
        self.wishes.extend(outcome.wishes);
        self.notices.extend(outcome.notices);
        if keeps && !self.slow {
            let outcome = self.panel.kept();
            self.obey(outcome);
        }
    }

    fn keeps(&self) -> bool {
        self.wishes.iter().any(|wish| is_keep(*wish))
    }

    /// The slow disk is done.
    fn kept(&mut self) {
        let outcome = self.panel.kept();
        self.note(outcome);
    }

    fn stroke(&mut self, key: Key, stroke: Stroke) {
        let outcome = self.panel.key(KeyEvent { key, stroke });
        self.note(outcome);
    }

    fn press(&mut self, key: Key) {
        self.stroke(key, Stroke::Press);
    }

    fn keys(&mut self, faces: &str) {
        for key in faces.chars().filter_map(Key::from_char) {
            self.press(key);
        }
    }

    /// The answer to a task: an empty cell of its position.
    fn answer(&mut self, task: usize, choice: usize) {
        let asked = &self.asked[task];
        let empty = empty_cells(asked.game.board());
        let point = empty.get(choice % empty.len().max(1)).copied();
        let answer = Event::Answer(asked.id, point.map(|point| (point, idea())));
        if task + 1 == self.asked.len() {
            self.busy = false;
        }
        let outcome = self.panel.event(answer);
        self.note(outcome);
    }

    /// The engine answers what it was asked last.
    fn engine(&mut self) {
        assert!(self.busy, "nothing was asked");
        self.answer(self.asked.len() - 1, 0);
    }

    fn moves(&self) -> Vec<Point> {
        self.panel.record().game().moves().to_vec()
    }

    fn notice(&self) -> Option<Notice> {
        match self.panel.view().message {
            Some(Message::Notice(notice)) => Some(*notice),
            _ => None,
        }
    }
}

fn empty_cells(board: &minmax_engine::board::Board) -> Vec<Point> {
    let rules = board.rules();
    let all = BitBoard::full(rules.columns(), rules.rows());
    all.iter().filter(|&cell| board.is_empty(cell)).collect()
}

fn point(column: usize, row: usize) -> Point {
    Point::new(column, row).unwrap()
}

#[test]
fn digits_play_the_cells_that_look_like_them() {
    let mut bench = Bench::new(Rules::TIC_TAC_TOE, [Player::Human; 2]);
    bench.keys("1598*#0");
    assert_eq!(
        bench.moves(),
        [point(0, 0), point(1, 1), point(2, 2), point(1, 2)]
    );
    assert_eq!(bench.panel.view().cursor, None);
    assert_eq!(bench.wishes, []);
    bench.press(Key::Right);
    assert_eq!(bench.panel.view().cursor, Some(point(2, 1)));
    bench.press(Key::Enter);
    assert_eq!(bench.moves().last(), Some(&point(2, 1)));
}

#[test]
fn the_cursor_moves_repeats_and_plays() {
    let mut bench = Bench::new(Rules::GOMOKU, [Player::Human; 2]);
    bench.keys("5");
    assert_eq!(bench.moves(), [point(7, 7)]);
    bench.keys("4");
    for _ in 0..20 {
        bench.stroke(Key::from_char('4').unwrap(), Stroke::Repeat);
        bench.stroke(Key::from_char('5').unwrap(), Stroke::Repeat);
        bench.stroke(Key::A, Stroke::Repeat);
    }
    bench.stroke(Key::from_char('4').unwrap(), Stroke::Release);
    assert_eq!(bench.panel.view().cursor, Some(point(0, 7)));
    assert_eq!(bench.moves().len(), 1, "only steps repeat");
    bench.keys("95");
    assert_eq!(bench.moves(), [point(7, 7), point(1, 8)]);
    assert!(bench.keeps());
    assert!(bench.wishes.contains(&Wish::Beep(Beep::Placed)));
}

#[test]
fn coordinates_play_and_star_leads_back() {
    let mut bench = Bench::new(Rules::GOMOKU, [Player::Human; 2]);
    bench.keys("*0115#");
    assert_eq!(bench.moves(), [point(0, 0)]);
    bench.keys("151");
    assert_eq!(bench.panel.view().entry.unwrap().digits(), [1, 5, 1]);
    bench.keys("#");
    let incomplete = Message::Entry(EntryError::Incomplete);
    assert_eq!(bench.panel.view().message, Some(&incomplete));
    bench.keys("***");
    assert!(bench.panel.view().entry.is_some(), "digits go first");
    bench.keys("*");
    assert_eq!(bench.panel.view().entry, None);
    assert_eq!(bench.panel.view().cursor, Some(point(0, 0)));
    bench.keys("*16");
    let no_column = Message::Entry(EntryError::NoColumn(15));
    assert_eq!(bench.panel.view().message, Some(&no_column));
    bench.press(Key::Down);
    assert_eq!(bench.panel.view().entry, None, "arrows are for the cursor");
    assert_eq!(bench.moves().len(), 1);
}

#[test]
fn what_is_refused_is_shown_and_changes_nothing() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("A");
    assert_eq!(bench.notice(), Some(Notice::NothingToUndo));
    bench.keys("5");
    assert_eq!(bench.notice(), None, "the next key clears it");
    bench.keys("65");
    assert_eq!(bench.notice(), Some(Notice::EngineThinks));
    bench.keys("B");
    assert_eq!(bench.notice(), Some(Notice::EngineThinks));
    assert_eq!(bench.wishes, [Wish::Beep(Beep::Refused)]);
    assert_eq!(bench.moves(), [point(7, 7)]);
    assert_eq!(bench.panel.view().cursor, Some(point(8, 7)), "it moved");
}

#[test]
fn elsewhere_is_told_by_the_outcome_and_not_on_the_display() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("5");
    let outcome = bench.panel.event(Event::Play(point(1, 1)));
    assert_eq!(outcome.notices, [Notice::EngineThinks]);
    assert_eq!(bench.notice(), None);
}

#[test]
fn a_new_game_is_asked_for() {
    let mut bench = Bench::new(Rules::GOMOKU, [Player::Human; 2]);
    bench.keys("565C");
    assert_eq!(
        bench.panel.view().overlay,
        Some(Overlay::Ask(Question::NewGame))
    );
    bench.keys("5A1*");
    assert_eq!(bench.panel.view().overlay, None);
    assert_eq!(bench.moves().len(), 2);
    bench.keys("C#");
    assert!(bench.moves().is_empty());
    assert_eq!(bench.panel.view().cursor, Some(point(7, 7)));
    assert!(bench.keeps());
}

#[test]
fn taking_back_while_the_engine_thinks_stops_it_for_good() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("5A");
    assert!(!bench.busy && bench.moves().is_empty());
    bench.answer(0, 3);
    assert!(bench.moves().is_empty());
    bench.keys("65");
    assert_eq!(bench.moves(), [point(8, 7)]);
    bench.answer(0, 3);
    assert_eq!(bench.moves().len(), 1, "an answer to what was taken back");
    bench.engine();
    bench.keys("A");
    assert!(bench.moves().is_empty(), "the reply goes with the move");
    assert!(bench.panel.view().game.awaits_human());
}

#[test]
fn a_new_game_or_another_level_while_the_engine_thinks() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("5D888#6#*");
    assert_eq!(bench.panel.config().level.get(), 6);
    assert!(bench.busy, "the move is thought about as it was asked");
    bench.keys("C#");
    assert!(!bench.busy && bench.moves().is_empty());
    bench.answer(0, 0);
    assert!(bench.moves().is_empty());
    bench.keys("5");
    assert_eq!(bench.asked.last().unwrap().level.get(), 6);
}

#[test]
fn the_cursor_goes_to_the_advice_unless_it_was_moved_meanwhile() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("B6");
    assert_eq!(
        bench.panel.view().game.thinking.unwrap().purpose,
        Purpose::Hint
    );
    bench.engine();
    let view = bench.panel.view();
    assert_eq!(view.game.hint, Some((point(0, 0), idea())));
    assert_eq!(view.cursor, Some(point(8, 7)));
    assert_eq!(view.focus, point(0, 0), "it must be seen");
    bench.keys("B");
    bench.engine();
    bench.keys("5");
    assert_eq!(bench.moves(), [point(0, 0)]);
}

#[test]
fn another_game_asks_only_if_one_would_be_lost() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("D8#6#");
    assert_eq!(bench.panel.config().rules.columns(), 16);
    bench.keys("*5");
    bench.engine();
    bench.keys("D88#6#");
    let question = bench.panel.view().overlay;
    assert!(matches!(question, Some(Overlay::Ask(Question::Change(_)))));
    bench.keys("*");
    assert_eq!(bench.moves().len(), 2);
    assert!(matches!(bench.panel.view().overlay, Some(Overlay::Menu(_))));
    bench.keys("#6##");
    assert_eq!(bench.panel.config().rules.line(), LineRule::Standard);
    assert!(bench.moves().is_empty());
    assert_eq!(bench.panel.view().overlay, None);
}

/// Walks to an item of the menu by keys.
fn select(bench: &mut Bench, item: Item) {
    bench.keys("D");
    for _ in 0..20 {
        let Some(Overlay::Menu(menu)) = bench.panel.view().overlay else {
            panic!("no menu");
        };
        if menu.items[menu.selected].0 == item {
            return;
        }
        bench.keys("8");
    }
    panic!("{item:?} is not offered");
}

#[test]
fn the_sixteen_keys_reach_everything() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    select(&mut bench, Item::Side);
    bench.keys("#");
    assert_eq!(
        bench.panel.config().players,
        [Player::Engine, Player::Human]
    );
    assert!(bench.busy, "the engine begins");
    bench.engine();
    bench.keys("*5A");
    bench.keys("5");
    select(&mut bench, Item::Players);
    bench.keys("#6#");
    assert_eq!(bench.panel.config().players, [Player::Human; 2]);
    assert!(!bench.busy);
    bench.keys("#6#");
    assert!(bench.busy && bench.panel.view().game.is_watched());
    bench.keys("#6#*A");
    assert_eq!(bench.panel.config().players, VERSUS);
    select(&mut bench, Item::Redo);
    bench.keys("#");
    assert_eq!(bench.panel.view().overlay, None);
    assert_eq!(bench.moves().len(), 2, "played again");
    select(&mut bench, Item::Sound);
    bench.keys("#");
    assert_eq!(bench.wishes, [Wish::Sound(false)]);
    bench.keys("8#");
    assert_eq!(bench.wishes, [Wish::Lang(Lang::Chinese)]);
    assert_eq!(bench.panel.view().lang, Lang::Chinese);
    bench.keys("888#");
    assert_eq!(
        bench.panel.view().overlay,
        Some(Overlay::Ask(Question::PowerOff))
    );
    bench.keys("*2##");
    assert_eq!(
        bench.panel.record().ending(),
        Some(Ending::Resigned(Side::Black))
    );
    assert!(bench.keeps());
    assert!(!bench.wishes.contains(&Wish::Beep(Beep::Over)), "silent");
    bench.keys("A");
    assert_eq!(bench.panel.record().ending(), None);
    for (keys, side) in [("#4#", 4), ("#4#", 3), ("#4#", 15)] {
        select(&mut bench, Item::Game);
        bench.keys(keys);
        if matches!(bench.panel.view().overlay, Some(Overlay::Ask(_))) {
            bench.keys("#");
        }
        bench.keys("*");
        assert_eq!(bench.panel.config().rules.columns(), side);
    }
}

#[test]
fn held_long_it_switches_off_and_any_key_is_a_way_back() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("5D");
    bench.stroke(Key::D, Stroke::Held);
    let keep = Wish::Keep { begins: false };
    assert_eq!(bench.wishes, [keep, Wish::PowerOff]);
    assert_eq!(bench.panel.view().overlay, Some(Overlay::Off));
    bench.stroke(Key::D, Stroke::Release);
    bench.engine();
    assert_eq!(bench.moves().len(), 2, "the game is not lost meanwhile");
    bench.keys("5");
    assert_eq!(bench.panel.view().overlay, None);
    assert_eq!(bench.moves().len(), 2, "that key did nothing else");
    bench.stroke(Key::D, Stroke::Held);
    bench.panel.say(Message::Trouble(Trouble::Power));
    assert_eq!(bench.panel.view().overlay, None);
    for other in [Key::A, Key::C, Key::Hash] {
        bench.stroke(other, Stroke::Held);
        assert_eq!(bench.wishes, []);
    }
}

#[test]
fn in_the_dark_a_key_only_wakes() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.panel.tick(59_999);
    assert!(!bench.panel.view().blank);
    bench.panel.tick(60_000);
    assert!(bench.panel.view().blank);
    bench.keys("5");
    assert!(!bench.panel.view().blank && bench.moves().is_empty());
    bench.keys("5");
    assert_eq!(bench.moves().len(), 1);
    bench.panel.tick(400_000);
    assert!(!bench.panel.view().blank, "the engine thinks");
    bench.engine();
    bench.panel.tick(800_000);
    assert!(bench.panel.view().blank);
    bench.press(Key::Left);
    assert_eq!(
        bench.panel.view().cursor,
        Some(point(6, 7)),
        "of a terminal"
    );
    bench.panel.tick(1_600_000);
    bench.panel.say(Message::Trouble(Trouble::StoreFull));
    assert!(!bench.panel.view().blank);
}

#[test]
fn clocks_run_for_the_side_that_thinks_and_never_back() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.panel.tick(2_000);
    bench.keys("5");
    bench.panel.tick(5_000);
    assert_eq!(bench.panel.view().clock_ms, [2_000, 3_000]);
    assert_eq!(bench.panel.view().thinking_ms, 3_000);
    bench.panel.tick(1_000);
    bench.panel.tick(1_500);
    assert_eq!(bench.panel.view().clock_ms, [2_000, 3_500]);
    bench.panel.tick(u64::MAX);
    bench.keys("C#");
    assert_eq!(bench.panel.view().clock_ms, [0, 0]);
}

#[test]
fn a_kept_game_goes_on() {
    let mut record = Record::new(Rules::TIC_TAC_TOE);
    record.play(point(1, 1), None).unwrap();
    let kept = PanelSetup {
        record: Some(record),
        ..setup(Rules::GOMOKU, VERSUS)
    };
    let mut bench = Bench::with(kept);
    assert_eq!(bench.moves(), [point(1, 1)]);
    assert!(bench.busy, "it is the engine's turn");
    bench.engine();
    bench.keys("9");
    assert_eq!(bench.moves().len(), 3);
}

#[test]
fn lamps_say_whose_turn_it_is_and_what_is_wrong() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    let lit = |bench: &Bench| {
        let lamps = bench.panel.view().lamps();
        [lamps.thinking, lamps.your_turn, lamps.error, lamps.done]
    };
    assert_eq!(lit(&bench), [false, true, false, false]);
    bench.keys("5");
    assert_eq!(lit(&bench), [true, false, false, false]);
    bench.engine();
    bench
        .panel
        .robot(Some(Robot::Placing(Side::White, point(0, 0))));
    assert_eq!(lit(&bench), [false, false, false, false]);
    bench.panel.robot(Some(Robot::AwaitsButton));
    assert_eq!(lit(&bench), [false, true, false, false]);
    let missing = Difference {
        at: point(0, 0),
        wanted: Some(Side::White),
        seen: None,
    };
    let differs = Trouble::Board(Differences::new(&[missing]).unwrap());
    bench.panel.say(Message::Trouble(differs));
    assert_eq!(lit(&bench), [false, false, true, false]);
    assert!(bench.panel.view().differing.contains(point(0, 0)));
    bench.panel.mended(Subject::Board);
    bench.keys("D22##");
    assert_eq!(lit(&bench), [false, false, false, true]);
}

// ---- whatever is pressed

#[derive(Clone, Copy, Debug)]
enum Happening {
    Key(Key, Stroke),
    /// The engine answers a task, counted from the newest, with one of the empty cells.
    Answer(usize, usize),
    Tick(u64),
    Trouble,
    Mended,
}

const KEYS: &str = "123A456B789C*0#D";

fn key() -> impl Strategy<Value = Key> {
    let faces = (0..KEYS.len()).prop_map(|n| Key::from_char(char::from(KEYS.as_bytes()[n])));
    prop_oneof![
        16 => faces.prop_map(Option::unwrap),
        1 => Just(Key::Up),
        1 => Just(Key::Down),
        1 => Just(Key::Left),
        1 => Just(Key::Right),
        1 => Just(Key::Enter),
    ]
}

fn stroke() -> impl Strategy<Value = Stroke> {
    prop_oneof![
        8 => Just(Stroke::Press),
        1 => Just(Stroke::Repeat),
        1 => Just(Stroke::Held),
        1 => Just(Stroke::Release),
    ]
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        12 => (key(), stroke()).prop_map(|(key, stroke)| Happening::Key(key, stroke)),
        4 => (0usize..4, any::<usize>()).prop_map(|(task, cell)| Happening::Answer(task, cell)),
        1 => any::<u32>().prop_map(|ms| Happening::Tick(ms.into())),
        1 => Just(Happening::Trouble),
        1 => Just(Happening::Mended),
    ]
}

fn game() -> impl Strategy<Value = (Rules, [Player; 2])> {
    let side = |n, k| Rules::new(n, n, k, LineRule::Freestyle).unwrap();
    let other = Rules::new(4, 3, 3, LineRule::Freestyle).unwrap();
    let rules = prop_oneof![
        Just(Rules::TIC_TAC_TOE),
        Just(Rules::FOUR_BY_FOUR),
        Just(other),
        Just(side(5, 4)),
        Just(Rules::GOMOKU),
        Just(side(20, 5)),
    ];
    let player = || prop_oneof![2 => Just(Player::Human), 1 => Just(Player::Engine)];
    (rules, [player(), player()])
}

impl Bench {
    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Key(key, stroke) => self.stroke(key, stroke),
            Happening::Answer(age, cell) if age < self.asked.len() => {
                self.answer(self.asked.len() - 1 - age, cell);
            }
            Happening::Answer(..) => self.wishes.clear(),
            Happening::Tick(ms) => {
                self.panel.tick(ms);
                self.wishes.clear();
            }
            Happening::Trouble => {
                let outcome = self.panel.say(Message::Trouble(Trouble::RobotFailed));
                self.note(outcome);
            }
            Happening::Mended => {
                self.panel.mended(Subject::Robot);
                self.wishes.clear();
            }
        }
    }
}

#[test]
fn a_move_is_seen_when_it_is_kept_and_nothing_else_waits() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.slow = true;
    bench.press(Key::Digit(Digit::new(5).unwrap()));
    assert!(bench.keeps() && bench.panel.is_keeping());
    assert_eq!(bench.moves(), []);
    assert_eq!(bench.panel.coming().record().game().moves().len(), 1);
    assert_eq!(bench.notices, []);
    assert!(bench.busy, "the engine need not wait");
    let cursor = bench.panel.view().cursor;
    bench.keys("6");
    assert_ne!(bench.panel.view().cursor, cursor);
    assert!(!bench.panel.view().saving);
    bench.panel.tick(25);
    assert!(bench.panel.view().saving, "the key was heard");
    bench.engine(); // its answer waits for the move that it answers
    assert_eq!(bench.moves(), []);
    bench.kept();
    assert_eq!(bench.moves().len(), 1);
    assert!(matches!(
        bench.notices[..],
        [Notice::Played(Side::Black, _, None)]
    ));
    assert!(bench.panel.is_keeping(), "the answer is next");
    bench.kept();
    assert_eq!(bench.moves().len(), 2);
    assert!(!bench.panel.is_keeping() && !bench.panel.view().saving);
}

#[test]
fn keys_that_change_the_game_wait_in_line_for_the_one_before() {
    let mut bench = Bench::new(Rules::TIC_TAC_TOE, [Player::Human; 2]);
    bench.slow = true;
    bench.keys("515A"); // the second 5 is refused in its turn
    assert_eq!(bench.moves(), []);
    bench.kept();
    assert_eq!(bench.moves().len(), 1);
    bench.kept();
    assert_eq!(bench.moves().len(), 2);
    assert!(matches!(bench.notice(), Some(Notice::Refused(_))));
    bench.kept();
    assert_eq!(bench.moves().len(), 1, "taken back");
    assert!(!bench.panel.is_keeping());
    bench.keys("5".repeat(1_000).as_str());
    bench.keys("2");
    bench.keys("3".repeat(1_000).as_str());
    while bench.panel.is_keeping() {
        bench.kept();
    }
    assert_eq!(bench.moves().len(), 3);
}

#[test]
fn an_undo_stops_the_engine_whatever_the_disk_does() {
    let mut bench = Bench::new(Rules::GOMOKU, VERSUS);
    bench.keys("5");
    assert!(bench.busy);
    bench.slow = true;
    bench.keys("A");
    assert!(!bench.busy && bench.panel.is_keeping());
    bench.answer(0, 0); // too late
    bench.kept();
    assert_eq!(bench.moves(), []);
    assert!(!bench.panel.is_keeping());
}

/// Whether this may replace the game by another one.
fn may_begin(before: &Bench, happening: Happening) -> bool {
    let Happening::Key(Key::Hash | Key::Enter, Stroke::Press) = happening else {
        return false;
    };
    match before.panel.view().overlay {
        Some(Overlay::Ask(Question::NewGame | Question::Change(_))) => true,
        Some(Overlay::Menu(_)) => !before.panel.course.session().is_in_progress(),
        _ => false,
    }
}

proptest! {
    #[test]
    fn no_key_loses_the_game_and_no_late_answer_lands(
        (rules, players) in game(),
        happenings in proptest::collection::vec(happening(), 1..120),
    ) {
        let mut bench = Bench::new(rules, players);
        for happening in happenings {
            let before = bench.panel.record().clone();
            let (moves, tasks, was_busy) = (bench.moves(), bench.asked.len(), bench.busy);
            let begins = may_begin(&bench, happening);
            bench.happen(happening);
            let after = bench.moves();
            let late = match happening {
                Happening::Answer(age, _) => age > 0 || !was_busy,
                _ => false,
            };
            if late {
                prop_assert_eq!(bench.panel.record(), &before, "a late answer landed");
            }
            let kin = after.starts_with(&moves) || moves.starts_with(&after);
            prop_assert!(kin || begins, "{:?}: {:?} became {:?}", happening, moves, after);
            if moves.len() > after.len() && !begins {
                prop_assert!(matches!(happening, Happening::Key(Key::A, Stroke::Press)));
            }
            let same = bench.panel.record().moves().eq(before.moves())
                && bench.panel.record().ending() == before.ending();
            prop_assert!(same || bench.keeps(), "not kept");
            // The engine is at work if and only if somebody waits for it.
            let view = bench.panel.view();
            prop_assert_eq!(view.game.thinking.is_some(), bench.busy);
            let engines = view.game.ending.is_none() && !view.game.awaits_human();
            let works = view.game.thinking.is_some_and(|t| t.purpose == Purpose::Move);
            prop_assert_eq!(engines, works, "the board is dead");
            let new = bench.asked.len() > tasks;
            prop_assert!(!new || bench.asked.last().unwrap().game.moves() == after);
        }
    }

    #[test]
    fn from_everywhere_keys_lead_back_to_the_board(
        (rules, players) in game(),
        happenings in proptest::collection::vec(happening(), 1..60),
    ) {
        let mut bench = Bench::new(rules, players);
        for happening in happenings {
            bench.happen(happening);
        }
        // Wakes the display, leaves a value, a question, the menu, and the coordinates' digits.
        bench.keys("*********");
        prop_assert_eq!(bench.panel.view().overlay, None);
    }
}
