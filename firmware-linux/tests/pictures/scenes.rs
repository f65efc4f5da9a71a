//! The scenes: each reached as people reach it, by keys, moves and messages.

use minmax_engine::notation::{parse_moves, parse_point};
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::win_in;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;
use minmax_h3::app::event::{Event, Player, Request, TaskId};
use minmax_h3::app::key::{Key, KeyEvent, Stroke};
use minmax_h3::app::panel::message::{Difference, Differences, Message, Trouble};
use minmax_h3::app::panel::outcome::Outcome;
use minmax_h3::app::panel::view::Robot;
use minmax_h3::app::panel::{Panel, PanelSetup};
use minmax_h3::app::session::Config;
use minmax_h3::app::thought::Thought;
use minmax_h3::lang::Lang;

/// An opening that is still open: fifteen stones.
const MIDDLE: &str = "h8i9h10h9i8g8g10f10j7k6i10j10i11h12i7";
/// Two points are forbidden to Black: in h8 two threes meet, in m12 two fours.
const FOULS: &str = "h9a1g8a3i8a5h7a7m11c1m10c3m9c5l12c7k12c9j12c11";
/// Black's fourth and fifth stones make a row of five.
const WON: &str = "h8g9i9g7j10g8g10h7k11i7l12";

struct Scene {
    panel: Panel,
    /// The task that the engine is at.
    task: Option<TaskId>,
    /// What is to be kept takes its time.
    slow: bool,
}

fn thought(score: i32) -> Thought {
    Thought {
        score,
        depth: 8,
        nodes: 12_000,
        elapsed_ms: 300,
        ..Thought::default()
    }
}

impl Scene {
    fn new(rules: Rules, players: [Player; 2], lang: Lang) -> Self {
        let mut panel = Panel::new(PanelSetup {
            config: Config {
                rules,
                players,
                level: Level::DEFAULT,
                limits: None,
                seed: 0,
            },
            record: None,
            lang,
            sound: true,
            address: None,
            blank_after_ms: Some(600_000),
        });
        let started = panel.start();
        let scene = Self {
            panel,
            task: None,
            slow: false,
        };
        scene.after(&started)
    }

    /// A person against the engine.
    fn versus(rules: Rules) -> Self {
        Self::new(rules, [Player::Human, Player::Engine], Lang::English)
    }

    fn people(rules: Rules) -> Self {
        Self::new(rules, [Player::Human; 2], Lang::English)
    }

    fn chinese(rules: Rules) -> Self {
        Self::new(rules, [Player::Human, Player::Engine], Lang::Chinese)
    }

    fn after(mut self, outcome: &Outcome) -> Self {
        for request in &outcome.requests {
            self.task = match request {
                Request::Think(task) => Some(task.id),
                Request::MoveNow => self.task,
                Request::Abandon => None,
            };
        }
        if self.panel.is_keeping() && !self.slow {
            let outcome = self.panel.kept();
            return self.after(&outcome);
        }
        self
    }

    fn event(mut self, event: Event) -> Self {
        let outcome = self.panel.event(event);
        self.after(&outcome)
    }

    /// The engine's move or advice.
    fn engine(self, at: &str, score: i32) -> Self {
        let point = self.point(at);
        let id = self.task.unwrap();
        self.event(Event::Answer(id, Some((point, thought(score)))))
    }

    fn point(&self, name: &str) -> Point {
        parse_point(name, self.panel.record().game().rules()).unwrap()
    }

    /// Moves in turn, the engine's with this score.
    fn moves(mut self, moves: &str, score: i32) -> Self {
        let rules = self.panel.record().game().rules();
        for point in parse_moves(moves, rules).map(Result::unwrap) {
            let event = match self.task.take() {
                Some(id) => Event::Answer(id, Some((point, thought(score)))),
                None => Event::Play(point),
            };
            self = self.event(event);
        }
        self
    }

    fn keys(mut self, faces: &str) -> Self {
        for key in faces.chars().filter_map(Key::from_char) {
            let outcome = self.panel.key(KeyEvent::press(key));
            self = self.after(&outcome);
        }
        self
    }

