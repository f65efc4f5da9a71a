use super::*;
use crate::gomocup::command::parse;
use minmax_engine::score::win_in;

/// A brain whose engine answers what a test says.
struct Desk {
    brain: Brain,
    dialect: Dialect,
    task: Option<Box<Task>>,
    hurried: bool,
    left: bool,
    engine: Option<Engine>,
    now_ms: u64,
}

impl Desk {
    fn new() -> Self {
        Self::with(Dialect::Gomocup)
    }

    fn with(dialect: Dialect) -> Self {
        Self {
            brain: Brain::new(Config {
                dialect,
                fouls: FoulRule::Refused,
                strength: Strength::FULL,
                hash_mib: None,
                threads: 1,
                seed: 0,
            }),
            dialect,
            task: None,
            hurried: false,
            left: false,
            engine: None,
            now_ms: 0,
        }
    }

    fn started() -> Self {
        let mut desk = Self::new();
        assert_eq!(desk.say("START 15"), ["OK"]);
        desk
    }

    /// What is said to a line.
    fn say(&mut self, line: &str) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(heard) = parse(line.as_bytes(), self.dialect).transpose() {
            self.brain.hear(heard, self.now_ms, &mut out);
        }
        self.take(out)
    }

    fn say_all(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().flat_map(|line| self.say(line)).collect()
    }

    /// The engine answers what it was asked, with this score.
    fn answer(&mut self, x: usize, y: usize, score: i32) -> Vec<String> {
        let task = self.task.take().unwrap();
        let thought = thought(score);
        let mut out = Vec::new();
        let answer = Some((Point::new(x, y).unwrap(), thought));
        self.brain.answered(task.id, answer, self.now_ms, &mut out);
        while self.brain.go_on(self.now_ms, &mut out) {}
        self.take(out)
    }

    /// The engine has finished a depth with this line, of this rank.
    fn deeper(&mut self, rank: u8, line: &[(usize, usize)], score: i32) -> Vec<String> {
        let id = self.task.as_ref().unwrap().id;
        let points = line.iter().map(|&(x, y)| Point::new(x, y).unwrap());
        let mut out = Vec::new();
        self.brain
            .deeper(id, rank, points.collect(), &thought(score), &mut out);
        self.take(out)
    }

    /// The input ends.
    fn end(&mut self) {
        let mut out = Vec::new();
        self.brain.end(&mut out);
        assert_eq!(self.take(out), [""; 0]);
    }

    fn take(&mut self, out: Vec<Output>) -> Vec<String> {
        let mut said = Vec::new();
        for output in out {
            match output {
                Output::Say(reply) => said.push(reply.to_string()),
                Output::Think(task, _) => {
                    assert!(self.engine.is_some(), "an engine comes before a task");
                    self.hurried = false;
                    self.task = Some(task);
                }
                Output::Prepare(engine) => self.engine = Some(engine),
                Output::Stop => self.hurried = true,
                Output::Leave => self.left = true,
            }
        }
        said
    }

    fn stones(&self) -> usize {
        self.brain.game().unwrap().board().stones()
    }

    fn side(&self) -> Side {
        self.brain.game().unwrap().side_to_move()
    }
}

fn thought(score: i32) -> Thought {
    Thought {
        score,
        depth: 3,
        nodes: 1_000,
        elapsed_ms: 1,
        ..Thought::default()
    }
}

fn assert_error(said: &[String]) {
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("ERROR "), "{said:?}");
}

#[test]
fn a_game_is_played_move_by_move() {
    let mut desk = Desk::started();
    assert_eq!(desk.say("BEGIN"), [""; 0]);
    assert_eq!(desk.answer(7, 7, 0), ["7,7"]);
    assert_eq!(desk.say("TURN 8,8"), [""; 0]);
    assert_eq!(desk.task.as_ref().unwrap().game.board().stones(), 2);
    assert_eq!(desk.answer(6, 6, 0), ["6,6"]);
    assert_eq!(desk.side(), Side::White);
    assert_eq!(desk.say("RESTART"), ["OK"]);
    assert_eq!(desk.stones(), 0);
}

#[test]
fn whatever_comes_before_start_is_an_error() {
    for line in [
        "BEGIN",
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "RESTART",
        "YXNBEST 2",
        "DONE",
    ] {
        assert_error(&Desk::new().say(line));
    }
    for purpose in ["BOARD", "YXBOARD", "SWAP2BOARD"] {
        assert_error(&Desk::new().say_all(&[purpose, "DONE"]));
    }
    let mut desk = Desk::new();
    assert_eq!(desk.say("YXSHOWFORBID"), ["FORBID ."]);
    assert_eq!(
        desk.say_all(&["YXHASHCLEAR", "YXSTOP", "INFO rule 1"]),
        [""; 0]
    );
    assert_eq!(desk.say("ABOUT").len(), 1);
}

