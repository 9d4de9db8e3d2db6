//! How long the total of what a million players are owed takes, and how large a player's way to it is.
//!
//! `cargo bench -p gateway --bench totals` counts a million wallets, `-- --quick` a hundred thousand, and
//! `-- --write` writes the result to `.github/benchmarks.md`.

use std::path::Path;
use std::time::Instant;

use ledger::WalletId;
use ledger::journal::ends_at;
use ledger::proof::liability::{NODE_LEN, Owed, SumTree};
use ledger::proof::liability_store::{keep, shares_of};
use ledger_testing::measure::{BenchServer, Plan, Report, machine, millis, row};
use sqlx::PgPool;
use uuid::Uuid;

const DATABASE: &str = "totals";

/// Wallets with a balance and a game each, as the views and the journal have them.
const WALLETS: &str = "
    insert into wallet_balance (wallet_id, currency, main, in_transit, withdrawal, position)
    select id, 'THB', number % 100000 + 0.25, 0, number % 7, number
    from (select number, ('00000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id
          from generate_series(1, $1) as number) as wallet;
    insert into game_account (wallet_id, game, username, amount, position)
    select wallet_id, 'pg', 'player', position % 500, position from wallet_balance;
    insert into stream_head (wallet_id, version, stream_hash)
    select wallet_id, 12, sha256(uuid_send(wallet_id)) from wallet_balance;
    analyze";

async fn count(pool: &PgPool) -> Vec<Owed> {
    let mut connection = pool.acquire().await.expect("a connection");
    let (position, balances) = projections::liability::balances(&mut connection)
        .await
        .expect("the view can be read");
    let ends = ends_at(&mut connection, position)
        .await
        .expect("the journal can be read")
        .expect("the view is not behind");
    let owed = balances.into_iter().map(|balance| {
        let end = ends[&balance.wallet_id];
        Owed {
            wallet_id: balance.wallet_id,
            sequence: end.sequence,
            stream_hash: end.stream_hash,
            amounts: balance.amounts,
        }
    });
    owed.collect()
}

#[tokio::main]
async fn main() {
    let plan = Plan::from_arguments();
    let wallets: usize = if plan.is_quick { 100_000 } else { 1_000_000 };
    let server = BenchServer::start(Path::new(env!("CARGO_TARGET_TMPDIR"))).await;
    server.create(DATABASE).await;
    let pool = server.pool(DATABASE, 2);
    let filled = WALLETS.replace("$1", &wallets.to_string());
    let mut owner = server.owner(DATABASE).await;
    sqlx::raw_sql(&filled)
        .execute(&mut owner)
        .await
        .expect("wallets");

    let started = Instant::now();
    let owed = count(&pool).await;
    let counting = started.elapsed();
    assert_eq!(owed.len(), wallets);
    let started = Instant::now();
    let tree = SumTree::build(&owed).expect("the books are right");
    let building = started.elapsed();
    let started = Instant::now();
    let mut transaction = pool.begin().await.expect("a transaction");
    keep(&mut transaction, &tree, &owed)
        .await
        .expect("it is stored");
    transaction.commit().await.expect("it is stored");
    let storing = started.elapsed();
    let wallet = WalletId(Uuid::from_u128(0x0000_0000_0000_4000_8000_0000_0000_0001));
    let leaves = tree.len() as u64;
    let mut connection = pool.acquire().await.expect("a connection");
    let started = Instant::now();
    let shares = shares_of(&mut connection, &tree.root.hash, leaves, wallet).await;
    let answering = started.elapsed();
    let shares = shares.expect("it can be read").expect("it is counted");
    let path = shares.shares[0].1.len() * NODE_LEN;

    let mut report = Report::new("totals", "The total of what players are owed");
    report.paragraph(&machine(&server.version().await));
    report.table(&[
        row("wallets", [wallets.to_string()]),
        row("read, ms", [millis(counting)]),
        row("tree built, ms", [millis(building)]),
        row("stored, ms", [millis(storing)]),
        row("a player's two ways read, ms", [millis(answering)]),
        row(
            "bytes of a way in base64",
            [path.div_ceil(3).wrapping_mul(4).to_string()],
        ),
    ]);
    report.finish(plan.is_written);
}
