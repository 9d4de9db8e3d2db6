//! The same checks a few events at a time: round and round beside the service.
//!
//! Each step has a picture of its own, so that no transaction stays open for long. What a step
//! cannot see are rows that no event asks for (a claim made up, a command's name); the whole check
//! sees them.

use sqlx::{PgConnection, PgPool};
use tokio::sync::mpsc::channel;
use uuid::Uuid;

use super::copy::{Feed, Layout, Table};
use super::finding::Problem;
use super::mark::Ring;
use super::pass::Pass;
use super::row::{Batch, Depth};
use super::{VerifyError, begin_picture, online};

/// Leaves under a tile, as a shift.
const TILE_SHIFT: u32 = 8;
/// Levels of tiles.
const LEVELS: u32 = 8;

/// A round through the log.
#[derive(Debug, Default)]
pub struct Walk {
    pass: Pass,
    last: i64,
}

/// What a step has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The last event that was checked.
    pub position: i64,
    /// How many events this step has checked.
    pub events: i64,
    /// The whole log was gone through: the next step begins anew.
    pub is_round: bool,
    /// The first row that this round has found wrong.
    pub problem: Option<Problem>,
    /// How many it has found.
    pub problem_count: u64,
}

impl Walk {
    /// Checks the next events, at most `limit`.
    pub async fn step(&mut self, pool: &PgPool, limit: i64) -> Result<Step, VerifyError> {
        let mut connection = pool.acquire().await?;
        let mut picture = begin_picture(&mut connection).await?;
        let head: i64 = sqlx::query_scalar!("select position from log_head")
            .fetch_one(&mut *picture)
            .await?;
        let sealed: i64 = sqlx::query_scalar!("select size from proof_head")
            .fetch_one(&mut *picture)
            .await?;
        let to = self.bound(head, sealed, limit);
        let first = self.last + 1;
        self.read_tree(&mut picture, to).await?;
        self.read_events(&mut picture, to).await?;
        let is_round = self.last >= head;
        self.pass.tree.has_grown = sealed != self.pass.tree.sealed;
        if is_round {
            self.end(&mut picture).await?;
        }
        picture.commit().await?;
        let step = Step {
            position: self.last,
            events: to + 1 - first,
            is_round,
            problem: self.pass.findings.first().cloned(),
            problem_count: self.pass.findings.count(),
        };
        if is_round {
            *self = Self::default();
        }
        Ok(step)
    }

    /// To where this step goes. The tree is followed to what is sealed; what comes behind that is
    /// not sealed yet, and is checked without it.
    fn bound(&mut self, head: i64, sealed: i64, limit: i64) -> i64 {
        if self.pass.tree.size() == self.last {
            self.pass.tree.sealed = sealed;
        }
        let end = if self.last < self.pass.tree.sealed {
            self.pass.tree.sealed.min(head)
        } else {
            head
        };
        end.min(self.last + limit).max(self.last)
    }

    async fn read_tree(&mut self, picture: &mut PgConnection, to: i64) -> Result<(), VerifyError> {
        let (from, until) = (self.last, to.max(1) - 1);
        let (mut levels, mut firsts, mut lasts) = (Vec::new(), Vec::new(), Vec::new());
        for level in 0..LEVELS {
            let shift = (TILE_SHIFT * (level + 1)).min(63);
            levels.push(i16::try_from(level).expect("eight levels"));
            firsts.push(from >> shift);
            lasts.push(until >> shift);
        }
        let tiles = sqlx::query!(
            "select tile.level, tile.index, tile.hashes, tile.seed
             from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as wanted (level, first, last)
                      join proof_tile as tile on tile.level = wanted.level
                 and tile.index between wanted.first and wanted.last",
            &levels,
            &firsts,
            &lasts
        )
        .fetch_all(&mut *picture)
        .await?;
        for row in tiles {
            let seed = row.seed.and_then(|seed| seed.try_into().ok());
            let tile = super::edge::Tile {
                hashes: row.hashes,
                seed,
            };
            let key = (i64::from(row.level), row.index);
            self.pass.tree.tiles.insert(key, tile);
        }
        self.read_keys(picture).await?;
        let roots = sqlx::query!(
            "select size, root, note from proof_checkpoint where size > $1 and size <= $2
             order by size desc",
            self.last,
            to.min(self.pass.tree.sealed)
        )
        .fetch_all(&mut *picture)
        .await?;
        // Signatures take their time: a log with few events has a checkpoint for each.
        let mut pass = std::mem::take(&mut self.pass);
        let opening = tokio::task::spawn_blocking(move || {
            let ring = Ring::new(&pass.beside.keys);
            let opened = roots.into_iter().map(|row| {
                let root = row.root.try_into().ok();
                let read = ring.read((row.size, root, &row.note), &mut pass.findings);
                (row.size, read)
            });
            let mut roots: Vec<_> = opened.collect();
            roots.append(&mut pass.tree.roots);
            pass.tree.roots = roots;
            pass
        });
        self.pass = opening.await.expect("a check does not panic");
        Ok(())
    }

