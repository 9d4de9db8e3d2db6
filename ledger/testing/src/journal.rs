//! A journal of many events, written past the ledger: valid to every check, and in minutes.
//!
//! Each wallet is opened, funded by a slip and given an account with the game; then its player moves money
//! to the game and it comes back, again and again: three events to a round, none of them small.

use std::fmt::Write;

use chrono::DateTime;
use ledger::journal::{Digest, Link, link};
use ledger::{JournalKey, WalletId};
use sqlx::PgPool;
use sqlx::postgres::PgPoolCopyExt;
use uuid::Uuid;

use crate::FIRST_ACCOUNT;

/// Events that are written at once.
const PAGE: u64 = 10_000;

/// When the first event was decided, in seconds since 1970.
const BEGINNING: i64 = 1_790_000_000;

/// Events of a wallet before its first round.
const STEPS_BEFORE: u64 = 4;

/// The event that credits the slip.
const CREDITED: u64 = 3;

/// Players as they are in life: a few play all the time, most now and then, and some were here long ago.
/// Their wallets are numbered from 1 in this order.
#[derive(Debug, Clone, Copy)]
pub struct Players {
    /// Who play all the time: a third of what happens is theirs.
    pub busy: u64,
    /// Who play now and then.
    pub casual: u64,
    /// Who were here at the beginning only: the first tenth of all events is theirs.
    pub dormant: u64,
    events: u64,
}

impl Players {
    /// Those of a journal with so many events: one of 20,000 events for each busy player.
    #[must_use]
    pub fn of(events: u64) -> Self {
        Self {
            busy: (events / 20_000).max(1),
            casual: (events * 7 / 1_000).max(1),
            dormant: (events * 3 / 1_000).max(1),
            events,
        }
    }

    /// Whose event has this number, from 0: the same at every call.
    #[must_use]
    pub fn wallet_of(&self, number: u64) -> u64 {
        let dice = mixed(number);
        let (kind, player) = (dice % 3, dice >> 8);
        if number < self.events / 10 {
            1 + self.busy + self.casual + player % self.dormant
        } else if kind == 0 {
            1 + player % self.busy
        } else {
            1 + self.busy + player % self.casual
        }
    }
}

/// The same number for the same number, and like a random one.
fn mixed(number: u64) -> u64 {
    // SplitMix64.
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Where a wallet's stream ends.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    events: u64,
    hash: Digest,
    /// What the main wallet holds, in satang.
    main: i64,
    movements: u64,
}

/// What an event says.
struct Said {
    event_type: &'static str,
    payload: String,
    /// What it moves into the main wallet, in satang.
    moved: i64,
}

/// Writes the same events into empty migrated databases, as their owner: with heads and claims, and
/// not sealed. `wallet_of` says whose event has a number; wallets are numbered from 1.
///
/// # Panics
///
/// When a database refuses.
pub async fn fill(databases: &[PgPool], events: u64, wallet_of: impl Fn(u64) -> u64) {
    let mut standings: Vec<Standing> = Vec::new();
    let mut begin = 0;
    while begin < events {
        let end = (begin + PAGE).min(events);
        let mut rows = String::new();
        for number in begin..end {
            let wallet = wallet_of(number);
            let place = usize::try_from(wallet).expect("a few hundred thousand");
            if standings.len() <= place {
                standings.resize(place + 1, Standing::default());
            }
            add_row(&mut rows, &mut standings[place], wallet, number);
        }
        copy(
            databases,
            "event (wallet_id, sequence, event_type, event_version, payload, metadata, stream_hash, mac, position)",
            rows,
        )
        .await;
        begin = end;
    }
    let (heads, claims) = ends(&standings);
    copy(
        databases,
        "stream_head (wallet_id, version, stream_hash)",
        heads,
    )
    .await;
    copy(
        databases,
        "claim (kind, reference, wallet_id, sequence)",
        claims,
    )
    .await;
    for database in databases {
        let last = i64::try_from(events).expect("a number of events");
        let moved = sqlx::query("update log_head set position = $1").bind(last);
        moved.execute(database).await.expect("the owner may");
        let analyzed = sqlx::query("analyze").execute(database).await;
        analyzed.expect("the owner may");
    }
}

/// The wallet with this number.
fn wallet_id(number: u64) -> WalletId {
    WalletId(Uuid::from_u128(number.into()))
}

fn add_row(rows: &mut String, standing: &mut Standing, wallet: u64, number: u64) {
    let said = if standing.events < STEPS_BEFORE {
        beginning(standing.events, wallet)
    } else {
        let step = standing.events - STEPS_BEFORE;
        round(step / 3, step % 3, wallet)
    };
    let sequence = i64::try_from(standing.events + 1).expect("a number of events");
    let main = standing.main + said.moved;
    let movements = standing.movements + u64::from(said.moved != 0);
    let at = DateTime::from_timestamp(BEGINNING + number.cast_signed() / 100, 0);
    let metadata = format!(
        r#"{{"at":"{}","actor":{{"kind":"member"}},"requestId":"{}","main":{{"amount":"{}.{:02}","currency":"THB"}},"movements":{movements}}}"#,
        at.expect("a time in this century").to_rfc3339(),
        Uuid::from_u128(number.into()),
        main / 100,
        main % 100,
    );
    let event = Link {
        wallet_id: wallet_id(wallet),
        sequence,
        event_type: said.event_type,
        event_version: "1.0.0",
        payload: &said.payload,
        metadata: &metadata,
        state_hash: None,
    };
    let hash = link(&standing.hash, &event);
    let mac = JournalKey::default().mac(&event, &hash);
    *standing = Standing {
        events: standing.events + 1,
        hash,
        main,
        movements,
    };
    writeln!(
        rows,
        "{}\t{sequence}\t{}\t1.0.0\t{}\t{metadata}\t\\\\x{}\t\\\\x{}\t{}",
        wallet_id(wallet),
        said.event_type,
        said.payload,
        hex::encode(hash),
        hex::encode(mac),
        number + 1,
    )
    .expect("a text takes what is written to it");
}

