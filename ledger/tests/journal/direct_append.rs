//! A caller of `journal_append` other than the ledger writes what is next, or nothing.

use ledger::WalletId;
use ledger_testing::TestDatabase;

use super::support::{ALICE, checked_journal, fund, open_ledger, wallet};

const BOB: WalletId = wallet(2);

/// A batch as a caller may lay it out: heads and events by wallet, each hash by its text.
#[derive(Clone, Copy)]
struct Layout<'a> {
    /// Wallet, version now, version after, hash after.
    heads: &'a [(WalletId, i64, i64, &'a str)],
    /// Wallet, sequence, hash.
    events: &'a [(WalletId, i64, &'a str)],
}

/// Appends as the application's role, and gives the code of the refusal.
async fn append(database: &TestDatabase, layout: Layout<'_>) -> Result<(), String> {
    let heads = layout.heads;
    let events = layout.events;
    let of_heads: Vec<_> = heads.iter().map(|head| head.0.0).collect();
    let versions: Vec<_> = heads.iter().map(|head| head.1).collect();
    let nexts: Vec<_> = heads.iter().map(|head| head.2).collect();
    let hashes: Vec<_> = heads.iter().map(|head| head.3).collect();
    let of_events: Vec<_> = events.iter().map(|event| event.0.0).collect();
    let sequences: Vec<_> = events.iter().map(|event| event.1).collect();
    let chained: Vec<_> = events.iter().map(|event| event.2).collect();
    let appended = sqlx::query(
        "select * from journal_append(
             is_looking => false,
             head_wallets => $1, head_versions => $2, head_nexts => $3,
             head_hashes => array(select sha256(hash::bytea) from unnest($4::text[]) hash),
             asked_wallets => '{}', asked_keys => '{}',
             key_wallets => '{}', key_texts => '{}', key_fingerprints => '{}', key_sequences => '{}',
             key_events => '{}',
             claim_kinds => '{}', claim_references => '{}', claim_wallets => '{}',
             claim_sequences => '{}',
             snapshot_wallets => '{}', snapshot_sequences => '{}', snapshot_format => 1,
             snapshot_states => '{}',
             event_wallets => $5, event_sequences => $6,
             event_types => array_fill('SlipSubmitted'::text, array[cardinality($6)]),
             event_versions => array_fill('1.0.0'::text, array[cardinality($6)]),
             event_payloads => array_fill('{}'::text, array[cardinality($6)]),
             event_metadatas => array_fill('{}'::text, array[cardinality($6)]),
             event_hashes => array(select sha256(hash::bytea) from unnest($7::text[]) hash),
             event_states => array_fill(null::bytea, array[cardinality($6)]),
             event_macs => array_fill(decode(repeat('00', 16), 'hex'), array[cardinality($6)]))",
    )
    .bind(of_heads)
    .bind(versions)
    .bind(nexts)
    .bind(hashes)
    .bind(of_events)
    .bind(sequences)
    .bind(chained)
    .execute(&database.pool())
    .await;
    match appended {
        Ok(_) => Ok(()),
        Err(error) => {
            let refusal = error.as_database_error();
            let code = refusal.and_then(sqlx::error::DatabaseError::code);
            Err(code.expect("the database refuses").into_owned())
        }
    }
}

/// The counted update of the heads.
const MOVED_ON: &str = "40001";
/// The primary key of the heads.
const OPENED_TWICE: &str = "23505";
/// Heads and events that say different things.
const NOT_IN_LINE: &str = "23514";

/// Two wallets with money, and where their streams end.
async fn funded() -> (TestDatabase, [i64; 2]) {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let mut ends = [0; 2];
    for (end, wallet) in ends.iter_mut().zip([ALICE, BOB]) {
        fund(&ledger, wallet, "100").await;
        *end = ledger.load(wallet).await.unwrap().sequence();
    }
    (database, ends)
}

