//! The key: made once, outside the database, and handed over.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use ledger::proof::{
    KeyError, NoActs, NoteError, OldKey, Registered, SealError, Signer, keys, latest, open_note,
    open_signer, rotate, seal,
};

use super::{Log, ORIGIN};

#[test]
fn starters_at_once_make_one_key_that_only_its_owner_reads() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = std::sync::Barrier::new(16);
    let made: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..16)
            .map(|_| {
                scope.spawn(|| {
                    barrier.wait();
                    Signer::load_or_create(folder.path(), ORIGIN)
                        .unwrap()
                        .verifier()
                })
            })
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(made.iter().all(|verifier| *verifier == made[0]), "{made:?}");
    let files: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(files, ["proof.key"]);
    let rights = fs::metadata(folder.path().join("proof.key")).unwrap();
    assert_eq!(rights.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_damaged_key_or_another_logs_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    Signer::load_or_create(folder.path(), ORIGIN).unwrap();
    let other = Signer::load_or_create(folder.path(), "other.example/journal");
    assert!(
        matches!(other, Err(KeyError::OtherOrigin { .. })),
        "{other:?}"
    );
    fs::write(folder.path().join("proof.key"), "abc").unwrap();
    let damaged = Signer::load_or_create(folder.path(), ORIGIN);
    assert!(
        matches!(damaged, Err(KeyError::Malformed { .. })),
        "{damaged:?}"
    );
    for origin in ["", "two words", "a+b", "line\nbreak"] {
        let bad = Signer::load_or_create(folder.path(), origin);
        assert!(matches!(bad, Err(KeyError::BadOrigin(_))), "{bad:?}");
    }
}

#[tokio::test]
async fn a_key_that_is_not_the_logs_seals_nothing() {
    let log = Log::begin().await;
    log.fill(3).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let (stranger, registered) = open_signer(&log.pool(), elsewhere.path(), ORIGIN)
        .await
        .unwrap();
    assert_eq!(registered, Registered::Other);
    let refused = seal(&log.pool(), &stranger, None, 10, &NoActs).await;
    assert!(matches!(refused, Err(SealError::NotCurrent)), "{refused:?}");
    assert_eq!(log.checkpoints().await, []);
    let taken = rotate(&log.pool(), elsewhere.path(), ORIGIN, OldKey::Destroyed).await;
    assert!(matches!(taken, Err(KeyError::NotCurrent)), "{taken:?}");
    assert_eq!(log.seal(10).await, Some(3));
}

#[tokio::test]
async fn a_checkpoint_opens_with_its_key_and_with_no_other() {
    let log = Log::begin().await;
    log.fill(3).await;
    log.seal_all(10).await;
    let (_, _, note) = log.checkpoints().await.remove(0);
    open_note(&note, &[log.signer.verifier()]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let other = Signer::load_or_create(folder.path(), ORIGIN).unwrap();
    for (note, verifiers) in [
        (note.clone(), vec![other.verifier()]),
        (note.clone(), vec![]),
        (
            note.replacen("\n3\n", "\n4\n", 1),
            vec![log.signer.verifier()],
        ),
        (
            note.replacen("journal\n", "ledger\n", 1),
            vec![log.signer.verifier()],
        ),
    ] {
        let opened = open_note(&note, &verifiers);
        assert!(matches!(opened, Err(NoteError::Unsigned(_))), "{opened:?}");
    }
    let bad = open_note(&note, &["nonsense".to_owned()]);
    assert!(matches!(bad, Err(NoteError::BadVerifier(_))), "{bad:?}");
    let cut = open_note(&note[..note.len() - 9], &[log.signer.verifier()]);
    assert!(cut.is_err(), "{cut:?}");
}

#[tokio::test]
async fn what_one_key_hands_to_the_next_opens_with_either() {
    let log = Log::begin().await;
    log.fill(5).await;
    log.seal_all(10).await;
    log.fill(2).await;
    let (new, handed_over) = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed)
        .await
        .unwrap();
    assert_eq!(handed_over.size, 5);
    let (old, new_verifier) = (log.signer.verifier(), new.verifier());
    assert_ne!(old, new_verifier);
    let note = latest(&log.pool()).await.unwrap().unwrap().note;
    for verifier in [&old, &new_verifier] {
        let opened = open_note(&note, std::slice::from_ref(verifier)).unwrap();
        assert_eq!(opened, handed_over);
    }
    // From here on only the new one signs.
    let refused = seal(&log.pool(), &log.signer, None, 10, &NoActs).await;
    assert!(matches!(refused, Err(SealError::NotCurrent)), "{refused:?}");
    seal(&log.pool(), &new, None, 10, &NoActs)
        .await
        .unwrap()
        .unwrap();
    let note = latest(&log.pool()).await.unwrap().unwrap().note;
    assert_eq!(
        open_note(&note, std::slice::from_ref(&new_verifier))
            .unwrap()
            .size,
        7
    );
    assert!(open_note(&note, std::slice::from_ref(&old)).is_err());
    let listed: Vec<_> = keys(&log.pool())
        .await
        .unwrap()
        .into_iter()
        .map(|key| (key.verifier, key.since_size, key.until_size))
        .collect();
    assert_eq!(listed, [(old, 0, Some(5)), (new_verifier.clone(), 5, None)]);
    let (restarted, registered) = open_signer(&log.pool(), log.folder.path(), ORIGIN)
        .await
        .unwrap();
    assert_eq!(registered, Registered::Current);
    assert_eq!(restarted.verifier(), new_verifier);
    // Nobody can sign as the old one any more.
    assert_eq!(names(&log), ["proof.key", "proof.sealed"]);
}

