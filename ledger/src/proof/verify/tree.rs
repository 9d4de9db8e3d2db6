//! Rebuilds the tree from the events and compares it with every stored hash and checkpoint.
//!
//! Which row is wrong when an event's leaf and the stored one differ? The signed root decides: two
//! trees grow from there, one with each leaf, and the next checkpoint fits one of them.
//! What is left over when the log is at its end is looked at in [`super::ending`].

use std::collections::{BTreeMap, HashMap};

use super::edge::{Edge, HEIGHT, Tile, WIDTH};
use super::finding::Findings;
use super::mark::EXPORTED;
use super::mark::checkpoint_key;
use super::mark::{ExpectedRoot, StoredRoot};
use super::row::Event;
use crate::journal::Digest;
use crate::proof::leaf::{LeafData, leaf_hash, salt, void_leaf_hash};

pub(super) const TILE: &str = "proof_tile";
pub(super) const CHECKPOINT: &str = "proof_checkpoint";
pub(super) const KEY: &str = "proof_key";
pub(super) const EVENT: &str = "event";

/// Who wrote an event, as far as its MAC can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Who has the journal's key.
    Gateway,
    /// Somebody else: the event is void.
    Other,
    /// It is checked without the key.
    Unknown,
}

/// An event whose leaf is not the stored one.
#[derive(Debug)]
pub(super) struct Suspect {
    tile: i64,
    pub(super) key: String,
}

/// The tree as it is checked.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Tiles that were read and not yet passed, by level and index.
    pub(super) tiles: HashMap<(i64, i64), Tile>,
    /// Roots that are kept elsewhere, and those of handovers, not yet passed, by size.
    pub(super) marks: BTreeMap<i64, Vec<ExpectedRoot>>,
    /// Checkpoints that were read and not yet passed, the largest first.
    pub(super) roots: Vec<(i64, StoredRoot)>,
    /// How many events are sealed.
    pub(super) sealed: i64,
    /// The tree of the leaves that the events lead to.
    of_events: Edge,
    /// Since a leaf differs: the tree of the stored leaves.
    of_leaves: Option<Edge>,
    pub(super) suspects: Vec<Suspect>,
    /// Events of the present tile that the signed roots have spoken against.
    convicted: Vec<Suspect>,
    /// More has been sealed since: the tiles at the right edge are wider than this tree.
    pub(super) has_grown: bool,
    /// The check cannot continue.
    pub(super) is_stuck: bool,
}

impl Tree {
    /// How many leaves were seen.
    pub(super) fn size(&self) -> i64 {
        self.of_events.size
    }

    /// The event that comes next.
    pub(super) fn look(&mut self, event: &Event, origin: Origin, findings: &mut Findings) {
        if self.is_stuck || event.position > self.sealed {
            return;
        }
        let Some((tile, place, stored)) = self.stored_leaf(event.position, findings) else {
            return;
        };
        let Some(seed) = self.tiles[&(0, tile)].seed else {
            findings.note(TILE, "seed", tile_key(0, tile), "it has no seed");
            self.is_stuck = true;
            return;
        };
        let salt = salt(&seed, event.position);
        let void = void_leaf_hash(&salt, event.position, &event.stream_hash);
        // Without the key nobody can say which events are void, so the sealer is believed. An event that was
        // changed after it was sealed has its own leaf.
        let leaf = if origin != Origin::Gateway && stored == void {
            if origin == Origin::Unknown {
                let what = "it was sealed as void: nobody with the journal's key wrote it";
                findings.note(EVENT, "mac", event.key(), what);
            }
            void
        } else {
            leaf_hash(&LeafData {
                salt,
                position: event.position,
                recorded_at: event.recorded_at,
                stream_hash: event.stream_hash,
            })
        };
        if leaf != stored {
            self.of_leaves.get_or_insert_with(|| self.of_events.clone());
            let key = event.key();
            self.suspects.push(Suspect { tile, key });
        }
        self.push(leaf, stored, place, findings);
    }

    /// An event is missing: its stored leaf is used instead.
    pub(super) fn pass_over(&mut self, position: i64, findings: &mut Findings) {
        if self.is_stuck || position > self.sealed {
            return;
        }
        if let Some((_, place, stored)) = self.stored_leaf(position, findings) {
            self.push(stored, stored, place, findings);
        }
    }

    fn stored_leaf(
        &mut self,
        position: i64,
        findings: &mut Findings,
    ) -> Option<(i64, i64, Digest)> {
        let index = position - 1;
        let (tile, place) = (index / WIDTH, index % WIDTH);
        let stored = self.tiles.get(&(0, tile)).and_then(|it| it.hash(place));
        if stored.is_none() {
            let what = format!("the leaf of position {position} is missing");
            findings.note(TILE, "missing", tile_key(0, tile), what);
            self.is_stuck = true;
        }
        stored.map(|stored| (tile, place, stored))
    }

