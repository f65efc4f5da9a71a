//! Renju: what is forbidden, against positions that others have judged, and the search against
//! searches to the end.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::bitboard::BitBoard;
use minmax_engine::board::Board;
use minmax_engine::fouls::is_foul;
use minmax_engine::game::{Game, PlayError};
use minmax_engine::notation::{parse_moves, parse_point};
use minmax_engine::point::{MAX_SIDE, Point};
use minmax_engine::position::Position;
use minmax_engine::reference::alphabeta;
use minmax_engine::rules::renju::{Foul, forbidden, foul};
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::score::{Score, is_loss, is_win, loss_in, win_in};
use minmax_engine::search::limits::Limits;
use minmax_engine::search::report::Verdict;
use minmax_engine::shapes::table::Renju;
use minmax_engine::side::Side;
use minmax_tests::data;
use minmax_tests::mind::Mind;
use serde::Deserialize;

fn rules() -> Rules {
    Rules::new(15, 15, 5, LineRule::Renju).unwrap()
}

#[derive(Deserialize)]
struct Judged {
    black: Vec<String>,
    white: Vec<String>,
    point: String,
    forbidden: Option<String>,
}

impl Judged {
    fn game(&self) -> Game {
        let stones = |names: &[String], side| {
            let points = names.iter().map(|name| parse_point(name, rules()).unwrap());
            points.map(|point| (point, side)).collect::<Vec<_>>()
        };
        let mut all = stones(&self.black, Side::Black);
        all.extend(stones(&self.white, Side::White));
        Game::set_up(rules(), &all, Side::Black).unwrap()
    }

    fn foul(&self) -> Option<Foul> {
        let kinds = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];
        let name = self.forbidden.as_ref()?;
        kinds.into_iter().find(|kind| format!("{kind:?}") == *name)
    }
}

#[test]
fn points_are_forbidden_for_the_known_reason() {
    let mut fouls = 0;
    for line in data::read("renju_points.jsonl").lines() {
        let case: Judged = serde_json::from_str(line).unwrap();
        let mut game = case.game();
        let point = parse_point(&case.point, rules()).unwrap();
        let found = foul(game.board(), point);
        assert_eq!(found, case.foul(), "{line}");
        assert_eq!(found.is_some(), case.forbidden.is_some(), "{line}");
        let refused = found.map(|foul| PlayError::Forbidden(point, foul));
        assert_eq!(game.try_play(point).err(), refused);
        fouls += usize::from(found.is_some());
    }
    assert_eq!(fouls, 9);
}

#[derive(Deserialize)]
struct Random {
    moves: Vec<(usize, usize)>,
    forbidden: Vec<(usize, usize)>,
}

/// The board of a position, Black to move.
fn board_of(moves: &[(usize, usize)]) -> Board {
    let mut board = Board::new(rules());
    for &(column, row) in moves {
        board.make(Point::new(column, row).unwrap());
    }
    board
}

#[test]
fn every_point_of_a_thousand_positions_is_forbidden_or_not() {
    let mut with_fouls = 0;
    for line in data::read("renju_random.jsonl").lines() {
        let case: Random = serde_json::from_str(line).unwrap();
        let mut found: Vec<_> = forbidden(&board_of(&case.moves))
            .iter()
            .map(|point| (point.column(), point.row()))
            .collect();
        let mut expected = case.forbidden;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{line}");
        let mut position = Box::new(Position::new());
        position.set_up(Renju, &board_of(&case.moves));
        assert_twins_agree(&position);
        with_fouls += usize::from(!expected.is_empty());
    }
    assert_eq!(with_fouls, 375);
}

/// What is known of the cells says the same as the plain definition. Returns the number of fouls.
fn assert_twins_agree(position: &Position) -> usize {
    let board = position.board();
    let expected = forbidden(board);
    for point in board.empty_cells() {
        assert_eq!(
            is_foul(position, point),
            expected.contains(point),
            "{point:?} of {board:?}"
        );
    }
    expected.len()
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    positions: usize,
    fouls: usize,
}