#[test]
fn errors_change_nothing() {
    let mut desk = Desk::started();
    desk.say("TURN 7,7");
    desk.answer(8, 8, 0);
    let before = desk.brain.game().unwrap().clone();
    for line in [
        "START 15 12",
        "TURN 7,7",
        "TURN 15,0",
        "TURN x",
        "PLAY 8,8",
        "TAKEBACK 0,0",
        "TAKEBACK 19,19",
        "START 21",
        "START",
        "BEGIN",
        "DONE",
        "7,7,1",
        "RECTSTART 4,4",
        "YXNBEST 0",
        "INFO rule x",
    ] {
        assert_error(&desk.say(line));
        assert_eq!(desk.brain.game(), Some(&before), "{line}");
    }
    assert_eq!(desk.say("HELLO"), ["UNKNOWN command 'HELLO'"]);
    assert_eq!(desk.brain.game(), Some(&before));
    assert!(desk.task.is_none());
}

#[test]
fn a_board_is_answered_like_a_turn() {
    let mut desk = Desk::started();
    let lines = ["BOARD", "7,7,2", "8,8,1", "9,9,2", "DONE"];
    assert_eq!(desk.say_all(&lines), [""; 0]);
    let task = desk.task.as_ref().unwrap();
    assert_eq!(task.game.side_to_move(), Side::White);
    assert_eq!(desk.answer(6, 6, 0), ["6,6"]);
    assert_eq!(desk.stones(), 4);
    desk.say("TURN 5,5");
    assert_eq!(desk.task.as_ref().unwrap().game.side_to_move(), Side::White);
}

#[test]
fn a_wrong_board_is_dropped() {
    let mut desk = Desk::started();
    desk.say_all(&["YXBOARD", "7,7,2", "DONE"]);
    let before = desk.brain.game().unwrap().clone();
    let said = desk.say_all(&["BOARD", "0,0,1", "0,0,2", "nonsense", "DONE"]);
    let words: Vec<_> = said
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(words, ["ERROR", "UNKNOWN", "ERROR"]);
    for wrong in [
        &["BOARD", "0,0,1", "1,1,1", "DONE"][..],
        &[
            "BOARD", "0,0,2", "1,0,2", "2,0,2", "3,0,2", "4,0,2", "0,1,1", "1,1,1", "2,1,1",
            "3,1,1", "DONE",
        ],
        &["SWAP2BOARD", "7,7", "DONE"],
    ] {
        assert_error(&desk.say_all(wrong));
    }
    assert_eq!(desk.brain.game(), Some(&before));
    assert!(desk.task.is_none());
}

#[test]
fn a_command_instead_of_done_is_obeyed() {
    let mut desk = Desk::started();
    let said = desk.say_all(&["BOARD", "7,7,2", "TURN 8,8"]);
    assert_error(&said);
    assert_eq!(desk.task.as_ref().unwrap().game.board().stones(), 1);
    desk.answer(0, 0, 0);
    assert_error(&desk.say("DONE"));
    assert_eq!(desk.say_all(&["BOARD", "YXSTOP", "DONE"]), [""; 0]);
    assert!(desk.task.is_some());
}

#[test]
fn a_game_that_is_over_has_no_answer() {
    let mut desk = Desk::started();
    let five = [
        "YXBOARD", "0,0,2", "1,0,2", "2,0,2", "3,0,2", "0,1,1", "1,1,1", "2,1,1", "3,1,1", "DONE",
    ];
    assert_eq!(desk.say_all(&five), [""; 0]);
    assert_eq!(desk.say("PLAY 4,1"), ["4,1"]);
    for line in ["TURN 4,0", "PLAY 4,0", "YXNBEST 1"] {
        assert_error(&desk.say(line));
    }
    assert_eq!(desk.say("TAKEBACK 4,1"), ["OK"]);
    desk.say("YXNBEST 1");
    assert!(desk.task.is_some());
}

