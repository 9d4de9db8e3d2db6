//! Tiles, checkpoints, keys and the tree's head.

use ledger::proof::{NoActs, OldKey, Signer, rotate, seal};

use super::log::{Log, ORIGIN};

/// Puts another byte into the hashes of a tile.
fn flip(level: i16, index: i64, byte: usize) -> String {
    format!(
        "update proof_tile set hashes = set_byte(hashes, {byte}, get_byte(hashes, {byte}) # 1)
         where level = {level} and index = {index}"
    )
}

#[tokio::test]
async fn a_changed_tile_is_found_on_every_level() {
    let log = Log::create().await;
    for byte in [0, 31, 32 * 44, 32 * 256 - 1] {
        let key = "level 0, index 1";
        log.assert_found(&flip(0, 1, byte), "proof_tile", key).await;
    }
    log.assert_found(&flip(0, 0, 0), "proof_tile", "level 0, index 0")
        .await;
    // The right edge: it belongs to no tile above yet.
    for byte in [0, 32 * 90] {
        let key = "level 0, index 2";
        log.assert_found(&flip(0, 2, byte), "proof_tile", key).await;
    }
    for byte in [0, 63] {
        log.assert_found(&flip(1, 0, byte), "proof_tile", "level 1, index 0")
            .await;
    }
    for index in [0, 1, 2] {
        let seed =
            format!("update proof_tile set seed = sha256('x') where level = 0 and index = {index}");
        let key = format!("level 0, index {index}");
        log.assert_found(&seed, "proof_tile", &key).await;
    }
    log.assert_clean().await;
}

#[tokio::test]
async fn a_tile_that_is_gone_added_or_of_another_width_is_found() {
    let log = Log::create().await;
    for (level, index) in [(0, 0), (0, 2), (1, 0)] {
        let row = format!("where level = {level} and index = {index}");
        let key = format!("level {level}, index {index}");
        let gone = format!("delete from proof_tile {row}");
        log.assert_found(&gone, "proof_tile", &key).await;
        let narrow = format!(
            "update proof_tile set hashes = substring(hashes for octet_length(hashes) - 32) {row}"
        );
        log.assert_found(&narrow, "proof_tile", &key).await;
        if (level, index) != (0, 0) {
            let wide = format!("update proof_tile set hashes = hashes || sha256('x') {row}");
            log.assert_found(&wide, "proof_tile", &key).await;
        }
    }
    let added = "insert into proof_tile values (1, 1, sha256('x'), null)";
    log.assert_found(added, "proof_tile", "level 1, index 1")
        .await;
    let moved = "update proof_tile set index = 7 where level = 0 and index = 1";
    log.assert_found(moved, "proof_tile", "level 0, index 1")
        .await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_changed_checkpoint_is_found() {
    let log = Log::create().await;
    let sizes: Vec<i64> = sqlx::query_scalar("select size from proof_checkpoint order by size")
        .fetch_all(&log.pool())
        .await
        .unwrap();
    for size in [sizes[0], sizes[5], sizes[sizes.len() - 1]] {
        let row = format!("where size = {size}");
        let key = format!("size {size}");
        for change in [
            "root = sha256('x')",
            "note = replace(note, 'test.example', 'tost.example')",
            "note = replace(note, e'\\n', e'\\n ')",
            "note = regexp_replace(note, '..$', 'AA')",
            "note = (select other.note from proof_checkpoint as other
                     where other.size <> proof_checkpoint.size limit 1)",
            "note = ''",
        ] {
            let script = format!("update proof_checkpoint set {change} {row}");
            log.assert_found(&script, "proof_checkpoint", &key).await;
        }
    }
    let size = sizes[5] + 1;
    let moved = format!(
        "update proof_checkpoint set size = {size} where size = {}",
        sizes[5]
    );
    let key = format!("size {size}");
    log.assert_found(&moved, "proof_checkpoint", &key).await;
    for change in ["size - 1", "size + 1", "0"] {
        let script = format!("update proof_head set size = {change}");
        log.assert_found(&script, "proof_head", "only row").await;
    }
    let last = sizes[sizes.len() - 1];
    let gone = format!("delete from proof_checkpoint where size = {last}");
    log.assert_found(&gone, "proof_head", "only row").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_changed_key_spoils_what_it_has_signed() {
    let log = Log::create().await;
    let folder = tempfile::tempdir().unwrap();
    let other = Signer::load_or_create(folder.path(), ORIGIN).unwrap();
    let verifier = other.verifier();
    let script =
        format!("update proof_key set verifier = '{verifier}' where until_size is not null");
    log.assert_found(&script, "proof_checkpoint", "size 9")
        .await;
    log.assert_found(
        "delete from proof_key where until_size is not null",
        "proof_checkpoint",
        "size 9",
    )
    .await;
    let script = "update proof_key set since_size = since_size + 1 where until_size is null";
    log.assert_found(script, "proof_key", ORIGIN).await;
    let script = "update proof_key set handover = (select note from proof_checkpoint
                  order by size limit 1) where until_size is null";
    log.assert_found(script, "proof_key", ORIGIN).await;
    log.assert_clean().await;
}

