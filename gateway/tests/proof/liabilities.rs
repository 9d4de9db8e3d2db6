//! The total of what players are owed: everybody's money is in it, once, and everybody finds the own.

use std::collections::BTreeMap;
use std::time::Duration;

use ledger::WalletId;
use ledger::journal::ends_at;
use ledger_testing::eventually;
use reqwest::StatusCode;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::forged_row::forge;
use crate::history::{correct, mixed};
use crate::reading::{sealed, set, set_with, verifiers};
use crate::stage::{Player, Stage, expect_error};
use crate::verifier::Files;

/// A stage that states a total every ten minutes of a clock that begins at the full hour.
async fn totalling() -> Stage {
    set_with(|config| {
        config.proof.total_every_minutes = 10;
        config.paces.total = Duration::from_millis(50);
    })
    .await
}

async fn stated(stage: &Stage) -> i64 {
    sqlx::query_scalar("select count(*) from event where event_type = 'LiabilitiesTotalled'")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

/// The view that is counted shows everything that has been committed.
async fn counted(stage: &Stage) {
    let head = stage.head().await;
    eventually("the view shows everything", async || {
        let shown: i64 =
            sqlx::query_scalar("select position from projection_checkpoint where view = 'wallet'")
                .fetch_one(&stage.database.owner())
                .await
                .unwrap();
        (shown >= head).then_some(()).ok_or(shown)
    })
    .await;
}

/// Ten minutes pass, and there is a total that nobody had before, of everything that has been committed.
async fn next_total(stage: &Stage) {
    counted(stage).await;
    let before = stated(stage).await;
    stage.app.clock().advance(Duration::from_mins(10));
    eventually("a total is stated", async || {
        let now = stated(stage).await;
        (now > before).then_some(()).ok_or(now)
    })
    .await;
}

/// What the player is given, once the newest total is under a checkpoint.
async fn file(stage: &Stage, player: &Player) -> Value {
    sealed(stage).await;
    let (status, body) = stage.get(player, "/proof/liabilities").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// The totals that a file's event states.
fn total(file: &Value) -> Value {
    let payload = file["house"]["payload"].as_str().unwrap();
    let payload: Value = serde_json::from_str(payload).unwrap();
    payload["LiabilitiesTotalled"].clone()
}

fn decimal(text: &Value) -> Decimal {
    text.as_str().unwrap().parse().unwrap()
}

/// What the books say that all players hold, by currency and kind.
async fn books(stage: &Stage) -> BTreeMap<(String, String), Decimal> {
    let rows: Vec<(String, String, Decimal)> = sqlx::query_as(
        "select currency, split_part(account, ':', 1), sum(amount) from trial_balance
         where account in ('main', 'in_transit', 'withdrawal') or account like 'game:%'
         group by 1, 2",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    let rows = rows.into_iter();
    rows.map(|(currency, kind, sum)| ((currency, kind), sum))
        .collect()
}

/// All that is owed is the trial balance, to the last satang.
async fn assert_books(stage: &Stage, file: &Value) {
    let books = books(stage).await;
    let trees = total(file)["trees"].as_array().unwrap().clone();
    let mut counted = 0;
    for tree in &trees {
        let currency = tree["currency"].as_str().unwrap();
        let mut sum = Decimal::ZERO;
        for (kind, member) in [
            ("main", "main"),
            ("in_transit", "in_transit"),
            ("withdrawal", "withdrawal"),
            ("game", "games"),
        ] {
            let booked = books.get(&(currency.to_owned(), kind.to_owned()));
            let booked = booked.copied().unwrap_or_default();
            assert_eq!(decimal(&tree[member]), booked, "{currency} {member}");
            counted += usize::from(!booked.is_zero());
            sum += booked;
        }
        assert_eq!(decimal(&tree["total"]), sum);
    }
    let held = books.values().filter(|sum| !sum.is_zero());
    assert_eq!(counted, held.count(), "a currency has no tree");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_player_finds_the_own_money_in_a_total_that_is_the_trial_balance() {
    let stage = totalling().await;
    let player = mixed(&stage).await;
    let other = stage.player(2).await;
    stage.deposit(&other, "500.00").await;
    stage.activate(&other, "pg").await;
    let (status, body) = stage.transfer(&other, ("WALLET", "pg"), "120").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    next_total(&stage).await;
    let keys = verifiers(&stage).await;
    let files = Files::new();
    for player in [&player, &other] {
        let file = file(&stage, player).await;
        let said = files.check_total(&file, &keys).unwrap();
        let shown = total(&file);
        assert!(said.starts_with("OK "), "{said}");
        assert!(said.contains(shown["trees"][0]["total"].as_str().unwrap()));
        assert_eq!(file["walletId"], player.id.to_string());
        assert_eq!(file["next"], Value::Null);
        let wallet = stage.wallet(player).await;
        assert_eq!(file["main"], wallet["wallet"]["amount"]);
        assert_eq!(file["own"]["balance"], file["main"]);
        // Everybody with this checkpoint is shown this total.
        let line = format!("\nhouse {} ", file["house"]["sequence"].as_str().unwrap());
        assert!(file["checkpoint"].as_str().unwrap().contains(&line));
        // A private event is shown by its type and its digest, never by its content.
        assert!(file["own"].get("payload").is_none());
        assert_books(&stage, &file).await;
    }
    let shown = file(&stage, &other).await;
    assert_eq!(
        (&shown["main"], &shown["games"]),
        (&json!("380.00"), &json!("120.00"))
    );
    stage.audit().await;
    assert!(stage.wrong().await.is_empty());
    // What is small enough for a player's connection stays so: a share of a million wallets has 21 nodes.
    let path = shown["shares"][0]["path"].as_str().unwrap();
    assert_eq!(path.len(), 480, "nine nodes of 40 bytes in base64");
}

/// A deposit after the count is in the next total, and the file says that it came after this one.
#[tokio::test(flavor = "multi_thread")]
async fn what_came_after_the_count_is_named_and_not_counted() {
    let stage = totalling().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    next_total(&stage).await;
    correct(&stage, &player, "25.00").await;
    let files = Files::new();
    let shown = file(&stage, &player).await;
    files.check_total(&shown, &[]).unwrap();
    assert_eq!(shown["main"], "500.00");
    let position = total(&shown)["position"].as_i64().unwrap();
    let number = |text: &Value| text.as_str().unwrap().parse::<i64>().unwrap();
    assert!(number(&shown["own"]["position"]) <= position);
    assert!(number(&shown["next"]["position"]) > position);
    assert_eq!(
        number(&shown["next"]["sequence"]),
        number(&shown["own"]["sequence"]) + 1
    );
    next_total(&stage).await;
    let shown = file(&stage, &player).await;
    files.check_total(&shown, &[]).unwrap();
    assert_eq!(
        (&shown["main"], &shown["next"]),
        (&json!("525.00"), &Value::Null)
    );
    // Old trees go: those of the last two totals stay.
    let roots: i64 = sqlx::query_scalar("select count(distinct root) from liability_tile")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    let trees = total(&shown)["trees"].as_array().unwrap().len();
    assert!(roots <= 2 * i64::try_from(trees).unwrap(), "{roots} trees");
}

/// What an operator who owes more than he has would like to do, and what a player then sees.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_changed_in_a_proof_is_noticed() {
    let stage = totalling().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    stage.deposit(&player, "500.00").await;
    stage.deposit(&other, "500.00").await;
    next_total(&stage).await;
    let files = Files::new();
    let good = file(&stage, &player).await;
    let foreign = file(&stage, &other).await;
    files.check_total(&good, &[]).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut file = good.clone();
        change(&mut file);
        files.check_total(&file, &[])
    };
    let refused: [(&str, Result<String, String>); 6] = [
        (
            "two players are shown one leaf",
            changed(&|file| file["shares"] = foreign["shares"].clone()),
        ),
        (
            "one leaf is shown for both shares",
            changed(&|file| file["shares"][1] = file["shares"][0].clone()),
        ),
        (
            "the share is another one",
            changed(&|file| file["shares"][0]["share"] = json!("0.01")),
        ),
        (
            "the wallet is another one",
            changed(&|file| file["walletId"] = foreign["walletId"].clone()),
        ),
        (
            "the amounts are others",
            changed(&|file| {
                file["main"] = json!("400.00");
                file["games"] = json!("100.00");
            }),
        ),
        (
            "the total is another one",
            changed(&|file| {
                let payload = file["house"]["payload"].as_str().unwrap();
                file["house"]["payload"] = json!(payload.replace("1000.00", "2000.00"));
            }),
        ),
    ];
    for (what, said) in refused {
        assert!(said.is_err(), "{what}: {said:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_total_is_stated_once_however_many_gateways_there_are() {
    let stage = totalling().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    next_total(&stage).await;
    let before = stated(&stage).await;
    let second = stage.another().await;
    stage.app.clock().advance(Duration::from_mins(10));
    eventually("a total is stated", async || {
        let now = stated(&stage).await;
        (now > before).then_some(()).ok_or(now)
    })
    .await;
    // Both have the same clock, and each deletes the trees of totals that are over.
    second.stop().await;
    assert_eq!(stated(&stage).await, before + 1);
    let shown = file(&stage, &player).await;
    Files::new().check_total(&shown, &[]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_total_the_answer_says_so() {
    let stage = set().await;
    let player = stage.player(1).await;
    let answer = stage.get(&player, "/proof/liabilities").await;
    expect_error(&answer, 404, "PROOF_OFF");

    let stage = totalling().await;
    let first = stage.player(1).await;
    next_total(&stage).await;
    file(&stage, &first).await;
    // Who came after the count is in the next one.
    let newer = stage.player(2).await;
    sealed(&stage).await;
    let answer = stage.get(&newer, "/proof/liabilities").await;
    expect_error(&answer, 409, "PROOF_PENDING");
    next_total(&stage).await;
    file(&stage, &newer).await;
}

/// Rows of the stored tree are nobody's word: a changed one is a contradiction, and the next total is whole.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_tree_proves_nothing() {
    let stage = totalling().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    next_total(&stage).await;
    file(&stage, &player).await;
    stage
        .tamper("update liability_tile set nodes = overlay(nodes placing '\\x00ff'::bytea from 33)")
        .await;
    let (status, body) = stage.get(&player, "/proof/liabilities").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{body}");
    next_total(&stage).await;
    let shown = file(&stage, &player).await;
    Files::new().check_total(&shown, &[]).unwrap();
}

/// The view may be a little behind the journal: every wallet is counted where it was then.
#[tokio::test(flavor = "multi_thread")]
async fn streams_are_counted_where_they_were_at_the_position() {
    let stage = set().await;
    let (moving, resting) = (stage.player(1).await, stage.player(2).await);
    for player in [&moving, &resting] {
        stage.deposit(player, "500.00").await;
    }
    let position = stage.head().await;
    correct(&stage, &moving, "25.00").await;
    correct(&stage, &moving, "-5.00").await;
    let newer = stage.player(3).await;
    let rows: Vec<(Uuid, i64, Vec<u8>)> = sqlx::query_as(
        "select distinct on (wallet_id) wallet_id, sequence, stream_hash from event
         where position <= $1 order by wallet_id, sequence desc",
    )
    .bind(position)
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    let mut connection = stage.database.owner().acquire().await.unwrap();
    let ends = ends_at(&mut connection, position).await.unwrap().unwrap();
    assert_eq!(ends.len(), rows.len());
    for (wallet_id, sequence, hash) in rows {
        let end = ends[&WalletId(wallet_id)];
        assert_eq!((end.sequence, end.stream_hash.to_vec()), (sequence, hash));
    }
    assert!(!ends.contains_key(&WalletId(newer.id)));
    // Nobody looks through a whole journal for a view that is being made again.
    assert_eq!(ends_at(&mut connection, -100_000).await.unwrap(), None);
}

/// Somebody who has the application's role adds a player to the view, for whom there is no event.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_journal_does_not_have_is_not_added_up() {
    let stage = totalling().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    next_total(&stage).await;
    let before = stated(&stage).await;
    let invented = "00000000-0000-4000-8000-000000000001";
    sqlx::query(&format!(
        "insert into wallet_balance (wallet_id, currency, main, in_transit, withdrawal, position)
         values ('{invented}', 'THB', 1000, 0, 0, 1)"
    ))
    .execute(stage.app.pool())
    .await
    .unwrap();
    let failed = async |wanted: &str| {
        let url = format!("http://{}/metrics", stage.app.internal_address());
        let figure = format!("wallet_proof_total_failed {wanted}\n");
        eventually("the figure says so", async || {
            let text = stage
                .http
                .get(&url)
                .send()
                .await
                .unwrap()
                .text()
                .await
                .unwrap();
            if text.contains(&figure) {
                Ok(())
            } else {
                Err(text)
            }
        })
        .await;
    };
    stage.app.clock().advance(Duration::from_mins(10));
    failed("1").await;
    assert_eq!(stated(&stage).await, before);
    stage
        .tamper(&format!(
            "delete from wallet_balance where wallet_id = '{invented}'"
        ))
        .await;
    next_total(&stage).await;
    failed("0").await;
}

/// A row of somebody with the application's role lies behind the counted event: the two genuine ones around it are
/// no neighbours, so nothing is handed out that would look as if an event was left out.
#[tokio::test(flavor = "multi_thread")]
async fn a_forged_row_behind_the_counted_event_waits_for_the_next_total() {
    let stage = totalling().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    next_total(&stage).await;
    file(&stage, &player).await;
    forge(&stage, &player).await;
    correct(&stage, &player, "25.00").await;
    sealed(&stage).await;
    let answer = stage.get(&player, "/proof/liabilities").await;
    expect_error(&answer, 409, "PROOF_PENDING");
    next_total(&stage).await;
    let shown = file(&stage, &player).await;
    Files::new().check_total(&shown, &[]).unwrap();
    assert_eq!(shown["main"], "525.00");
}
