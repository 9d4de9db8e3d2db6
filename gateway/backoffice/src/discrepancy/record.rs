//! What a comparison writes about differences, in the transaction that stores its report.

use std::collections::HashSet;

use chrono::{DateTime, SubsecRound, Utc};
use ledger::Money;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::row::{Discrepancy, DiscrepancyKind, Sighting};
use platform::clock::random_id;
use platform::core::Core;
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

/// Stores what a comparison with a source has seen. What is open, is covered by the comparison and was
/// not seen is marked as gone. Returns how many differences are seen for the first time.
///
/// It holds a lock on the source until the end of the transaction: of two comparisons at once, the
/// second sees the rows of the first.
pub(crate) async fn record(
    connection: &mut PgConnection,
    core: &Core,
    source: &str,
    seen: &[Sighting],
    is_covered: impl Fn(&Discrepancy) -> bool,
) -> Result<usize, sqlx::Error> {
    let now = core.clock.now().trunc_subsecs(6);
    let mut known = known(connection, core, source, seen).await?;
    let mut first_count = 0;
    for sighting in seen {
        if known.iter().any(|row| is_explained(row, sighting)) {
            continue;
        }
        let is_it = |row: &&mut Discrepancy| row.is_open() && is_of(row, sighting);
        if let Some(row) = known.iter_mut().find(is_it) {
            see(row, sighting, now);
            update(connection, &core.secrets, row).await?;
        } else {
            insert(connection, &core.secrets, source, sighting, now).await?;
            first_count += 1;
        }
    }
    for row in &mut known {
        let is_seen = seen.iter().any(|sighting| is_of(row, sighting));
        if row.is_open() && row.gone_at.is_none() && !is_seen && is_covered(row) {
            row.gone_at = Some(now);
            update(connection, &core.secrets, row).await?;
        }
    }
    Ok(first_count)
}

/// The source's open differences, and the explained ones with a subject that is seen now. A row that
/// the gateway has not written is none.
async fn known(
    connection: &mut PgConnection,
    core: &Core,
    source: &str,
    seen: &[Sighting],
) -> Result<Vec<Discrepancy>, sqlx::Error> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 14))",
        source
    )
    .execute(&mut *connection)
    .await?;
    let subjects: Vec<String> = seen
        .iter()
        .map(|sighting| sighting.subject.clone())
        .collect();
    let mut rows = sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy
         where source = $1 and (explained_at is null or subject = any($2))
         order by number",
        source,
        &subjects,
    )
    .fetch_all(connection)
    .await?;
    rows.retain(|row| row.is_signed(&core.secrets));
    Ok(rows)
}

fn is_of(row: &Discrepancy, sighting: &Sighting) -> bool {
    row.is(sighting.kind) && row.subject == sighting.subject
}

/// Whether staff have ended exactly this: a balance that is off by the same amount every night is
/// explained once. Without an amount nothing shows that it is the same, and it comes back.
fn is_explained(row: &Discrepancy, sighting: &Sighting) -> bool {
    !row.is_open()
        && is_of(row, sighting)
        && sighting.amount.is_some()
        && row.money() == sighting.amount
}

fn see(row: &mut Discrepancy, sighting: &Sighting, now: DateTime<Utc>) {
    row.player = sighting.player.map(|player| player.0).or(row.player);
    row.currency = sighting.amount.map(|amount| amount.currency().to_string());
    row.amount = sighting.amount.map(Money::amount);
    row.ours.clone_from(&sighting.ours);
    row.theirs.clone_from(&sighting.theirs);
    row.occurred_at = sighting.at.map(|at| at.trunc_subsecs(6));
    row.seen_at = now;
    row.gone_at = None;
}

async fn insert(
    connection: &mut PgConnection,
    secrets: &Secrets,
    source: &str,
    sighting: &Sighting,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let mut row = Discrepancy {
        id: random_id(),
        kind: sighting.kind.as_str().to_owned(),
        source: source.to_owned(),
        subject: sighting.subject.clone(),
        player: None,
        currency: None,
        amount: None,
        ours: None,
        theirs: None,
        occurred_at: None,
        found_at: now,
        seen_at: now,
        gone_at: None,
        explained_by: None,
        explained_at: None,
        mac: Vec::new(),
    };
    see(&mut row, sighting, now);
    row.sign(secrets);
    sqlx::query!(
        "insert into discrepancy
             (id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
              found_at, seen_at, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        row.id,
        row.kind,
        row.source,
        row.subject,
        row.player,
        row.currency,
        row.amount,
        row.ours,
        row.theirs,
        row.occurred_at,
        row.found_at,
        row.seen_at,
        row.mac,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes what a comparison may change of an open row, with its new MAC. A row that staff have ended
/// meanwhile stays as it is.
async fn update(
    connection: &mut PgConnection,
    secrets: &Secrets,
    row: &mut Discrepancy,
) -> Result<(), sqlx::Error> {
    row.sign(secrets);
    sqlx::query!(
        "update discrepancy
         set player = $2, currency = $3, amount = $4, ours = $5, theirs = $6, occurred_at = $7,
             seen_at = $8, gone_at = $9, mac = $10
         where id = $1 and explained_at is null",
        row.id,
        row.player,
        row.currency,
        row.amount,
        row.ours,
        row.theirs,
        row.occurred_at,
        row.seen_at,
        row.gone_at,
        row.mac,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The source's open differences of a kind, as they were seen last.
pub(crate) async fn open_of(
    core: &Core,
    source: &str,
    kind: DiscrepancyKind,
) -> Result<Vec<Sighting>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy
         where source = $1 and kind = $2 and explained_at is null
         order by number",
        source,
        kind.as_str(),
    )
    .fetch_all(&core.pool)
    .await?;
    let signed = rows.iter().filter(|row| row.is_signed(&core.secrets));
    Ok(signed.filter_map(Discrepancy::sighting).collect())
}

/// The subjects of a source's differences that staff have ended.
pub(crate) async fn explained_subjects(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    source: &str,
) -> Result<HashSet<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy where source = $1 and explained_at is not null",
        source,
    )
    .fetch_all(executor)
    .await?;
    let signed = rows.into_iter().filter(|row| row.is_signed(secrets));
    Ok(signed.map(|row| row.subject).collect())
}

/// Ends an open difference by a decision of staff. False if it has ended already, or the gateway has
/// not written it.
pub(crate) async fn explain(
    connection: &mut PgConnection,
    core: &Core,
    id: Uuid,
    decision: Uuid,
) -> Result<bool, sqlx::Error> {
    let row = sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy where id = $1 for update",
        id,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let row = row.filter(|row| row.is_open() && row.is_signed(&core.secrets));
    let Some(mut row) = row else {
        return Ok(false);
    };
    row.explained_by = Some(decision);
    row.explained_at = Some(core.clock.now().trunc_subsecs(6));
    row.sign(&core.secrets);
    let ended = sqlx::query!(
        "update discrepancy set explained_by = $2, explained_at = $3, mac = $4 where id = $1",
        row.id,
        row.explained_by,
        row.explained_at,
        row.mac,
    )
    .execute(connection)
    .await?;
    Ok(ended.rows_affected() == 1)
}
