//! The events themselves.

use super::log::{Log, assert_named, wallet};

/// A position in the second tile that is a withdrawal, and one of another wallet in the third.
const ONE: i64 = 300;
const OTHER: i64 = 550;

#[tokio::test]
async fn a_log_that_nobody_has_changed_is_clean() {
    Log::create().await.assert_clean().await;
}

#[tokio::test]
async fn a_change_of_any_column_of_an_event_is_found() {
    let log = Log::create().await;
    for change in [
        "wallet_id = '00000000-0000-0000-0000-0000000000ff'",
        "sequence = sequence + 1000",
        "event_type = 'WithdrawalPaid'",
        "event_type = 'Vanished'",
        "event_version = '1.0.1'",
        "payload = (payload::text || ' ')::json",
        "payload = replace(payload::text, '1.00', '9.00')::json",
        "payload = '{}'",
        "metadata = (metadata::text || ' ')::json",
        "metadata = replace(metadata::text, 'member', 'staff')::json",
        "position = 100000",
        "recorded_at = recorded_at + interval '1 microsecond'",
        "stream_hash = sha256('x')",
        "state_hash = sha256('x')",
    ] {
        let script = format!("update event set {change} where position = {ONE}");
        log.assert_found(&script, "event", "position 300").await;
    }
    let (position,): (i64,) = sqlx::query_as(
        "select position from event where state_hash is not null and position > 300
         order by position limit 1",
    )
    .fetch_one(&log.pool())
    .await
    .unwrap();
    let script = format!("update event set state_hash = null where position = {position}");
    let key = format!("position {position} ");
    log.assert_found(&script, "event", &key).await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_change_that_only_its_own_hash_hides_is_found() {
    let log = Log::create().await;
    // The first and the last event of the tree, of a tile and of a stream.
    let last = log.last().await;
    for position in [1, 2, 256, 257, 512, 513, last - 4, last - 3, last] {
        let key = format!("position {position} ");
        let script = format!(
            "update event set metadata = (metadata::text || ' ')::json
             where position = {position}"
        );
        log.assert_found(&script, "event", &key).await;
    }
    for position in [1, 256, 257, 512, 513, last - 4, last - 3] {
        let key = format!("position {position} ");
        let script = format!(
            "update event set recorded_at = recorded_at - interval '1 day'
             where position = {position}"
        );
        log.assert_found(&script, "event", &key).await;
    }
    log.assert_clean().await;
}

#[tokio::test]
async fn an_event_that_is_gone_added_or_at_anothers_place_is_found() {
    let log = Log::create().await;
    let last = log.last().await;
    let missing = |position: i64| format!("position {position}");
    for position in [1, ONE, last - 4] {
        let script = format!("delete from event where position = {position}");
        log.assert_found(&script, "event", &missing(position)).await;
    }
    let script = "delete from event where position between 300 and 310";
    log.assert_found(script, "event", "position 300").await;
    log.assert_found(
        "delete from event where position <= 5",
        "event",
        "position 1",
    )
    .await;
    // A tail with its heads still there: the heads say so, and of what was sealed the tree does.
    let script = format!("delete from event where position = {last}");
    log.assert_found(&script, "log_head", "only row").await;
    let script = format!("delete from event where position > {}", last - 10);
    let key = missing(last - 9);
    log.assert_found(&script, "event", &key).await;

    let swap = |columns: &str, one: i64, other: i64| {
        format!(
            "update event set {columns} = it.{columns} from event as it
             where event.position in ({one}, {other}) and it.position in ({one}, {other})
               and event.position <> it.position"
        )
    };
    for column in ["payload", "metadata", "stream_hash"] {
        let script = match column {
            "payload" | "metadata" => swap(column, 2, ONE),
            _ => swap(column, ONE, OTHER),
        };
        let key = if column == "stream_hash" {
            "position 300 "
        } else {
            "position 2 "
        };
        log.assert_found(&script, "event", key).await;
    }
    let script = "update event set position = 100000 where position = 300;
                  update event set position = 300 where position = 550;
                  update event set position = 550 where position = 100000";
    log.assert_found(script, "event", "position 300 ").await;
    let next = "select min(position) from event where position > 300
        and wallet_id = (select wallet_id from event where position = 300)";
    let next: i64 = sqlx::query_scalar(next)
        .fetch_one(&log.pool())
        .await
        .unwrap();
    let script = format!(
        "update event set sequence = 10000 + sequence where position in (300, {next});
         update event set sequence = (select sequence - 10000 from event where position = {next})
         where position = 300;
         update event set sequence = sequence - 10001 where position = {next}"
    );
    log.assert_found(&script, "event", "position 300 ").await;
    log.assert_clean().await;
}

#[tokio::test]
async fn an_event_that_was_slipped_in_is_found() {
    let log = Log::create().await;
    let last = log.last().await;
    let copy = |position: String, sequence: &str| {
        format!(
            "insert into event (wallet_id, sequence, event_type, event_version,
                                payload, metadata, position, stream_hash, mac)
             select wallet_id, {sequence}, event_type, event_version, payload,
                    metadata, {position}, sha256('x'), mac
             from event where position = 300"
        )
    };
    let behind = copy((last + 1).to_string(), "10000");
    let key = format!("position {} ", last + 1);
    log.assert_found(&behind, "event", &key).await;
    // A wallet's event a second time, in another partition, where no key refuses it.
    let again = behind.replace("10000", "sequence").replace("= 300", "= 5");
    log.assert_found(&again, "event", &key).await;
    // Two at one place: the constraint goes first.
    let twice = format!(
        "alter table event_from_000000000257 drop constraint event_from_000000000257_pkey; {}",
        copy("300".to_owned(), "10000")
    );
    log.run(&twice).await;
    for report in [log.online(&[]).await, log.dumped("plain", &[]).await] {
        assert_named(&report, "event", "position 300 ", &twice);
    }
    log.put_back().await;
    log.assert_clean().await;
}

#[tokio::test]
async fn a_stream_that_was_chained_again_is_found_by_the_tree() {
    let log = Log::create().await;
    let mut first = 0;
    log.rechain(2, |row| {
        if row.sequence == 100 {
            first = row.sequence;
            row.payload = row
                .payload
                .replace("1.00", "1.01")
                .replace("-1.00", "-1.01");
            row.metadata = row.metadata.replace("\"test\"", "\"tast\"");
        }
    })
    .await;
    assert_eq!(first, 100);
    let (position,): (i64,) =
        sqlx::query_as("select position from event where wallet_id::text = $1 and sequence = 100")
            .bind(wallet(2).to_string())
            .fetch_one(&log.pool())
            .await
            .unwrap();
    let key = format!("position {position} ");
    for report in [
        log.online(&[]).await,
        log.dumped("plain", &[]).await,
        log.dumped("custom", &[]).await,
    ] {
        assert_named(&report, "event", &key, "a stream chained again");
    }
}
