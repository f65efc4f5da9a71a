//! Whole games between two brains, every move checked by the rules.

use minmax_engine::game::Game;
use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};

use crate::program::Talk;

struct Player(Talk);

impl Player {
    fn new(start: &str, rule: u8) -> Self {
        let mut talk = Talk::new(&["gomocup", "--nodes", "400", "--hash", "1", "--seed", "1"]);
        talk.send(start);
        talk.expect("OK");
        talk.send(&format!("INFO rule {rule}\nINFO timeout_turn 60000"));
        Self(talk)
    }

    fn ask(&mut self, line: &str) -> Point {
        self.cells(line)[0]
    }

    /// The cells that are answered; none where the answer is another one.
    fn cells(&mut self, line: &str) -> Vec<Point> {
        self.0.send(line);
        let said = self.0.until(|line| !line.starts_with("MESSAGE"));
        let cell = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Point::new(x.parse().ok()?, y.parse().ok()?)
        };
        said.last().unwrap().split(' ').filter_map(cell).collect()
    }
}

fn named(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

fn play(start: &str, rule: u8, rules: Rules) {
    let mut players = [Player::new(start, rule), Player::new(start, rule)];
    let mut game: Game = Game::new(rules);
    let mut asked = "BEGIN".to_string();
    while game.outcome().is_none() {
        let point = players[game.moves().len() % 2].ask(&asked);
        game.try_play(point).unwrap();
        asked = format!("TURN {}", named(point));
    }
    for Player(mut talk) in players {
        talk.send("END");
        assert_eq!(talk.end(), 0);
    }
}

fn rules(columns: usize, rows: usize, line: LineRule) -> Rules {
    Rules::new(columns, rows, 5, line).unwrap()
}

#[test]
fn freestyle() {
    play("START 15", 0, rules(15, 15, LineRule::Freestyle));
    play("START 20", 0, rules(20, 20, LineRule::Freestyle));
    play("RECTSTART 20,5", 0, rules(20, 5, LineRule::Freestyle));
}

#[test]
fn to_a_full_board() {
    play("START 5", 0, rules(5, 5, LineRule::Freestyle));
    play("START 6", 1, rules(6, 6, LineRule::Standard));
}

/// The rules refuse a foul.
#[test]
fn renju() {
    play("START 15", 4, rules(15, 15, LineRule::Renju));
    play("START 20", 4, rules(20, 20, LineRule::Renju));
}

#[test]
fn standard_and_caro() {
    play("START 15", 1, rules(15, 15, LineRule::Standard));
    play("START 15", 8, rules(15, 15, LineRule::CaroOverline));
    play("START 15", 9, rules(15, 15, LineRule::Caro));
}

/// Three stones somewhere, until the brain finds them even.
#[test]
fn two_more_stones_leave_the_choice_of_a_side_to_the_other_player() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut player = Player::new("START 15", 0);
    for _ in 0..1_000 {
        let mut game: Game = Game::new(rules(15, 15, LineRule::Freestyle));
        while game.moves().len() < 3 {
            let point = Point::new(random.usize(2..13), random.usize(2..13));
            let _ = game.try_play(point.unwrap()); // not on a stone
        }
        let stones: Vec<_> = game.moves().iter().map(|&point| named(point)).collect();
        let asked = format!("SWAP2BOARD\n{}\nDONE", stones.join("\n"));
        if let [first, second] = player.cells(&asked)[..] {
            game.play(first);
            game.play(second);
            // The other player takes White.
            game.play(Point::new(0, 0).unwrap());
            game.play(player.ask("TURN 0,0"));
            return;
        }
    }
    panic!("nothing is even");
}
