//! Games at a simulated table, through the whole robot link.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use fastrand::Rng;
use minmax_engine::game::{Game, Outcome};
use minmax_engine::notation::PointName;
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
use minmax_tests::robot::table::{Skill, Table};
use minmax_tests::robot::wire::Noise;

const ENGINE_FIRST: [Player; 2] = [Player::Engine, Player::Human];
const HUMAN_FIRST: [Player; 2] = [Player::Human, Player::Engine];
/// Games on the worst line.
const GAMES: u64 = 2_000;
const HOUR: u64 = 3_600;

fn full_strength() -> Engine {
    Engine::new(Level::FULL, Limits::depth(9))
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
            seed,
        }
    }

    fn arena(self) -> Arena<'a> {
        let mut random = Rng::with_seed(self.seed ^ 0x5EED);
        let size = translate::size(self.rules);
        let table = Table::new(size, Abilities::ALL, self.skill, random.fork());
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
    let times = |mischief| done.iter().filter(|&&m| m == mischief).count();
    for mischief in [
        Mischief::Shift,
        Mischief::Two,
        Mischief::TakeAway,
        Mischief::WrongColour,
    ] {
        assert!(times(mischief) > 50, "{mischief:?}");
    }
    let put_back = said.iter().filter(|note| matches!(note, Note::PutBack(..)));
    assert!(put_back.count() >= times(Mischief::Shift) / 2);
}
