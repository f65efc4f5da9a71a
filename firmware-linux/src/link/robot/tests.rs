//! The box's half of whole dialogues, word by word. The line between is perfect; the games on
//! a bad one are in the package `minmax-tests`.

use super::*;
use crate::app::event::{Event, Request};
use crate::app::session::{Config, Session};
use crate::app::thought::Thought;
use minmax_engine::rules::{FoulRule, LineRule, Rules};
use minmax_engine::strategy::handicap::Level;
use minmax_link::cell::Colour::{Black, White};
use minmax_link::line::{Event as LineEvent, Line};

const TIMING: Timing = Timing::for_baud(115_200);
const HUMAN_FIRST: [Player; 2] = [Player::Human, Player::Engine];
const ENGINE_FIRST: [Player; 2] = [Player::Engine, Player::Human];

/// A box, and a machine that says what the test says.
struct Bench {
    session: Session,
    task: Option<crate::app::event::TaskId>,
    robot: Robot,
    machine: Line,
    now_ms: u64,
}

impl Bench {
    fn new(rules: Rules, players: [Player; 2]) -> Self {
        let session = Session::new(Config {
            rules,
            players,
            level: Level::FULL,
            limits: None,
            seed: 0,
        });
        Self {
            robot: robot(&session),
            session,
            task: None,
            machine: Line::new(900, TIMING),
            now_ms: 0,
        }
    }

    /// Three in a row, the machine ready, and the first look asked for.
    fn ready(players: [Player; 2]) -> Self {
        let mut bench = Self::new(Rules::TIC_TAC_TOE, players);
        let request = bench.session.start();
        bench.keep(request);
        assert_eq!(bench.pass()[0], "GAME 3 3 3");
        bench.say("READY 1 3 3 PMR");
        bench
    }

    fn keep(&mut self, request: Option<Request>) {
        if let Some(Request::Think(task)) = request {
            self.task = Some(task.id);
        }
    }

    fn event(&mut self, event: Event) {
        let reaction = self.session.handle(event);
        self.keep(reaction.request);
        self.robot.follow(&self.session.view());
    }

    /// The engine answers.
    fn engine(&mut self, name: &str) -> Vec<String> {
        let thought = Thought {
            score: 0,
            depth: 1,
            nodes: 1,
            elapsed_ms: 1,
            ..Thought::default()
        };
        let id = self.task.take().unwrap();
        self.event(Event::Answer(id, Some((point(name), thought))));
        self.pass()
    }

    /// What the machine hears within 100 ms.
    fn pass(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        for _ in 0..10 {
            self.now_ms += 10;
            while let Some(line) = self.machine.transmit(self.now_ms) {
                self.robot.receive(line);
            }
            while let Some(line) = self.robot.transmit(self.now_ms).map(<[u8]>::to_vec) {
                for byte in line {
                    if let Some(LineEvent::Message(text)) = self.machine.receive(byte) {
                        heard.push(text.to_owned());
                    }
                }
            }
        }
        heard
    }

    /// Time passes without a word; what the machine hears.
    fn wait(&mut self, seconds: u64) -> Vec<String> {
        (0..10 * seconds).flat_map(|_| self.pass()).collect()
    }

    /// The machine says something; what it hears in answer.
    fn say(&mut self, text: &str) -> Vec<String> {
        self.machine.send(&text).unwrap();
        self.pass()
    }

    /// Answers the look that is due with this board.
    fn show(&mut self, board: &str) -> Vec<String> {
        let number = self.robot.dialogue.number();
        let size = self.robot.position.game.0;
        self.say(&format!("BOARD {number} {size} {board}"))
    }

    fn done(&mut self) -> Vec<String> {
        let number = self.robot.dialogue.number();
        self.say(&format!("DONE {number}"))
    }

    fn failed(&mut self, reason: &str) -> Vec<String> {
        let number = self.robot.dialogue.number();
        self.say(&format!("FAILED {number} {reason}"))
    }