impl Compared {
    fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.fouls += other.fouls;
    }
}

/// A random game on `side` × `side` cells: Black plays within a square, White there or anywhere,
/// so that there are fouls that hang on fouls.
fn compare_in_a_game(position: &mut Position, side: usize, seed: u64) -> Compared {
    let mut random = fastrand::Rng::with_seed(seed);
    let width = random.usize(5..=side.min(9));
    let corner = [0; 2].map(|_| random.usize(0..=side - width));
    let near = random.usize(0..=100);
    let rules = Rules::new(side, side, 5, LineRule::Renju).unwrap();
    position.set_up(Renju, &Board::new(rules));
    let mut compared = Compared::default();
    for _ in 0..random.usize(10..=width * width) {
        let black = position.side_to_move() == Side::Black;
        let [column, row] = if black || random.usize(0..100) < near {
            corner.map(|first| first + random.usize(0..width))
        } else {
            [0; 2].map(|_| random.usize(0..side))
        };
        let point = Point::new(column, row).unwrap();
        if position.board().is_empty(point) && position.make(Renju, point) && !black {
            compared.positions += 1;
            compared.fouls += assert_twins_agree(position);
        }
    }
    compared
}

fn compare_in_games(games: std::ops::Range<u64>) -> Compared {
    let mut position = Box::new(Position::new());
    let mut sum = Compared::default();
    for seed in games {
        let side = 5 + seed as usize % (MAX_SIDE - 4);
        sum.add(compare_in_a_game(&mut position, side, seed));
    }
    sum
}

#[test]
fn the_search_knows_every_foul_on_every_size() {
    let sum = compare_in_games(0..250);
    assert!(sum.positions > 2_000 && sum.fouls > 1_000, "{sum:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release only: a million positions")]
fn the_search_knows_every_foul_of_a_million_positions() {
    let sum = compare_in_games(1_000..95_000);
    assert!(sum.positions > 1_000_000, "{sum:?}");
}

/// A position of so many random stones, a stone of Black's more than of White's or as many.
fn scatter(rules: Rules, stones: usize, random: &mut fastrand::Rng) -> Option<Game> {
    let mut cells: Vec<Point> = Board::new(rules).empty_cells().iter().collect();
    random.shuffle(&mut cells);
    let stones = cells.iter().take(stones).enumerate();
    let placed: Vec<_> = stones
        .map(|(n, &point)| (point, Side::ALL[n % 2]))
        .collect();
    let game = Game::set_up(rules, &placed, Side::ALL[placed.len() % 2]).ok()?;
    game.outcome().is_none().then_some(game)
}

/// Win, draw or loss, without the plies.
fn result(score: Score) -> i32 {
    i32::from(is_win(score)) - i32::from(is_loss(score))
}

/// On the last empty points of a board everything can be played out: the search must find the
/// same, and its moves must be allowed. Many of these positions turn on a foul.
#[test]
#[cfg_attr(debug_assertions, ignore = "release only: a thousand games to the end")]
fn the_search_is_right_to_the_end_of_the_game() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut mind = mind();
    let (mut results, mut turned) = ([0; 3], 0);
    for _ in 0..1_500 {
        let rules = Rules::new(6, 6, 5, LineRule::Renju).unwrap();
        let Some(game) = scatter(rules, 28, &mut random) else {
            continue;
        };
        let verdict = think(&mut mind, &game, &Limits::depth(36));
        let truth = result(alphabeta::solve(&game).score);
        assert_eq!(result(verdict.score), truth, "{:?}", game.board());
        assert_eq!(game.check(verdict.best), Ok(()));
        results[(truth + 1) as usize] += 1;
        let stones: Vec<_> = stones_of(&game);
        let standard = Rules::new(6, 6, 5, LineRule::Standard).unwrap();
        let without_fouls = Game::<400>::set_up(standard, &stones, game.side_to_move());
        turned += usize::from(
            without_fouls.is_ok_and(|game| result(alphabeta::solve(&game).score) != truth),
        );
    }
    assert!(
        results.iter().all(|&n| n > 20) && turned > 5,
        "{results:?} {turned}"
    );
}

