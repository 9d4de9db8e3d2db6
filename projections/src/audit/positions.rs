//! The positions that were read: a bit each, for wallets are not read in the journal's order.

/// Bits of a word.
const WORD: usize = 64;

/// Which positions from 1 up to an end were read.
#[derive(Debug, Default)]
pub(super) struct Positions {
    end: usize,
    words: Vec<u64>,
}

impl Positions {
    pub(super) fn up_to(end: i64) -> Self {
        let end = usize::try_from(end).unwrap_or(0);
        Self {
            end,
            words: vec![0; end / WORD + 1],
        }
    }

    /// Notes a position; false if it was read before.
    pub(super) fn note(&mut self, position: i64) -> bool {
        let found = place(position).and_then(|(word, bit)| Some((self.words.get_mut(word)?, bit)));
        // Beyond the end there is no bit, and nothing to say.
        let Some((word, bit)) = found else {
            return true;
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// The first position that was not read.
    pub(super) fn first_missing(&self) -> Option<i64> {
        let positions = (1..=self.end).filter_map(|position| i64::try_from(position).ok());
        let mut missing = positions.filter(|position| {
            place(*position).is_some_and(|(word, bit)| self.words[word] & bit == 0)
        });
        missing.next()
    }
}

fn place(position: i64) -> Option<(usize, u64)> {
    let position = usize::try_from(position).ok()?;
    Some((position / WORD, 1 << (position % WORD)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_position_that_was_not_read_is_known() {
        let mut positions = Positions::up_to(130);
        for position in (1..=130)
            .rev()
            .filter(|position| ![64, 130].contains(position))
        {
            assert!(positions.note(position));
        }
        // Not of this journal yet, and not of any.
        for beyond in [1_000, -1] {
            assert!(positions.note(beyond) && positions.note(beyond));
        }
        assert_eq!(positions.first_missing(), Some(64));
        assert!(positions.note(64));
        assert!(!positions.note(64));
        assert_eq!(positions.first_missing(), Some(130));
        assert!(positions.note(130));
        assert_eq!(positions.first_missing(), None);
        assert_eq!(Positions::up_to(0).first_missing(), None);
    }
}
