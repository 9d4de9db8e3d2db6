//! The end of the log: what is left over of the tree, and the tiles of its right edge.

use super::edge::{HEIGHT, WIDTH};
use super::finding::Findings;
use super::mark::EXPORTED;
use super::mark::checkpoint_key;
use super::mark::{ExpectedRoot, Exported};
use super::tree::{CHECKPOINT, EVENT, KEY, TILE, Tree, tile_key};

impl Tree {
    /// The end of the log: what is left over, and the tiles of the right edge.
    pub(super) fn finish(&mut self, last: i64, findings: &mut Findings) {
        if self.sealed > last {
            let what = format!("it is missing: the log is sealed to {}", self.sealed);
            findings.note(EVENT, "tail", format!("position {}", last + 1), what);
        }
        // Nothing has been signed since: the event and its leaf contradict each other.
        for suspect in std::mem::take(&mut self.suspects) {
            findings.note(EVENT, "leaf", suspect.key, "it is not what was sealed");
        }
        self.convict(true, findings);
        if !self.is_stuck && !self.has_grown && self.size() == self.sealed {
            self.look_at_edge(findings);
        }
        for (size, root) in std::mem::take(&mut self.roots).into_iter().rev() {
            self.left_over(size, &ExpectedRoot::Stored(root), findings);
        }
        for (size, marks) in std::mem::take(&mut self.marks) {
            for mark in marks {
                self.left_over(size, &mark, findings);
            }
        }
    }

    fn left_over(&self, size: i64, mark: &ExpectedRoot, findings: &mut Findings) {
        match mark {
            ExpectedRoot::Exported(Exported { name, .. }) if size > self.sealed => {
                let sealed = self.sealed;
                let what = format!(
                    "it is of {size} events, the log is sealed to {sealed} only: its tail was cut"
                );
                findings.note(EXPORTED, "tail", &**name, what);
            }
            ExpectedRoot::Exported(Exported { name, .. }) => {
                let what = "it cannot be held against a tree that is not whole";
                findings.note(EXPORTED, "tree", &**name, what);
            }
            ExpectedRoot::Handover(verifier, _) => {
                let what = format!(
                    "it took over at {size}, the log is sealed to {}",
                    self.sealed
                );
                findings.note(KEY, "handover", &**verifier, what);
            }
            ExpectedRoot::Stored(_) => {
                if size > self.sealed {
                    let what = format!("the log is sealed to {} only", self.sealed);
                    findings.note(CHECKPOINT, "beyond", checkpoint_key(size), what);
                }
            }
        }
    }

    /// Every stored tile is as wide as the tree makes it; its hashes were held against the tree.
    fn look_at_edge(&self, findings: &mut Findings) {
        let mut tiles: Vec<_> = self.tiles.iter().collect();
        tiles.sort_unstable_by_key(|(key, _)| **key);
        for ((level, index), tile) in tiles {
            let shift = usize::try_from(*level).unwrap_or(7).min(7) * HEIGHT;
            let count = (self.sealed >> shift).saturating_sub(index.saturating_mul(WIDTH));
            let expected = count.clamp(0, WIDTH);
            if tile.width() != expected || tile.hashes.len() % 32 != 0 {
                let found = tile.width();
                let what = format!("it has {found} hashes, the tree gives it {expected}");
                findings.note(TILE, "width", tile_key(*level, *index), what);
            } else if *level > 0 && tile.seed.is_some() {
                findings.note(TILE, "seed", tile_key(*level, *index), "it has a seed");
            }
        }
    }
}
