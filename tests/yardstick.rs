//! The yardstick's twin plays exactly as the Python program does.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::notation::{PointName, parse_moves};
use minmax_engine::rules::Rules;
use minmax_tests::{data, yardstick};

#[test]
fn same_moves_scores_and_nodes_as_the_python_program() {
    let moves = parse_moves(yardstick::QUIET, Rules::GOMOKU);
    let moves: Vec<_> = moves.collect::<Result<_, _>>().unwrap();
    let text = data::read("yardstick.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut depths = 0;
    for line in lines {
        let depth = line.split(' ').next().unwrap().parse().unwrap();
        let found = yardstick::search(&moves, depth);
        let best = PointName::new(found.best.unwrap(), Rules::GOMOKU);
        let (score, nodes) = (found.score, found.nodes);
        assert_eq!(format!("{depth} {best} {score} {nodes}"), line);
        depths += 1;
    }
    assert_eq!(depths, 5);
}

#[test]
fn the_empty_board_is_answered_in_its_centre() {
    let found = yardstick::search(&[], 2);
    let best = PointName::new(found.best.unwrap(), Rules::GOMOKU);
    assert_eq!(best.to_string(), "h8");
}
