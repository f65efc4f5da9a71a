//! Which bytes of a display must be sent so that it shows another frame.

use core::ops::Range;

use super::frame::{Frame, PAGES};

/// What it costs to send a span besides its own bytes: on I²C the display's address twice, a
/// control byte twice, and six bytes of commands that say where the span lies.
pub const SPAN_COST: usize = 10;

/// Bytes beside each other in one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The page, 0 to 7 from the top.
    pub page: usize,
    /// The columns, from the left; never empty.
    pub columns: Range<usize>,
}

impl Span {
    /// The bytes of the span in a frame.
    #[must_use]
    pub fn bytes<'a>(&self, frame: &'a Frame) -> &'a [u8] {
        frame
            .page(self.page)
            .get(self.columns.clone())
            .unwrap_or_default()
    }
}

/// The spans to be sent so that a display that shows `old` shows `new`, in reading order. With
/// [`SPAN_COST`] counted, no other spans within pages cost fewer bytes: bytes that have not
/// changed are sent where another span would cost more.
pub fn changes<'a>(old: &'a Frame, new: &'a Frame) -> impl Iterator<Item = Span> + 'a {
    (0..PAGES).flat_map(|page| Changes {
        page,
        old: old.page(page),
        new: new.page(page),
        column: 0,
    })
}

/// The spans of a page from a column on.
struct Changes<'a> {
    page: usize,
    old: &'a [u8],
    new: &'a [u8],
    column: usize,
}

impl Changes<'_> {
    /// The first column from this one on that has changed.
    fn next_change(&self, from: usize) -> Option<usize> {
        (from..self.new.len()).find(|&column| self.old[column] != self.new[column])
    }
}

impl Iterator for Changes<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let start = self.next_change(self.column)?;
        let mut end = start + 1;
        while let Some(next) = self.next_change(end)
            && next - end <= SPAN_COST
        {
            end = next + 1;
        }
        self.column = end;
        Some(Span {
            page: self.page,
            columns: start..end,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::WIDTH;
    use super::*;
    use proptest::prelude::*;

    /// A frame with so many lit dots, the others dark.
    fn frame() -> impl Strategy<Value = Frame> {
        let dots = proptest::collection::vec((0..128, 0..64), 0..200);
        dots.prop_map(|dots| {
            let mut frame = Frame::new();
            dots.into_iter().for_each(|(x, y)| frame.set(x, y, true));
            frame
        })
    }

    fn cost(spans: &[Span]) -> usize {
        spans.iter().map(|s| s.columns.len() + SPAN_COST).sum()
    }

    /// The least cost, page by page: `best[n]` is that of the first `n` columns.
    fn least_cost(old: &Frame, new: &Frame) -> usize {
        let page_cost = |page| {
            let mut best = vec![0; WIDTH + 1];
            for end in 1..=WIDTH {
                let same = old.page(page)[end - 1] == new.page(page)[end - 1];
                let unsent = if same { best[end - 1] } else { usize::MAX };
                let sent = (0..end).map(|start| best[start] + end - start + SPAN_COST);
                best[end] = sent.fold(unsent, usize::min);
            }
            best[WIDTH]
        };
        (0..PAGES).map(page_cost).sum()
    }

    proptest! {
        #[test]
        fn what_is_sent_makes_the_new_frame(old in frame(), new in frame()) {
            let mut shown = *old.bytes();
            for span in changes(&old, &new) {
                prop_assert!(!span.columns.is_empty());
                let bytes = span.bytes(&new);
                let at = span.page * WIDTH + span.columns.start;
                shown[at..at + bytes.len()].copy_from_slice(bytes);
            }
            prop_assert_eq!(&shown[..], &new.bytes()[..]);
        }

        #[test]
        fn no_other_spans_cost_less(old in frame(), new in frame()) {
            let spans: Vec<_> = changes(&old, &new).collect();
            prop_assert_eq!(cost(&spans), least_cost(&old, &new));
        }

        #[test]
        fn nothing_is_sent_for_nothing(frame in frame()) {
            prop_assert_eq!(changes(&frame, &frame).count(), 0);
        }
    }

    #[test]
    fn near_changes_are_sent_together_and_far_ones_apart() {
        let old = Frame::new();
        let mut new = Frame::new();
        for x in [10, 21, 33] {
            new.set(x, 9, true);
        }
        let spans: Vec<_> = changes(&old, &new).collect();
        let span = |columns| Span { page: 1, columns };
        assert_eq!(spans, [span(10..22), span(33..34)]);
    }
}
