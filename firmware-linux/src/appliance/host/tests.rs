//! The loop with ports of memory and the real engine.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use minmax_engine::rules::Rules;
use minmax_engine::search::limits::Limits;
use minmax_engine::strategy::handicap::Level;
use tokio::sync::{oneshot, watch};

use super::*;
use crate::app::event::{Given, Player};
use crate::app::key::{Digit, Key, KeyEvent, Stroke};
use crate::app::panel::PanelSetup;
use crate::app::panel::view::Lamps;
use crate::app::session::{Config, Session};
use crate::app::view::Purpose;
use crate::http::room::command::{Command, Refusal};
use crate::http::room::desk::Ask;
use crate::http::room::shown::News;
use crate::lang::Lang;
use crate::ports::Wire;
use crate::store::keeper::Kept;
use crate::thinker::Thinker;

const DEADLINE: Duration = Duration::from_secs(20);

/// What the ports have got.
#[derive(Default)]
struct World {
    frames: Vec<Frame>,
    text: String,
    kept: Vec<Kept>,
    /// The disk does not come to an end with anything.
    slow: bool,
    /// Whom the disk tells.
    teller: Option<Sender<Signal>>,
    flushed: usize,
    lamps: Vec<Lamps>,
    beeps: usize,
}

impl World {
    /// The disk has done with all that it got.
    fn done(&self) {
        let done = SaverEvent::Done(self.kept.len() as u64);
        if let Some(send) = &self.teller {
            let _ = send.send(Signal::Store(done));
        }
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<World>>);

impl Shared {
    fn look<T>(&self, look: impl FnOnce(&mut World) -> T) -> T {
        look(&mut self.0.lock().unwrap())
    }

