//! The check at a bound rate: it sees what the fast one sees, and holds no picture for long.

use std::sync::atomic::{AtomicBool, Ordering};

use ledger::proof::verify::{Report, VerifyOptions, verify_database};
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use super::log::{Log, assert_named};

const TWO: &str = "00000000-0000-0000-0000-000000000002";

async fn paced(log: &Log, per_second: u32, exported: &[(String, String)]) -> Report {
    let options = VerifyOptions {
        key: None,
        exported: exported.to_vec(),
        per_second: Some(per_second),
    };
    verify_database(&log.database.pool(), &options, |_| {})
        .await
        .unwrap()
}

#[tokio::test]
async fn a_check_at_a_rate_reports_what_the_fast_one_does() {
    let log = Log::create().await;
    let note = log.note().await;
    let fast = log.online(std::slice::from_ref(&note)).await;
    assert!(fast.is_clean() && fast.claims > 0 && fast.keys > 0 && fast.tiles > 0);
    for rate in [250, 1_000_000] {
        assert_eq!(paced(&log, rate, std::slice::from_ref(&note)).await, fast);
    }
}

#[tokio::test]
async fn a_check_at_a_rate_finds_changes_of_every_table() {
    let log = Log::create().await;
    let two = format!("where wallet_id = '{TWO}'");
    let made_up = format!("insert into claim values ('gift', 'voucher', '{TWO}', 7)");
    for (script, row) in [
        (
            "update event set recorded_at = recorded_at + interval '1 s' where position = 300",
            ("event", "position 300"),
        ),
        (
            "delete from event where position = 300",
            ("event", "position 300"),
        ),
        (
            "update proof_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)
             where level = 1",
            ("proof_tile", "level 1"),
        ),
        (
            "delete from claim where reference = '014:PAID2'",
            ("claim", "slip 014:PAID2"),
        ),
        (made_up.as_str(), ("claim", "gift voucher")),
        (
            "update claim set sequence = sequence + 1 where reference = '014:PAID2'",
            ("claim", "slip 014:PAID2"),
        ),
        (
            &format!("update idempotency set events = events + 1 {two} and key = 'withdraw 50'"),
            ("idempotency", "key withdraw"),
        ),
        (
            &format!("update stream_head set version = version + 1 {two}"),
            ("stream_head", TWO),
        ),
        (
            "update log_head set position = position + 1",
            ("log_head", "only row"),
        ),
        (
            &format!("update snapshot set state = '{{}}' {two}"),
            ("snapshot", TWO),
        ),
        (
            "update proof_key set since_size = since_size + 1 where until_size is null",
            ("proof_key", "test.example"),
        ),
        (
            "insert into proof_checkpoint values (1152921504606846976, sha256('x'), 'note')",
            ("proof_head", "only row"),
        ),
    ] {
        log.run(script).await;
        assert_named(&paced(&log, 100_000, &[]).await, row.0, row.1, script);
        log.put_back().await;
    }
    let kept = log.note().await;
    log.run(
        "delete from proof_tile; delete from proof_checkpoint; delete from proof_key;
         update proof_head set size = 0",
    )
    .await;
    let report = paced(&log, 100_000, &[]).await;
    let said = report.remarks.iter().map(|it| it.what.as_str());
    assert!(
        said.clone().any(|what| what.contains("nothing is sealed")),
        "{:?}",
        report.remarks
    );
    let report = paced(&log, 100_000, &[kept]).await;
    assert_named(&report, "exported checkpoint", "kept.note", "no tree");
}

/// A transaction that stays open keeps every dead version of the log's head.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_at_a_rate_looks_at_the_log_as_it_has_become() {
    let log = Log::create().await;
    let last = log.last().await;
    let (pool, owner) = (log.database.pool(), log.pool());
    let is_changed = AtomicBool::new(false);
    let options = VerifyOptions {
        key: None,
        exported: Vec::new(),
        per_second: Some(500),
    };
    let report = verify_database(&pool, &options, |position| {
        if position >= last || is_changed.swap(true, Ordering::Relaxed) {
            return;
        }
        let looking = async {
            let open: i64 = sqlx::query_scalar(
                "select count(*) from pg_stat_activity
                 where datname = current_database() and backend_xmin is not null
                   and pid <> pg_backend_pid() and backend_type = 'client backend'",
            )
            .fetch_one(&owner)
            .await
            .unwrap();
            assert_eq!(open, 0, "a picture is held");
            // Behind the first stretch.
            sqlx::raw_sql("update event set stream_hash = sha256('x') where position = 560")
                .execute(&owner)
                .await
                .unwrap();
        };
        block_in_place(|| Handle::current().block_on(looking));
    })
    .await
    .unwrap();
    assert!(is_changed.load(Ordering::Relaxed));
    assert_named(&report, "event", "position 560", "changed meanwhile");
}

#[tokio::test]
async fn numbers_at_the_end_of_what_can_be_counted_are_findings() {
    let log = Log::create().await;
    let end = i64::MAX;
    let last = log.last().await;
    log.run(
        "create table event_from_far partition of event for values from (67108865) to (maxvalue)",
    )
    .await;
    for (script, table) in [
        (
            format!("update event set sequence = {end} where position = {last}"),
            "event",
        ),
        (
            format!("update event set sequence = {end} where position = 300"),
            "event",
        ),
        (
            format!("update event set position = {end} where position = {last}"),
            "event",
        ),
        (
            format!("insert into proof_tile values (0, {end}, sha256('x'), sha256('y'))"),
            "proof_tile",
        ),
        (
            format!("insert into proof_tile values (3, {end}, sha256('x'), null)"),
            "proof_tile",
        ),
        (format!("update proof_head set size = {end}"), "proof_head"),
        (format!("update log_head set position = {end}"), "log_head"),
        (
            format!(
                "update event set position = {end} where position = {last};
                 update log_head set position = {end}; update proof_head set size = {end}"
            ),
            "event",
        ),
    ] {
        log.run(&script).await;
        let reports = [
            log.online(&[]).await,
            log.dumped("plain", &[]).await,
            paced(&log, 100_000, &[]).await,
        ];
        for (report, is_tile_seen) in reports.iter().zip([true, true, false]) {
            // A tile far away is not asked for by a walk.
            if table != "proof_tile" || is_tile_seen {
                assert_named(report, table, "", &script);
            }
        }
        log.put_back().await;
    }
}