    fn outputs(&mut self) -> Vec<Output> {
        std::iter::from_fn(|| self.robot.next_output()).collect()
    }

    fn plays(&mut self, name: &str) {
        assert_eq!(self.outputs(), [Output::Play(point(name))]);
        self.event(Event::Play(point(name)));
    }
}

fn robot(session: &Session) -> Robot {
    let setup = Setup {
        session: 1,
        timing: TIMING,
        place_timeout_ms: 15_000,
    };
    Robot::new(setup, &session.view())
}

fn at(name: &str) -> Cell {
    Cell::parse(name).unwrap()
}

fn point(name: &str) -> Point {
    translate::point(at(name), translate::size(Rules::TIC_TAC_TOE)).unwrap()
}

fn difference(name: &str, expected: Option<Colour>, found: Option<Colour>) -> Difference {
    Difference {
        cell: at(name),
        expected,
        found,
    }
}

#[test]
fn a_move_and_its_answer() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    assert_eq!(bench.show("3/3/3"), ["LAMP TURN"]);
    assert_eq!(bench.say("MOVED"), ["LOOK 2"]);
    assert!(bench.show("3/1B1/3").is_empty());
    bench.plays("b2");
    assert_eq!(bench.pass(), ["LAMP THINKING"]);
    assert_eq!(bench.engine("a1"), ["LAMP MOVING", "LOOK 3"]);
    assert_eq!(bench.show("3/1B1/3"), ["PLACE 4 W a1"]);
    assert_eq!(bench.say("DONE 4"), ["LOOK 5"]);
    assert_eq!(bench.show("3/1B1/W2"), ["LAMP TURN"]);
    assert_eq!(bench.outputs(), []);
    assert!(bench.robot.is_settled());
}

#[test]
fn the_button_without_a_stone_is_answered() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    bench.show("3/3/3");
    bench.say("MOVED");
    assert!(bench.show("3/3/3").is_empty(), "the lamp stays");
    assert_eq!(bench.outputs(), [Output::Say(Note::NothingNew)]);
    let mut other = Bench::ready(ENGINE_FIRST);
    other.show("3/3/3");
    assert_eq!(other.say("MOVED"), ["LOOK 2"]);
    assert_eq!(other.outputs(), [Output::Say(Note::NotYourTurn)]);
    assert!(other.show("3/3/3").is_empty(), "nothing was touched");
}

/// Two people play renju, and Black puts a stone where two threes meet.
fn foul(fouls: FoulRule) -> (Bench, Vec<String>) {
    let rules = Rules::new(9, 9, 5, LineRule::Renju).unwrap();
    let mut bench = Bench::new(rules.with_fouls(fouls), [Player::Human; 2]);
    let point = |name| translate::point(at(name), translate::size(rules)).unwrap();
    for name in ["e6", "a1", "d5", "a3", "f5", "a5", "e4", "a7"] {
        bench.event(Event::Play(point(name)));
    }
    bench.pass();
    bench.say("READY 1 9 9 PMR");
    bench.show("9/9/W8/4B4/W2B1B3/4B4/W8/9/W8");
    bench.outputs();
    bench.say("MOVED");
    let heard = bench.show("9/9/W8/4B4/W2BBB3/4B4/W8/9/W8");
    assert_eq!(bench.outputs()[0], Output::Play(point("e5")));
    bench.event(Event::Play(point("e5")));
    (bench, heard)
}

#[test]
fn a_stone_on_a_forbidden_point_is_no_move() {
    let (mut bench, heard) = foul(FoulRule::Refused);
    assert_eq!(heard, ["LAMP WRONG"]);
    let list = vec![difference("e5", None, Some(Black))];
    assert_eq!(bench.robot.trouble(), Some(&Trouble::Wrong(list)));
    assert!(bench.wait(3).last().unwrap().starts_with("LOOK "));
    bench.show("9/9/W8/4B4/W2B1B3/4B4/W8/9/W8");
    assert_eq!(bench.robot.trouble(), None);
}