#[test]
fn a_full_board_has_no_answer() {
    let mut desk = Desk::new();
    desk.say("START 5");
    let mut lines = vec!["BOARD".to_string()];
    for cell in 0..25 {
        let (x, y) = (cell % 5, cell / 5);
        // No five in a row anywhere.
        let owner = 1 + (x + 2 * y) / 2 % 2;
        lines.push(format!("{x},{y},{owner}"));
    }
    lines.push("DONE".into());
    let said: Vec<_> = lines.iter().flat_map(|line| desk.say(line)).collect();
    assert_error(&said);
    assert!(desk.task.is_none());
}

#[test]
fn stones_are_taken_back_in_any_order() {
    let mut desk = Desk::started();
    desk.say("TURN 7,7");
    desk.answer(8, 8, 0);
    assert_eq!(desk.say("TAKEBACK 7,7"), ["OK"]);
    assert_eq!((desk.stones(), desk.side()), (1, Side::Black));
    assert_eq!(desk.say("TAKEBACK 8,8"), ["OK"]);
    assert_eq!((desk.stones(), desk.side()), (0, Side::Black));
    assert_error(&desk.say("TAKEBACK 8,8"));
    desk.say("BEGIN");
    assert!(desk.task.is_some());
}

#[test]
fn while_it_thinks_all_waits_but_to_leave_and_to_stop() {
    let mut desk = Desk::started();
    desk.say("BEGIN");
    assert_eq!(desk.say_all(&["TURN 0,0", "HELLO", "ABOUT"]), [""; 0]);
    assert!(!desk.hurried);
    let said = desk.answer(7, 7, 0);
    assert_eq!(
        said,
        ["7,7"],
        "the turn is thought about before what waits behind it"
    );
    let said = desk.answer(8, 8, 0);
    assert_eq!(
        (said.len(), said[1].as_str()),
        (3, "UNKNOWN command 'HELLO'")
    );
    desk.say("TURN 1,1");
    desk.say("YXSTOP");
    assert!(desk.hurried && !desk.left);
    assert_eq!(desk.answer(2, 2, 0), ["2,2"]);
    desk.say("TURN 3,3");
    desk.say("END");
    assert!(desk.left);
}

#[test]
fn a_new_position_ends_the_thinking() {
    for line in ["START 20", "RESTART", "BOARD", "TAKEBACK 7,7", "BEGIN"] {
        let mut desk = Desk::started();
        desk.say("TURN 7,7");
        assert_eq!(desk.say(line), [""; 0]);
        assert!(desk.hurried, "{line}");
        assert_eq!(desk.answer(8, 8, 0)[0], "8,8");
    }
}

#[test]
fn what_waits_behind_a_stop_is_hurried_too() {
    let mut desk = Desk::started();
    desk.say("BEGIN");
    desk.say("TURN 0,0");
    desk.say("YXSTOP");
    assert!(desk.hurried);
    assert_eq!(desk.answer(7, 7, 0), ["7,7"]);
    assert!(desk.hurried, "the turn that came before the stop");
    assert_eq!(desk.answer(8, 8, 0), ["8,8"]);
    desk.say("TURN 1,1");
    assert!(!desk.hurried);
}

#[test]
fn too_many_waiting_hurry_it() {
    let mut desk = Desk::started();
    desk.say("BEGIN");
    for _ in 0..MOST_WAITING {
        assert!(!desk.hurried && !desk.brain.is_full());
        desk.say("HELLO");
    }
    assert!(desk.hurried && desk.brain.is_full());
    assert_eq!(desk.answer(7, 7, 0).len(), 1 + MOST_WAITING);
    assert!(!desk.brain.is_full());
}

#[test]
fn the_end_of_the_input_leaves_after_a_last_move() {
    let mut desk = Desk::started();
    desk.say("BEGIN");
    desk.end();
    assert!(desk.hurried && !desk.left && desk.brain.is_at_its_last());
    assert_eq!(desk.answer(7, 7, 0), ["7,7"]);
    assert!(desk.left);
    let mut idle = Desk::new();
    idle.end();
    assert!(idle.left);
}

#[test]
fn what_waits_at_the_end_of_the_input_is_answered_without_much_thought() {
    let mut desk = Desk::started();
    desk.say_all(&["BEGIN", "TURN 0,0", "HELLO", "TURN 1,1"]);
    desk.end();
    assert!(!desk.brain.is_at_its_last());
    for (x, said) in [(7, 1), (8, 2)] {
        assert!(desk.hurried);
        assert_eq!(desk.answer(x, 7, 0).len(), said);
        assert!(!desk.left);
    }
    assert!(desk.hurried && desk.brain.is_at_its_last());
    assert_eq!(desk.answer(9, 7, 0), ["9,7"]);
    assert!(desk.left);
}