    fn push(&mut self, leaf: Digest, stored: Digest, place: i64, findings: &mut Findings) {
        let mut above = Vec::new();
        self.of_events
            .push(leaf, |level, index, hash| above.push((level, index, hash)));
        if let Some(other) = &mut self.of_leaves {
            other.push(stored, |level, index, hash| {
                above.push((level, index, hash));
            });
        }
        if !above.is_empty() {
            self.look_above(&above, findings);
        }
        let size = self.of_events.size;
        while let Some((of, root)) = self.roots.pop_if(|(of, _)| *of <= size) {
            if of == size {
                self.judge(size, &ExpectedRoot::Stored(root), findings);
            }
        }
        while let Some(mark) = self.marks.first_entry().filter(|it| *it.key() <= size) {
            let (of, marks) = mark.remove_entry();
            if of == size {
                for it in &marks {
                    self.judge(size, it, findings);
                }
            }
        }
        if !self.convicted.is_empty() {
            self.convict(false, findings);
        }
        if place == WIDTH - 1 {
            // Passed, and never asked for again.
            self.tiles.retain(|(level, index), _| {
                let below = size >> (HEIGHT * usize::try_from(*level + 1).unwrap_or(7));
                *index >= below
            });
        }
    }

    /// Holds hashes against the tiles above. Each is right when it fits one of the trees.
    fn look_above(&self, above: &[(i64, i64, Digest)], findings: &mut Findings) {
        for (level, index, _) in above {
            let tile = (*level, index / WIDTH);
            let stored = self.tiles.get(&tile).and_then(|it| it.hash(index % WIDTH));
            let fits = above
                .iter()
                .any(|(at, of, hash)| at == level && of == index && stored == Some(*hash));
            if !fits {
                let what = format!("its hash {} is not that of the tile below", index % WIDTH);
                findings.note(TILE, "above", tile_key(tile.0, tile.1), what);
            }
        }
    }

    /// Holds the trees against a signed root.
    fn judge(&mut self, size: i64, mark: &ExpectedRoot, findings: &mut Findings) {
        let root = self.of_events.root();
        let stored = self.of_leaves.as_ref().map(Edge::root);
        match mark {
            ExpectedRoot::Exported(exported) => {
                if root != exported.root {
                    findings.note(EXPORTED, "root", &*exported.name, rewritten(size));
                }
            }
            ExpectedRoot::Handover(verifier, signed) => {
                if root != *signed && stored != Some(*signed) {
                    findings.note(KEY, "handover", &**verifier, rewritten(size));
                }
            }
            ExpectedRoot::Stored(checkpoint) => {
                self.decide(size, checkpoint.signed, root, stored, findings);
            }
        }
    }

    fn decide(
        &mut self,
        size: i64,
        signed: Digest,
        root: Digest,
        stored: Option<Digest>,
        findings: &mut Findings,
    ) {
        if signed == root {
            for suspect in self.suspects.drain(..) {
                let what = format!("its leaf of {} is not the one that was signed", suspect.key);
                findings.note(TILE, "leaf", tile_key(0, suspect.tile), what);
            }
            self.of_leaves = None;
        } else if Some(signed) == stored {
            self.believe_leaves();
        } else {
            findings.note(
                CHECKPOINT,
                "tree",
                checkpoint_key(size),
                "it is not the root of the tree that the events build",
            );
            if stored.is_some() {
                self.believe_leaves();
            }
        }
    }

    /// The stored leaves are what was signed: the events are wrong.
    fn believe_leaves(&mut self) {
        self.convicted.append(&mut self.suspects);
        if let Some(edge) = self.of_leaves.take() {
            self.of_events = edge;
        }
    }

    /// Names the events of a tile that are wrong; when all are, it is their common seed. Only of
    /// whole tiles with nothing left to decide, unless it is the end.
    pub(super) fn convict(&mut self, is_end: bool, findings: &mut Findings) {
        let whole = self.size() / WIDTH;
        let suspects = &self.suspects;
        let is_ripe =
            |tile: i64| tile < whole && !suspects.iter().any(|suspect| suspect.tile == tile);
        let (ripe, others) = std::mem::take(&mut self.convicted)
            .into_iter()
            .partition(|suspect| is_end || is_ripe(suspect.tile));
        self.convicted = others;
        let ripe: Vec<Suspect> = ripe;
        let mut by_tile: BTreeMap<i64, Vec<Suspect>> = BTreeMap::new();
        for suspect in ripe {
            by_tile.entry(suspect.tile).or_default().push(suspect);
        }
        for (tile, suspects) in by_tile {
            let width = (self.size() - tile * WIDTH).min(WIDTH);
            if width > 1 && i64::try_from(suspects.len()) == Ok(width) {
                let what = "its seed is not the one that its leaves were made with";
                findings.note(TILE, "seed", tile_key(0, tile), what);
                continue;
            }
            for suspect in suspects {
                let what = "it is not what was sealed: its position, its hash or its time of \
                            recording was changed";
                findings.note(EVENT, "leaf", suspect.key, what);
            }
        }
    }
}

pub(super) fn tile_key(level: i64, index: i64) -> String {
    format!("level {level}, index {index}")
}

fn rewritten(size: i64) -> String {
    format!("the log's first {size} events are not the ones that it was signed over")
}
