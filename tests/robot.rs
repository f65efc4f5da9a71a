//! Games at a simulated table, through the whole robot link.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use fastrand::Rng;
use minmax_engine::game::{Game, Outcome};
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::search::limits::Limits;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;
use minmax_h3::app::event::{Event, Player};
use minmax_h3::app::record::Ending;
use minmax_h3::link::note::{Note, Trouble};
use minmax_h3::link::translate;
use minmax_link::cell::{Cell, Colour};
use minmax_link::message::{Abilities, Lamp};
use minmax_tests::proof::{Oracle, Worth, legal_moves, prove_whole_tree};
use minmax_tests::robot::arena::{Arena, Engine};
use minmax_tests::robot::person::{Choose, Mischief, Person};
use minmax_tests::robot::student::Student;
use minmax_tests::robot::table::{Skill, Table};
use minmax_tests::robot::wire::Noise;

const ENGINE_FIRST: [Player; 2] = [Player::Engine, Player::Human];
const HUMAN_FIRST: [Player; 2] = [Player::Human, Player::Engine];
/// Games on the worst line; the board's processor is emulated.
const GAMES: u64 = if cfg!(target_arch = "arm") {
    200
} else {
    2_000
};
const HOUR: u64 = 3_600;

/// What a box with a link should play three in a row with.
fn full_strength() -> Engine {
    Engine::new(Level::FULL, Level::FULL.limits())
}

/// The cell of that number, as keys name them.
fn key(number: usize) -> Point {
    Point::new((number - 1) % 3, (number - 1) / 3).unwrap()
}

fn cell(number: usize) -> Cell {
    translate::cell(key(number), translate::size(Rules::TIC_TAC_TOE)).unwrap()
}

/// A person who knows his moves beforehand.
fn by_keys(numbers: &[usize]) -> Choose {
    let mut cells: Vec<_> = numbers.iter().rev().map(|&number| cell(number)).collect();
    Box::new(move |_| cells.pop())
}

/// A person who never moves.
fn never() -> Choose {
    Box::new(|_| None)
}

fn anywhere() -> Choose {
    Box::new(Table::random_empty)
}

/// One game with everything that is drawn from the seed.
struct Case<'a> {
    rules: Rules,
    players: [Player; 2],
    engine: &'a mut Engine,
    noise: Noise,
    skill: Skill,
    bad: u32,
    choose: Choose,
    abilities: Abilities,
    seed: u64,
}

impl<'a> Case<'a> {
    fn new(rules: Rules, players: [Player; 2], engine: &'a mut Engine, seed: u64) -> Self {
        Self {
            rules,
            players,
            engine,
            noise: Noise::NONE,
            skill: Skill::default(),
            bad: 0,
            choose: anywhere(),
            abilities: Abilities::ALL,
            seed,
        }
    }

    fn arena(self) -> Arena<'a> {
        let mut random = Rng::with_seed(self.seed ^ 0x5EED);
        let size = translate::size(self.rules);
        let table = Table::new(size, self.abilities, self.skill, random.fork());
        let colour = if self.players == HUMAN_FIRST {
            Colour::Black
        } else {
            Colour::White
        };
        let person = Person::new(colour, self.bad, self.choose, random.fork());
        let (rules, players) = (self.rules, self.players);
        let mut arena = Arena::new(
            rules,
            players,
            self.engine,
            table,
            person,
            self.noise,
            self.seed,
        );
        arena.start();
        arena
    }
}

/// Plays to the end, and sees that game, table and machine say the same.
fn play_out(arena: &mut Arena<'_>) {
    arena.until(2 * HOUR, "the end", Arena::is_over);
    let view = arena.session.view();
    assert_eq!(
        arena.table.board,
        translate::board(view.game),
        "{}",
        arena.picture()
    );
    let winner = match view.ending.unwrap() {
        Ending::Row(side) => Some(translate::colour(side)),
        _ => None,
    };
    let (told, row) = arena.table.over.clone().unwrap();
    assert_eq!((told, row.len()), (winner, view.winning.len()));
    assert!(
        row.iter()
            .all(|&cell| arena.table.board.stone(cell) == winner)
    );
    arena.until(10, "the lamp", |arena| arena.table.lamp == Some(Lamp::Over));
}

fn engine_lost(arena: &Arena<'_>) -> bool {
    let engine = if arena.session.view().players == ENGINE_FIRST {
        Side::Black
    } else {
        Side::White
    };
    arena.session.record().ending() == Some(Ending::Row(engine.opponent()))
}