/// The first events of every wallet.
fn beginning(step: u64, wallet: u64) -> Said {
    let id = Uuid::from_u128(wallet.into());
    let (event_type, payload, moved) = match step {
        0 => {
            let account = serde_json::to_string(&FIRST_ACCOUNT).expect("ids and hashes are JSON");
            let payload = format!(r#"{{"Opened":{{"currency":"THB","bank_account":{account}}}}}"#);
            ("Opened", payload, 0)
        }
        1 => {
            let payload = format!(
                r#"{{"SlipSubmitted":{{"slip_id":"{id}","reference":{{"sending_bank":"014","trans_ref":"PAID{wallet}"}}}}}}"#
            );
            ("SlipSubmitted", payload, 0)
        }
        2 => {
            let payload = format!(
                r#"{{"Deposited":{{"slip_id":"{id}","reference":{{"sending_bank":"014","trans_ref":"PAID{wallet}"}},"deposit_account":"scb-1","amount":{{"amount":"1000.00","currency":"THB"}},"at":"2026-01-01T00:00:00Z","postings":[{{"account":"bank:scb-1","amount":{{"amount":"-1000.00","currency":"THB"}}}},{{"account":"main","amount":{{"amount":"1000.00","currency":"THB"}}}}]}}}}"#
            );
            ("Deposited", payload, 100_000)
        }
        _ => {
            let payload =
                format!(r#"{{"GameAccountOpened":{{"game":"pg","username":"player{wallet}"}}}}"#);
            ("GameAccountOpened", payload, 0)
        }
    };
    Said {
        event_type,
        payload,
        moved,
    }
}

/// A transfer that comes back.
fn round(round: u64, step: u64, wallet: u64) -> Said {
    let id = Uuid::from_u128(u128::from(wallet) << 64 | u128::from(round));
    let line = |account: &str, amount: &str| {
        format!(r#"{{"account":"{account}","amount":{{"amount":"{amount}","currency":"THB"}}}}"#)
    };
    let (event_type, payload, moved) = match step {
        0 => {
            let lines = [line("main", "-100.00"), line("in_transit", "100.00")].join(",");
            let payload = format!(
                r#"{{"TransferStarted":{{"transfer_id":"{id}","from":"WALLET","to":"pg","amount":{{"amount":"100.00","currency":"THB"}},"postings":[{lines}]}}}}"#
            );
            ("TransferStarted", payload, -10_000)
        }
        1 => {
            let payload = format!(r#"{{"TransferSent":{{"transfer_id":"{id}"}}}}"#);
            ("TransferSent", payload, 0)
        }
        _ => {
            let lines = [line("in_transit", "-100.00"), line("main", "100.00")].join(",");
            let payload = format!(
                r#"{{"TransferReturned":{{"transfer_id":"{id}","reason":"PLAYER_SUSPENDED","postings":[{lines}]}}}}"#
            );
            ("TransferReturned", payload, 10_000)
        }
    };
    Said {
        event_type,
        payload,
        moved,
    }
}

/// Rows of `stream_head` and of `claim`.
fn ends(standings: &[Standing]) -> (String, String) {
    let (mut heads, mut claims) = (String::new(), String::new());
    for (wallet, standing) in (0..).zip(standings) {
        let id = wallet_id(wallet);
        if standing.events > 0 {
            let hash = hex::encode(standing.hash);
            writeln!(heads, "{id}\t{}\t\\\\x{hash}", standing.events)
                .expect("a text takes what is written to it");
        }
        if standing.events >= CREDITED {
            for (kind, reference) in [("slip", "014:"), ("receipt", "scb-1:"), ("payment", "")] {
                writeln!(claims, "{kind}\t{reference}PAID{wallet}\t{id}\t{CREDITED}")
                    .expect("a text takes what is written to it");
            }
        }
    }
    (heads, claims)
}

/// Writes rows into a table of all databases at once.
async fn copy(databases: &[PgPool], table: &str, rows: String) {
    let rows: std::sync::Arc<str> = rows.into();
    let copying: tokio::task::JoinSet<()> = databases
        .iter()
        .map(|database| {
            let (database, rows) = (database.clone(), rows.clone());
            let statement = format!("copy {table} from stdin");
            async move {
                let mut copy = database
                    .copy_in_raw(&statement)
                    .await
                    .expect("the owner may");
                copy.send(rows.as_bytes())
                    .await
                    .expect("the server answers");
                copy.finish().await.expect("the rows are valid");
            }
        })
        .collect();
    copying.join_all().await;
}
