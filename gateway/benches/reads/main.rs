//! How fast the views follow the journal, and how fast the gateway answers.
//!
//! `cargo bench -p gateway` measures for some minutes, `-- --quick` for under three, and `-- --write`
//! writes the result to `.github/benchmarks.md`. The server and its databases are the benchmark's,
//! and the gateway is the program itself.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "rates and ratios are no money, and a figure of four digits needs no more"
)]

mod cost;
mod fill;
mod pages;
mod requests;
mod stage;
mod tables;
mod views;

use std::path::Path;

use ledger_testing::measure::{BenchServer, Plan};

use cost::Cost;
use fill::Filler;
use pages::Pages;
use requests::Requests;
use stage::Stage;
use tables::Measured;
use views::Views;

/// What the member has to transfer, in baht.
const DEPOSITS: u64 = 1_000;

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let server = BenchServer::start(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
    let views = Box::pin(Views::measure(&server, &plan)).await;
    let pages = Box::pin(Pages::measure(&server, &plan)).await;

    let stage = Box::pin(Stage::set(&server, "answers")).await;
    let filler = Filler::open(&server, stage.database, stage.journal_key().await).await;
    filler.deposits(stage.member, DEPOSITS).await;
    filler.close().await;
    let gateway = Box::pin(stage.start()).await;
    let requests = Box::pin(Requests::measure(&server, &plan, &stage, &gateway)).await;
    let cost = Box::pin(Cost::measure(&server, &plan, &stage, &gateway)).await;
    drop(gateway);

    let measured = Measured {
        views,
        pages,
        requests,
        cost,
    };
    let version = server.version().await;
    tables::report(&measured, &version).finish(plan.is_written);
}