fn assert_nothing_lost(arena: &Arena<'_>) {
    assert_eq!(
        arena.moves_of_person(),
        arena.person.moves,
        "{}",
        arena.picture()
    );
    assert!(!engine_lost(arena), "{}", arena.picture());
}

#[test]
fn a_good_line_and_a_good_person() {
    let mut engine = full_strength();
    for seed in 0..100 {
        for players in [ENGINE_FIRST, HUMAN_FIRST] {
            let mut arena = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed).arena();
            play_out(&mut arena);
            assert_nothing_lost(&arena);
            assert_eq!(
                (&arena.heard.notes[..], &arena.heard.troubles[..]),
                (&[][..], &[][..])
            );
        }
    }
}

#[test]
fn thousands_of_games_on_a_bad_line() {
    let mut engine = full_strength();
    for seed in 0..GAMES {
        let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
        let mut case = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed);
        case.noise = Noise::HEAVY;
        let mut arena = case.arena();
        play_out(&mut arena);
        assert_nothing_lost(&arena);
    }
}

#[test]
fn mischief_on_a_bad_line_with_a_poor_arm() {
    let mut engine = full_strength();
    let mut done = Vec::new();
    let mut said = Vec::new();
    for seed in 0..GAMES / 2 {
        let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
        let mut case = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed);
        case.noise = Noise::HEAVY;
        case.skill = Skill::POOR;
        case.bad = 50;
        let mut arena = case.arena();
        play_out(&mut arena);
        assert!(!engine_lost(&arena), "{}", arena.picture());
        done.append(&mut arena.person.done);
        said.append(&mut arena.heard.notes);
    }
    let times = |mischief| done.iter().filter(|&&m| m == mischief).count() as u64;
    for mischief in [
        Mischief::Shift,
        Mischief::Two,
        Mischief::TakeAway,
        Mischief::WrongColour,
    ] {
        assert!(times(mischief) > GAMES / 40, "{mischief:?}");
    }
    let put_back = said.iter().filter(|note| matches!(note, Note::PutBack(..)));
    assert!(put_back.count() as u64 >= times(Mischief::Shift) / 2);
}

#[test]
fn plugs_are_pulled_at_any_time() {
    let mut engine = full_strength();
    for seed in 0..GAMES / 4 {
        let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
        let mut case = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed);
        case.noise = Noise::HEAVY;
        let mut arena = case.arena();
        let mut random = Rng::with_seed(seed);
        for _ in 0..random.u8(1..5) {
            for _ in 0..random.u64(0..1_500) {
                arena.step();
            }
            if random.bool() {
                arena.restart_box();
            } else {
                arena.restart_machine();
            }
        }
        play_out(&mut arena);
        assert_nothing_lost(&arena);
    }
}

#[test]
fn who_has_only_read_the_document_can_build_a_machine() {
    let mut engine = full_strength();
    for seed in 0..GAMES / 2 {
        let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
        let mut case = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed);
        case.noise = Noise::HEAVY;
        let mut arena = case.arena();
        arena.take_peer(|session| Box::new(Student::new(session)));
        let mut random = Rng::with_seed(seed);
        for _ in 0..random.u64(0..3_000) {
            arena.step();
        }
        match seed % 3 {
            0 => arena.restart_box(),
            1 => arena.restart_machine(),
            _ => {}
        }
        play_out(&mut arena);
        assert_nothing_lost(&arena);
    }
}

#[test]
fn moves_taken_back_and_new_games_on_other_inputs() {
    let mut engine = full_strength();
    for seed in 0..GAMES / 4 {
        let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
        let mut case = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed);
        case.noise = Noise::HEAVY;
        case.bad = 20;
        let mut arena = case.arena();
        let mut random = Rng::with_seed(seed);
        for _ in 0..random.u8(1..6) {
            for _ in 0..random.u64(0..2_500) {
                arena.step();
            }
            let empty = legal_moves(arena.session.record().game()).next();
            match (random.u8(0..4), empty) {
                (0, _) => arena.event(Event::New),
                (1, Some(point)) => arena.event(Event::Play(point)),
                (2, _) => arena.event(Event::Redo),
                _ => arena.event(Event::Undo),
            }
        }
        play_out(&mut arena);
    }
}

