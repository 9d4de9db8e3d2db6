//! An archive: the journal's oldest partition with its tree, and nothing else.

use ledger::proof::verify::{Report, VerifyOptions, verify_archive};

use super::log::{Log, assert_named};

/// The last event of the partition, in the middle of what the checkpoint covers.
const LAST: i64 = 256;

/// What an archive holds.
const TABLES: [&str; 5] = [
    "event",
    "proof_tile",
    "proof_checkpoint",
    "proof_key",
    "proof_head",
];

/// A log of which only what an archive holds is left.
struct Archive {
    log: Log,
    /// The first checkpoint that is not before the last event.
    sealed: i64,
}

impl Archive {
    async fn create() -> Self {
        let log = Log::create().await;
        let sealed: i64 =
            sqlx::query_scalar("select min(size) from proof_checkpoint where size >= $1")
                .bind(LAST)
                .fetch_one(&log.pool())
                .await
                .unwrap();
        assert!(sealed > LAST, "the checkpoint goes beyond the events");
        log.run(&format!(
            "drop table event_from_000000000257;
             alter table event_from_000000000001 disable trigger user;
             alter table event_from_000000000009 disable trigger user;
             delete from stream_head; update log_head set position = 0; delete from claim;
             delete from idempotency; delete from snapshot;
             {};",
            cut_to(sealed)
        ))
        .await;
        for table in TABLES {
            log.run(&format!(
                "drop table true_{table}; create table true_{table} as select * from {table}"
            ))
            .await;
        }
        Self { log, sealed }
    }

    async fn put_back(&self) {
        let back = TABLES.map(|table| {
            format!("delete from {table}; insert into {table} select * from true_{table};")
        });
        self.log.run(&back.concat()).await;
    }

    async fn note(&self, order: &str) -> (String, String) {
        let query = format!("select note from proof_checkpoint order by size {order} limit 1");
        let note = sqlx::query_scalar(&query).fetch_one(&self.log.pool()).await;
        ("kept.note".to_owned(), note.unwrap())
    }

    async fn verify(&self, exported: &[(String, String)]) -> Report {
        let options = VerifyOptions {
            key: None,
            exported: exported.to_vec(),
            per_second: None,
        };
        verify_archive(&self.log.database.pool(), &options, |_| {})
            .await
            .unwrap()
    }

    async fn assert_clean(&self) {
        let exported = [self.note("desc").await, self.note("asc").await];
        let report = self.verify(&exported).await;
        assert_eq!((report.problems, report.problem_count), (vec![], 0));
        assert_eq!((report.events, report.sealed), (LAST, self.sealed));
        assert!(report.checkpoints > 3 && report.tiles == 3);
    }

    async fn assert_found(&self, script: &str, table: &str, key: &str) {
        self.log.run(script).await;
        assert_named(&self.verify(&[]).await, table, key, script);
        self.put_back().await;
    }
}

/// Leaves of the tree what a checkpoint covers.
fn cut_to(sealed: i64) -> String {
    format!(
        "delete from proof_checkpoint where size > {sealed};
         delete from proof_key where since_size > {sealed};
         update proof_head set size = {sealed};
         delete from proof_tile where ({sealed} >> (level * 8)::integer) <= index * 256;
         update proof_tile set hashes = substring(hashes
             for (({sealed} >> (level * 8)::integer) - index * 256)::integer * 32)
         where octet_length(hashes) / 32 > ({sealed} >> (level * 8)::integer) - index * 256"
    )
}

#[tokio::test]
async fn an_archive_that_nobody_has_changed_is_clean() {
    Archive::create().await.assert_clean().await;
}

#[tokio::test]
async fn a_change_of_an_archived_event_is_found() {
    let archive = Archive::create().await;
    for change in [
        "payload = replace(payload::text, '1.00', '9.00')::json",
        "payload = (payload::text || ' ')::json",
        "metadata = replace(metadata::text, 'member', 'staff')::json",
        "recorded_at = recorded_at + interval '1 microsecond'",
        "stream_hash = sha256('x')",
        "sequence = sequence + 1000",
        "event_type = 'Vanished'",
    ] {
        for position in [100, LAST] {
            let script = format!("update event set {change} where position = {position}");
            let key = format!("position {position} ");
            archive.assert_found(&script, "event", &key).await;
        }
    }
    for position in [1, 100, LAST] {
        let script = format!("delete from event where position = {position}");
        let key = format!("position {position}");
        archive.assert_found(&script, "event", &key).await;
    }
    archive.assert_clean().await;
}

