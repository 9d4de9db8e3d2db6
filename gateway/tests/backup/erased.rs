//! An erasure that dies in the middle, and what comes in at the same time.

use serde_json::Value;
use sqlx::PgPool;

use crate::forget::{erase, set};
use crate::life;
use crate::script::dump;
use crate::stage::{Player, Stage};

async fn erasures(stage: &Stage) -> Vec<String> {
    let acts = stage.acts().await;
    let kinds = acts.iter().filter_map(|act| act["kind"].as_str());
    let kinds = kinds.filter(|kind| kind.starts_with("member."));
    kinds.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_that_was_cut_off_goes_on_where_it_was() {
    let stage = set().await;
    let player = life::begin(&stage).await;
    life::leave(&stage, &player).await;
    let picture: String = sqlx::query_scalar("select file_name from slip_file")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    // The disk does not let the picture go: a folder is no file.
    let path = stage.data_dir().join("slips").join(picture);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    let stopped = erase(&stage, &player).await.unwrap_err();
    assert!(stopped.contains("run it again"), "{stopped}");
    // The person is gone already, and a repeat is not asked about money again.
    assert!(!dump(&stage.database.url()).await.contains(life::PHONE));
    assert_eq!(erasures(&stage).await, ["member.erase"]);
    std::fs::remove_dir(&path).unwrap();
    std::fs::write(&path, bytes).unwrap();
    let shown = erase(&stage, &player).await.unwrap();
    assert!(
        shown.contains("was erased before; now 1 pictures of slips, 4 messages, 2 files"),
        "{shown}"
    );
    assert!(!path.exists());
    let shown = erase(&stage, &player).await.unwrap();
    assert!(
        shown.contains("now 0 pictures of slips, 0 messages, 0 files"),
        "{shown}"
    );
    assert_eq!(erasures(&stage).await, ["member.erase", "member.erased"]);
    let ended: bool = sqlx::query_scalar("select ended_at is not null from erasure")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert!(ended);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_being_written_is_waited_for_and_erased() {
    let stage = set().await;
    let player = stage.player(1).await;
    let pool = stage.database.owner();
    let mut transaction = pool.begin().await.unwrap();
    sqlx::query(
        "insert into bank_account (id, member_id, bank_code, account_no, holder, holder_canonical,
                                   is_first, created_at, updated_at)
         values (gen_random_uuid(), $1, 'SCB', '4443332221', 'LATE CANARY', 'LATE CANARY', false, now(), now())",
    )
    .bind(player.id)
    .execute(&mut *transaction)
    .await
    .unwrap();
    let erasing = erase(&stage, &player);
    let writing = async {
        stage.database.locked_out(1).await;
        transaction.commit().await.unwrap();
    };
    let (erased, ()) = tokio::join!(erasing, writing);
    erased.unwrap();
    let rows = dump(&stage.database.url()).await;
    assert!(!rows.contains("4443332221") && !rows.contains("LATE CANARY"));
}

/// What a request that was under way would write next.
const LATE: [&str; 13] = [
    "insert into session (id, token_hash, member_id, created_at, last_seen_at, ends_before,
                          idle_seconds, expires_at, mac)
     values (gen_random_uuid(), decode(repeat('07', 32), 'hex'), $1, now(), now(), 0, 60, now(),
             decode(repeat('07', 32), 'hex'))",
    "insert into bank_account (id, member_id, bank_code, account_no, holder, holder_canonical,
                               is_first, created_at, updated_at)
     values (gen_random_uuid(), $1, 'SCB', '4443332221', 'LATE CANARY', 'LATE CANARY', false, now(), now())",
    "update bank_account set holder = 'LATE CANARY' where member_id = $1",
    "update bank_account set holder_canonical = 'LATE CANARY' where member_id = $1",
    "update member set name = 'Late' where id = $1",
    "update member set name_canonical = 'LATE' where id = $1",
    "update member set password_hash = 'late', is_active = true where id = $1",
    "insert into member_device (member_id, device, mac, seen_at)
     values ($1, decode(repeat('07', 16), 'hex'), sha256('late'), now())",
    "insert into invite_code (code, member_id, mac, created_at)
     values ('LATE2345', $1, sha256('late'), now())",
    "insert into slip_file (slip_id, wallet_id, file_name, media_type, byte_count, sha256, payload,
                            uploaded_at, mac)
     values (gen_random_uuid(), $1, 'late.png', 'image/png', 1,
             decode(repeat('07', 32), 'hex'), 'late', now(), sha256('none'))",
    "update chat_conversation set last_sequence = last_sequence + 1 where member_id = $1",
    "insert into chat_file (id, owner_kind, owner_id, file_name, shown_name, media_type, byte_count,
                            uploaded_at, mac)
     values (gen_random_uuid(), 'member', $1, 'late.png', 'late', 'image/png', 1, now(),
             sha256('late'))",
    // A payout to an account that would be nobody's any more.
    "insert into event (position, wallet_id, sequence, event_type, event_version,
                        payload, metadata, recorded_at, stream_hash, mac)
     select position + 1, $1::uuid, 1000, 'WithdrawalRequested', '1', '{}', '{}',
            now(), sha256('late'), decode(repeat('00', 16), 'hex')
     from log_head",
];

async fn refused(pool: &PgPool, player: &Player, statement: &str) -> Option<String> {
    let mut transaction = pool.begin().await.unwrap();
    let done = sqlx::query(statement)
        .bind(player.id)
        .execute(&mut *transaction)
        .await;
    transaction.rollback().await.unwrap();
    match done {
        Ok(done) => {
            assert_eq!(done.rows_affected(), 1, "{statement}");
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_an_erased_member_comes_in_again() {
    let stage = set().await;
    let player = stage.player(1).await;
    let said = serde_json::json!({ "message": { "message_type": "text",
        "payload": { "message": "hello" } } });
    let (status, body): (_, Value) = stage.post(&player, "/chat/send-message", &said).await;
    assert!(status.is_success(), "{body}");
    let pool = stage.database.owner();
    for statement in LATE {
        assert_eq!(refused(&pool, &player, statement).await, None);
    }
    erase(&stage, &player).await.unwrap();
    for statement in LATE {
        let shown = refused(&pool, &player, statement).await;
        let shown = shown.unwrap_or_else(|| panic!("was written: {statement}"));
        assert!(shown.contains("is erased"), "{shown}: {statement}");
    }
}

/// A file that the disk does not let go is nobody else's trouble.
#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_file_that_waits_for_the_disk_keeps_nobody_from_being_erased() {
    let stage = set().await;
    let player = stage.player(1).await;
    sqlx::raw_sql(
        "insert into chat_file (id, owner_kind, owner_id, file_name, shown_name, media_type,
                                byte_count, uploaded_at, deleted_at, mac)
         values (gen_random_uuid(), 'guest', gen_random_uuid(), 'abcdef12abcdef12abcdef12abcdef12.png', 'a', 'image/png', 1,
                 now(), now(), sha256('a'))",
    )
    .execute(&stage.database.owner())
    .await
    .unwrap();
    std::fs::create_dir_all(
        stage
            .data_dir()
            .join("chat")
            .join("abcdef12abcdef12abcdef12abcdef12.png"),
    )
    .unwrap();
    let shown = erase(&stage, &player).await.unwrap();
    assert!(shown.contains("0 files of the chat"), "{shown}");
}