    /// Waits until that is so.
    fn wait(&self, what: &str, is_so: impl Fn(&World) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !self.look(|world| is_so(world)) {
            assert!(
                Instant::now() < end,
                "{what}: {}",
                self.look(|w| w.text.clone())
            );
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn says(&self, words: &str) {
        self.wait(words, |world| world.text.contains(words));
    }
}

impl Display for Shared {
    fn show(&mut self, frame: &Frame) {
        self.look(|world| world.frames.push(frame.clone()));
    }
}

impl Wire for Shared {
    fn send(&mut self, bytes: &[u8]) -> bool {
        self.look(|world| world.text.push_str(&String::from_utf8_lossy(bytes)));
        true
    }
}

impl Signs for Shared {
    fn show(&mut self, lamps: Lamps) {
        self.look(|world| {
            if world.lamps.last() != Some(&lamps) {
                world.lamps.push(lamps);
            }
        });
    }

    fn beep(&mut self, _: &'static [u16], _: u64) {
        self.look(|world| world.beeps += 1);
    }

    fn tick(&mut self, _: u64) -> bool {
        false
    }
}

impl Store for Shared {
    fn keep(&mut self, kept: Kept, _: bool) -> u64 {
        self.look(|world| {
            world.kept.push(kept);
            if !world.slow {
                world.done();
            }
            world.kept.len() as u64
        })
    }

    fn flush(&mut self, _: Duration) -> bool {
        self.look(|world| world.flushed += 1);
        true
    }
}

struct Bench {
    world: Shared,
    send: Sender<Signal>,
    /// What whoever watches through the net is told.
    news: watch::Receiver<News>,
    host: Option<JoinHandle<anyhow::Result<()>>>,
}

impl Bench {
    fn new(rules: Rules, level: Level) -> Self {
        Self::with(rules, level, Setup::default())
    }

    fn with(rules: Rules, level: Level, setup: Setup) -> Self {
        Self::crowded(rules, level, setup, 0).greeted()
    }

    /// The serial line opens.
    fn greeted(self) -> Self {
        self.tell(Signal::Uart(UartEvent::Open));
        self.world.says("to move.");
        self
    }

    /// So many signals are there before the loop begins.
    fn crowded(rules: Rules, level: Level, setup: Setup, crowd: usize) -> Self {
        Self::start(rules, level, None, setup, crowd)
    }

    fn start(
        rules: Rules,
        level: Level,
        limits: Option<Given>,
        setup: Setup,
        crowd: usize,
    ) -> Self {
        let world = Shared::default();
        let (send, signals) = channel();
        world.look(|world| world.teller = Some(send.clone()));
        for _ in 0..crowd {
            send.send(Signal::Keys(KeysEvent::Back)).unwrap();
        }
        if crowd > 0 {
            send.send(Signal::Terminate).unwrap();
        }
        let (theirs, answers) = (world.clone(), send.clone());
        let config = Config {
            rules,
            players: [Player::Human, Player::Engine],
            level,
            limits,
            seed: 1,
        };
        let (stage, news) = Stage::new(News::new(1, &Session::new(config), None));
        let host = thread::spawn(move || {
            let tell = move |answer| drop(answers.send(Signal::Answer(answer)));
            let thinker = Thinker::start(1, 1, tell).unwrap();
            let mut panel = Panel::new(PanelSetup {
                config,
                record: None,
                lang: Lang::English,
                sound: true,
                address: None,
                blank_after_ms: None,
            });
            let ports = Ports {
                display: Some(Box::new(theirs.clone())),
                signs: Some(Box::new(theirs.clone())),
                console: Some(Console::new(Box::new(theirs.clone()), Lang::English)),
                arm: None,
                store: Some(Box::new(theirs)),
                stage: Some(stage),
            };
            let begun = panel.start();
            Host::new(panel, Worker::new(thinker), ports, setup).run(begun, &signals)
        });
        Self {
            world,
            send,
            news,
            host: Some(host),
        }
    }

    fn tell(&self, signal: Signal) {
        self.send.send(signal).unwrap();
    }

    fn key(&self, key: Key) {
        self.tell(Signal::Keys(KeysEvent::Key(KeyEvent::press(key))));
    }

    fn digit(&self, digit: u8) {
        self.key(Key::Digit(Digit::new(digit).unwrap()));
    }

    fn line(&self, line: &str) {
        let bytes = format!("{line}\r").into_bytes();
        self.tell(Signal::Uart(UartEvent::Bytes(bytes)));
    }

    /// The disk takes its time from now on, or is done.
    fn slow(&self, slow: bool) {
        self.world.look(|world| {
            world.slow = slow;
            world.done();
        });
    }

    fn frame(&self) -> Option<Frame> {
        self.world.look(|world| world.frames.last().cloned())
    }

    fn moves(&self) -> usize {
        let moves = |kept: &Kept| kept.record.game().moves().len();
        self.world.look(|world| world.kept.last().map_or(0, moves))
    }

    fn end(mut self) -> World {
        self.tell(Signal::Terminate);
        self.host.take().unwrap().join().unwrap().unwrap();
        self.world.look(std::mem::take)
    }
}

#[test]
fn the_end_is_heard_in_any_crowd() {
    for crowd in [1, ROUND - 1, ROUND, ROUND + 1, 3 * ROUND] {
        let mut bench = Bench::crowded(Rules::GOMOKU, Level::LOWEST, Setup::default(), crowd);
        let host = bench.host.take().unwrap();
        let end = Instant::now() + DEADLINE;
        while !host.is_finished() {
            assert!(Instant::now() < end, "{crowd}");
            thread::sleep(Duration::from_millis(2));
        }
        assert!(host.join().unwrap().is_ok());
    }
}

#[test]
fn a_key_is_seen_on_the_display_and_a_move_everywhere() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    let before = bench.world.look(|world| world.frames.len());
    bench.digit(6);
    bench
        .world
        .wait("a frame", |world| world.frames.len() > before);
    bench.digit(5);
    bench.world.says("Black (X) plays i8");
    bench.world.says("White (O) plays ");
    bench.world.says("Black (X) to move.");
    let world = bench.end();
    assert_eq!(world.kept.last().unwrap().record.game().moves().len(), 2);
    assert!(world.flushed > 0 && world.beeps > 0);
    assert!(world.lamps.iter().any(|lamps| lamps.thinking));
    assert!(world.lamps.iter().any(|lamps| lamps.your_turn));
}

#[test]
fn keys_and_lines_work_while_the_engine_thinks() {
    let bench = Bench::new(Rules::GOMOKU, Level::FULL); // two seconds a move
    bench.line("h8");
    bench.world.says("Black (X) plays h8");
    let frames = bench.world.look(|world| world.frames.len());
    bench.digit(4);
    bench
        .world
        .wait("a frame", |world| world.frames.len() > frames);
    bench.line("level 3");
    bench.world.says("Level 3.");
    bench.key(Key::A);
    bench.world.says("Moves taken back: 1.");
    assert_eq!(bench.moves(), 0);
    // The old answer would come by now; another game's answer comes instead.
    bench.line("g7");
    bench.world.says("White (O) plays ");
    let world = bench.end();
    let game = world.kept.last().unwrap().record.game().clone();
    assert_eq!(game.moves().len(), 2);
    assert_eq!(world.text.matches("White (O) plays").count(), 1);
}

impl Bench {
    /// Bytes from the terminal.
    fn bytes(&self, bytes: &[u8]) {
        self.tell(Signal::Uart(UartEvent::Bytes(bytes.into())));
    }
}

/// An engine that thinks for an hour unless it is told to move.
fn patient_engine() -> Bench {
    let limits = Limits::time_ms(3_600_000);
    let bench = Bench::start(
        Rules::GOMOKU,
        Level::FULL,
        Some(limits.into()),
        Setup::default(),
        0,
    );
    bench.greeted()
}

#[test]
fn enter_and_ctrl_c_make_the_engine_move_now() {
    for hurry in [b"\r", b"\x03"] {
        let bench = patient_engine();
        bench.line("h8");
        bench.world.says("Black (X) plays h8");
        bench.line("h9");
        bench.world.says("Enter or Ctrl-C makes it move now");
        bench.bytes(b"i9\x03"); // gives the line up and hurries nobody
        bench.line("level 3");
        bench.world.says("Level 3;");
        assert_eq!(bench.moves(), 1);
        bench.bytes(hurry);
        bench.world.says("White (O) plays ");
        bench.world.says("Black (X) to move.");
        let world = bench.end();
        assert_eq!(world.kept.last().unwrap().record.game().moves().len(), 2);
    }
}

#[test]
fn enter_in_the_menu_hurries_nobody() {
    let bench = patient_engine();
    bench.line("h8");
    bench.world.says("Black (X) plays h8");
    bench.key(Key::D);
    bench.bytes(b"\x1b[B\x1b[B\x1b[B\r\x1b[A\r");
    bench.world.says("Level 1;");
    assert_eq!(bench.moves(), 1);
    bench.bytes(b"\x03");
    bench.world.says("White (O) plays ");
    bench.end();
}

#[test]
fn whoever_hurries_waits_for_no_natural_pause() {
    let bench = Bench::new(Rules::TIC_TAC_TOE, Level::LOWEST);
    let answer = |game: usize| {
        let begun = Instant::now();
        bench.bytes(b"5\r\r");
        let answered = |world: &World| world.text.matches("White (O) plays ").count() > game;
        bench.world.wait("an answer", answered);
        let took = begun.elapsed();
        bench.line("new");
        let anew = |world: &World| world.text.matches("A new game.").count() > game;
        bench.world.wait("a new game", anew);
        took
    };
    // One of them finds the machine at leisure.
    assert!((0..20).any(|game| answer(game) < Duration::from_millis(600)));
    bench.end();
}

#[test]
fn enter_plays_at_no_cell_that_was_not_shown() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.bytes(b"\r");
    bench.world.says("to move. [h8]");
    assert_eq!(bench.moves(), 0);
    assert!(bench.world.look(|world| world.text.contains("[+]")));
    bench.digit(6); // elsewhere the cursor moves on
    bench.bytes(b"\r");
    bench.world.says("to move. [i8]");
    assert_eq!(bench.moves(), 0);
    bench.bytes(b"\r");
    bench.world.says("Black (X) plays i8");
    bench.world.says("White (O) plays ");
    bench.line("new");
    bench.world.says("A new game.");
    bench.bytes(b"\r");
    bench.line("level 3");
    bench.world.says("Level 3.");
    assert_eq!(bench.moves(), 0);
    bench.bytes(b"\x1b[B\r");
    bench.world.says("Black (X) plays h7");
    let answered = |world: &World| world.text.matches("White (O) plays ").count() == 2;
    bench.world.wait("the answer", answered);
    bench.tell(Signal::Uart(UartEvent::Open)); // somebody else may have come
    bench.bytes(b"\r");
    bench.line("level 4");
    bench.world.says("Level 4.");
    assert!(!bench.end().text.contains("is taken"));
}

#[test]
fn a_new_game_stops_the_engine_and_its_answer_does_not_land() {
    let bench = Bench::new(Rules::GOMOKU, Level::FULL);
    bench.line("h8");
    bench.world.says("Black (X) plays h8");
    bench.key(Key::C);
    bench.key(Key::Hash);
    bench.world.says("A new game.");
    thread::sleep(Duration::from_millis(300));
    let world = bench.end();
    assert_eq!(world.kept.last().unwrap().record.game().moves().len(), 0);
    assert!(!world.text.contains("White (O) plays"));
}

#[test]
fn a_refusal_is_told_to_whom_it_concerns() {
    let bench = Bench::new(Rules::TIC_TAC_TOE, Level::LOWEST);
    bench.digit(5);
    bench.world.says("Black (X) plays b2");
    bench.world.says("White (O) plays");
    bench.digit(5); // occupied: on the display alone
    bench.line("5");
    bench.line("board");
    bench.world.wait("the answer", |world| {
        world.text.matches("is taken").count() == 1
    });
    let world = bench.end();
    assert_eq!(world.text.matches("is taken").count(), 1, "{}", world.text);
}

/// What a line is answered when it means nothing.
const NONSENSE: &str = "is no command and no move";

#[test]
fn noise_is_answered_a_few_times_and_loses_no_game() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.line("h8");
    bench.world.says("White (O) plays");
    let noise: Vec<u8> = (0..1_000_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    for part in noise.chunks(4_096) {
        bench.tell(Signal::Uart(UartEvent::Bytes(part.into())));
    }
    for _ in 0..1_000 {
        bench.line("nonsense");
    }
    bench.line("");
    bench.line("level 2");
    bench.world.says("Level 2.");
    bench.line("more nonsense");
    bench.world.says("more");
    assert_eq!(bench.moves(), 2);
    let world = bench.end();
    let answers = world.text.matches(NONSENSE).count();
    assert!((1..=10).contains(&answers), "{answers}");
}

#[test]
fn a_line_that_hears_itself_comes_to_rest() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.line("hello");
    let mut heard = 0;
    for _ in 0..200 {
        let text = bench.world.look(|world| world.text.clone());
        if text.len() == heard {
            thread::sleep(Duration::from_millis(5));
            continue;
        }
        let echo = text.as_bytes()[heard..].to_vec();
        heard = text.len();
        bench.tell(Signal::Uart(UartEvent::Bytes(echo)));
    }
    bench.tell(Signal::Keys(KeysEvent::Back)); // all that was sent is heard
    let world = bench.end();
    assert!(world.text.len() < 20_000, "{}", world.text.len());
}

