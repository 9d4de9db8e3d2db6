//! The whole check at a bound rate: a walk with everything that a walk leaves out.
//!
//! Each stretch has its own snapshot of the database. One transaction over the hours that it takes
//! would keep vacuum from removing dead versions of the log's head. And of the other tables
//! the events only a stretch is in memory: whose claims they are is noted in 24 bytes each, states
//! of snapshots come a page at a time.

use sqlx::{PgConnection, PgPool};
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::claims::Claims;
use super::copy::Table;
use super::finding::Report;
use super::fold::{FOLDED_AT_ONCE, fold_pages};
use super::pace::Pace;
use super::pass::{Pass, WAITING_MAX};
use super::walk::Walk;
use super::{VerifyError, VerifyOptions, begin_picture, online, read_commands};

/// Events of one picture, however fast it may go.
const STRETCH_MAX: i64 = 20_000;

/// Checks everything, not faster than so many events a second. What is appended meanwhile is
/// checked as well; behind the head of the beginning without pauses, so that it comes to an end
/// though the log grows faster.
pub(super) async fn verify(
    pool: &PgPool,
    options: &VerifyOptions,
    per_second: u32,
    mut progress: impl FnMut(i64) + Send,
) -> Result<Report, VerifyError> {
    let first_head = sqlx::query_scalar!("select position from log_head")
        .fetch_one(pool)
        .await?;
    let mut walk = Walk::against(options.exported.clone(), options.key.clone());
    walk.pass.tables.claims = Claims::of_a_walk();
    walk.pass.keyed.is_wanted = true;
    let pace = Pace::new(Some(per_second));
    let limit = i64::from(per_second).clamp(1, STRETCH_MAX);
    loop {
        let mut connection = pool.acquire().await?;
        let mut picture = begin_picture(&mut connection).await?;
        if walk.advance(&mut picture, limit).await? {
            progress(walk.last);
            let (pass, snapshots) = end(walk, &mut picture).await?;
            picture.commit().await?;
            drop(connection);
            return Ok(fold(pool, pass, snapshots).await?.end());
        }
        picture.commit().await?;
        drop(connection);
        progress(walk.last);
        if walk.last < first_head
            && let Some(pause) = pace.rest(walk.events())
        {
            tokio::time::sleep(pause).await;
        }
    }
}

/// Where the log ends, all in one picture: heads, digests, names of commands, and claims that no
/// event was seen to make.
async fn end(mut walk: Walk, picture: &mut PgConnection) -> Result<(Pass, Vec<Uuid>), VerifyError> {
    let snapshots = walk.end(&mut *picture).await?;
    let pass = read_commands(&mut *picture, walk.pass).await?;
    let mut pass = read_claims(&mut *picture, pass).await?;
    let counts = sqlx::query!(
        r#"select (select count(*) from proof_tile) as "tiles!",
                  (select count(*) from proof_checkpoint) as "checkpoints!""#
    )
    .fetch_one(picture)
    .await?;
    pass.report.tiles = usize::try_from(counts.tiles).unwrap_or(0);
    pass.report.checkpoints = usize::try_from(counts.checkpoints).unwrap_or(0);
    Ok((pass, snapshots))
}

/// Folds wallet snapshots, each page in its own database snapshot, because wallets continue to change.
async fn fold(pool: &PgPool, mut pass: Pass, wallets: Vec<Uuid>) -> Result<Pass, VerifyError> {
    for page in wallets.chunks(FOLDED_AT_ONCE) {
        let mut connection = pool.acquire().await?;
        let mut picture = begin_picture(&mut connection).await?;
        pass = fold_pages(&mut picture, pass, page.to_vec()).await?;
        picture.commit().await?;
    }
    Ok(pass)
}

async fn read_claims(picture: &mut PgConnection, mut pass: Pass) -> Result<Pass, VerifyError> {
    let (send, feed) = channel(WAITING_MAX);
    let reading = spawn_blocking(move || {
        pass.read_claims(feed);
        pass
    });
    let outcome = online::feed(picture, Table::Claim, "", &send).await;
    drop(send);
    let pass = reading.await.expect("a check does not panic");
    outcome?;
    Ok(pass)
}