#[test]
fn rules_are_masks_and_what_is_unknown_leaves_them() {
    let mut desk = Desk::started();
    for (number, rule) in [
        (1, LineRule::Standard),
        (4, LineRule::Renju),
        (8, LineRule::CaroOverline),
        (9, LineRule::Caro),
        (2, LineRule::Freestyle),
    ] {
        assert_eq!(desk.say(&format!("INFO rule {number}")), [""; 0]);
        assert_eq!(desk.brain.game().unwrap().rules().line(), rule);
    }
    desk.say("INFO rule 1");
    for number in [5, 12, 16, -1, i64::MAX] {
        let said = desk.say(&format!("INFO rule {number}"));
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("MESSAGE rule "), "{said:?}");
    }
    assert_eq!(
        desk.brain.game().unwrap().rules().line(),
        LineRule::Standard
    );
}

#[test]
fn a_rule_holds_for_the_game_that_goes_on_and_for_those_to_come() {
    let mut desk = Desk::new();
    desk.say_all(&["INFO rule 1", "START 15", "TURN 7,7"]);
    desk.answer(8, 8, 0);
    desk.say("INFO rule 0");
    assert_eq!((desk.stones(), desk.side()), (2, Side::Black));
    desk.say("TURN 0,0");
    let task = desk.task.as_ref().unwrap();
    assert_eq!(task.game.rules().line(), LineRule::Freestyle);
    assert!(
        task.afresh,
        "what was searched by another rule is forgotten"
    );
    desk.answer(0, 1, 0);
    desk.say_all(&["INFO rule 9", "START 20", "BEGIN"]);
    assert_eq!(
        desk.task.as_ref().unwrap().game.rules().line(),
        LineRule::Caro
    );
}

#[test]
fn forbidden_points_are_shown_while_black_is_to_move() {
    let mut desk = Desk::started();
    desk.say("INFO rule 4");
    let threes = [
        "YXBOARD", "6,7,1", "0,0,2", "8,7,1", "0,2,2", "7,6,1", "0,4,2", "7,8,1", "0,6,2", "DONE",
    ];
    desk.say_all(&threes);
    assert_eq!(desk.say("YXSHOWFORBID"), ["FORBID 0707."]);
    assert_error(&desk.say("TURN 7,7"));
    assert_error(&desk.say("PLAY 7,7"));
    desk.say("PLAY 14,14");
    assert_eq!(desk.say("YXSHOWFORBID"), ["FORBID ."]);
    desk.say("TAKEBACK 14,14");
    desk.say("INFO rule 0");
    assert_eq!(desk.say("YXSHOWFORBID"), ["FORBID ."]);
}

#[test]
fn a_foul_loses_where_the_user_says_so() {
    let mut desk = Desk::new();
    desk.brain.config.fouls = FoulRule::Loses;
    desk.say_all(&["INFO rule 4", "START 15"]);
    let threes = [
        "YXBOARD", "6,7,1", "0,0,2", "8,7,1", "0,2,2", "7,6,1", "0,4,2", "7,8,1", "0,6,2", "DONE",
    ];
    assert_eq!(desk.say_all(&threes), [""; 0]);
    let said = desk.say("TURN 7,7");
    assert_error(&said);
    assert!(said[0].ends_with("a foul, a double three"), "{said:?}");
    assert_eq!(desk.stones(), 9);
    assert_error(&desk.say("TURN 14,14"));
    assert_eq!(desk.say("TAKEBACK 7,7"), ["OK"]);
    let said = desk.say("PLAY 7,7");
    assert_eq!(said[0], "7,7");
    assert!(said[1].starts_with("MESSAGE ") && said[1].ends_with("a double three"));
    assert_error(&desk.say("YXNBEST 1"));
    desk.say("RESTART");
    let said = desk.say_all(&[
        "BOARD", "6,7,2", "0,0,1", "8,7,2", "0,2,1", "7,6,2", "0,4,1", "7,8,2", "0,6,1", "7,7,2",
        "DONE",
    ]);
    assert_error(&said);
    assert!(said[0].ends_with("a foul, a double three"), "{said:?}");
    assert_eq!(desk.stones(), 9, "it is taken, and lost");
}

