//! Plain lines for a pipe or a printer: no control codes, no line that changes.

use super::board::{self, Spacing};
use super::paint::Paint;
use crate::app::view::View;
use crate::lang::{Lang, texts};
use crate::wording;
use minmax_engine::side::Side;

/// What stands at the start: the game and the players.
#[must_use]
pub fn heading(view: &View<'_>, lang: Lang) -> String {
    let mut lines = vec![wording::title(view.rules(), lang)];
    lines.extend(Side::ALL.map(|side| wording::seat(view, side, lang)));
    lines.push(texts::TYPE_HELP.plain(lang).into());
    lines.join("\n") + "\n"
}

/// The board, and whose turn it is or how the game ended.
#[must_use]
pub fn position(view: &View<'_>, lang: Lang) -> String {
    let lines = board::lines(view, Spacing::Wide, Paint::Plain);
    let mut text = String::new();
    for line in lines.iter().map(|line| line.trim_end()) {
        text.push_str(line);
        text.push('\n');
    }
    text + &wording::status(view, lang) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::{Event, Player};
    use crate::app::session::{Config, Session};
    use minmax_engine::point::Point;
    use minmax_engine::rules::Rules;
    use minmax_engine::strategy::handicap::Level;

    fn session(cells: &[usize]) -> Session {
        let mut session = Session::new(Config {
            rules: Rules::TIC_TAC_TOE,
            players: [Player::Human; 2],
            level: Level::DEFAULT,
            limits: None,
            seed: 0,
        });
        for cell in cells {
            let point = Point::new((cell - 1) % 3, (cell - 1) / 3).unwrap();
            session.handle(Event::Play(point));
        }
        session
    }

    #[test]
    fn a_game_begins() {
        let session = session(&[]);
        let heading = heading(&session.view(), Lang::English);
        assert_eq!(
            heading,
            "tic-tac-toe\nBlack (X): human\nWhite (O): human\nType help for the commands.\n"
        );
    }

    #[test]
    fn a_game_goes_on() {
        let expected = "
 3 1 2 3
 2 4(X)6
 1 7 8 9
   a b c
White (O) to move.
";
        let text = position(&session(&[5]).view(), Lang::English);
        assert_eq!(format!("\n{text}"), expected);
    }

    #[test]
    fn a_game_ends() {
        let expected = "
 3*X*X*X*
 2 O O 6
 1 7 8 9
   a b c
黑方 (X) 获胜：a3 (1) b3 (2) c3 (3)。
";
        let session = session(&[1, 4, 2, 5, 3]);
        let text = position(&session.view(), Lang::Chinese);
        assert_eq!(format!("\n{text}"), expected);
    }
}
