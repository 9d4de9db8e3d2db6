//! An insider who rewrites hashes, tree and signatures still cannot make wrong books fit.

use sha2::{Digest, Sha256};

use super::log::{Log, assert_named};

async fn assert_all(log: &Log, row: (&str, &str), what: &str) {
    log.reseal().await;
    for report in [
        log.online(&[]).await,
        log.dumped("plain", &[]).await,
        log.dumped("custom", &[]).await,
    ] {
        assert_named(&report, row.0, row.1, what);
    }
    log.put_back().await;
}

#[tokio::test]
async fn postings_that_do_not_balance_are_found() {
    let log = Log::create().await;
    log.rechain(2, |row| {
        if row.sequence == 100 {
            row.payload = row.payload.replacen("-1.00", "-0.01", 1);
        }
    })
    .await;
    assert_all(&log, ("event", "event 100)"), "unbalanced").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_bucket_below_zero_is_found() {
    let log = Log::create().await;
    log.rechain(2, |row| {
        if row.sequence == 100 {
            row.payload = row.payload.replace("1.00\"", "9000.00\"");
        }
    })
    .await;
    assert_all(&log, ("event", "event 100)"), "below zero").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_noted_balance_that_is_not_the_sum_is_found() {
    let log = Log::create().await;
    let mut is_changed = false;
    log.rechain(2, |row| {
        if row.sequence == 100 {
            let noted = row
                .metadata
                .replace(".00\",\"currency\"", ".01\",\"currency\"");
            is_changed = noted != row.metadata;
            row.metadata = noted;
        }
    })
    .await;
    assert!(is_changed, "each event notes the balance after it");
    assert_all(&log, ("event", "event 100)"), "a wrong balance").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_snapshot_with_hashes_that_fit_must_still_be_the_fold() {
    let log = Log::create().await;
    let (sequence, state): (i64, String) = sqlx::query_as(
        "select sequence, state::text from snapshot
         where wallet_id = '00000000-0000-0000-0000-000000000002'",
    )
    .fetch_one(&log.pool())
    .await
    .unwrap();
    let main = format!("{}.00", 1003 - sequence);
    let forged = state.replace(&format!("\"{main}\""), "\"900000.00\"");
    assert_ne!(state, forged);
    let digest = Sha256::digest(&forged).to_vec();
    log.rechain(2, |row| {
        if row.sequence == sequence {
            row.state_hash = Some(digest.clone());
        }
    })
    .await;
    sqlx::query(
        "update snapshot set state = $1::json
         where wallet_id = '00000000-0000-0000-0000-000000000002'",
    )
    .bind(forged)
    .execute(&log.pool())
    .await
    .unwrap();
    let row = ("snapshot", "00000000-0000-0000-0000-000000000002");
    assert_all(&log, row, "a forged state").await;
    log.assert_clean().await;
}