#[test]
fn a_stone_on_a_forbidden_point_loses_where_fouls_do() {
    let (mut bench, heard) = foul(FoulRule::Loses);
    assert_eq!(heard, [""; 0]);
    assert_eq!(bench.pass(), ["LAMP OVER", "OVER W"]);
}

/// Black has won, the board agrees, and everything was said.
fn over() -> Bench {
    let mut bench = Bench::ready([Player::Human; 2]);
    bench.show("3/3/3");
    for name in ["a1", "a2", "b1", "b2", "c1"] {
        bench.event(Event::Play(point(name)));
    }
    bench.pass();
    bench.show("3/WW1/BBB");
    bench.outputs();
    assert!(bench.robot.is_settled());
    bench
}

#[test]
fn after_the_end_the_button_says_so_and_the_board_is_looked_at() {
    let mut bench = over();
    let number = bench.robot.dialogue.number();
    assert_eq!(bench.say("MOVED"), [format!("LOOK {}", number + 1)]);
    assert_eq!(bench.outputs(), [Output::Say(Note::GameOver)]);
    for (touched, named) in [
        ("3/WB1/BBB", difference("b2", Some(White), Some(Black))),
        ("3/W2/BBB", difference("b2", Some(White), None)),
    ] {
        bench.show(touched);
        let trouble = Trouble::Wrong(vec![named]);
        assert_eq!(bench.robot.trouble(), Some(&trouble));
        bench.wait(3);
    }
}

#[test]
fn only_what_is_there_can_be_taken() {
    let mut bench = after_the_first_stone();
    assert_eq!(bench.robot.remove(point("a1")), Err(OrderError::Empty));
    assert_eq!(
        bench.robot.place(Side::White, point("b2")),
        Err(OrderError::Taken)
    );
    assert!(bench.pass().is_empty());
    bench.say("BOARD 0 3 3 3/1B1/WW1");
    assert!(matches!(bench.robot.trouble(), Some(Trouble::Wrong(_))));
    assert_eq!(bench.robot.remove(point("a1")), Ok(()));
    bench.pass();
    assert_eq!(bench.show("3/1B1/W2").last().unwrap(), "REMOVE 6 a1");
    bench.done();
    bench.show("3/1B1/3");
    assert_eq!(bench.robot.trouble(), None);
}

#[test]
fn a_stone_is_no_move_until_the_button_says_so() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    bench.show("3/3/3");
    bench.say("BOARD 0 3 3 3/1B1/3");
    assert_eq!(bench.outputs(), []);
    bench.robot.press();
    assert_eq!(bench.pass(), ["LOOK 2"]);
    bench.show("3/B2/3");
    bench.plays("a2");
}

#[test]
fn what_is_wrong_is_named_and_looked_at_until_it_is_mended() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    bench.show("3/3/3");
    bench.say("MOVED");
    assert_eq!(bench.show("BB1/3/3"), ["LAMP WRONG"]);
    let two = vec![
        difference("a3", None, Some(Black)),
        difference("b3", None, Some(Black)),
    ];
    assert_eq!(bench.outputs(), [Output::Trouble(Trouble::Wrong(two))]);
    assert_eq!(bench.wait(3), ["LOOK 3"]);
    bench.show("1BW/3/3");
    let other = vec![difference("c3", None, Some(White))];
    assert_eq!(bench.outputs(), [Output::Trouble(Trouble::Wrong(other))]);
    assert_eq!(bench.wait(3), ["LOOK 4"]);
    assert_eq!(bench.show("1B1/3/3"), ["LAMP TURN"]);
    assert_eq!(
        bench.outputs(),
        [Output::Say(Note::PressButton), Output::Mended]
    );
    bench.say("MOVED");
    bench.show("1B1/3/3");
    bench.plays("b3");
}