#[tokio::test]
async fn a_tail_that_is_gone_is_found_by_the_partition_and_by_an_exported_checkpoint() {
    let archive = Archive::create().await;
    let kept = archive.note("desc").await;
    archive
        .assert_found(
            "delete from event where position > 200",
            "event",
            "position 201",
        )
        .await;
    // With the tree that belonged to it.
    let cut: i64 = sqlx::query_scalar("select max(size) from proof_checkpoint where size < $1")
        .bind(LAST)
        .fetch_one(&archive.log.pool())
        .await
        .unwrap();
    let tree = cut_to(cut);
    archive.assert_found(&tree, "proof_head", "only row").await;
    let tail = format!("delete from event where position > {cut}; {tree}");
    let key = format!("position {}", cut + 1);
    archive.assert_found(&tail, "event", &key).await;
    // With the partition: only who has seen more knows.
    archive
        .log
        .run(&format!(
            "drop table event_from_000000000009;
             delete from proof_checkpoint where size > 9; {}",
            cut_to(9)
        ))
        .await;
    let alone = archive.verify(&[]).await;
    assert_eq!((alone.problems, alone.events), (vec![], 8));
    let report = archive.verify(&[kept]).await;
    assert_named(&report, "exported checkpoint", "kept.note", "a cut archive");
}

#[tokio::test]
async fn a_changed_tile_checkpoint_or_key_of_an_archive_is_found() {
    let archive = Archive::create().await;
    let flip = |level: i16, index: i64, byte: usize| {
        format!(
            "update proof_tile set hashes = set_byte(hashes, {byte}, get_byte(hashes, {byte}) # 1)
             where level = {level} and index = {index}"
        )
    };
    for (level, index, byte) in [(0, 0, 0), (0, 0, 32 * 256 - 1), (1, 0, 5)] {
        let key = format!("level {level}, index {index}");
        archive
            .assert_found(&flip(level, index, byte), "proof_tile", &key)
            .await;
    }
    let swap = "update proof_tile set hashes = substring(hashes from 33 for 32)
        || substring(hashes for 32) || substring(hashes from 65) where level = 0 and index = 0";
    archive
        .assert_found(swap, "proof_tile", "level 0, index 0")
        .await;
    let narrow = "update proof_tile set hashes = substring(hashes for octet_length(hashes) - 32)
        where level = 0 and index = 1";
    archive
        .assert_found(narrow, "proof_tile", "level 0, index 1")
        .await;
    let gone = "delete from proof_tile where level = 0 and index = 0";
    archive
        .assert_found(gone, "proof_tile", "level 0, index 0")
        .await;
    // A leaf whose event the archive does not have: its root is signed.
    let sealed = format!("size {}", archive.sealed);
    archive
        .assert_found(&flip(0, 1, 3), "proof_checkpoint", &sealed)
        .await;
    let another = format!(
        "update proof_checkpoint set root = sha256('x') where size = {}",
        archive.sealed
    );
    archive
        .assert_found(&another, "proof_checkpoint", &sealed)
        .await;
    archive
        .assert_found("delete from proof_key", "proof_checkpoint", "size 9")
        .await;
    archive.assert_clean().await;
}

#[tokio::test]
async fn an_archive_that_was_signed_again_with_another_key_is_found() {
    let archive = Archive::create().await;
    let kept = archive.note("desc").await;
    let pool = archive.log.pool();
    archive
        .log
        .run("update log_head set position = (select max(position) from event)")
        .await;
    archive.log.reseal().await;
    let signed_again = archive.verify(&[]).await;
    assert_eq!(signed_again.problems, [], "it fits in itself");
    let report = archive.verify(&[kept]).await;
    assert_named(&report, "exported checkpoint", "kept.note", "another key");
    pool.close().await;
}

#[tokio::test]
async fn an_archive_without_events_is_not_clean() {
    let archive = Archive::create().await;
    archive
        .assert_found("delete from event", "event", "the archive")
        .await;
    let nothing = "delete from event; delete from proof_tile; delete from proof_checkpoint;
        delete from proof_key; update proof_head set size = 0";
    archive.assert_found(nothing, "event", "the archive").await;
    archive.assert_clean().await;
}
