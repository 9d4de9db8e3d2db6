//! A row that nobody with the journal's key wrote.

use ledger::WalletId;
use ledger::journal::{Link, link};

use crate::stage::{Player, Stage};

/// Appends a copy of the player's last event, as the application's role may: chained as it should be, and
/// with a MAC that is none.
pub(crate) async fn forge(stage: &Stage, player: &Player) {
    let pool = stage.database.pool();
    let last: (i64, String, String, String, Vec<u8>) = sqlx::query_as(
        "select sequence, event_type, payload::text, metadata::text, stream_hash from event
         where wallet_id = $1 order by sequence desc limit 1",
    )
    .bind(player.id)
    .fetch_one(&pool)
    .await
    .unwrap();
    let (version, event_type, payload, metadata, before) = last;
    let event = Link {
        wallet_id: WalletId(player.id),
        sequence: version + 1,
        event_type: &event_type,
        event_version: "1.0.0",
        payload: &payload,
        metadata: &metadata,
        state_hash: None,
    };
    let hash = link(before.as_slice().try_into().unwrap(), &event);
    let position: i64 = sqlx::query_scalar(
        "select first_position from journal_append(
             is_looking => false,
             head_wallets => array[$1], head_versions => array[$2], head_nexts => array[$2 + 1],
             head_hashes => array[$3],
             asked_wallets => '{}', asked_keys => '{}',
             key_wallets => '{}', key_texts => '{}', key_fingerprints => '{}', key_sequences => '{}',
             key_events => '{}',
             claim_kinds => '{}', claim_references => '{}', claim_wallets => '{}',
             claim_sequences => '{}',
             snapshot_wallets => '{}', snapshot_sequences => '{}', snapshot_format => 1,
             snapshot_states => '{}',
             event_wallets => array[$1], event_sequences => array[$2 + 1],
             event_types => array[$4], event_versions => array['1.0.0'],
             event_payloads => array[$5], event_metadatas => array[$6],
             event_hashes => array[$3], event_states => array[null::bytea],
             event_macs => array[substring($3 for 16)])",
    )
    .bind(player.id)
    .bind(version)
    .bind(hash.as_slice())
    .bind(&event_type)
    .bind(&payload)
    .bind(&metadata)
    .fetch_one(&pool)
    .await
    .unwrap();
    assert!(position > 0);
}
