//! Recorded sessions: what a manager sends, and what it must get.
//!
//! A session is a text. Each of its lines begins with a word:
//!
//! - `args`: the program's arguments; only in the first line
//! - `>`: a line that is sent, with CR LF behind it
//! - `raw`: text that is sent as it stands, but for `\r`, `\n`, `\0` and `\xff`
//! - `<`: the next line that must come. `…` at the end stands for anything; `MOVE` is a move on the
//!   board. Messages are passed over where no message is expected.
//! - `end`: the input is closed; nothing more may come, and the exit code is 0
//! - `#`: a remark

use crate::program::Talk;

fn play(name: &str, session: &str) {
    let mut lines = session.lines().peekable();
    let first = lines.next_if(|line| line.starts_with("args "));
    let args = first.unwrap_or("args --nodes 300 --hash 1 --seed 1");
    let args: Vec<_> = args.split(' ').skip(1).collect();
    let mut talk = Talk::new(&[&["gomocup"], &args[..]].concat());
    for (number, line) in lines.enumerate() {
        let at = format!("{name}, step {}: {line}", number + 1);
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", text) => talk.send_bytes(format!("{text}\r\n").as_bytes()),
            ("raw", text) => talk.send_bytes(&raw(text)),
            ("<", expected) => {
                let said = talk
                    .until(|line| expected.starts_with("MESSAGE") || !line.starts_with("MESSAGE"));
                let said = said.last().unwrap();
                assert!(fits(said, expected), "{at}: {said}");
            }
            ("end", "") => talk.close_input(),
            ("#" | "", _) => (),
            _ => panic!("{at}: no step"),
        }
    }
    talk.close_input();
    let rest: Vec<_> = talk
        .rest()
        .into_iter()
        .filter(|line| !line.starts_with("MESSAGE"))
        .collect();
    assert!(rest.is_empty(), "{name}: said too much: {rest:?}");
    assert_eq!(talk.end(), 0, "{name}");
}

fn fits(said: &str, expected: &str) -> bool {
    match expected.strip_suffix('…') {
        Some(start) => said.starts_with(start),
        None if expected == "MOVE" => is_move(said),
        None => said == expected,
    }
}

fn is_move(said: &str) -> bool {
    let side = |text: &str| text.parse::<usize>().is_ok_and(|side| side < 20);
    said.split_once(',')
        .is_some_and(|(x, y)| side(x) && side(y))
}

fn raw(text: &str) -> Vec<u8> {
    let text = text
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\0", "\0");
    let mut pieces = text.split("\\xff");
    let first = pieces.next().unwrap_or_default().as_bytes().to_vec();
    pieces.fold(first, |bytes, piece| {
        [&bytes[..], b"\xff", piece.as_bytes()].concat()
    })
}

macro_rules! sessions {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                play(stringify!($name), include_str!(concat!("sessions/", stringify!($name), ".txt")));
            }
        )*
    };
}

sessions! {
    board
    caro
    dead_stones
    end_in_a_board
    failures_of_others
    infos
    line_ends
    malformed
    many_best
    play_and_take_back
    rectangle
    renju
    rules
    six_in_a_row
    swap
    turns
    yixin
}
