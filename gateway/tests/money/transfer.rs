//! Many transfers while three calls of ten go wrong: no money is lost, doubled or guessed.
//!
//! `WALLET_TRANSFERS` says how many, `CASES=all` runs 2,000; `WALLET_FIGURES` names a file that the
//! figures are written to.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use gateway::config::{Config, GameProtocol};
use ledger_testing::{cases, eventually};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reqwest::{Method, StatusCode};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::relay::Liar;
use crate::stage::{Player, Stage, speak};

const GAMES: [&str; 3] = ["pg", "joker2", "usun"];

/// Each hits four calls of a hundred: with the lies, three calls of ten.
const FAULTS: [&str; 8] = [
    "drop_before",
    "drop_after",
    "error_500_before",
    "error_500_after",
    "malformed",
    "processing",
    "late",
    "hang",
];
const PER_CENT_EACH: u32 = 4;

/// How late what is late arrives.
const LATE: Duration = Duration::from_millis(900);

/// Replies of ten thousand that report a wrong amount.
const LIES: u32 = 100;

/// What the players saw.
#[derive(Debug, Default)]
struct Answered {
    done: Vec<String>,
    failed: Vec<String>,
    pending: usize,
    refused: usize,
}

fn transfers_wanted() -> usize {
    let wanted = std::env::var("WALLET_TRANSFERS").ok();
    let usual = || usize::try_from(cases(90, 2_000)).unwrap();
    wanted.map_or_else(usual, |text| text.parse().unwrap())
}

async fn world_of_trouble() -> (Stage, Liar) {
    let liar = Liar::start().await;
    let url = liar.url.clone();
    let stage = Stage::set_with(move |config| {
        for provider in &mut config.providers {
            let text = format!("\"{url}/games/{}\"", provider.code);
            provider.base_url = serde_json::from_str(&text).unwrap();
        }
        // One of the three has no cancel call.
        speak(config, &["joker2"], GameProtocol::Sf1);
    })
    .await;
    liar.connect(&stage.world);
    (stage, liar)
}

/// The gateway gives up soon: a call, a request's wait, and what nobody can decide. Where a
/// busy machine makes it give up more, what is moved is still moved once or not at all.
fn soon_given_up(config: &mut Config) {
    config.waits.outside_ms = 500;
    config.waits.transfer_ms = 500;
    config.waits.cancel_after_ms = 1_500;
}

async fn set_faults(stage: &Stage) {
    for game in GAMES {
        let mut hit_before = 0;
        for kind in FAULTS {
            // The first that hits wins: the later ones see fewer calls.
            let left = 100 - hit_before;
            let probability = (PER_CENT_EACH * 100).div_ceil(left);
            hit_before += PER_CENT_EACH;
            let fault = json!({ "target": format!("game:{game}"), "kind": kind,
                "probability": probability, "millis": LATE.as_millis() });
            stage.fault(&fault).await;
        }
    }
}

/// One movement of any kind.
async fn move_something(stage: &Stage, player: &Player, dice: &mut SmallRng, shown: &mut Answered) {
    let amount = dice.random_range(1..=20_u32).to_string();
    let game = |dice: &mut SmallRng| GAMES[dice.random_range(0..GAMES.len())];
    let (status, body) = match dice.random_range(0..10) {
        0..4 => {
            stage
                .transfer(player, ("WALLET", game(dice)), &amount)
                .await
        }
        4..7 => {
            stage
                .transfer(player, (game(dice), "WALLET"), &amount)
                .await
        }
        7..9 => {
            let from = dice.random_range(0..GAMES.len());
            let to = (from + dice.random_range(1..GAMES.len())) % GAMES.len();
            stage
                .transfer(player, (GAMES[from], GAMES[to]), &amount)
                .await
        }
        _ => {
            let to = ["WALLET", "pg", "joker2"][dice.random_range(0..3)];
            let body = json!({ "to": to });
            stage.post(player, "/wallet/transferAll", &body).await
        }
    };
    note(shown, status, &body);
}