fn names(log: &Log) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(log.folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

async fn order(log: &Log) -> Vec<String> {
    let keys = keys(&log.pool()).await.unwrap();
    keys.into_iter().map(|key| key.verifier).collect()
}

/// Puts the files back as they were between the commit and the change of names.
fn undo(log: &Log, old: &[u8]) {
    let key = log.folder.path().join("proof.key");
    fs::rename(&key, log.folder.path().join("proof.key.next")).unwrap();
    fs::write(&key, old).unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
}

#[tokio::test]
async fn a_rotation_that_died_before_its_file_was_in_place_is_finished() {
    for fill in [0, 5] {
        let log = Log::begin().await;
        let before = fs::read(log.folder.path().join("proof.key")).unwrap();
        log.fill(fill).await;
        log.seal_all(10).await;
        let (new, handed_over) = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed)
            .await
            .unwrap();
        assert_eq!(handed_over.size, fill);
        undo(&log, &before);
        // Run again, it completes the change; a second key at this size would strand devices.
        let (again, same) = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed)
            .await
            .unwrap();
        assert_eq!((again.verifier(), &same), (new.verifier(), &handed_over));
        assert_eq!(order(&log).await, [log.signer.verifier(), new.verifier()]);
        assert!(!names(&log).contains(&"proof.key.next".to_owned()));
        assert_ne!(
            fs::read(log.folder.path().join("proof.key")).unwrap(),
            before
        );
        // So does a start.
        undo(&log, &before);
        let (adopted, registered) = open_signer(&log.pool(), log.folder.path(), ORIGIN)
            .await
            .unwrap();
        assert_eq!(registered, Registered::Current);
        assert_eq!(adopted.verifier(), new.verifier());
        assert!(!names(&log).contains(&"proof.key.next".to_owned()));
    }
}

#[tokio::test]
async fn a_key_is_changed_once_at_a_size() {
    for fill in [0, 5] {
        let log = Log::begin().await;
        log.fill(fill).await;
        log.seal_all(10).await;
        let (new, _) = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed)
            .await
            .unwrap();
        let refused = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed).await;
        let is_reported = matches!(refused, Err(KeyError::JustChanged(size)) if size == fill);
        assert!(is_reported, "{refused:?}");
        assert_eq!(order(&log).await, [log.signer.verifier(), new.verifier()]);
        log.fill(1).await;
        seal(&log.pool(), &new, None, 10, &NoActs)
            .await
            .unwrap()
            .unwrap();
        let (newest, handed_over) =
            rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed)
                .await
                .unwrap();
        assert_eq!(handed_over.size, fill + 1);
        let expected = [log.signer.verifier(), new.verifier(), newest.verifier()];
        assert_eq!(order(&log).await, expected);
    }
}

