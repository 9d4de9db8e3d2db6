//! One pass over everything: the other tables first, then the events in their order.
//!
//! Three hands work at once: the source reads, a second one takes the rows apart, a third one
//! checks. The last two are blocking threads.

use std::collections::HashMap;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use uuid::Uuid;

use super::archive::Archive;
use super::books::Books;
use super::commands::{Command, CommandRow, KeyedEvents};
use super::copy::{Feed, Layout, Row, Table, lines};
use super::finding::{Findings, Report};
use super::order::{MergeOrder, Next};
use super::pace::Pace;
use super::row::{Batch, Depth, Event, Unreadable};
use super::stored_tables::{Snapshot, StoredTables, read_claim};
use super::tree::{EVENT, Origin, Tree};
use crate::journal::SNAPSHOT_FORMAT;

/// Chunks and batches that may wait between two hands.
pub(super) const WAITING_MAX: usize = 8;

/// How much later than the first event that is not sealed the last one may be, in microseconds.
const UNSEALED_MAX: i64 = 600_000_000;

/// The state of a pass.
#[derive(Debug, Default)]
pub(super) struct Pass {
    pub(super) tables: StoredTables,
    pub(super) books: Books,
    pub(super) tree: Tree,
    pub(super) keyed: KeyedEvents,
    pub(super) findings: Findings,
    pub(super) report: Report,
    /// Checkpoints that a walk is to hold the log against.
    pub(super) exported: Vec<(String, String)>,
    /// Of an archive, which has no tables but the events and the tree.
    pub(super) archive: Option<Archive>,
    pub(super) last: i64,
    /// The tables that have come.
    seen: Vec<Table>,
    /// When the first event was recorded that no checkpoint is of, and when the last one.
    unsealed: Option<(i64, i64)>,
}

impl Pass {
    /// Reads the tables other than the events.
    pub(super) fn read_tables(&mut self, mut feed: Receiver<Feed>) {
        let mut reading: Option<(Table, Layout)> = None;
        while let Some(next) = feed.blocking_recv() {
            match next {
                Feed::Table(table, layout) => {
                    self.seen.push(table);
                    reading = Some((table, layout));
                }
                Feed::Lines(chunk) => {
                    let Some((table, layout)) = &reading else {
                        continue;
                    };
                    let mut row = Row::default();
                    for line in lines(&chunk) {
                        let is_read = layout.split(line, &mut row)
                            && self.tables.take(*table, &row, &mut self.findings).is_some();
                        if !is_read {
                            self.note_unreadable(*table, line);
                        }
                    }
                }
            }
        }
    }

    /// Between the tables and the events.
    pub(super) fn begin_events(&mut self, wanted: &[Table], exported: &[(String, String)]) {
        let wanted = wanted.iter().chain([&Table::Key]);
        for table in wanted.filter(|table| !self.seen.contains(table)) {
            let what = "it is not there";
            self.findings.note(table.name(), "table", "the table", what);
        }
        self.tables.count(&mut self.report);
        self.tree = self.tables.tree(exported, &mut self.findings);
    }

    pub(super) fn read_events(
        &mut self,
        mut batches: Receiver<Batch>,
        is_ordered: bool,
        pace: &Pace,
        progress: &Sender<i64>,
    ) {
        let mut order = MergeOrder::new(is_ordered);
        while let Some(batch) = batches.blocking_recv() {
            for event in batch.events {
                match event {
                    Ok(event) => self.arrange(&mut order, &event, &batch.text),
                    Err(unreadable) => self.refuse(unreadable),
                }
            }
            // The listener may be gone; the check continues.
            let _ = progress.try_send(self.last);
            pace.keep(self.books.events);
        }
        self.proceed(&mut order, true);
    }

    /// An event's row that is none.
    pub(super) fn refuse(&mut self, unreadable: Unreadable) {
        let Unreadable { key, what } = unreadable;
        self.findings.note("event", "row", key, what);
    }

