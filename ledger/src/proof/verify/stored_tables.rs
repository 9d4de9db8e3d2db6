//! The tables that are derived from the events, compared with what the events lead to.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::books::Books;
use super::claims::{Claims, Owner};
use super::commands::{Command, CommandRow, KeyedEvents};
use super::copy::{Row, Table};
use super::edge::Tile;
use super::finding::sorted;
use super::finding::wallet_key;
use super::finding::{Findings, Report};
use super::mark::{ExpectedRoot, Key, KeySet, StoredRoot, read_exported};
use super::money::wallet_id;
use super::tree::Tree;
use crate::journal::Digest;

/// Everything that was read from these tables.
#[derive(Debug, Default)]
pub(super) struct StoredTables {
    heads: HashMap<Uuid, (i64, Digest)>,
    log_head: Option<i64>,
    pub(super) claims: Claims,
    commands: Vec<Command>,
    pub(super) snapshots: HashMap<Uuid, Snapshot>,
    tiles: HashMap<(i64, i64), Tile>,
    roots: Vec<(i64, StoredRoot)>,
    ring: Option<KeySet>,
    pub(super) keys: Vec<Key>,
    sealed: Option<i64>,
}

/// A row of `snapshot`.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) sequence: i64,
    pub(super) format: i64,
    digest: Digest,
    /// Where it was read.
    pub(super) state: Option<String>,
}

impl StoredTables {
    /// Takes in a row; `None` when it cannot be read.
    pub(super) fn take(
        &mut self,
        table: Table,
        row: &Row<'_>,
        findings: &mut Findings,
    ) -> Option<()> {
        let wallet = |column| wallet_id(row.raw(column));
        match table {
            Table::Event => return None,
            Table::StreamHead => {
                let head = (row.number(1)?, row.array(2)?);
                self.heads.insert(wallet(0)?, head);
            }
            Table::LogHead => self.log_head = Some(row.number(0)?),
            Table::Claim => {
                let ((kind, reference), owner) = read_claim(row)?;
                self.claims.add(kind, reference, owner);
            }
            Table::Idempotency => self.commands.push(Command::read(row)?),
            Table::Snapshot | Table::SnapshotDigest => {
                let (digest, state) = if table == Table::Snapshot {
                    let state = row.text(3)?;
                    (Sha256::digest(&state).into(), Some(state))
                } else {
                    (row.array(3)?, None)
                };
                let snapshot = Snapshot {
                    sequence: row.number(1)?,
                    format: row.number(2)?,
                    digest,
                    state,
                };
                self.snapshots.insert(wallet(0)?, snapshot);
            }
            Table::Tile => {
                let seed = if row.is_null(3) {
                    None
                } else {
                    Some(row.array(3)?)
                };
                let hashes = row.bytes(2)?;
                let key = (row.number(0)?, row.number(1)?);
                self.tiles.insert(key, Tile { hashes, seed });
            }
            Table::Checkpoint => {
                let (size, note) = (row.number(0)?, row.text(2)?);
                let ring = self.ring.get_or_insert_with(|| KeySet::new(&self.keys));
                let root = ring.read(size, row.array(1), &note, findings);
                self.roots.push((size, root));
            }
            Table::Key => self.keys.push(Key {
                verifier: row.text(0)?,
                since: row.number(1)?,
                until: if row.is_null(2) {
                    None
                } else {
                    Some(row.number(2)?)
                },
                handover: row.text(3),
            }),
            Table::Head => self.sealed = Some(row.number(0)?),
        }
        Some(())
    }

    /// The tree that the events are to build, with every root that it must have on the way.
    pub(super) fn tree(&mut self, exported: &[(String, String)], findings: &mut Findings) -> Tree {
        let mut tree = Tree::default();
        tree.tiles = std::mem::take(&mut self.tiles);
        tree.sealed = self.sealed.unwrap_or(0);
        tree.roots = std::mem::take(&mut self.roots);
        tree.roots
            .sort_unstable_by_key(|(size, _)| std::cmp::Reverse(*size));
        let latest = tree.roots.first().map_or(0, |(size, _)| *size);
        self.look_at_proof_head(latest, findings);
        self.mark(&mut tree, exported, findings);
        tree
    }

