//! A first cell that was set beforehand.
//!
//! Contests ask for it: the machine plays Black, and people say where its first stone goes.

use minmax_engine::point::Point;

use crate::app::event::{Event, Task};
use crate::app::thought::Thought;

/// The answer to a task that is the first move of a game, if its cell was set and lies on the
/// board; the engine need not be asked then. `None`: think.
#[must_use]
pub fn first_move(task: &Task, first: Option<Point>) -> Option<Event> {
    let point = first.filter(|&point| task.game.check(point).is_ok())?;
    let without_search = Thought::default();
    let empty = task.game.board().stones() == 0;
    empty.then(|| Event::Answer(task.id, Some((point, without_search))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::{Player, Request};
    use crate::app::session::{Config, Session};
    use minmax_engine::rules::Rules;
    use minmax_engine::strategy::handicap::Level;

    fn session(players: [Player; 2]) -> Session {
        Session::new(Config {
            rules: Rules::TIC_TAC_TOE,
            players,
            level: Level::FULL,
            limits: None,
            seed: 0,
        })
    }

    fn cell(column: usize, row: usize) -> Option<Point> {
        Point::new(column, row)
    }

    fn task(request: Option<Request>) -> Box<Task> {
        match request {
            Some(Request::Think(task)) => task,
            other => panic!("no task but {other:?}"),
        }
    }

    #[test]
    fn the_first_stone_goes_where_it_is_told() {
        let mut session = session([Player::Engine, Player::Human]);
        let task = task(session.start());
        assert!(first_move(&task, None).is_none());
        assert!(first_move(&task, cell(3, 0)).is_none(), "off this board");
        session.handle(first_move(&task, cell(2, 1)).unwrap());
        assert_eq!(session.view().game.moves(), [cell(2, 1).unwrap()]);
    }

    #[test]
    fn later_stones_do_not() {
        let mut session = session([Player::Human, Player::Engine]);
        let reaction = session.handle(Event::Play(cell(0, 0).unwrap()));
        assert!(first_move(&task(reaction.request), cell(2, 1)).is_none());
    }
}
