//! Known numbers and values of small games, met exactly.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::game::{Game, Outcome};
use minmax_engine::perft::{self, Ply};
use minmax_engine::point::Point;
use minmax_engine::reference::solver::{self, Solver};
use minmax_engine::reference::{Counts, Solution, alphabeta, minimax, negamax};
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{DRAW, is_loss, is_win, loss_in, win_in};
use minmax_engine::side::Side;
use minmax_tests::data;
use minmax_tests::proof::{every_position, every_set_up};

fn rules(columns: usize, rows: usize, k: usize) -> Rules {
    Rules::new(columns, rows, k, LineRule::Freestyle).unwrap()
}

fn new_game(columns: usize, rows: usize, k: usize) -> Game {
    Game::new(rules(columns, rows, k))
}

fn solve(game: &Game, slots: usize) -> Solution {
    let mut slots = vec![solver::Slot::EMPTY; slots];
    let mut solver = Solver::new(game.rules(), &mut slots).unwrap();
    solver.solve(game).unwrap()
}

fn count(game: &Game, slots: usize) -> Ply {
    let mut slots = vec![perft::Slot::EMPTY; slots];
    let plies = perft::count(game, &mut slots).unwrap();
    Ply::total(&plies.collect::<Result<Vec<_>, _>>().unwrap())
}

fn walk(game: &Game) -> Ply {
    Ply::total(perft::walk(game, &mut [Ply::NONE; 41]))
}

/// Cell 1 to 9 of tic-tac-toe in reading order.
fn cell(n: usize) -> Point {
    Point::new((n - 1) % 3, (n - 1) / 3).unwrap()
}

#[test]
fn tic_tac_toe_without_pruning() {
    let game = new_game(3, 3, 3);
    let whole_tree = Counts {
        nodes: 549_946,
        leaves: 255_168,
        cutoffs: 0,
    };
    let first_corner = Solution {
        best: Some(cell(1)),
        score: DRAW,
        counts: whole_tree,
    };
    assert_eq!(minimax::solve(&game), first_corner);
    assert_eq!(negamax::solve(&game), first_corner);
    let total = Ply {
        games: 255_168,
        nodes: 549_946,
        positions: 5_478,
    };
    assert_eq!(count(&game, 4096), total);
    assert_eq!((walk(&game).games, walk(&game).nodes), (255_168, 549_946));
}

#[test]
fn pruning_saves_nodes_and_changes_nothing_else() {
    let pruned = alphabeta::solve(&new_game(3, 3, 3));
    assert_eq!((pruned.best, pruned.score), (Some(cell(1)), DRAW));
    assert_eq!(pruned.counts.nodes, 20_866);
    assert!(pruned.counts.cutoffs > 0);
    let solved = solve(&new_game(3, 3, 3), 4096);
    assert_eq!((solved.best, solved.score), (Some(cell(1)), DRAW));
    assert!(solved.counts.nodes < 1_000);
}

#[test]
fn all_reference_searches_agree_in_every_position() {
    let mut slots = vec![solver::Slot::EMPTY; 4096];
    let mut solver = Solver::new(Rules::TIC_TAC_TOE, &mut slots).unwrap();
    let positions = every_position(Rules::TIC_TAC_TOE);
    assert_eq!(positions.len(), 5_478);
    for game in positions {
        let expected = minimax::solve(&game);
        assert_eq!(negamax::solve(&game), expected);
        let pruned = alphabeta::solve(&game);
        assert_eq!((pruned.best, pruned.score), (expected.best, expected.score));
        assert!(pruned.counts.nodes <= expected.counts.nodes);
        let solved = solver.solve(&game).unwrap();
        assert_eq!((solved.best, solved.score), (expected.best, expected.score));
        assert_eq!(expected.best.is_none(), game.outcome().is_some());
    }
}

#[test]
fn they_agree_however_the_stones_are_set_up() {
    let mut slots = vec![solver::Slot::EMPTY; 4096];
    let mut solver = Solver::new(Rules::TIC_TAC_TOE, &mut slots).unwrap();
    for game in every_set_up(Rules::TIC_TAC_TOE) {
        let expected = alphabeta::solve(&game);
        let solved = solver.solve(&game).unwrap();
        assert_eq!((solved.best, solved.score), (expected.best, expected.score));
        if game.board().stones() > 2 {
            let plain = minimax::solve(&game);
            assert_eq!((plain.best, plain.score), (expected.best, expected.score));
        }
    }
}

