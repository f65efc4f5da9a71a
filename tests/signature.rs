//! The search does what it did when the signature was stored.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use minmax_engine::bench::{NODES, Outcome, SLOTS, run};
use minmax_engine::search::Searcher;
use minmax_engine::tt::Slot;

/// One line, as `minmax-h3 bench` prints it: `signature` and 8 hexadecimal digits.
const STORED: &str = include_str!("data/signature.txt");

/// What stores a new signature, when the search was changed on purpose. The commit that does it
/// says why the new search is better.
const COMMAND: &str =
    "cargo run --release -- bench --quick | grep ^signature >tests/data/signature.txt";

fn bench(searcher: &mut Searcher, slots: &[Slot]) -> Outcome {
    run(searcher, slots, |case, verdict| {
        assert!(verdict.nodes <= NODES, "{case:?}");
    })
}

#[test]
fn the_search_is_the_one_whose_signature_is_stored() {
    let mut searcher = Box::new(Searcher::new());
    let slots: Vec<_> = (0..SLOTS).map(|_| Slot::EMPTY).collect();
    let outcome = bench(&mut searcher, &slots);
    assert_eq!(
        format!("signature {:08x}\n", outcome.signature),
        STORED,
        "the search has changed. If that is wanted: {COMMAND}"
    );
    // What the memory and the table hold from before makes no difference.
    assert_eq!(bench(&mut searcher, &slots), outcome);
}