    fn arrange(&mut self, order: &mut MergeOrder, event: &Event, text: &str) {
        if order.is_next(event.position) {
            self.look(event, text);
        } else if !order.hold(event, text) {
            let what = "another event has its position";
            self.findings.note("event", "position", event.key(), what);
            return;
        }
        self.proceed(order, false);
    }

    fn proceed(&mut self, order: &mut MergeOrder, is_end: bool) {
        while let Some(next) = order.ready(is_end) {
            match next {
                Next::Event(event, text) => self.look(&event, &text),
                Next::Gap(first, behind) => self.pass_over(first, behind),
            }
        }
        self.last = order.next() - 1;
    }

    /// Positions that no event has.
    pub(super) fn pass_over(&mut self, first: i64, behind: i64) {
        let what = if behind - first == 1 {
            "it is missing".to_owned()
        } else {
            format!("it is missing, and all to {}", behind - 1)
        };
        let key = format!("position {first}");
        self.findings.note("event", "position", key, what);
        for position in first..behind.min(self.tree.sealed.saturating_add(1)) {
            // However far a row claims to be: where there are no tiles there is nothing to follow.
            if self.tree.is_stuck {
                break;
            }
            self.tree.pass_over(position, &mut self.findings);
        }
    }

    pub(super) fn look(&mut self, event: &Event, text: &str) {
        let is_believed = self
            .books
            .look(event, event.texts(text), &mut self.findings);
        if is_believed && self.archive.is_none() {
            self.tables.claims.look(event, &mut self.findings);
        }
        if is_believed {
            self.keyed.look(event);
        }
        let origin = match (&self.books.key, is_believed) {
            (None, _) => Origin::Unknown,
            (Some(_), true) => Origin::Gateway,
            (Some(_), false) => Origin::Other,
        };
        self.tree.look(event, origin, &mut self.findings);
        if event.position > self.tree.sealed {
            let first = self.unsealed.map_or(event.recorded_at, |(first, _)| first);
            self.unsealed = Some((first, event.recorded_at));
        }
    }

    /// Behind the last event: the snapshots that the events must lead to are left to be folded.
    pub(super) fn end_events(&mut self) -> HashMap<Uuid, Snapshot> {
        self.report.events = self.books.events;
        self.report.wallets = self.books.wallets().len();
        if let Some(archive) = self.archive.take() {
            self.end_archive(&archive);
            return HashMap::new();
        }
        self.look_at_unsealed();
        if self.tree.sealed == 0 && self.books.events > 0 {
            let what = "nothing is sealed: no signature covers these events";
            self.findings.remark("proof_head", "its only row", what);
        }
        self.tree.finish(self.last, &mut self.findings);
        self.tables
            .finish(self.last, &self.books, &mut self.keyed, &mut self.findings);
        let mut snapshots = std::mem::take(&mut self.tables.snapshots);
        // Those of another form are never read by anybody: there is nothing to fold for them.
        snapshots.retain(|_, snapshot| snapshot.format == i64::from(SNAPSHOT_FORMAT));
        snapshots
    }

    /// Behind an archive's last event.
    fn end_archive(&mut self, archive: &Archive) {
        let end = archive.last;
        if self.books.events == 0 {
            let what = "it holds no event";
            self.findings.note(EVENT, "archive", "the archive", what);
            return;
        }
        if self.last < end {
            self.pass_over(self.last + 1, end + 1);
        }
        let sealed = self.tree.sealed;
        if sealed < end {
            let what = format!("it is at {sealed}: no signature covers all events to {end}");
            let key = "its only row";
            self.findings.note("proof_head", "archive", key, what);
        }
        for position in end + 1..=sealed {
            if self.tree.is_stuck {
                break;
            }
            self.tree.pass_over(position, &mut self.findings);
        }
        self.tree.finish(end.max(sealed), &mut self.findings);
    }