#[tokio::test]
async fn a_rotation_that_died_before_its_commit_has_left_a_key_that_the_next_one_takes() {
    let log = Log::begin().await;
    let left = tempfile::tempdir().unwrap();
    let drawn = Signer::load_or_create(left.path(), ORIGIN).unwrap();
    let next = log.folder.path().join("proof.key.next");
    fs::rename(left.path().join("proof.key"), next).unwrap();
    let (newest, _) = rotate(&log.pool(), log.folder.path(), ORIGIN, OldKey::Destroyed)
        .await
        .unwrap();
    assert_eq!(newest.verifier(), drawn.verifier());
}

/// The text and the rights of a file with a key.
fn key_at(path: &Path) -> (Vec<u8>, u32) {
    let rights = fs::metadata(path).unwrap().permissions().mode();
    (fs::read(path).unwrap(), rights & 0o777)
}

#[tokio::test]
async fn an_old_key_that_is_handed_out_is_there_and_only_there() {
    let (log, outside) = (Log::begin().await, tempfile::tempdir().unwrap());
    let before = fs::read(log.folder.path().join("proof.key")).unwrap();
    let to = outside.path().join("old.key");
    let pool = log.pool();
    let rotate = || rotate(&pool, log.folder.path(), ORIGIN, OldKey::HandedOut(&to));
    // Where it cannot be written nothing is changed.
    fs::write(&to, "another's").unwrap();
    let refused = rotate().await.unwrap_err();
    assert!(refused.to_string().contains("there already"), "{refused}");
    assert_eq!(order(&log).await, [log.signer.verifier()]);
    fs::remove_file(&to).unwrap();
    let (new, _) = rotate().await.unwrap();
    assert_eq!(key_at(&to), (before.clone(), 0o600));
    assert_eq!(names(&log), ["proof.key"]);
    // Nor is it handed out when nothing was changed.
    fs::remove_file(&to).unwrap();
    let refused = rotate().await;
    assert!(
        matches!(refused, Err(KeyError::JustChanged(0))),
        "{refused:?}"
    );
    assert!(!to.exists());
    // One that died behind its commit hands out and destroys the old key when it is run again.
    undo(&log, &before);
    let (again, _) = rotate().await.unwrap();
    assert_eq!(again.verifier(), new.verifier());
    assert_eq!(key_at(&to), (before.clone(), 0o600));
    assert_eq!(names(&log), ["proof.key"]);
    // And so where it had handed it out.
    undo(&log, &before);
    rotate().await.unwrap();
    assert_eq!(key_at(&to), (before, 0o600));
    assert_eq!(names(&log), ["proof.key"]);
}

#[tokio::test]
async fn drafts_of_keys_are_swept_at_the_next_start() {
    let log = Log::begin().await;
    for name in ["proof.draft-00", "proof.key.draft-00"] {
        fs::write(log.folder.path().join(name), "PRIVATE").unwrap();
    }
    open_signer(&log.pool(), log.folder.path(), ORIGIN)
        .await
        .unwrap();
    assert_eq!(names(&log), ["proof.key"]);
}

/// Only what the head names was sealed: the application may add rows to the table.
#[tokio::test]
async fn the_latest_checkpoint_is_the_heads() {
    let log = Log::begin().await;
    assert_eq!(latest(&log.pool()).await.unwrap(), None);
    log.fill(5).await;
    log.seal_all(10).await;
    let added = "insert into proof_checkpoint values (1152921504606846976, sha256('x'), 'note')";
    sqlx::raw_sql(added).execute(&log.pool()).await.unwrap();
    assert_eq!(latest(&log.pool()).await.unwrap().unwrap().size, 5);
}

#[tokio::test]
async fn a_log_whose_key_is_lost_gets_another_by_the_operators_word() {
    let log = Log::begin().await;
    log.fill(5).await;
    log.seal_all(10).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let (new, _) = rotate(&log.pool(), elsewhere.path(), ORIGIN, OldKey::Lost)
        .await
        .unwrap();
    log.fill(1).await;
    let sealed = seal(&log.pool(), &new, None, 10, &NoActs).await.unwrap();
    assert_eq!(sealed.map(|sealed| sealed.size), Some(6));
    let refused = seal(&log.pool(), &log.signer, None, 10, &NoActs).await;
    assert!(matches!(refused, Err(SealError::NotCurrent)), "{refused:?}");
}