#[test]
fn held_the_key_d_keeps_the_game_and_runs_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("off");
    let command = ["touch".into(), flag.display().to_string()];
    let setup = Setup {
        power_off: Some(command.into()),
        ..Setup::default()
    };
    let bench = Bench::with(Rules::GOMOKU, Level::LOWEST, setup);
    let held = KeyEvent {
        key: Key::D,
        stroke: Stroke::Held,
    };
    bench.tell(Signal::Keys(KeysEvent::Key(held)));
    bench.world.wait("flush", |world| world.flushed == 1);
    bench.world.wait("the command", |_| flag.exists());
    bench.end();
}

#[test]
fn a_power_switch_that_fails_is_told() {
    let setup = Setup {
        power_off: Some(vec!["false".into()]),
        ..Setup::default()
    };
    let bench = Bench::with(Rules::GOMOKU, Level::LOWEST, setup);
    let held = KeyEvent {
        key: Key::D,
        stroke: Stroke::Held,
    };
    bench.tell(Signal::Keys(KeysEvent::Key(held)));
    bench.world.says("Cannot be switched off.");
    bench.line("h8");
    bench.world.says("Black (X) plays h8");
    bench.end();
}

#[test]
fn a_display_that_is_lost_is_named_and_the_game_goes_on() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    let error = std::io::Error::from_raw_os_error(6);
    bench.tell(Signal::Oled(OledEvent::Lost(error)));
    bench.world.says("The display does not answer.");
    bench.line("h8");
    bench.world.says("White (O) plays");
    bench.end();
}