#[test]
fn four_by_three_in_threes() {
    let game = new_game(4, 3, 3);
    let total = Ply {
        games: 151_188_768,
        nodes: 276_911_233,
        positions: 111_973,
    };
    assert_eq!(count(&game, 80_000), total);
    let pruned = alphabeta::solve(&game);
    assert_eq!((pruned.best, pruned.score), (Point::new(1, 0), win_in(7)));
    let solved = solve(&game, 4096);
    assert_eq!((solved.best, solved.score), (pruned.best, pruned.score));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release only: 277 million nodes")]
fn four_by_three_in_threes_game_by_game() {
    let walked = walk(&new_game(4, 3, 3));
    assert_eq!((walked.games, walked.nodes), (151_188_768, 276_911_233));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release only: twice 277 million nodes")]
fn four_by_three_in_threes_without_pruning() {
    let game = new_game(4, 3, 3);
    let plain = minimax::solve(&game);
    let whole_tree = Counts {
        nodes: 276_911_233,
        leaves: 151_188_768,
        cutoffs: 0,
    };
    assert_eq!(plain.counts, whole_tree);
    assert_eq!((plain.best, plain.score), (Point::new(1, 0), win_in(7)));
    assert_eq!(negamax::solve(&game), plain);
}

/// One row of `mnk_known_values.csv`.
struct Known {
    columns: usize,
    rows: usize,
    k: usize,
    value: String,
    source: String,
}

fn known_values() -> Vec<Known> {
    let text = data::read("mnk_known_values.csv");
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.splitn(5, ',').collect();
        let number = |n: usize| fields[n].parse().unwrap();
        Known {
            columns: number(0),
            rows: number(1),
            k: number(2),
            value: fields[3].to_owned(),
            source: fields[4].trim_matches('"').to_owned(),
        }
    });
    rows.collect()
}

/// The number in front of that word, as in "255168 games".
fn number_of(text: &str, word: &str) -> Option<u64> {
    let (before, _) = text.split_once(word)?;
    before.split_whitespace().last()?.parse().ok()
}

#[test]
fn verified_values_of_small_games() {
    let all = known_values();
    let verified = all.iter().filter(|row| row.source.starts_with("verified"));
    let mut seen = 0;
    for row in verified {
        let game = new_game(row.columns, row.rows, row.k);
        let score = solve(&game, 1 << 20).score;
        let value = match score {
            win if is_win(win) => "first-player win",
            loss if is_loss(loss) => "second-player win",
            _ => "draw",
        };
        assert_eq!(value, row.value, "{},{},{}", row.columns, row.rows, row.k);
        if let Some(games) = number_of(&row.source, " games") {
            let total = count(&game, 80_000);
            assert_eq!(total.games, games);
            let nodes = ["nodes", "tree nodes"]
                .iter()
                .find_map(|word| number_of(&row.source, &format!(" {word}")));
            assert_eq!(Some(total.nodes), nodes);
            assert_eq!(Some(total.positions), number_of(&row.source, " positions"));
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release only: 27 million nodes")]
fn five_by_five_in_fours_is_a_draw() {
    assert_eq!(solve(&new_game(5, 5, 4), 1 << 24).score, DRAW);
}

#[test]
fn a_win_now_beats_a_win_later() {
    let stones = [(1, Side::Black), (3, Side::Black), (7, Side::Black)];
    let stones = stones
        .into_iter()
        .chain([(2, Side::White), (5, Side::White)]);
    let stones: Vec<_> = stones.map(|(n, side)| (cell(n), side)).collect();
    let game = Game::set_up(Rules::TIC_TAC_TOE, &stones, Side::White).unwrap();
    for found in [
        minimax::solve(&game),
        negamax::solve(&game),
        alphabeta::solve(&game),
        solve(&game, 64),
    ] {
        assert_eq!((found.best, found.score), (Some(cell(8)), win_in(1)));
    }
}

#[test]
fn a_row_on_the_last_empty_cell_is_a_win() {
    // X O X
    // O X O
    // O X .   X to move
    let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
    for n in [1, 2, 3, 4, 5, 6, 8, 7] {
        game.play(cell(n));
    }
    for found in [
        minimax::solve(&game),
        alphabeta::solve(&game),
        solve(&game, 64),
    ] {
        assert_eq!((found.best, found.score), (Some(cell(9)), win_in(1)));
    }
    let last = Ply::total(perft::walk(&game, &mut [Ply::NONE; 3]));
    assert_eq!((last.games, last.nodes), (1, 2));
    game.play(cell(9));
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::Black)));
    assert_eq!(minimax::solve(&game).score, loss_in(0));
}

#[test]
fn when_every_move_loses_the_longest_is_played() {
    // X O .
    // . X .   X threatens 9; whoever answers it meets two threats at once two plies later
    // . . .
    let mut game: Game = Game::new(Rules::TIC_TAC_TOE);
    for n in [1, 2, 5] {
        game.play(cell(n));
    }
    for found in [
        minimax::solve(&game),
        alphabeta::solve(&game),
        solve(&game, 64),
    ] {
        assert_eq!((found.best, found.score), (Some(cell(9)), loss_in(4)));
    }
    // X . X
    // . O .   X threatens 2 and 4: all moves are equally bad, and the first is played
    // X . .
    let stones = [
        (1, Side::Black),
        (3, Side::Black),
        (7, Side::Black),
        (5, Side::White),
    ];
    let stones = stones.map(|(n, side)| (cell(n), side));
    let game = Game::set_up(Rules::TIC_TAC_TOE, &stones, Side::White).unwrap();
    for found in [
        minimax::solve(&game),
        alphabeta::solve(&game),
        solve(&game, 64),
    ] {
        assert_eq!((found.best, found.score), (Some(cell(2)), loss_in(2)));
    }
}
