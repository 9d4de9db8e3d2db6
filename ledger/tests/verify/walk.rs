//! The check that repeats while the service runs.

use ledger::proof::NoActs;
use ledger::proof::verify::{Step, Walk};

use super::log::Log;

/// A whole round, in steps.
async fn round(log: &Log, limit: i64) -> (Vec<Step>, i64) {
    let mut walk = Walk::default();
    let mut steps = Vec::new();
    loop {
        let step = walk.step(&log.database.pool(), limit).await.unwrap();
        let is_round = step.is_round;
        steps.push(step);
        if is_round {
            let events = steps.iter().map(|step| step.events).sum();
            return (steps, events);
        }
    }
}

#[tokio::test]
async fn a_round_goes_through_every_event_in_steps_of_any_size() {
    let log = Log::create().await;
    let last = log.last().await;
    for limit in [7, 256, 100_000] {
        let (steps, events) = round(&log, limit).await;
        let end = steps.last().unwrap();
        assert_eq!((end.position, events), (last, last), "{limit}");
        assert_eq!((end.problem_count, &end.problem), (0, &None), "{limit}");
        assert!(steps.iter().all(|step| step.events <= limit));
    }
}

#[tokio::test]
async fn a_round_finds_changes_of_events_tiles_checkpoints_claims_heads_and_snapshots() {
    let log = Log::create().await;
    let two = "where wallet_id = '00000000-0000-0000-0000-000000000002'";
    for (script, table) in [
        (
            "update event set payload = (payload::text || ' ')::json where position = 300",
            "event",
        ),
        (
            "update event set recorded_at = recorded_at + interval '1 s' where position = 300",
            "event",
        ),
        ("delete from event where position = 300", "event"),
        (
            "update proof_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)
             where level = 1",
            "proof_tile",
        ),
        (
            "update proof_tile set seed = sha256('x') where level = 0 and index = 2",
            "proof_tile",
        ),
        (
            "update proof_checkpoint set root = sha256('x') where size > 300",
            "proof_checkpoint",
        ),
        ("delete from claim where kind = 'slip'", "claim"),
        (
            &format!("update stream_head set version = version + 1 {two}"),
            "stream_head",
        ),
        (
            &format!("update snapshot set state = '{{}}' {two}"),
            "snapshot",
        ),
        ("delete from event where position > 605", "event"),
    ] {
        log.run(script).await;
        let (steps, _) = round(&log, 100).await;
        let end = steps.last().unwrap();
        assert_eq!(
            end.problem.as_ref().map(|it| it.table),
            Some(table),
            "{script}: {end:?}"
        );
        log.put_back().await;
    }
}

#[tokio::test]
async fn what_comes_while_a_round_is_under_way_is_no_finding() {
    let log = Log::create().await;
    let pool = log.database.pool();
    let (signer, _) =
        ledger::proof::open_signer(&log.pool(), log.folder.path(), super::log::ORIGIN)
            .await
            .unwrap();
    let mut walk = Walk::default();
    let mut is_sealed = false;
    loop {
        let step = walk.step(&pool, 50).await.unwrap();
        assert_eq!(step.problem, None);
        if step.position > 600 && !is_sealed {
            // In the midst of the last tile: it grows under the walker's feet.
            ledger::proof::seal(&log.pool(), &signer, None, 10_000, &NoActs)
                .await
                .unwrap();
            is_sealed = true;
        }
        if step.is_round {
            break;
        }
    }
    assert!(is_sealed);
}