#[test]
fn a_move_is_shown_nowhere_before_the_disk_has_it_but_the_cursor_moves() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.slow(true);
    let before = bench.frame();
    bench.line("h8");
    bench.world.wait("the move on the disk", |world| {
        world
            .kept
            .last()
            .is_some_and(|kept| kept.record.moves().count() == 1)
    });
    // The headline says that the move was heard.
    bench
        .world
        .wait("a frame", |world| world.frames.last().cloned() != before);
    let saving = bench.frame();
    bench.digit(6);
    bench
        .world
        .wait("the cursor", |world| world.frames.last().cloned() != saving);
    assert!(!bench.world.look(|world| world.text.contains("plays")));
    assert!(
        !bench
            .world
            .look(|world| world.lamps.iter().any(|lamps| lamps.thinking))
    );
    bench.slow(false);
    bench.world.says("Black (X) plays h8");
    bench.world.says("White (O) plays ");
    bench.end();
}

#[test]
fn lines_wait_in_their_order_for_a_slow_disk() {
    let bench = Bench::new(Rules::TIC_TAC_TOE, Level::LOWEST);
    bench.slow(true);
    bench.line("5\rlevel 3\rundo\rboard");
    bench.line("level 4");
    bench.slow(false);
    bench.world.says("Level 4.");
    let world = bench.end();
    let at = |words: &str| world.text.find(words).unwrap_or_else(|| panic!("{words}"));
    assert!(at("Black (X) plays b2") < at("Level 3."));
    assert!(at("Level 3.") < at("Moves taken back: 1."));
    assert!(at("Moves taken back: 1.") < at("Level 4."));
}

