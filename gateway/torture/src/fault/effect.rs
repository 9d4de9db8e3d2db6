//! Whether a fault has tried something: a line that nobody used, a disk that nobody wrote to or a clock
//! that nobody looked at say nothing.

use std::fs;
use std::path::Path;

use crate::disk::Disk;
use crate::fault::hand::Hand;
use crate::fault::plan::{Kind, Planned, Target};
use crate::line::Line;
use crate::postgres::NAME;
use crate::trouble::{Trouble, eventually};

/// What a program hears from the system on a full disk, and `PostgreSQL` writes down.
const NO_ROOM: &str = "No space left on device";

/// What was there before a fault.
pub(super) enum Mark {
    /// Connections that a line has seen.
    Connections(u64),
    /// The lines that the database has written down.
    Said(usize),
    /// The last event's position.
    Event(i64),
    /// Nothing that would be needed.
    None,
}

impl Hand {
    /// Looks before a fault.
    pub(super) async fn mark(&self, fault: &Planned) -> Result<Mark, Trouble> {
        if let Some(line) = self.line_of(fault.target) {
            return Ok(Mark::Connections(line.seen()));
        }
        if self.stack.database.machines().is_some() {
            return Ok(Mark::None);
        }
        let servers = self.stack.database.servers().await?;
        let primary = &servers.primary;
        Ok(match (fault.kind, fault.target) {
            (Kind::Fill, Target::Postgres) => {
                // The first connection after a start writes a file, without which a full disk lets
                // nobody in, nor the harness that uses up the log.
                primary.run("select 1").await?;
                Mark::Said(said(primary.service.log())?.lines().count())
            }
            (Kind::Step, _) => {
                let query = "select position from log_head";
                Mark::Event(primary.number(NAME, query).await?)
            }
            _ => Mark::None,
        })
    }

    /// Waits, while the fault lasts, until somebody has met it.
    pub(super) async fn await_use(&self, fault: &Planned, mark: &Mark) -> Result<(), Trouble> {
        let what = format!("somebody meets the fault {}", fault.name());
        eventually(&what, async || {
            let is_met = self.is_met(fault, mark).await;
            let is_met = is_met.map_err(|trouble| trouble.to_string())?;
            is_met.then_some(()).ok_or_else(|| "nobody does".to_owned())
        })
        .await
    }

    async fn is_met(&self, fault: &Planned, mark: &Mark) -> Result<bool, Trouble> {
        if fault.kind == Kind::Fill {
            self.on_disk(fault.target, Disk::take_rest).await?;
        }
        match mark {
            Mark::Connections(before) => {
                let is_used = |line: &Line| line.open() > 0 || line.seen() > *before;
                Ok(self.line_of(fault.target).is_some_and(is_used))
            }
            Mark::Said(before) => {
                self.use_up_log().await;
                let servers = self.stack.database.servers().await?;
                let text = said(servers.primary.service.log())?;
                let mut since = text.lines().skip(*before);
                Ok(since.any(|line| line.contains(NO_ROOM) && line.contains("pg_wal")))
            }
            Mark::Event(before) => self.has_odd_event(fault, *before).await,
            Mark::None if fault.kind == Kind::Fill => Ok(self.stack.has_met_full_disk().await),
            Mark::None => Ok(true),
        }
    }

    /// Each event has two times: the gateway's and the database's. Where one clock is off and the
    /// other is right they differ by that.
    async fn has_odd_event(&self, fault: &Planned, before: i64) -> Result<bool, Trouble> {
        let off = match fault.target {
            Target::Postgres => -fault.seconds,
            _ => fault.seconds,
        };
        let query = format!(
            "select count(*) from event where position > {before} and abs({off} -
                 extract(epoch from (metadata ->> 'at')::timestamptz - recorded_at)) < 1"
        );
        let servers = self.stack.database.servers().await?;
        Ok(servers.primary.number(NAME, &query).await? > 0)
    }
}

fn said(log: &Path) -> Result<String, Trouble> {
    let bytes = fs::read(log).map_err(Trouble::file(log))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