    /// The last checkpoint is of what is sealed.
    pub(super) fn look_at_proof_head(&self, latest: i64, findings: &mut Findings) {
        let sealed = self.sealed.unwrap_or(0);
        if latest != sealed {
            let what = format!("it is at {sealed}, the last checkpoint is of {latest}");
            findings.note("proof_head", "size", "its only row", what);
        }
    }

    /// Further roots that the tree must have: at handovers, and of checkpoints kept elsewhere.
    pub(super) fn mark(
        &self,
        tree: &mut Tree,
        exported: &[(String, String)],
        findings: &mut Findings,
    ) {
        // The tree without leaves has one root only.
        for key in self.keys.iter().filter(|key| key.since > 0) {
            if let Some(mark) = key.read_handover(&self.keys, findings) {
                tree.marks.entry(key.since).or_default().push(mark);
            }
        }
        for (name, note) in exported {
            match read_exported(name, note, &self.keys, findings) {
                Some((size, exported)) if size > 0 => {
                    let mark = ExpectedRoot::Exported(exported);
                    tree.marks.entry(size).or_default().push(mark);
                }
                Some(_) => {}
                None => {
                    let what = "it is no checkpoint";
                    findings.note(super::mark::EXPORTED, "form", name.as_str(), what);
                }
            }
        }
    }

    /// How much there is.
    pub(super) fn count(&self, report: &mut Report) {
        report.claims = self.claims.all;
        report.keys = self.commands.len();
        report.snapshots = self.snapshots.len();
        report.tiles = self.tiles.len();
        report.checkpoints = self.roots.len();
        report.sealed = self.sealed.unwrap_or(0);
    }

    /// Holds everything against what the events have led to.
    pub(super) fn finish(
        &mut self,
        last: i64,
        books: &Books,
        keyed: &mut KeyedEvents,
        findings: &mut Findings,
    ) {
        self.look_at_log_head(last, findings);
        self.look_at_heads(books, findings);
        self.claims.finish(books, findings);
        self.commands.sort_unstable();
        let mut looked = CommandRow::default();
        for command in &self.commands {
            looked.look(command, books, keyed, findings);
        }
        self.look_at_snapshots(books, findings);
    }

    fn look_at_log_head(&self, last: i64, findings: &mut Findings) {
        let head = self.log_head;
        if head == Some(last) {
            return;
        }
        let what = match head {
            None => "it is missing".to_owned(),
            Some(head) => format!("it is at {head}, the last event at {last}"),
        };
        findings.note("log_head", "position", "its only row", what);
    }

    fn look_at_heads(&self, books: &Books, findings: &mut Findings) {
        for (wallet, (version, hash)) in sorted(&self.heads) {
            let standing = books.wallets().get(wallet);
            let what = match standing {
                None => "no event is of this wallet".to_owned(),
                Some(it) if it.version != *version => {
                    format!(
                        "it is at event {version}, the stream ends at {}",
                        it.version
                    )
                }
                Some(it) if it.hash != *hash => "its hash is not the last event's".to_owned(),
                Some(_) => continue,
            };
            findings.note("stream_head", "end", wallet_key(wallet), what);
        }
        for (wallet, _) in sorted(books.wallets()) {
            if !self.heads.contains_key(wallet) {
                let what = "it is missing";
                findings.note("stream_head", "end", wallet_key(wallet), what);
            }
        }
    }

    fn look_at_snapshots(&self, books: &Books, findings: &mut Findings) {
        for (wallet, snapshot) in sorted(&self.snapshots) {
            let state = books.wallets().get(wallet).and_then(|it| it.state);
            let digest = snapshot.digest;
            let what = match state {
                Some((at, hash)) if at == snapshot.sequence && hash == digest => continue,
                Some((at, _)) if at == snapshot.sequence => {
                    format!("event {at} does not confirm it")
                }
                Some((at, _)) => format!(
                    "it is of event {}, the last that confirms a state is {at}",
                    snapshot.sequence
                ),
                None => "no event confirms it".to_owned(),
            };
            findings.note("snapshot", "state", wallet_key(wallet), what);
        }
    }
}

/// A row of `claim`: its name, and whose it is.
pub(super) fn read_claim(row: &Row<'_>) -> Option<((String, String), Owner)> {
    let owner = Owner {
        wallet: wallet_id(row.raw(2))?,
        sequence: row.number(3)?,
    };
    Some(((row.text(0)?, row.text(1)?), owner))
}