#[test]
fn a_machine_without_an_arm_has_people_move_its_stones() {
    let mut engine = full_strength();
    for seed in 0..100 {
        let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
        let mut case = Case::new(Rules::TIC_TAC_TOE, players, &mut engine, seed);
        case.abilities = Abilities::default();
        let mut arena = case.arena();
        play_out(&mut arena);
        assert!(!engine_lost(&arena));
        assert_eq!(arena.table.movements, 0);
        assert!(
            arena
                .heard
                .troubles
                .iter()
                .all(|t| matches!(t, Trouble::ByHand(_, None)))
        );
    }
}

/// Plays beside other stones if it finds a cell soon, so that games last.
fn somewhere_near() -> Choose {
    Box::new(|table| {
        for _ in 0..40 {
            let cell = table.random_empty()?;
            if has_neighbour(table, cell) {
                return Some(cell);
            }
        }
        table.random_empty()
    })
}

fn has_neighbour(table: &Table, cell: Cell) -> bool {
    table.board.size().cells().any(|other| {
        let columns = cell.column().abs_diff(other.column());
        let rows = cell.row().abs_diff(other.row());
        columns < 2 && rows < 2 && table.board.stone(other).is_some()
    })
}

#[test]
fn gomoku_on_large_boards() {
    for (side, seeds) in [(15, 0..12), (20, 12..18)] {
        let rules = Rules::new(side, side, 5, LineRule::Freestyle).unwrap();
        let mut engine = Engine::new(Level::FULL, Limits::nodes(500));
        for seed in seeds {
            let players = [ENGINE_FIRST, HUMAN_FIRST][seed as usize % 2];
            let mut case = Case::new(rules, players, &mut engine, seed);
            case.noise = Noise::HEAVY;
            case.skill = Skill::POOR;
            case.bad = 10;
            case.choose = somewhere_near();
            let mut arena = case.arena();
            play_out(&mut arena);
            assert!(!engine_lost(&arena), "{}", arena.picture());
        }
    }
}

// ---- the model case: the device of a students' contest

#[test]
fn full_strength_is_perfect_in_three_in_a_row() {
    let mut engine = full_strength();
    let first = prove_whole_tree(Rules::TIC_TAC_TOE, Side::Black, |game| engine.choose(game));
    let second = prove_whole_tree(Rules::TIC_TAC_TOE, Side::White, |game| engine.choose(game));
    assert_eq!((first.losses, second.losses), (0, 0));
}

/// Every game from here in which the engine, Black, moves as it likes and White in every way.
fn white_tries_everything(game: &mut Game, engine: &mut Engine, outcomes: &mut Vec<Outcome>) {
    if let Some(outcome) = game.outcome() {
        return outcomes.push(outcome);
    }
    let replies: Vec<_> = match game.side_to_move() {
        Side::Black => vec![engine.choose(game)],
        Side::White => legal_moves(game).collect(),
    };
    for reply in replies {
        game.play(reply);
        white_tries_everything(game, engine, outcomes);
        game.undo();
    }
}

#[test]
fn a_wrong_first_answer_loses_wherever_black_has_begun() {
    let mut engine = full_strength();
    let mut oracle = Oracle::new(Rules::TIC_TAC_TOE);
    let mut wrong = 0;
    for first in 1..=9 {
        for answer in (1..=9).filter(|&answer| answer != first) {
            let mut game = Game::new(Rules::TIC_TAC_TOE);
            game.play(key(first));
            game.play(key(answer));
            let lost = matches!(oracle.worth(&game), Worth::Win(_));
            wrong += u32::from(lost);
            let mut outcomes = Vec::new();
            white_tries_everything(&mut game, &mut engine, &mut outcomes);
            let wins = outcomes
                .iter()
                .filter(|&&outcome| outcome == Outcome::Win(Side::Black));
            assert_eq!(wins.count() == outcomes.len(), lost, "{first} {answer}");
            assert!(
                !outcomes.contains(&Outcome::Win(Side::White)),
                "{first} {answer}"
            );
        }
    }
    assert_eq!(
        wrong,
        4 * 7 + 4 * 4 + 4,
        "to a corner, to an edge, to the centre"
    );
}