#[test]
fn a_disk_that_does_not_answer_is_told_of_and_not_waited_for_again() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.slow(true);
    let begin = Instant::now();
    bench.line("h8");
    bench.world.says("Black (X) plays h8");
    assert!(begin.elapsed() >= Duration::from_millis(900));
    bench.world.says("not kept yet");
    bench.world.says("White (O) plays ");
    for _ in 0..1_000 {
        bench.line("undo\rredo");
    }
    bench.line("level 3");
    bench.world.says("Level 3.");
    bench.slow(false);
    bench.line("level 4");
    bench.world.says("Level 4.");
    bench.end();
}

#[test]
fn a_game_that_cannot_be_kept_is_told_with_the_reason() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    let read_only = std::io::Error::from(std::io::ErrorKind::ReadOnlyFilesystem);
    bench.tell(Signal::Store(SaverEvent::Failed(read_only.into())));
    bench
        .world
        .says("The game cannot be kept: the file system is read-only.");
    bench.end();
}

#[test]
fn quit_is_answered_with_what_this_box_has() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.line("quit");
    bench.world.says("the plug may be pulled");
    assert!(!bench.end().text.contains("keypad"));
    let setup = Setup {
        keypad: true,
        ..Setup::default()
    };
    let bench = Bench::with(Rules::GOMOKU, Level::LOWEST, setup);
    bench.line("quit");
    bench.world.says("hold D on its keypad");
    bench.end();
}