#[tokio::test]
async fn a_head_moves_on_from_where_it_is() {
    let (database, [end, _]) = funded().await;
    let before = checked_journal(&database.pool()).await;
    for (what, layout, refusal) in [
        (
            "a gap in the stream",
            Layout {
                heads: &[(ALICE, end + 1, end + 2, "next")],
                events: &[(ALICE, end + 2, "next")],
            },
            MOVED_ON,
        ),
        (
            "a head that goes back",
            Layout {
                heads: &[(ALICE, end - 1, end, "other")],
                events: &[(ALICE, end, "other")],
            },
            MOVED_ON,
        ),
        (
            "a second beginning",
            Layout {
                heads: &[(ALICE, 0, 1, "first")],
                events: &[(ALICE, 1, "first")],
            },
            OPENED_TWICE,
        ),
    ] {
        let answer = append(&database, layout).await;
        assert_eq!(answer, Err(refusal.to_owned()), "{what}");
    }
    assert_eq!(checked_journal(&database.pool()).await, before);
}

#[tokio::test]
async fn events_follow_their_heads() {
    let (database, [end, other]) = funded().await;
    let before = checked_journal(&database.pool()).await;
    for (what, layout) in [
        (
            "an event that leaves out a number",
            Layout {
                heads: &[(ALICE, end, end + 1, "next")],
                events: &[(ALICE, end + 2, "next")],
            },
        ),
        (
            "a head without its events",
            Layout {
                heads: &[(ALICE, end, end + 2, "next")],
                events: &[(ALICE, end + 1, "next")],
            },
        ),
        (
            "an event without its head",
            Layout {
                heads: &[],
                events: &[(ALICE, end + 1, "next")],
            },
        ),
        (
            "an event of another wallet",
            Layout {
                heads: &[(ALICE, end, end + 1, "next")],
                events: &[(BOB, other + 1, "next")],
            },
        ),
        (
            "a head with another hash than its last event",
            Layout {
                heads: &[(ALICE, end, end + 2, "next")],
                events: &[(ALICE, end + 1, "next"), (ALICE, end + 2, "last")],
            },
        ),
        (
            "the hashes of two wallets in each other's place",
            Layout {
                heads: &[(ALICE, end, end + 1, "a"), (BOB, other, other + 1, "b")],
                events: &[(ALICE, end + 1, "b"), (BOB, other + 1, "a")],
            },
        ),
        (
            "one head twice",
            Layout {
                heads: &[(ALICE, end, end + 1, "a"), (ALICE, end, end + 2, "b")],
                events: &[
                    (ALICE, end + 1, "a"),
                    (ALICE, end + 1, "c"),
                    (ALICE, end + 2, "b"),
                ],
            },
        ),
        (
            "one head twice, in two steps",
            Layout {
                heads: &[(ALICE, end, end + 1, "a"), (ALICE, end + 1, end + 2, "b")],
                events: &[(ALICE, end + 1, "a"), (ALICE, end + 2, "b")],
            },
        ),
    ] {
        let answer = append(&database, layout).await;
        assert_eq!(answer, Err(NOT_IN_LINE.to_owned()), "{what}");
    }
    assert_eq!(checked_journal(&database.pool()).await, before);
    // What is next is written: the refusals above are not those of the layout of this test.
    let next = Layout {
        heads: &[(ALICE, end, end + 2, "b"), (BOB, other, other + 1, "c")],
        events: &[
            (ALICE, end + 1, "a"),
            (ALICE, end + 2, "b"),
            (BOB, other + 1, "c"),
        ],
    };
    append(&database, next).await.unwrap();
}

#[tokio::test]
async fn a_key_is_used_up_once() {
    let database = TestDatabase::create().await;
    let use_up = async || {
        sqlx::query_scalar::<_, bool>("select journal_use_key($1, 'key', sha256('asked'))")
            .bind(ALICE.0)
            .fetch_one(&database.pool())
            .await
            .unwrap()
    };
    assert!(use_up().await);
    assert!(!use_up().await);
}
