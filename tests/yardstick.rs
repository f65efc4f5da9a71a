//! The yardstick's twin plays exactly as the Python program does.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::notation::{PointName, parse_moves};
use minmax_engine::rules::Rules;
use minmax_tests::{data, yardstick};

#[test]
fn same_moves_scores_and_nodes_as_the_python_program() {
    let text = data::read("yardstick.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for line in lines {
        let mut words = line.split(' ');
        let (before, depth) = (words.next().unwrap(), words.next().unwrap());
        let moves: Result<Vec<_>, _> = parse_moves(before, Rules::GOMOKU).collect();
        let found = yardstick::search(&moves.unwrap(), depth.parse().unwrap());
        let best = PointName::new(found.best.unwrap(), Rules::GOMOKU);
        let (score, nodes) = (found.score, found.nodes);
        assert_eq!(format!("{before} {depth} {best} {score} {nodes}"), line);
        seen += 1;
    }
    assert_eq!(seen, 12);
}

#[test]
fn the_empty_board_is_answered_in_its_centre() {
    let found = yardstick::search(&[], 2);
    let best = PointName::new(found.best.unwrap(), Rules::GOMOKU);
    assert_eq!(best.to_string(), "h8");
}
