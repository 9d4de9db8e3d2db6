//! What the key signs: only a log that extends what it has signed.

use std::fs;

use ledger::proof::{
    KeyError, NoActs, OldKey, Registered, SealError, Signer, foreign_key, keys, latest,
    open_signer, remembered, resume, rotate, seal,
};

use super::{Log, ORIGIN};

/// A database's owner with the triggers off.
async fn as_owner(log: &Log, script: &str) {
    let script = format!("begin; set local session_replication_role = replica; {script} commit;");
    for table in ["proof_tile", "proof_checkpoint", "proof_key", "event"] {
        let off = format!("alter table {table} disable trigger user");
        sqlx::raw_sql(&off)
            .execute(&log.database.owner())
            .await
            .unwrap();
    }
    sqlx::raw_sql(&script)
        .execute(&log.database.owner())
        .await
        .unwrap();
}

async fn assert_forked(log: &Log, signer: &Signer, what: &str) {
    let before = log.checkpoints().await;
    let refused = seal(&log.pool(), signer, None, 1_000, &NoActs).await;
    let is_named = matches!(&refused, Err(SealError::Forked(why)) if why.contains(what));
    assert!(is_named, "{refused:?}");
    assert_eq!(log.checkpoints().await, before);
    let refused = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed).await;
    let is_named = matches!(&refused, Err(KeyError::Log(SealError::Forked(_))));
    assert!(is_named, "{refused:?}");
}

/// The same after a restart.
async fn again(log: &Log) -> Signer {
    let opened = open_signer(&log.pool(), log.folder.path(), ORIGIN).await;
    let (signer, registered) = opened.unwrap();
    assert_eq!(registered, Registered::Current);
    signer
}

/// Takes the log back to a checkpoint, as its owner could: the tiles cut, the later checkpoints gone.
fn back_to(size: i64) -> String {
    format!(
        "delete from proof_checkpoint where size > {size};
         delete from proof_tile where level = 0 and index > ({size} - 1) / 256;
         update proof_tile set hashes = substring(hashes for (({size} - 1) % 256 + 1)::int * 32)
             where level = 0 and index = ({size} - 1) / 256;
         delete from proof_tile where level > 0;
         update proof_head set size = {size};"
    )
}

#[tokio::test]
async fn a_log_that_was_rolled_back_and_rewritten_is_not_signed() {
    let log = Log::begin().await;
    for _ in 0..2 {
        log.fill(100).await;
        log.seal_all(1_000).await;
    }
    let changed = "update event set stream_hash = sha256('x') where position = 150;";
    as_owner(&log, &format!("{}{changed}", back_to(100))).await;
    for signer in [log.signer.clone(), again(&log).await] {
        assert_forked(&log, &signer, "200 signed events").await;
    }
    // Neither once it is longer than what was signed.
    log.fill(300).await;
    for signer in [log.signer.clone(), again(&log).await] {
        assert_forked(&log, &signer, "200 signed events").await;
    }
    assert_eq!(log.checkpoints().await.len(), 1);
}

#[tokio::test]
async fn a_log_that_somebody_else_has_sealed_on_is_looked_through() {
    let log = Log::begin().await;
    log.fill(700).await;
    log.seal_all(150).await;
    // Another folder with the same key has signed more.
    let other = tempfile::tempdir().unwrap();
    fs::copy(
        log.folder.path().join("proof.key"),
        other.path().join("proof.key"),
    )
    .unwrap();
    let opened = open_signer(&log.pool(), other.path(), ORIGIN).await;
    let (there, _) = opened.unwrap();
    for _ in 0..3 {
        log.fill(150).await;
        seal(&log.pool(), &there, None, 1_000, &NoActs)
            .await
            .unwrap()
            .unwrap();
    }
    log.fill(1).await;
    log.seal_all(1_000).await;
    assert_eq!(log.check().await, 1_151);
    // One that continued from another past is refused by everyone who remembers the true one.
    let memory = log.folder.path().join("proof.sealed");
    let before = fs::read(&memory).unwrap();
    as_owner(&log, &back_to(150)).await;
    fs::remove_file(&memory).unwrap();
    log.seal_all(1_000).await;
    fs::write(&memory, before).unwrap();
    log.fill(5).await;
    assert_forked(&log, &log.signer, "1151 signed events").await;
    assert_forked(&log, &again(&log).await, "1151 signed events").await;
}