/// The engine's stone lies on b2, and it is White's turn.
fn after_the_first_stone() -> Bench {
    let mut bench = Bench::ready(ENGINE_FIRST);
    bench.show("3/3/3");
    bench.engine("b2");
    assert_eq!(bench.show("3/3/3"), ["PLACE 3 B b2"]);
    bench.done();
    assert_eq!(bench.show("3/1B1/3"), ["LAMP TURN"]);
    bench
}

#[test]
fn a_shifted_stone_is_put_back_and_the_move_counts() {
    let mut bench = after_the_first_stone();
    bench.say("MOVED");
    assert_eq!(bench.show("W1B/3/3"), ["LAMP MOVING", "MOVE 6 c3 b2"]);
    assert_eq!(
        bench.outputs(),
        [Output::Say(Note::PutBack(Black, at("c3"), at("b2")))]
    );
    bench.done();
    bench.show("W2/1B1/3");
    bench.plays("a3");
}

#[test]
fn what_cannot_be_put_back_is_for_people() {
    let mut bench = after_the_first_stone();
    bench.say("BOARD 0 3 3 2B/3/3");
    for _ in 0..3 {
        bench.failed("too far");
        bench.show("2B/3/3");
    }
    let both = vec![
        difference("c3", None, Some(Black)),
        difference("b2", Some(Black), None),
    ];
    assert_eq!(bench.robot.trouble(), Some(&Trouble::Wrong(both)));
}

#[test]
fn a_failing_arm_tries_three_times_and_then_people_help() {
    let mut bench = Bench::ready(ENGINE_FIRST);
    bench.show("3/3/3");
    bench.engine("b2");
    for number in [3, 5, 7] {
        assert_eq!(
            bench.show("3/3/3").last().unwrap(),
            &format!("PLACE {number} B b2")
        );
        assert_eq!(bench.failed("no stone"), [format!("LOOK {}", number + 1)]);
    }
    let reason = Failure::Said("no stone".into());
    assert_eq!(
        bench.outputs(),
        vec![Output::Say(Note::TriesAgain(reason.clone())); 2]
    );
    assert_eq!(bench.show("3/3/3"), ["LAMP WRONG"]);
    let list = vec![difference("b2", Some(Black), None)];
    let trouble = Trouble::ByHand(list, Some(reason));
    assert_eq!(bench.outputs(), [Output::Trouble(trouble)]);
    assert_eq!(bench.say("MOVED"), ["LOOK 9"]);
    assert_eq!(
        bench.show("3/3/3"),
        ["LAMP MOVING", "PLACE 10 B b2"],
        "refilled"
    );
    bench.failed("no stone");
    assert_eq!(bench.show("3/1B1/3"), ["LAMP TURN"], "by hand");
}

#[test]
fn an_arm_that_was_taken_off_is_not_said_to_have_failed() {
    let mut bench = Bench::ready(ENGINE_FIRST);
    bench.show("3/3/3");
    bench.engine("b2");
    for _ in 0..3 {
        bench.show("3/3/3");
        bench.wait(16);
    }
    bench.show("3/3/3");
    let by_hand = |reason| Trouble::ByHand(vec![difference("b2", Some(Black), None)], reason);
    let late = by_hand(Some(Failure::TimedOut));
    assert_eq!(bench.robot.trouble(), Some(&late));
    bench.say("READY 1 3 3 -");
    bench.show("3/3/3");
    assert_eq!(bench.robot.trouble(), Some(&by_hand(None)));
    // Put on again it has not failed yet, though it waits until hands are off the board.
    bench.say("READY 1 3 3 PMR");
    bench.show("3/3/3");
    assert_eq!(bench.robot.trouble(), Some(&by_hand(None)));
    bench.say("MOVED");
    assert!(bench.show("3/3/3").last().unwrap().starts_with("PLACE"));
}