#[test]
fn the_terminals_keys_show_what_they_have_done_once() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.key(Key::D);
    for keys in ["\x1b[B", "\x1b[B", "\x1b[B", "\r", "\x1b[A", "\r"] {
        bench.tell(Signal::Uart(UartEvent::Bytes(keys.as_bytes().into())));
    }
    bench.world.says("Level 2.");
    bench.line("board");
    bench.world.wait("the board", |world| {
        let after = world.text.split("Level 2.").nth(1);
        after.is_some_and(|after| after.contains("to move."))
    });
    let world = bench.end();
    let after = world.text.split("Level 2.").nth(1).unwrap();
    assert_eq!(after.matches("> Level").count(), 1, "{after}");
}

type Reply = oneshot::Receiver<Result<News, Refusal>>;

impl Bench {
    /// Somebody wants something through the net.
    fn ask(&self, command: Command) -> Reply {
        let (reply, answer) = oneshot::channel();
        self.tell(Signal::Web(WebEvent::Ask(Ask { command, reply })));
        answer
    }

    fn asked(&self, command: Command) -> Result<News, Refusal> {
        self.ask(command).blocking_recv().unwrap()
    }

    fn play(&self, column: usize, row: usize) -> Result<News, Refusal> {
        self.asked(Command::Play(Point::new(column, row).unwrap(), None))
    }