fn stones_of(game: &Game) -> Vec<(Point, Side)> {
    let rules = game.rules();
    let cells = BitBoard::full(rules.columns(), rules.rows());
    let stone = |point| Some((point, game.board().stone(point)?));
    cells.iter().filter_map(stone).collect()
}

#[derive(Deserialize)]
struct Threat {
    side: String,
    black: Vec<String>,
    white: Vec<String>,
}

/// A search that knows nothing from before.
fn think(mind: &mut Mind, game: &Game, limits: &Limits) -> Verdict {
    mind.forget();
    mind.think(game, limits).unwrap()
}

fn mind() -> Mind {
    Mind::new(1 << 18)
}

fn game_of(moves: &str) -> Game {
    let mut game = Game::new(rules());
    for point in parse_moves(moves, rules()) {
        game.play(point.unwrap());
    }
    game
}

impl Threat {
    fn game(&self) -> Game {
        let side = Side::ALL.into_iter().find(|side| {
            let name = format!("{side:?}");
            name.eq_ignore_ascii_case(&self.side)
        });
        let stones = [(&self.black, Side::Black), (&self.white, Side::White)];
        let placed: Vec<_> = stones
            .into_iter()
            .flat_map(|(names, side)| names.iter().map(move |name| (name, side)))
            .map(|(name, side)| (parse_point(name, rules()).unwrap(), side))
            .collect();
        Game::set_up(rules(), &placed, side.unwrap()).unwrap()
    }
}

/// In how many of the positions, all of them won by threats, so many nodes find a win.
fn wins_by_threats(nodes: u64) -> usize {
    let mut mind = mind();
    let text = data::read("threats_renju.jsonl");
    let games = text.lines().map(|line| {
        let case: Threat = serde_json::from_str(line).unwrap();
        case.game()
    });
    let scores = games.map(|game| think(&mut mind, &game, &Limits::nodes(nodes)).score);
    scores
        .inspect(|&score| assert!(!is_loss(score), "a win is called lost"))
        .filter(|&score| is_win(score))
        .count()
}

/// The others take a search that looks at threats alone: sequences of 40 fours, or quiet looking
/// threes.
#[test]
fn most_wins_by_threats_are_found_beside() {
    assert!(wins_by_threats(20_000) >= 4);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release only: searches of 300,000 nodes")]
fn more_wins_by_threats_are_found_in_a_second() {
    assert!(wins_by_threats(300_000) >= 5);
}

/// A report on another engine, which thought for ever: White's four can only be stopped on a
/// point that is forbidden to Black. He is lost, and has to move all the same.
#[test]
fn black_moves_at_once_where_the_answer_is_forbidden() {
    let game = game_of("h8g6f6g5f7g4h7g3g2a1");
    let stop = parse_point("g7", rules()).unwrap();
    assert_eq!(foul(game.board(), stop), Some(Foul::DoubleThree));
    let verdict = think(&mut mind(), &game, &Limits::depth(30));
    assert_eq!(verdict.score, loss_in(2));
    assert!(verdict.nodes < 1_000, "{verdict:?}");
    assert_eq!(game.check(verdict.best), Ok(()));
}

/// The move before: White makes that four, and wins by it.
#[test]
fn white_wins_by_a_four_whose_answer_is_forbidden() {
    let game = game_of("h8g6f6g5f7g3h7a1g2");
    let verdict = think(&mut mind(), &game, &Limits::nodes(2_000));
    assert_eq!(verdict.score, win_in(3));
    assert_eq!(verdict.best, parse_point("g4", rules()).unwrap());
}