    fn held(mut self, key: Key) -> Self {
        let stroke = Stroke::Held;
        let outcome = self.panel.key(KeyEvent { key, stroke });
        self.after(&outcome)
    }

    fn say(mut self, message: Message) -> Self {
        let outcome = self.panel.say(message);
        self.after(&outcome)
    }

    fn robot(mut self, robot: Robot) -> Self {
        self.panel.robot(Some(robot));
        self
    }

    fn address(mut self, address: &str) -> Self {
        self.panel.set_address(Some(address.into()));
        self
    }

    fn slow_disk(mut self) -> Self {
        self.slow = true;
        self
    }

    fn tick(mut self, now_ms: u64) -> Self {
        self.panel.tick(now_ms);
        self
    }
}

fn square(side: usize) -> Rules {
    Rules::new(side, side, 5, LineRule::Freestyle).unwrap()
}

fn differs(scene: &Scene, cells: &[(&str, Option<Side>, Option<Side>)]) -> Message {
    let differences: Vec<_> = cells
        .iter()
        .map(|&(at, wanted, seen)| Difference {
            at: scene.point(at),
            wanted,
            seen,
        })
        .collect();
    Message::Trouble(Trouble::Board(Differences::new(&differences).unwrap()))
}

/// Every scene with its name.
pub(crate) fn all() -> Vec<(&'static str, Panel)> {
    let scenes = [boards(), overlays(), messages(), chinese()];
    let all = scenes.into_iter().flatten();
    all.map(|(name, scene)| (name, scene.panel)).collect()
}

fn boards() -> Vec<(&'static str, Scene)> {
    let gomoku = || Scene::versus(Rules::GOMOKU);
    let renju = |side| Scene::people(Rules::new(side, side, 5, LineRule::Renju).unwrap());
    let large = || Scene::people(square(20)).moves("a1t20b2s19k10j11", 0);
    vec![
        ("empty", gomoku()),
        ("forbidden", renju(15).moves(FOULS, 0).keys("5")),
        ("forbidden-nine", renju(9).moves("e6a1d5a3f5a5e4a7", 0)),
        ("middle-game", gomoku().moves(MIDDLE, 41).engine("g9", 41)),
        (
            "cursor",
            gomoku().moves(MIDDLE, 41).engine("g9", 41).keys("44226"),
        ),
        ("cursor-on-stone", gomoku().moves("h8i9", -120)),
        ("thinking", gomoku().moves(MIDDLE, 41).tick(2_300)),
        (
            "win-ahead",
            gomoku().moves(MIDDLE, 41).engine("g9", win_in(5)),
        ),
        (
            "advice",
            gomoku().moves("h8i9", -20).keys("B").engine("i8", 63),
        ),
        (
            "advice-asked",
            gomoku().moves("h8i9", -20).keys("B").tick(1_200),
        ),
        (
            "advice-elsewhere",
            gomoku().moves("h8i9", -20).keys("B2222").engine("i8", 63),
        ),
        (
            "blinking",
            gomoku().moves(MIDDLE, 41).engine("g9", 41).tick(700),
        ),
        ("you-win", gomoku().moves(WON, -300)),
        ("resigned", gomoku().moves("h8i9", 0).keys("D22##")),
        (
            "address",
            gomoku().address("192.168.1.20:8000").moves("h8i9", -20),
        ),
        (
            "address-long",
            gomoku().address("192.168.100.200:8000").keys("4"),
        ),
        (
            "two-people",
            Scene::people(Rules::GOMOKU).moves("h8i9", 0).tick(83_000),
        ),
        ("twenty-lower-left", large().keys("4444888884444488888")),
        (
            "twenty-upper-right",
            large().keys("6666662222222266666622222"),
        ),
        ("nineteen", Scene::versus(square(19)).moves("j10k11", 10)),
        ("ten", Scene::people(square(10)).moves("e5f6e6e7d4f4", 0)),
        (
            "seven-by-six",
            Scene::people(Rules::new(7, 6, 4, LineRule::Freestyle).unwrap())
                .moves("d1d2e1c1e2f1", 0),
        ),
        ("three", Scene::versus(Rules::TIC_TAC_TOE).moves("b2a3", 0)),
        (
            "three-won",
            Scene::people(Rules::TIC_TAC_TOE).moves("a3a1b2b1c1", 0),
        ),
        (
            "three-draw",
            Scene::people(Rules::TIC_TAC_TOE).moves("b2a1a3c1b1b3c2a2c3", 0),
        ),
        (
            "four",
            Scene::versus(Rules::FOUR_BY_FOUR).moves("b2c3b3b4", 15),
        ),
    ]
}