#[test]
fn black_begins_on_the_cell_that_was_set() {
    let mut engine = full_strength();
    let lost = [
        (1, 9),
        (2, 7),
        (3, 7),
        (4, 3),
        (5, 2),
        (6, 1),
        (7, 3),
        (8, 1),
        (9, 1),
    ];
    for (first, answer) in lost {
        let mut case = Case::new(Rules::TIC_TAC_TOE, ENGINE_FIRST, &mut engine, first as u64);
        let rest: Vec<_> = std::iter::once(answer)
            .chain([1, 2, 3, 4, 5, 6, 7, 8, 9])
            .collect();
        let mut keys = rest.into_iter();
        case.choose = Box::new(move |table| {
            keys.by_ref()
                .map(cell)
                .find(|&cell| table.board.stone(cell).is_none())
        });
        let mut arena = case.arena();
        arena.first_cell = Some(key(first));
        play_out(&mut arena);
        let game = arena.session.view().game;
        assert_eq!(game.moves()[..2], [key(first), key(answer)]);
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black)), "{first}");
    }
}

#[test]
fn the_device_puts_its_stone_back_and_says_so() {
    let mut engine = full_strength();
    let mut case = Case::new(Rules::TIC_TAC_TOE, ENGINE_FIRST, &mut engine, 1);
    case.choose = never();
    let mut arena = case.arena();
    arena.first_cell = Some(key(5));
    arena.until(60, "your turn", |arena| {
        arena.table.lamp == Some(Lamp::Turn)
    });
    arena.table.board.set(cell(5), None);
    arena.table.board.set(cell(9), Some(Colour::Black));
    arena.until(60, "put back", |arena| {
        arena.table.board.stone(cell(5)).is_some() && arena.table.lamp == Some(Lamp::Turn)
    });
    let back = Note::PutBack(Colour::Black, cell(9), cell(5));
    assert!(arena.heard.notes.contains(&back));
    assert_eq!(arena.table.board.stones(), 1);
    assert_eq!(arena.session.record().game().moves().len(), 1);
}

#[test]
fn given_stones_go_to_given_cells() {
    let mut engine = full_strength();
    let mut case = Case::new(Rules::TIC_TAC_TOE, HUMAN_FIRST, &mut engine, 2);
    case.choose = never();
    case.noise = Noise::HEAVY;
    let mut arena = case.arena();
    let orders = [
        (Side::Black, 5),
        (Side::Black, 1),
        (Side::White, 9),
        (Side::White, 2),
    ];
    for (side, number) in orders {
        arena.robot.place(side, key(number)).unwrap();
    }
    assert!(arena.robot.place(Side::White, key(5)).is_err(), "taken");
    assert!(
        arena
            .robot
            .place(Side::White, Point::new(3, 0).unwrap())
            .is_err(),
        "off the board"
    );
    arena.until(120, "placed", |arena| {
        arena.table.board.stones() == 4 && arena.robot.is_settled()
    });
    for (side, number) in orders {
        let stone = arena.table.board.stone(cell(number));
        assert_eq!(stone, Some(translate::colour(side)), "{number}");
    }
    assert!(
        arena.session.record().game().moves().is_empty(),
        "the game is not concerned"
    );
    arena.robot.remove(key(1)).unwrap();
    arena.until(60, "taken off", |arena| arena.table.board.stones() == 3);
    arena.robot.resume();
    arena.until(120, "cleared", |arena| {
        arena.table.board.stones() == 0 && arena.robot.is_settled()
    });
}

// ---- what can be wrong with the machine

#[test]
fn another_board_is_named() {
    let mut engine = full_strength();
    let mut arena = Case::new(Rules::TIC_TAC_TOE, HUMAN_FIRST, &mut engine, 3).arena();
    let size = translate::size(Rules::FOUR_BY_FOUR);
    arena.table = Table::new(size, Abilities::ALL, Skill::default(), Rng::with_seed(0));
    let wanted = translate::size(Rules::TIC_TAC_TOE);
    arena.until(10, "trouble", |arena| arena.robot.trouble().is_some());
    assert_eq!(arena.robot.trouble(), Some(&Trouble::Size(size, wanted)));
}

#[test]
fn a_machine_that_is_off_is_named_and_found_again() {
    let mut engine = full_strength();
    let mut case = Case::new(Rules::TIC_TAC_TOE, HUMAN_FIRST, &mut engine, 4);
    case.choose = by_keys(&[5]);
    case.noise = Noise {
        lost: 10_000,
        ..Noise::NONE
    };
    let mut arena = case.arena();
    arena.until(60, "trouble", |arena| {
        arena.robot.trouble() == Some(&Trouble::Deaf)
    });
    arena.mend_wires();
    arena.until(60, "your turn", |arena| {
        arena.table.lamp == Some(Lamp::Turn)
    });
    assert_eq!(arena.robot.trouble(), None);
    arena.until(60, "the answer", |arena| arena.table.board.stones() == 2);
}
