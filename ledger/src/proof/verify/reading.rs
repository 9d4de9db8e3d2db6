//! What a step of a walk reads: its stretch of the events, of the tree and of the claims.

use super::claims::Owner;
use sqlx::PgConnection;
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;

use super::copy::{Feed, Layout, Table};
use super::edge::Tile;
use super::mark::KeySet;
use super::pass::WAITING_MAX;
use super::row::{Batch, Depth};
use super::walk::Walk;
use super::{VerifyError, online};

/// Leaves under a tile, as a shift.
const TILE_SHIFT: u32 = 8;
const LEVELS: u32 = 8;

impl Walk {
    pub(super) async fn read_tree(
        &mut self,
        picture: &mut PgConnection,
        to: i64,
    ) -> Result<(), VerifyError> {
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
            let tile = Tile {
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
        let opening = spawn_blocking(move || {
            let ring = KeySet::new(&pass.tables.keys);
            let opened = roots.into_iter().map(|row| {
                let root = row.root.try_into().ok();
                let read = ring.read(row.size, root, &row.note, &mut pass.findings);
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

    pub(super) async fn read_keys(
        &mut self,
        picture: &mut PgConnection,
    ) -> Result<(), VerifyError> {
        self.pass.tables.keys.clear();
        self.read_table(picture, Table::Key).await
    }

    pub(super) async fn read_table(
        &mut self,
        picture: &mut PgConnection,
        table: Table,
    ) -> Result<(), VerifyError> {
        let mut pass = std::mem::take(&mut self.pass);
        let (send, feed) = channel(WAITING_MAX);
        let reading = spawn_blocking(move || {
            pass.read_tables(feed);
            pass
        });
        let outcome = online::feed(picture, table, "", &send).await;
        drop(send);
        self.pass = reading.await.expect("a check does not panic");
        Ok(outcome?)
    }

    pub(super) async fn read_events(
        &mut self,
        picture: &mut PgConnection,
        to: i64,
    ) -> Result<(), VerifyError> {
        if to <= self.last {
            return Ok(());
        }
        let condition = format!("where position > {} and position <= {to}", self.last);
        let (send, mut feed) = channel(WAITING_MAX);
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
            let outcome = online::feed(picture, Table::Event, &condition, &send).await;
            drop(send);
            outcome
        };
        let (outcome, chunks) = tokio::join!(feeding, collecting);
        outcome?;
        let layout = Layout::asked(Table::Event);
        for chunk in chunks {
            let layout = layout.clone();
            let reading = spawn_blocking(move || Batch::read(&chunk, &layout, Depth::Checked));
            let batch = reading.await.expect("a check does not panic");
            self.read_claims(picture, &batch).await?;
            self.look(batch).await;
        }
        if self.last < to {
            self.pass.pass_over(self.last + 1, to.saturating_add(1));
            self.last = to;
        }
        Ok(())
    }

    async fn look(&mut self, batch: Batch) {
        let mut walk = std::mem::take(self);
        let looking = spawn_blocking(move || {
            for event in batch.events {
                match event {
                    Err(unreadable) => walk.pass.refuse(unreadable),
                    Ok(event) => {
                        if event.position > walk.last.saturating_add(1) {
                            walk.pass
                                .pass_over(walk.last.saturating_add(1), event.position);
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
        self.pass.tables.claims.forget();
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
            let owner = Owner {
                wallet: row.wallet_id,
                sequence: row.sequence,
            };
            self.pass.tables.claims.add(row.kind, row.reference, owner);
        }
        Ok(())
    }
}