fn note(shown: &mut Answered, status: StatusCode, body: &Value) {
    let steps = body["legs"].as_array().or(body["data"]["legs"].as_array());
    let whole = || vec![body.clone()];
    match status {
        StatusCode::OK | StatusCode::ACCEPTED => {
            for step in steps.cloned().unwrap_or_else(whole) {
                let id = step["id"].as_str().unwrap().to_owned();
                match step["status"].as_str().unwrap() {
                    "SUCCESS" => shown.done.push(id),
                    "FAILED" if step["message"] == "TRANSFER_FAIL" => shown.failed.push(id),
                    "FAILED" => shown.refused += 1,
                    _ => shown.pending += 1,
                }
            }
        }
        StatusCode::CONFLICT => {
            assert_eq!(body["message"], "TRANSFER_FAIL", "{body}");
            for step in steps.cloned().unwrap_or_else(|| vec![body["data"].clone()]) {
                let id = step["id"].as_str().unwrap().to_owned();
                match (step["status"].as_str(), step["message"].as_str()) {
                    (Some("SUCCESS"), _) => shown.done.push(id),
                    (None, _) | (_, Some("TRANSFER_FAIL")) => shown.failed.push(id),
                    _ => shown.refused += 1,
                }
            }
        }
        _ => {
            let codes = ["REQUEST_LIMIT", "MONEY_NOT_ENOUGH", "SERVICE_UNAVAILABLE"];
            assert!(
                codes.contains(&body["message"].as_str().unwrap()),
                "{status} {body}"
            );
            shown.refused += 1;
        }
    }
}

/// Waits until each transfer has ended or waits for a person; answers the latter.
async fn all_settled_or_in_review(stage: &Stage) -> HashSet<String> {
    let pool = stage.database.owner();
    eventually("every transfer has ended or is in review", async || {
        let open: Vec<String> = sqlx::query_scalar(OPEN).fetch_all(&pool).await.unwrap();
        let halted = "select subject_id::text from process_attempt where is_halted";
        let halted: Vec<String> = sqlx::query_scalar(halted).fetch_all(&pool).await.unwrap();
        let open: HashSet<String> = open.into_iter().collect();
        let halted: HashSet<String> = halted.into_iter().collect();
        if open == halted {
            return Ok(halted);
        }
        assert!(halted.is_subset(&open), "what is over needs nobody");
        Err(open.len() - halted.len())
    })
    .await
}

/// Transfers that were started and have no end, by the journal itself.
const OPEN: &str = "
    select payload->'TransferStarted'->>'transfer_id' from event
    where event_type = 'TransferStarted'
    except
    select coalesce(payload->'TransferCompleted'->>'transfer_id',
                    payload->'TransferReturned'->>'transfer_id') from event
    where event_type in ('TransferCompleted', 'TransferReturned')";

async fn ids_of(stage: &Stage, kind: &str) -> HashSet<String> {
    let ids: Vec<String> =
        sqlx::query_scalar("select payload->$1->>'transfer_id' from event where event_type = $1")
            .bind(kind)
            .fetch_all(&stage.database.owner())
            .await
            .unwrap();
    let count = ids.len();
    let ids: HashSet<String> = ids.into_iter().collect();
    assert_eq!(ids.len(), count, "each {kind} is there once");
    ids
}

/// What each provider says about each request.
async fn at_the_providers(stage: &Stage) -> HashMap<String, Value> {
    let mut known = HashMap::new();
    for game in GAMES {
        let path = format!("/__sandbox/transfers/{game}");
        let (_, body) = stage.control(Method::GET, &path, None).await;
        for transfer in body["transfers"].as_array().unwrap() {
            let id = transfer["requestId"].as_str().unwrap().to_owned();
            let mut transfer = transfer.clone();
            transfer["game"] = json!(game);
            known.insert(id, transfer);
        }
    }
    known
}

fn decimal(value: &Value) -> Decimal {
    value.as_str().unwrap().parse().unwrap()
}

