//! Heads, claims, names of commands and snapshots.

use super::log::Log;

const TWO: &str = "00000000-0000-0000-0000-000000000002";

#[tokio::test]
async fn a_head_that_is_not_where_the_events_end_is_found() {
    let log = Log::create().await;
    let of_two = format!("where wallet_id = '{TWO}'");
    for change in [
        format!("update stream_head set version = version - 1 {of_two}"),
        format!("update stream_head set version = version + 1 {of_two}"),
        format!("update stream_head set stream_hash = sha256('x') {of_two}"),
        format!("delete from stream_head {of_two}"),
    ] {
        log.assert_found(&change, "stream_head", TWO).await;
    }
    let ghost = "00000000-0000-0000-0000-0000000000ff";
    let changes = [
        format!("update stream_head set wallet_id = '{ghost}' {of_two}"),
        format!("insert into stream_head values ('{ghost}', 1, sha256('x'))"),
    ];
    log.assert_found(&changes[0], "stream_head", ghost).await;
    log.assert_found(&changes[1], "stream_head", ghost).await;
    for change in [
        "update log_head set position = position - 1",
        "update log_head set position = position + 1",
        "delete from log_head",
    ] {
        log.assert_found(change, "log_head", "only row").await;
    }
    log.assert_clean().await;
}

#[tokio::test]
async fn a_claim_that_no_event_has_made_or_that_is_gone_is_found() {
    let log = Log::create().await;
    let row = "where kind = 'slip' and reference = '014:PAID2'";
    for (change, key) in [
        ("update claim set sequence = sequence + 1", "slip 014:PAID2"),
        ("update claim set sequence = 100000", "slip 014:PAID2"),
        (
            "update claim set wallet_id = '00000000-0000-0000-0000-000000000003'",
            "slip 014:PAID2",
        ),
        ("update claim set reference = '014:PAID9'", "slip 014:PAID2"),
        ("update claim set kind = 'gift'", "slip 014:PAID2"),
        ("delete from claim", "slip 014:PAID2"),
    ] {
        log.assert_found(&format!("{change} {row}"), "claim", key)
            .await;
    }
    let made_up = format!("insert into claim values ('gift', 'voucher', '{TWO}', 7)");
    log.assert_found(&made_up, "claim", "gift voucher").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_commands_name_that_points_at_no_event_of_its_own_is_found() {
    let log = Log::create().await;
    let row = format!("where wallet_id = '{TWO}' and key = 'withdraw 50'");
    for change in [
        "update idempotency set sequence = 100000",
        "update idempotency set sequence = sequence - 1",
        "update idempotency set events = events + 1",
        "update idempotency set wallet_id = '00000000-0000-0000-0000-0000000000ff'",
        "update idempotency set key = 'withdraw fifty'",
        "update idempotency set fingerprint = sha256('another request')",
    ] {
        log.assert_found(&format!("{change} {row}"), "idempotency", "key withdraw")
            .await;
    }
    log.assert_clean().await;
}

#[tokio::test]
async fn a_key_that_is_gone_is_found_by_the_event_that_was_made_under_it() {
    let log = Log::create().await;
    let row = format!("where wallet_id = '{TWO}' and key = 'withdraw 50'");
    let deleted = format!("delete from idempotency {row}");
    log.assert_found(&deleted, "idempotency", "event 5").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_snapshot_that_is_not_what_the_events_lead_to_is_found() {
    let log = Log::create().await;
    let row = format!("where wallet_id = '{TWO}'");
    for change in [
        "update snapshot set state = (state::text || ' ')::json",
        "update snapshot set state = regexp_replace(state::text, '[0-9]+\\.00', '900000.00')::json",
        "update snapshot set state = '{}'",
        "update snapshot set sequence = sequence - 1",
        "update snapshot set sequence = 100000",
    ] {
        log.assert_found(&format!("{change} {row}"), "snapshot", TWO)
            .await;
    }
    let ghost = "00000000-0000-0000-0000-0000000000ff";
    let moved = format!("update snapshot set wallet_id = '{ghost}' {row}");
    log.assert_found(&moved, "snapshot", ghost).await;
    log.assert_clean().await;
}