    /// Waits until the news are so.
    fn told(&self, what: &str, is_so: impl Fn(&News) -> bool) -> News {
        let end = Instant::now() + DEADLINE;
        loop {
            let news = self.news.borrow().clone();
            if is_so(&news) {
                return news;
            }
            assert!(Instant::now() < end, "{what}: {news:?}");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

#[test]
fn a_move_through_the_net_is_seen_everywhere_and_the_other_way_round() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    let news = bench.play(7, 7).unwrap();
    assert!(news.shown.stones() > 0);
    bench.world.says("Black (X) plays h8");
    bench.world.says("White (O) plays ");
    let answered = bench.told("the answer", |news| news.shown.stones() == 2);
    assert!(answered.rev >= news.rev && answered.thinking.is_none());
    bench.line("a1");
    bench.told("a line's move", |news| news.shown.stones() >= 3);
    bench.told("the answer", |news| news.shown.stones() == 4);
    bench.key(Key::A);
    bench.told("a key's undo", |news| news.shown.stones() == 2);
    let world = bench.end();
    assert!(world.text.contains("Black (X) plays a1"));
}

#[test]
fn what_the_net_wants_and_cannot_have_concerns_only_the_net() {
    let bench = Bench::new(Rules::TIC_TAC_TOE, Level::FULL);
    let before = bench.news.borrow().rev;
    let game = |notice| Err(Refusal::Game(notice));
    let refused = |answer: Result<News, Refusal>| answer.map(|_| ());
    assert_eq!(
        refused(bench.asked(Command::Undo)),
        game(Notice::NothingToUndo)
    );
    assert_eq!(
        refused(bench.asked(Command::Redo)),
        game(Notice::NothingToRedo)
    );
    assert_eq!(
        refused(bench.asked(Command::MoveNow)),
        Err(Refusal::NotThinking)
    );
    let point = Point::new(0, 0).unwrap();
    let stale = Refusal::Stones { here: 0, seen: 3 };
    assert_eq!(
        refused(bench.asked(Command::Play(point, Some(3)))),
        Err(stale)
    );
    let off = Point::new(9, 9).unwrap();
    let off_board = Notice::Refused(PlayError::OffBoard(off));
    assert_eq!(
        refused(bench.asked(Command::Play(off, None))),
        game(off_board)
    );
    assert_eq!(bench.news.borrow().rev, before);
    bench.line("level 3"); // the terminal still listens
    bench.world.says("Level 3.");
    let text = bench.end().text;
    assert!(
        !text.contains("nothing to") && !text.contains("not on this board"),
        "{text}"
    );
}

#[test]
fn the_net_takes_back_hurries_and_begins_while_the_engine_thinks() {
    let bench = patient_engine();
    bench.play(7, 7).unwrap();
    let news = bench.told("depths", |news| {
        let thinking = news.thinking.as_ref();
        thinking.is_some_and(|thinking| thinking.best.is_some()) && news.beat > 0
    });
    assert_eq!(news.thinking.unwrap().purpose, Purpose::Move);
    let undone = bench.asked(Command::Undo).unwrap();
    assert_eq!((undone.shown.stones(), undone.thinking), (0, None));
    bench.play(3, 3).unwrap();
    bench.asked(Command::MoveNow).unwrap();
    let moved = bench.told("a move", |news| news.shown.stones() == 2);
    assert!(moved.thinking.is_none());
    let hint = bench.asked(Command::Hint).unwrap();
    assert_eq!(hint.thinking.unwrap().purpose, Purpose::Hint);
    bench.asked(Command::MoveNow).unwrap();
    bench.told("advice", |news| news.shown.hint.is_some());
    let start = Command::Start(Box::new(crate::app::event::Start {
        record: crate::app::record::Record::new(Rules::TIC_TAC_TOE),
        players: [Player::Human; 2],
        level: Level::LOWEST,
    }));
    let begun = bench.asked(start).unwrap();
    assert_eq!(begun.shown.kept.record.game().rules(), Rules::TIC_TAC_TOE);
    bench.world.says("A new game.");
    let changed = bench.asked(Command::Change {
        level: Some(Level::FULL),
        players: Some([Player::Engine, Player::Human]),
    });
    let kept = &changed.unwrap().shown.kept;
    assert_eq!(
        (kept.level, kept.players),
        (Level::FULL, [Player::Engine, Player::Human])
    );
    bench.end();
}

/// What the net is told is kept, as everywhere; and nobody waits for a disk that hangs.
#[test]
fn the_net_is_answered_when_its_move_is_kept() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.slow(true);
    let mut first = bench.ask(Command::Play(Point::new(7, 7).unwrap(), None));
    bench
        .world
        .wait("the disk's turn", |world| !world.kept.is_empty());
    let second = bench.ask(Command::Undo);
    assert_eq!(bench.news.borrow().shown.stones(), 0, "not kept yet");
    assert!(first.try_recv().is_err());
    // After a second it is shown all the same.
    let news = first.blocking_recv().unwrap().unwrap();
    assert!(news.shown.stones() > 0);
    bench.slow(false);
    second.blocking_recv().unwrap().unwrap();
    bench.told("all taken back", |news| news.shown.stones() == 0);
    bench.end();
}

#[test]
fn too_many_commands_at_once_are_refused_and_none_is_lost_without_a_word() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    bench.slow(true);
    let _first = bench.ask(Command::Play(Point::new(7, 7).unwrap(), None));
    let replies: Vec<_> = (0..200).map(|_| bench.ask(Command::Redo)).collect();
    let answers: Vec<_> = replies
        .into_iter()
        .map(|reply| reply.blocking_recv().unwrap().map(|_| ()))
        .collect();
    let busy = |answer: &&Result<(), Refusal>| **answer == Err(Refusal::Busy);
    assert!(answers.iter().filter(busy).count() >= 100);
    assert!(answers.iter().any(|answer| !busy(&answer)));
    bench.slow(false);
    bench.end();
}

#[test]
fn trouble_with_the_page_is_said_and_the_game_goes_on() {
    let bench = Bench::new(Rules::GOMOKU, Level::LOWEST);
    let words = "No web page: 0.0.0.0:80 is in use.".to_string();
    bench.tell(Signal::Web(WebEvent::Failed(words.clone())));
    bench.world.says(&words);
    bench.told(
        "the message",
        |news| matches!(&news.shown.said, Some(Message::Words(said)) if *said == words),
    );
    let frames = bench.world.look(|world| world.frames.len());
    let address = "10.0.0.3:8000".parse().unwrap();
    bench.tell(Signal::Web(WebEvent::Open(address)));
    bench
        .world
        .wait("the address", |world| world.frames.len() > frames);
    bench.line("h8");
    bench.world.says("Black (X) plays h8");
    bench.end();
}
