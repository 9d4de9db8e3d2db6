//! What only a checkpoint from outside the database shows.

use super::log::{Log, assert_named};

const EXPORTED: &str = "exported checkpoint";

/// Cuts everything behind a checkpoint off, and makes all that is left fit.
async fn cut_to(log: &Log, size: i64) {
    log.run(&format!(
        "delete from event where position > {size};
         delete from claim where not exists (select from event
             where event.wallet_id = claim.wallet_id and event.sequence = claim.sequence);
         update log_head set position = {size};
         update stream_head set version = it.sequence, stream_hash = it.stream_hash
         from event as it
         where it.wallet_id = stream_head.wallet_id
           and not exists (select from event as later
               where later.wallet_id = it.wallet_id and later.sequence > it.sequence);
         delete from idempotency where sequence > (select version from stream_head
             where stream_head.wallet_id = idempotency.wallet_id);
         delete from snapshot;
         delete from proof_checkpoint where size > {size};
         update proof_head set size = {size};
         delete from proof_tile where (level = 0 and index > {size} / 256)
             or (level = 1 and {size} < 256);
         update proof_tile set hashes = substring(hashes for ({size} - index * 256)::integer * 32)
         where level = 0 and index = {size} / 256;
         update proof_tile set hashes = substring(hashes for {size} / 256 * 32)
         where level = 1"
    ))
    .await;
}

#[tokio::test]
async fn a_tail_that_was_cut_off_cleanly_is_found_against_an_exported_checkpoint() {
    let log = Log::create().await;
    let kept = log.note().await;
    let size: i64 = sqlx::query_scalar(
        "select size from proof_checkpoint where size > 330 order by size limit 1",
    )
    .fetch_one(&log.pool())
    .await
    .unwrap();
    cut_to(&log, size).await;
    for form in ["plain", "custom"] {
        assert_eq!(
            log.dumped(form, &[]).await.problems,
            [],
            "it fits in itself"
        );
        let report = log.dumped(form, std::slice::from_ref(&kept)).await;
        assert_named(&report, EXPORTED, "kept.note", "a cut tail");
        assert!(
            report
                .problems
                .iter()
                .any(|it| it.what.contains("tail was cut")),
            "{:?}",
            report.problems
        );
    }
    assert_eq!(log.online(&[]).await.problems, []);
    let report = log.online(&[kept]).await;
    assert_named(&report, EXPORTED, "kept.note", "a cut tail");
    // An older checkpoint is still a beginning of what is left.
    let older: String =
        sqlx::query_scalar("select note from proof_checkpoint order by size limit 1")
            .fetch_one(&log.pool())
            .await
            .unwrap();
    let report = log.online(&[("older.note".to_owned(), older)]).await;
    assert_eq!(report.problems, []);
}

#[tokio::test]
async fn a_log_that_was_rewritten_with_another_key_is_found_against_an_exported_checkpoint() {
    let log = Log::create().await;
    let kept = log.note().await;
    log.rechain(2, |row| {
        if row.sequence == 100 {
            row.metadata = row.metadata.replace("\"test\"", "\"tast\"");
        }
    })
    .await;
    log.reseal().await;
    assert_eq!(log.online(&[]).await.problems, [], "it fits in itself");
    assert_eq!(log.dumped("plain", &[]).await.problems, []);
    for report in [
        log.online(std::slice::from_ref(&kept)).await,
        log.dumped("plain", std::slice::from_ref(&kept)).await,
        log.dumped("custom", &[kept]).await,
    ] {
        assert_named(&report, EXPORTED, "kept.note", "rewritten");
        let said: Vec<&str> = report.problems.iter().map(|it| it.what.as_str()).collect();
        assert!(
            said.iter().any(|what| what.contains("no key of this log")),
            "{said:?}"
        );
        assert!(
            said.iter()
                .any(|what| what.contains("not the ones that it was signed over")),
            "{said:?}"
        );
    }
}

#[tokio::test]
async fn a_note_that_is_none_is_said_to_be_none() {
    let log = Log::create().await;
    let report = log
        .online(&[("note".to_owned(), "nothing".to_owned())])
        .await;
    assert_named(&report, EXPORTED, "note", "no note");
}