/// Books and providers hold the same, apart from what waits for a person.
async fn assert_sums(
    stage: &Stage,
    players: &[Player],
    review: &HashSet<String>,
    known: &HashMap<String, Value>,
) {
    let mut booked: HashMap<&str, Decimal> = HashMap::new();
    for player in players {
        let wallet = stage.wallet(player).await;
        assert_eq!(
            wallet["total"], "1000.00",
            "nothing is lost and nothing is doubled"
        );
        for slot in wallet["slots"].as_array().unwrap() {
            if let Some(game) = GAMES.iter().find(|game| slot["code"] == **game) {
                *booked.entry(game).or_default() += decimal(&slot["amount"]);
            }
        }
    }
    let totals = stage.totals().await;
    for game in GAMES {
        // What the provider has moved and its lie keeps us from booking.
        let unbooked: Decimal = review
            .iter()
            .map(|id| &known[id])
            .filter(|transfer| transfer["game"] == game && transfer["status"] == "SUCCESS")
            .map(|transfer| match transfer["direction"].as_str() {
                Some("IN") => decimal(&transfer["amount"]),
                _ => -decimal(&transfer["amount"]),
            })
            .sum();
        let held = decimal(&totals["games"][game]["balance"]);
        assert_eq!(held, booked[game] + unbooked, "{game}");
        assert_eq!(totals["games"][game]["waiting"], 0, "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_three_calls_of_ten_going_wrong_no_money_is_lost_doubled_or_guessed() {
    let wanted = transfers_wanted();
    let (mut stage, liar) = world_of_trouble().await;
    let mut players = Vec::new();
    for n in 0..u32::try_from((wanted / 15).clamp(8, 80)).unwrap() {
        let player = stage.player(n).await;
        stage.deposit(&player, "1000.00").await;
        for game in GAMES {
            stage.activate(&player, game).await;
            let (status, body) = stage.transfer(&player, ("WALLET", game), "100").await;
            assert_eq!(status, StatusCode::OK, "{body}");
        }
        players.push(player);
    }
    stage.restart(soon_given_up).await;
    set_faults(&stage).await;
    liar.share.store(LIES, Ordering::SeqCst);
    let opened = Instant::now();
    let before = ids_of(&stage, "TransferStarted").await.len();
    let work = players.iter().zip(0_u64..).map(|(player, seed)| {
        // A step that is announced as pending may never be started.
        let (stage, share) = (&stage, wanted.div_ceil(players.len()) + 2);
        async move {
            let (mut dice, mut shown) = (SmallRng::seed_from_u64(seed), Answered::default());
            while shown.done.len() + shown.failed.len() + shown.pending < share {
                let refused = shown.refused;
                move_something(stage, player, &mut dice, &mut shown).await;
                if shown.refused > refused {
                    // Something of the player's is under way: that ends by itself.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
            shown
        }
    });
    let shown = join_all(work).await;
    // The providers stay as bad as they are: all settles without anybody's help.
    let review = all_settled_or_in_review(&stage).await;
    let started = ids_of(&stage, "TransferStarted").await.len() - before;
    let (completed, returned) = (
        ids_of(&stage, "TransferCompleted").await,
        ids_of(&stage, "TransferReturned").await,
    );
    let took = opened.elapsed();
    liar.share.store(0, Ordering::SeqCst);
    stage.clear_faults().await;
    // Requests that are late may still arrive; they must find their tombstones.
    stage.world_clock.advance(LATE);
    let known = at_the_providers(&stage).await;
    for id in &completed {
        assert_eq!(known[id]["status"], "SUCCESS", "{id}");
    }
    let is_moved = |id: &&String| known.get(*id).is_some_and(|it| it["status"] == "SUCCESS");
    let guessed: Vec<&String> = returned.iter().filter(is_moved).collect();
    assert!(guessed.is_empty(), "guessed refunds: {guessed:?}");
    for shown in &shown {
        assert!(
            shown.done.iter().all(|id| completed.contains(id)),
            "{shown:?}"
        );
        assert!(
            shown.failed.iter().all(|id| !completed.contains(id)),
            "{shown:?}"
        );
    }
    assert!(started >= wanted, "{started} of {wanted}");
    assert_sums(&stage, &players, &review, &known).await;
    stage.audit().await;
    let figures = json!({
        "transfers": started, "players": players.len(), "completed": completed.len() - before,
        "returned": returned.len(), "inReview": review.len(), "guessedRefunds": guessed.len(),
        "answeredPending": shown.iter().map(|it| it.pending).sum::<usize>(),
        "refused": shown.iter().map(|it| it.refused).sum::<usize>(),
        "seconds": took.as_secs(),
    });
    if let Ok(file) = std::env::var("WALLET_FIGURES") {
        std::fs::write(file, figures.to_string()).unwrap();
    }
}