    /// What the sealer should have come to long ago: a log without its tree proves nothing, and
    /// a forger who deletes the tree would make it look like that.
    fn look_at_unsealed(&mut self) {
        if let Some((first, last)) = self.unsealed
            && last.saturating_sub(first) > UNSEALED_MAX
            && !self.tree.has_grown
        {
            let what = format!(
                "it is at {}, and later events are older than ten minutes",
                self.tree.sealed
            );
            self.findings
                .note("proof_head", "unsealed", "its only row", what);
        }
    }

    /// Names of commands in their order, held against the wallets.
    pub(super) fn read_commands(&mut self, mut feed: Receiver<Feed>) {
        let layout = Layout::asked(Table::Idempotency);
        let mut looked = CommandRow::default();
        while let Some(next) = feed.blocking_recv() {
            let Feed::Lines(chunk) = next else { continue };
            let mut row = Row::default();
            for line in lines(&chunk) {
                self.report.keys += 1;
                let command = layout.split(line, &mut row).then(|| Command::read(&row));
                if let Some(command) = command.flatten() {
                    let keyed = &mut self.keyed;
                    looked.look(&command, &self.books, keyed, &mut self.findings);
                } else {
                    self.note_unreadable(Table::Idempotency, line);
                }
            }
        }
        self.end_commands();
    }

    /// After the last command's name.
    pub(super) fn end_commands(&mut self) {
        self.keyed.finish(&mut self.findings);
    }

    /// Before the first event of a walk, with the keys read.
    pub(super) fn begin_walk(&mut self) {
        let exported = std::mem::take(&mut self.exported);
        self.tables
            .mark(&mut self.tree, &exported, &mut self.findings);
    }

    /// At the end of a walk, with the head read.
    pub(super) fn look_at_proof_head(&mut self, latest: i64) {
        self.tables.look_at_proof_head(latest, &mut self.findings);
    }

    /// Behind the last event of a walk: the snapshots that are left to be folded.
    pub(super) fn end_walk(&mut self, last: i64) -> HashMap<Uuid, Snapshot> {
        self.last = last;
        self.report.snapshots = self.tables.snapshots.len();
        self.report.sealed = self.tree.sealed;
        self.end_events()
    }

    /// A claim's row at the end of a walk that holds none.
    pub(super) fn read_claims(&mut self, mut feed: Receiver<Feed>) {
        let layout = Layout::asked(Table::Claim);
        self.tables.claims.all = 0;
        while let Some(next) = feed.blocking_recv() {
            let Feed::Lines(chunk) = next else { continue };
            let mut row = Row::default();
            for line in lines(&chunk) {
                let claim = layout.split(line, &mut row).then(|| read_claim(&row));
                let Some((key, owner)) = claim.flatten() else {
                    self.note_unreadable(Table::Claim, line);
                    continue;
                };
                let claims = &mut self.tables.claims;
                claims.look_at_row(&key, owner, &self.books, &mut self.findings);
            }
        }
        self.report.claims = self.tables.claims.all;
    }

    fn note_unreadable(&mut self, table: Table, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let key: String = text.chars().take(120).collect();
        let what = "it cannot be read";
        self.findings.note(table.name(), "row", key, what);
    }

    pub(super) fn end(self) -> Report {
        let mut report = self.report;
        self.findings.report(&mut report);
        report
    }
}

/// Parses lines in a separate thread until the source ends.
pub(super) fn parse_events(mut feed: Receiver<Feed>, depth: Depth) -> Receiver<Batch> {
    let (send, batches) = channel(WAITING_MAX);
    tokio::task::spawn_blocking(move || {
        let mut layout = Layout::asked(Table::Event);
        while let Some(next) = feed.blocking_recv() {
            match next {
                Feed::Table(_, of) => layout = of,
                Feed::Lines(chunk) => {
                    let batch = Batch::read(&chunk, &layout, depth);
                    if send.blocking_send(batch).is_err() {
                        return;
                    }
                }
            }
        }
    });
    batches
}
