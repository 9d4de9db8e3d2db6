//! How long a transfer into a game takes through a gateway that does not hold the lease, compared with
//! the one that does, in turns.
//!
//! `cargo bench -p gateway --bench gateways` measures for about a minute, `-- --quick` for less, and
//! `-- --write` writes the result to `.github/benchmarks.md`. Both gateways are the program itself.

#![expect(
    clippy::float_arithmetic,
    reason = "ratios are no money, and a figure of four digits needs no more"
)]

#[expect(dead_code, reason = "another benchmark logs staff in")]
#[path = "../reads/stage.rs"]
mod stage;

use std::path::Path;
use std::time::Duration;

use chrono::DateTime;
use ledger::{Ledger, LedgerOptions, WalletId};
use ledger_testing::eventually;
use ledger_testing::measure::command::{context, credit_qr, execute};
use ledger_testing::measure::{
    BenchServer, Plan, Report, machine, millis, number, percentile, row,
};
use serde_json::json;
use stage::{Gateway, Stage, text};

/// At most so many times the lease holder's time.
const GOAL: f64 = 1.2;

/// Baht that each member has to transfer.
const DEPOSITS: u64 = 600;

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let transfers = if plan.is_quick { 100 } else { 500 };
    let server = BenchServer::start(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
    let stage = Box::pin(Stage::set(&server, "transfers")).await;
    let members = [stage.member_at(0).await, stage.member_at(1).await];
    fund(&server, &stage, &members).await;
    // The first takes the lease while it is alone.
    let holder = Box::pin(stage.start()).await;
    held(&server, stage.database).await;
    let other = Box::pin(stage.start()).await;

    let mut players = Vec::new();
    for (place, gateway) in [&holder, &other].into_iter().enumerate() {
        let token = stage.log_in_as(gateway, place).await;
        gateway
            .post(&token, "/wallet/activate/pg", &json!({}))
            .await;
        players.push((gateway, token, Vec::new()));
    }
    let warm_up = transfers / 10;
    for turn in 0..warm_up + transfers {
        for (gateway, token, times) in &mut players {
            let time = transfer(gateway, token).await;
            if turn >= warm_up {
                times.push(time);
            }
        }
    }
    let mut measured = players.into_iter().map(|(_, _, mut times)| {
        times.sort_unstable();
        times
    });
    let (Some(holder), Some(other)) = (measured.next(), measured.next()) else {
        unreachable!("there are two")
    };
    report(&plan, &server.version().await, &holder, &other);
}

async fn transfer(gateway: &Gateway, token: &str) -> Duration {
    let input = json!({ "from": "WALLET", "to": "pg", "amount": "1.00" });
    let start = std::time::Instant::now();
    let done = gateway.post(token, "/wallet/transfer", &input).await;
    let time = start.elapsed();
    assert_eq!(text(&done, "status"), "SUCCESS", "{done}");
    time
}

async fn fund(server: &BenchServer, stage: &Stage<'_>, members: &[WalletId]) {
    let options = LedgerOptions {
        key: stage.journal_key().await,
        ..LedgerOptions::default()
    };
    let opened = Ledger::open(server.pool(stage.database, 4), options).await;
    let ledger = opened.expect("a migrated database");
    for (place, member) in members.iter().enumerate() {
        let first = DEPOSITS * u64::try_from(place).expect("there are two");
        for number in first..first + DEPOSITS {
            let context = context(DateTime::UNIX_EPOCH, Some(number));
            execute(&ledger, *member, credit_qr(number), context).await;
        }
    }
    ledger.close().await;
}

async fn held(server: &BenchServer, database: &str) {
    let mut owner = server.owner(database).await;
    eventually("the lease is held", async || {
        let is_held: bool =
            sqlx::query_scalar("select bool_or(held_until > clock_timestamp()) from lease")
                .fetch_one(&mut owner)
                .await
                .expect("the server answers");
        if is_held { Ok(()) } else { Err("nobody") }
    })
    .await;
}

fn report(plan: &Plan, version: &str, holder: &[Duration], other: &[Duration]) {
    let half = |times: &[Duration]| percentile(times, 50);
    let ratio = half(other).as_secs_f64() / half(holder).as_secs_f64();
    let mut report = Report::new("transfers", "A transfer through any gateway");
    report.paragraph(&machine(version));
    report.paragraph(&format!(
        "`POST /api/wallet/transfer` into a game, {} times through each of two gateways in turns, by a \
         member each.",
        holder.len()
    ));
    let times = |times: &[Duration]| {
        let [half, most] = [50, 99].map(|percent| millis(percentile(times, percent)));
        format!("{half} / {most}")
    };
    report.table(&[
        row("", ["ms, half / 99 of 100", "ratio of the halves"]),
        row("lease holder", [times(holder), String::new()]),
        row(
            "other gateway",
            [times(other), format!("**{}** ≤ {GOAL:.2}", number(ratio))],
        ),
    ]);
    report.finish(plan.is_written);
}