#[test]
fn an_old_failure_is_no_reason_for_something_else() {
    let mut bench = Bench::ready([Player::Human; 2]);
    bench.show("3/3/3");
    bench.event(Event::Play(point("b2")));
    bench.pass();
    for _ in 0..3 {
        bench.show("3/3/3");
        bench.failed("no stone");
    }
    bench.show("3/3/3");
    assert!(matches!(
        bench.robot.trouble(),
        Some(Trouble::ByHand(_, Some(_)))
    ));
    bench.event(Event::Play(point("a1")));
    bench.pass();
    bench.show("3/1B1/3"); // by hand: now a1 is next, which was not tried
    bench.say("READY 1 3 3 M");
    bench.show("3/1B1/3");
    let rest = vec![difference("a1", Some(White), None)];
    assert_eq!(bench.robot.trouble(), Some(&Trouble::ByHand(rest, None)));
}

#[test]
fn a_slow_arm_is_looked_after_when_its_time_is_over() {
    let mut bench = Bench::ready(ENGINE_FIRST);
    bench.show("3/3/3");
    bench.engine("b2");
    bench.show("3/3/3");
    assert!(bench.wait(14).is_empty());
    assert_eq!(bench.wait(2), ["LOOK 4"]);
    assert_eq!(
        bench.outputs(),
        [Output::Say(Note::TriesAgain(Failure::TimedOut))]
    );
    bench.say("DONE 3");
    assert_eq!(bench.show("3/1B1/3"), ["LAMP TURN"], "late, but done");
}

#[test]
fn a_lost_stone_is_placed_again_and_a_stray_one_moved() {
    let mut bench = Bench::ready(ENGINE_FIRST);
    bench.show("3/3/3");
    bench.engine("b2");
    bench.show("3/3/3");
    bench.done();
    assert_eq!(bench.show("3/3/3"), ["PLACE 5 B b2"]);
    bench.done();
    assert_eq!(bench.show("3/2B/3"), ["MOVE 7 c2 b2"]);
}

#[test]
fn moves_on_other_inputs_are_placed_and_taken_back() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    bench.show("3/3/3");
    bench.event(Event::Play(point("b2")));
    bench.pass();
    assert_eq!(bench.show("3/3/3"), ["LAMP MOVING", "PLACE 3 B b2"]);
    bench.done();
    bench.event(Event::Undo);
    assert_eq!(bench.show("3/1B1/3").last().unwrap(), "REMOVE 5 b2");
    bench.event(Event::Redo); // while the arm is at it
    assert!(bench.pass().is_empty());
    bench.done();
    assert_eq!(bench.show("3/3/3").last().unwrap(), "PLACE 7 B b2");
}

#[test]
fn many_stones_are_cleared_by_hand() {
    let rules = Rules::new(15, 15, 5, LineRule::Freestyle).unwrap();
    let mut bench = Bench::new(rules, [Player::Human; 2]);
    bench.pass();
    assert_eq!(bench.say("READY 1 15 15 PMR").last().unwrap(), "LOOK 1");
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    bench.show(empty);
    for n in 0..10 {
        bench.event(Event::Play(Point::new(n, n % 2).unwrap()));
    }
    let stones = empty.replacen("15/15", "B1B1B1B1B6/1W1W1W1W1W5", 1);
    bench.pass();
    bench.show(empty);
    let by_hand = |bench: &Bench| match bench.robot.trouble() {
        Some(Trouble::ByHand(list, None)) => list.len(),
        _ => 0,
    };
    assert_eq!(by_hand(&bench), 10, "set up");
    bench.say("MOVED");
    bench.show(empty);
    assert_eq!(by_hand(&bench), 10, "nothing was done");
    bench.wait(3);
    bench.show(&stones);
    assert_eq!(bench.robot.trouble(), None);
    bench.event(Event::New);
    bench.pass();
    bench.show(&stones);
    assert_eq!(by_hand(&bench), 10, "cleared");
    bench.wait(3);
    let three_left = empty.replacen("15/15", "B1B12/1W13", 1);
    bench.show(&three_left);
    assert_eq!(by_hand(&bench), 3, "hands are on the board");
    bench.say("MOVED");
    assert_eq!(bench.show(&three_left).last().unwrap(), "REMOVE 8 a15");
}