fn overlays() -> Vec<(&'static str, Scene)> {
    let game = || Scene::versus(Rules::GOMOKU).moves("h8i9j8g8", 41);
    vec![
        ("coordinates", game().keys("*")),
        ("coordinates-column", game().keys("*080")),
        ("coordinates-typed", game().keys("*0811")),
        ("menu-first", game().keys("D")),
        ("menu-last", game().keys("D2")),
        ("menu-level", game().keys("D888#66")),
        ("ask-new", game().keys("C")),
        (
            "ask-new-nothing-lost",
            Scene::versus(Rules::GOMOKU).keys("C"),
        ),
        ("ask-off", game().keys("D2#")),
        ("switching-off", game().held(Key::D)),
        ("resting", game().tick(1).tick(600_001)),
    ]
}

fn messages() -> Vec<(&'static str, Scene)> {
    let game = || Scene::versus(Rules::GOMOKU).moves("h8i9j8g8", 41);
    let (black, white) = (Some(Side::Black), Some(Side::White));
    let one = differs(&game(), &[("h8", black, None)]);
    let many = [
        ("h8", black, None),
        ("g7", None, black),
        ("i9", white, black),
    ];
    let many = differs(&game(), &many);
    let shaken = ["h8", "i9", "j8", "g8", "h9", "k10"].map(|name| (name, black, None));
    let shaken = differs(&game(), &shaken);
    let words = "The link speaks version 7, this box version 1: update one of them, please.";
    let words = Message::Words(words.into());
    vec![
        ("taken", game().keys("45")),
        ("your-turn-later", game().keys("225").keys("5")),
        ("no-column", game().keys("*16")),
        ("incomplete", game().keys("*08#")),
        ("difference", game().say(one)),
        ("differences", game().say(many)),
        (
            "store-full",
            game().say(Message::Trouble(Trouble::StoreFull)),
        ),
        ("many-differences", game().say(shaken.clone())),
        ("many-differences-2", game().say(shaken.clone()).tick(3_000)),
        ("keeping", game().slow_disk().keys("225").tick(25)),
        ("words", game().say(words.clone())),
        ("words-2", game().say(words).tick(3_000)),
        (
            "robot-places",
            game().robot(Robot::Placing(Side::White, Point::new(6, 7).unwrap())),
        ),
        ("robot-waits", game().robot(Robot::AwaitsButton)),
    ]
}

fn chinese() -> Vec<(&'static str, Scene)> {
    let game = || Scene::chinese(Rules::GOMOKU).moves("h8i9j8g8", 41);
    let lost = differs(
        &game(),
        &[
            ("h8", Some(Side::Black), None),
            ("g7", None, Some(Side::White)),
        ],
    );
    vec![
        ("zh-your-move", game()),
        ("zh-thinking", game().keys("225").tick(1_000)),
        (
            "zh-win-ahead",
            Scene::chinese(Rules::GOMOKU)
                .moves("h8", 0)
                .engine("i9", win_in(5))
                .address("10.0.0.7:8000"),
        ),
        ("zh-won", Scene::chinese(Rules::GOMOKU).moves(WON, -300)),
        ("zh-coordinates", game().keys("*081")),
        ("zh-menu", game().keys("D")),
        ("zh-menu-last", game().keys("D2")),
        ("zh-ask-new", game().keys("C")),
        ("zh-taken", game().keys("45")),
        ("zh-difference", game().say(lost)),
        (
            "zh-robot",
            game().robot(Robot::Moving(
                Point::new(6, 7).unwrap(),
                Point::new(8, 7).unwrap(),
            )),
        ),
        ("zh-off", game().held(Key::D)),
        (
            "zh-three",
            Scene::chinese(Rules::TIC_TAC_TOE).moves("b2a3", 0),
        ),
    ]
}