    async fn read_keys(&mut self, picture: &mut PgConnection) -> Result<(), VerifyError> {
        self.pass.beside.keys.clear();
        self.read_table(picture, Table::Key).await
    }

    async fn read_table(
        &mut self,
        picture: &mut PgConnection,
        table: Table,
    ) -> Result<(), VerifyError> {
        let mut pass = std::mem::take(&mut self.pass);
        let (send, feed) = channel(super::WAITING_MAX);
        let reading = tokio::task::spawn_blocking(move || {
            pass.read_beside(feed);
            pass
        });
        let outcome = online::feed(picture, (table, ""), &send).await;
        drop(send);
        self.pass = reading.await.expect("a check does not panic");
        Ok(outcome?)
    }

    async fn read_events(
        &mut self,
        picture: &mut PgConnection,
        to: i64,
    ) -> Result<(), VerifyError> {
        if to <= self.last {
            return Ok(());
        }
        let condition = format!("where position > {} and position <= {to}", self.last);
        let (send, mut feed) = channel(super::WAITING_MAX);
        let wanted = (Table::Event, condition.as_str());
        let collecting = async {
            let mut chunks = Vec::new();
            while let Some(next) = feed.recv().await {
                if let Feed::Lines(chunk) = next {
                    chunks.push(chunk);
                }
            }
            chunks
        };
        let feeding = async {
            let outcome = online::feed(picture, wanted, &send).await;
            drop(send);
            outcome
        };
        let (outcome, chunks) = tokio::join!(feeding, collecting);
        outcome?;
        let layout = Layout::asked(Table::Event);
        for chunk in chunks {
            let layout = layout.clone();
            let reading =
                tokio::task::spawn_blocking(move || Batch::read(&chunk, &layout, Depth::Checked));
            let batch = reading.await.expect("a check does not panic");
            self.read_claims(picture, &batch).await?;
            self.look(batch).await;
        }
        if self.last < to {
            self.pass.pass_over(self.last + 1, to + 1);
            self.last = to;
        }
        Ok(())
    }

    async fn look(&mut self, batch: Batch) {
        let mut walk = std::mem::take(self);
        let looking = tokio::task::spawn_blocking(move || {
            for event in batch.events {
                match event {
                    Err(unreadable) => walk.pass.refuse(unreadable),
                    Ok(event) => {
                        if event.position > walk.last + 1 {
                            walk.pass.pass_over(walk.last + 1, event.position);
                        }
                        walk.last = event.position;
                        walk.pass.look(&event, &batch.text);
                    }
                }
            }
            walk
        });
        *self = looking.await.expect("a check does not panic");
    }

    /// The claims that these events must have made.
    async fn read_claims(
        &mut self,
        picture: &mut PgConnection,
        batch: &Batch,
    ) -> Result<(), VerifyError> {
        let events = batch.events.iter().flatten();
        let (kinds, references): (Vec<String>, Vec<String>) = events
            .flat_map(|event| &event.claims)
            .map(|claim| (claim.kind.to_owned(), claim.reference.clone()))
            .unzip();
        self.pass.beside.claims = super::beside::Claims::default();
        if kinds.is_empty() {
            return Ok(());
        }
        let rows = sqlx::query!(
            "select claim.kind, claim.reference, claim.wallet_id, claim.sequence
             from unnest($1::text[], $2::text[]) as wanted (kind, reference)
                      join claim on claim.kind = wanted.kind
                 and claim.reference = wanted.reference",
            &kinds,
            &references
        )
        .fetch_all(&mut *picture)
        .await?;
        for row in rows {
            let owner: (Uuid, i64) = (row.wallet_id, row.sequence);
            self.pass.beside.claims.add(row.kind, row.reference, owner);
        }
        Ok(())
    }

    /// Behind the last event: where heads and snapshots stand.
    async fn end(&mut self, picture: &mut PgConnection) -> Result<(), VerifyError> {
        self.pass.beside.claims = super::beside::Claims::default();
        for table in [Table::StreamHead, Table::LogHead, Table::SnapshotDigest] {
            self.read_table(picture, table).await?;
        }
        let last = self.last;
        self.pass.end_at(last);
        Ok(())
    }
}