#[test]
fn a_box_that_starts_in_mid_game_compares() {
    for (seen, expected) in [
        ("3/1B1/3", "PLACE 2 W a1"), // not placed yet
        ("3/1B1/W2", "LAMP TURN"),   // all well
        ("1B1/3/3", "LAMP WRONG"),   // somebody was here
        ("3/3/3", "PLACE 2 B b2"),   // all put away
    ] {
        let mut bench = Bench::ready(HUMAN_FIRST);
        bench.event(Event::Play(point("b2")));
        bench.engine("a1");
        bench.robot = robot(&bench.session);
        bench.machine = Line::new(77, TIMING);
        bench.pass();
        bench.say("READY 1 3 3 PMR");
        assert_eq!(bench.show(seen).last().unwrap(), expected, "{seen}");
    }
}

#[test]
fn the_end_is_told_with_its_row_once_the_board_agrees() {
    let mut bench = Bench::ready([Player::Human; 2]);
    bench.show("3/3/3");
    for name in ["a1", "a2", "b1", "b2", "c1"] {
        bench.event(Event::Play(point(name)));
    }
    bench.pass();
    bench.show("3/WW1/BB1");
    let attempts = bench.robot.attempts.as_ref().unwrap();
    assert_eq!(attempts.work, Work::Place(Black, at("c1")));
    bench.done();
    assert_eq!(bench.show("3/WW1/BBB"), ["LAMP OVER", "OVER B a1 b1 c1"]);
    bench.machine = Line::new(77, TIMING);
    bench.pass();
    bench.say("READY 1 3 3 PMR");
    let again = ["LAMP OVER", "OVER B a1 b1 c1"];
    assert_eq!(bench.show("3/WW1/BBB"), again, "the machine has restarted");
    bench.event(Event::New);
    bench.pass();
    assert_eq!(bench.show("3/WW1/BBB"), ["REMOVE 7 a2"]);
}

#[test]
fn another_version_or_board_and_nonsense_are_named() {
    let mut bench = Bench::new(Rules::TIC_TAC_TOE, HUMAN_FIRST);
    bench.pass();
    bench.say("READY 9 3 3 PMR");
    assert_eq!(bench.outputs(), [Output::Trouble(Trouble::Version(9))]);
    bench.say("READY 1 15 15 PMR");
    let [fifteen, three] = [(15, 15), (3, 3)].map(|(c, r)| Size::new(c, r).unwrap());
    assert_eq!(
        bench.outputs(),
        [Output::Trouble(Trouble::Size(fifteen, three))]
    );
    assert_eq!(bench.say("READY 1 3 3 PMR").last().unwrap(), "LOOK 1");
    assert_eq!(bench.outputs(), [Output::Mended]);
    bench.say("BOARD 1 3 3 nonsense");
    let note = Note::NotUnderstood("BOARD 1 3 3 nonsense".into());
    assert_eq!(bench.outputs(), [Output::Say(note)]);
}

#[test]
fn an_eye_that_fails_is_named_and_asked_again() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    for _ in 0..3 {
        bench.failed("too dark");
        bench.wait(3);
    }
    let dark = Trouble::Blind(Failure::Said("too dark".into()));
    assert_eq!(bench.outputs(), [Output::Trouble(dark)]);
    bench.show("3/3/3");
    assert_eq!(bench.outputs(), [Output::Mended]);
}

#[test]
fn who_takes_no_outputs_fills_no_memory() {
    let mut bench = Bench::ready(HUMAN_FIRST);
    bench.show("3/3/3");
    for _ in 0..100 {
        bench.say("nonsense");
    }
    assert_eq!(bench.outputs().len(), MOST_OUTPUTS);
}