/// Nobody can confirm the key after a lost one: that is remarked, and nothing is wrong.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_key_is_a_remark_and_each_change_of_keys_is_held_against_the_one_before() {
    let log = Log::create().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let rotated = rotate(&log.pool(), elsewhere.path(), ORIGIN, OldKey::Lost).await;
    let (signer, _) = rotated.unwrap();
    seal(&log.pool(), &signer, None, 10_000, &NoActs)
        .await
        .unwrap()
        .unwrap();
    for report in [log.online(&[]).await, log.dumped("custom", &[]).await] {
        assert_eq!(report.problems, []);
        let said: Vec<&str> = report.remarks.iter().map(|it| it.what.as_str()).collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("was lost at"), "{said:?}");
    }
}

/// As older versions allowed it: two changes with nothing sealed between them.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_changes_of_keys_at_one_size_each_follows_the_one_before() {
    let log = Log::create().await;
    let pool = log.pool();
    let rotate = || rotate(&pool, log.folder.path(), ORIGIN, OldKey::Destroyed);
    let (_, handed_over) = rotate().await.unwrap();
    log.run(
        "create table older as select * from proof_key where until_size is not null;
         delete from proof_key where until_size is not null",
    )
    .await;
    let (third, at) = rotate().await.unwrap();
    assert_eq!(at.size, handed_over.size);
    log.run("insert into proof_key select * from older; drop table older")
        .await;
    seal(&log.pool(), &third, None, 10_000, &NoActs)
        .await
        .unwrap()
        .unwrap();
    for report in [log.online(&[]).await, log.dumped("plain", &[]).await] {
        assert_eq!((report.problems, report.remarks), (vec![], vec![]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_whose_whole_tree_was_taken_away_is_found() {
    let log = Log::create().await;
    log.assert_clean().await;
    // As if nothing had ever been sealed; what is recorded since goes back for hours.
    log.run(
        "delete from proof_tile; delete from proof_checkpoint; delete from proof_key;
         update proof_head set size = 0;
         update event set recorded_at = recorded_at - interval '1 hour' where position < 3",
    )
    .await;
    for report in [log.online(&[]).await, log.dumped("plain", &[]).await] {
        let found = report
            .problems
            .iter()
            .map(|it| (it.table, it.what.as_str()));
        let found: Vec<_> = found.collect();
        assert_eq!(report.problem_count, 1, "{found:?}");
        assert_eq!(found[0].0, "proof_head", "{found:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_without_a_table_is_not_clean() {
    let log = Log::create().await;
    for table in [
        "proof_tile",
        "proof_checkpoint",
        "proof_key",
        "proof_head",
        "claim",
    ] {
        let report = log.dumped_without(table).await;
        let is_named =
            |it: &ledger::proof::verify::Problem| it.table == table && it.key == "the table";
        assert!(
            report.problems.iter().any(is_named),
            "{table}: {:?}",
            report.problems
        );
    }
}