#[test]
fn a_swap_is_decided_by_the_sign() {
    let mut desk = Desk::started();
    let three = ["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"];
    desk.say_all(&three);
    assert_eq!(desk.answer(6, 6, -50), ["SWAP"]);
    assert_eq!((desk.stones(), desk.side()), (3, Side::White));
    desk.say("TURN 6,6");
    assert_eq!(desk.task.as_ref().unwrap().game.side_to_move(), Side::Black);
    desk.answer(0, 0, 0);
    desk.say_all(&three);
    assert_eq!(desk.answer(6, 6, 50), ["6,6"]);
    assert_eq!(desk.stones(), 4);
    let five = ["SWAP2BOARD", "7,7", "8,7", "9,9", "8,8", "8,6", "DONE"];
    desk.say_all(&five);
    assert_eq!(desk.task.as_ref().unwrap().game.side_to_move(), Side::White);
    assert_eq!(desk.answer(6, 8, win_in(5)), ["6,8"]);
    desk.say_all(&five);
    assert_eq!(desk.answer(6, 8, -1), ["SWAP"]);
}

#[test]
fn two_more_stones_are_laid_where_neither_side_is_better() {
    let mut desk = Desk::started();
    let three = ["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"];
    desk.say_all(&three);
    desk.deeper(1, &[(6, 6), (5, 5), (4, 4)], 30);
    desk.deeper(1, &[(6, 6), (5, 6)], 0);
    assert_eq!(desk.answer(6, 6, 0), ["6,6 5,6"]);
    assert_eq!((desk.stones(), desk.side()), (5, Side::White));
    // The other player takes White: the brain is Black.
    desk.say("TURN 0,0");
    assert_eq!(desk.task.as_ref().unwrap().game.side_to_move(), Side::Black);
    desk.answer(1, 1, 0);
    // Nobody knows what would follow.
    for line in [&[][..], &[(6, 6)], &[(5, 6), (6, 6)], &[(6, 6), (7, 7)]] {
        desk.say_all(&three);
        desk.deeper(1, line, 0);
        assert_eq!(desk.answer(6, 6, 0), ["6,6"], "{line:?}");
        assert_eq!(desk.stones(), 4);
    }
}

#[test]
fn a_swap_begins_with_three_stones_that_lie_there() {
    for size in 5..=20 {
        let mut desk = Desk::new();
        desk.say(&format!("START {size}"));
        let said = desk.say_all(&["SWAP2BOARD", "DONE"]);
        assert_eq!(said[0].split(' ').count(), 3, "{said:?}");
        assert_eq!((desk.stones(), desk.side()), (3, Side::White));
    }
}

#[test]
fn many_best_moves_are_told_best_first_and_once() {
    let mut desk = Desk::started();
    desk.say("YXNBEST 2");
    for (rank, x, words) in [
        (1, 3, "best 1, depth 3, score +9"),
        (2, 4, "best 2, depth 3"),
    ] {
        let said = desk.deeper(rank, &[(x, 0)], 9);
        assert!(said[0].starts_with(&format!("MESSAGE {words}")), "{said:?}");
        assert_eq!(said.len(), 1);
    }
    assert_eq!(desk.answer(3, 0, 10), ["3,0"]);
}

#[test]
fn yixins_boards_name_two_sides_and_rule_two() {
    let mut desk = Desk::with(Dialect::Yixin);
    assert_eq!(desk.say("start 15 15"), ["OK"]);
    assert_error(&Desk::new().say("start 15 15"));
    assert_eq!(desk.say("INFO rule 1"), [""; 0]);
    assert_eq!(desk.say("INFO rule 3").len(), 1);
    desk.say("INFO rule 2");
    assert_eq!(desk.brain.game().unwrap().rules().line(), LineRule::Renju);
}

#[test]
fn a_failed_engine_is_told_and_replaced() {
    let mut desk = Desk::started();
    desk.say("BEGIN");
    desk.engine = None;
    desk.task = None;
    let mut out = Vec::new();
    desk.brain.failed("no memory".into(), &mut out);
    assert_eq!(desk.take(out), ["ERROR no memory"]);
    desk.say("BEGIN");
    assert!(desk.engine.is_some() && desk.task.is_some());
}

#[test]
fn what_was_thought_is_taken_from_the_match() {
    let mut desk = Desk::started();
    desk.say("INFO timeout_match 10000");
    desk.say("BEGIN");
    let hard_ms = |desk: &Desk| desk.task.as_ref().unwrap().limits.time.unwrap().hard_ms;
    let first = hard_ms(&desk);
    desk.now_ms += 8_000;
    desk.answer(7, 7, 0);
    desk.now_ms += 60_000;
    desk.say("TURN 8,8");
    assert!(hard_ms(&desk) > 0 && hard_ms(&desk) < first / 3);
}