#[tokio::test]
async fn a_damaged_edge_or_checkpoint_is_not_signed() {
    for damage in [
        "update proof_tile set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)
         where level = 0 and index = 2;",
        "update proof_tile set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)
         where level = 1;",
        "update proof_checkpoint set root = sha256('x');",
        "update proof_checkpoint set note = replace(note, '600', '601');",
        "delete from proof_checkpoint;",
        "update event set stream_hash = sha256('x') where position = 600;",
    ] {
        let log = Log::begin().await;
        log.fill(600).await;
        log.seal_all(1_000).await;
        log.fill(1).await;
        as_owner(&log, damage).await;
        // Whether anything is remembered or not.
        assert_forked(&log, &log.signer, "").await;
        fs::remove_file(log.folder.path().join("proof.sealed")).unwrap();
        assert_forked(&log, &again(&log).await, "").await;
        assert_eq!(keys(&log.pool()).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn events_that_were_cut_off_are_not_sealed_over() {
    for size in [300, 256] {
        let log = Log::begin().await;
        log.fill(size).await;
        log.seal_all(1_000).await;
        as_owner(
            &log,
            "delete from event where position > 250; update log_head set position = 250;",
        )
        .await;
        let cut = seal(&log.pool(), &log.signer, None, 10, &NoActs).await;
        assert!(matches!(cut, Err(SealError::Cut { .. })), "{cut:?}");
        log.fill(100).await;
        assert_forked(&log, &log.signer, "is not the one that was sealed").await;
    }
}

#[tokio::test]
async fn a_sealing_that_died_before_or_after_its_commit_is_gone_on_with() {
    let log = Log::begin().await;
    log.fill(3).await;
    log.seal_all(10).await;
    let memory = log.folder.path().join("proof.sealed");
    let before = fs::read(&memory).unwrap();
    let (_, note) = remembered(log.folder.path()).await.unwrap().unwrap();
    assert_eq!(latest(&log.pool()).await.unwrap().unwrap().note, note);
    log.fill(2).await;
    // Before the commit: it was noted, and never came to be.
    let refused = "create function die() returns trigger language plpgsql as
        $$ begin raise exception 'died'; end $$;
        create trigger die before insert on proof_checkpoint
        for each statement execute function die();";
    sqlx::raw_sql(refused)
        .execute(&log.database.owner())
        .await
        .unwrap();
    seal(&log.pool(), &log.signer, None, 10, &NoActs)
        .await
        .unwrap_err();
    assert_ne!(fs::read(&memory).unwrap(), before, "it was noted first");
    let (_, still) = remembered(log.folder.path()).await.unwrap().unwrap();
    assert_eq!(still, note);
    let repaired = "drop trigger die on proof_checkpoint";
    sqlx::raw_sql(repaired)
        .execute(&log.database.owner())
        .await
        .unwrap();
    log.fill(2).await;
    let noted = fs::read(&memory).unwrap();
    assert_eq!(log.seal(10).await, Some(7));
    // After the commit: what was noted has come to be, and counts from then on.
    let confirmed = String::from_utf8(fs::read(&memory).unwrap()).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&confirmed).unwrap();
    file["signing"] = file["signed"].take();
    file["signed"] = serde_json::from_slice::<serde_json::Value>(&noted).unwrap()["signed"].take();
    fs::write(&memory, file.to_string()).unwrap();
    log.fill(1).await;
    assert_eq!(log.seal(10).await, Some(8));
    assert_eq!(log.check().await, 8);
    as_owner(&log, &back_to(7)).await;
    assert_forked(&log, &log.signer, "8 signed events").await;
}

/// One that died behind its commit, and a next one before it: between them nothing else says what
/// was signed.
#[tokio::test]
async fn what_was_signed_is_remembered_though_the_next_sealing_dies_too() {
    let log = Log::begin().await;
    log.fill(3).await;
    log.seal_all(10).await;
    let memory = log.folder.path().join("proof.sealed");
    let before: serde_json::Value = serde_json::from_slice(&fs::read(&memory).unwrap()).unwrap();
    log.fill(4).await;
    log.seal_all(10).await;
    let mut died: serde_json::Value = serde_json::from_slice(&fs::read(&memory).unwrap()).unwrap();
    died["signing"] = died["signed"].take();
    died["signed"] = before["signed"].clone();
    fs::write(&memory, died.to_string()).unwrap();
    log.fill(1).await;
    let refused = "create function die() returns trigger language plpgsql as
        $$ begin raise exception 'died'; end $$;
        create trigger die before insert on proof_checkpoint
        for each statement execute function die();";
    sqlx::raw_sql(refused)
        .execute(&log.database.owner())
        .await
        .unwrap();
    seal(&log.pool(), &log.signer, None, 10, &NoActs)
        .await
        .unwrap_err();
    sqlx::raw_sql("drop trigger die on proof_checkpoint")
        .execute(&log.database.owner())
        .await
        .unwrap();
    let other = "update event set stream_hash = sha256('x') where position = 5;";
    as_owner(&log, &format!("{}{other}", back_to(3))).await;
    assert_forked(&log, &log.signer, "7 signed events").await;
}

#[tokio::test]
async fn what_is_remembered_and_cannot_be_read_or_is_anothers_stops_the_sealing() {
    let log = Log::begin().await;
    log.fill(3).await;
    log.seal_all(10).await;
    log.fill(3).await;
    let memory = log.folder.path().join("proof.sealed");
    let text = fs::read_to_string(&memory).unwrap();
    for damaged in ["", "{}", &text[..20], &text.replace("sealed/1", "sealed/2")] {
        fs::write(&memory, damaged).unwrap();
        let refused = seal(&log.pool(), &log.signer, None, 10, &NoActs).await;
        let is_reported = matches!(refused, Err(SealError::Memory { .. }));
        assert!(is_reported, "{refused:?}");
    }
    fs::write(&memory, text.replace(ORIGIN, "other.example/journal")).unwrap();
    assert_forked(&log, &log.signer, "other.example").await;
    fs::write(&memory, text).unwrap();
    assert_eq!(log.seal(10).await, Some(6));
}

#[tokio::test]
async fn a_restored_folder_signs_nothing_before_the_operators_word() {
    let log = Log::begin().await;
    log.fill(5).await;
    log.seal_all(10).await;
    let earlier = latest(&log.pool()).await.unwrap().unwrap().note;
    log.fill(5).await;
    let refused = resume(&log.pool(), log.folder.path(), None).await;
    assert!(
        matches!(refused, Err(KeyError::NotSuspended)),
        "{refused:?}"
    );
    fs::write(log.folder.path().join("proof.suspended"), "").unwrap();
    for signer in [log.signer.clone(), again(&log).await] {
        let refused = seal(&log.pool(), &signer, None, 10, &NoActs).await;
        assert!(matches!(refused, Err(SealError::Suspended)), "{refused:?}");
    }
    let refused = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed).await;
    assert!(
        matches!(refused, Err(KeyError::Log(SealError::Suspended))),
        "{refused:?}"
    );
    // A log that has seen more, and one that continued from another past.
    let copy = Log::begin_with(log.folder.path()).await;
    copy.fill(2).await;
    copy.seal_all(10).await;
    let other = latest(&copy.pool()).await.unwrap().unwrap().note;
    let refused = resume(&log.pool(), log.folder.path(), Some(&other)).await;
    assert!(matches!(refused, Err(KeyError::Log(_))), "{refused:?}");
    copy.fill(20).await;
    copy.seal_all(100).await;
    let newer = latest(&copy.pool()).await.unwrap().unwrap().note;
    let refused = resume(&log.pool(), log.folder.path(), Some(&newer)).await;
    let is_behind = matches!(&refused, Err(KeyError::Log(SealError::Forked(why)))
        if why.contains("22 were signed"));
    assert!(is_behind, "{refused:?}");
    let unsigned = earlier.replace("\n5\n", "\n4\n");
    let refused = resume(&log.pool(), log.folder.path(), Some(&unsigned)).await;
    assert!(matches!(refused, Err(KeyError::Note(_))), "{refused:?}");
    assert!(
        seal(&log.pool(), &log.signer, None, 10, &NoActs)
            .await
            .is_err()
    );

    let size = resume(&log.pool(), log.folder.path(), Some(&earlier)).await;
    assert_eq!(size.unwrap(), 5);
    assert_eq!(log.seal(10).await, Some(10));
}

#[tokio::test]
async fn a_key_that_no_file_holds_is_named() {
    let log = Log::begin().await;
    let folder = log.folder.path();
    assert_eq!(foreign_key(&log.pool(), folder).await.unwrap(), None);
    // A folder without keys says nothing, and one with another's does.
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(foreign_key(&log.pool(), empty.path()).await.unwrap(), None);
    Signer::load_or_create(empty.path(), ORIGIN).unwrap();
    let foreign = foreign_key(&log.pool(), empty.path()).await.unwrap();
    assert!(foreign.unwrap().contains(&log.signer.verifier()));
}
