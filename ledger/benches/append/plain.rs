//! Plain SQL by `pgbench`: what the machine can do, and what the guarantees cost without a ledger.

use ledger_testing::measure::{BenchServer, Pgbench, Plan, Window};
use sqlx::Executor;

use crate::load::{Load, WALLETS};

/// Rows of plain SQL's balances: with fewer, clients wait for one another's rows and not for the
/// server.
const BALANCES: u64 = 10_000;

/// A balance for each wallet, and a table of what has moved them.
const PLAIN: &str = "plain";

/// The product's own tables.
const GUARDED: &str = "guarded";

/// Moves money and keeps nothing that would prove it.
const PLAIN_SCRIPT: &str = r#"
\set wallet random(1, :wallets)
begin;
insert into movement (wallet, amount, payload) values (:wallet, 100, '{"kind": "deposit", "reference": "015073144041ATF00999", "account": "scb-1"}');
update balance set amount = amount + 100 where wallet = :wallet;
end;
"#;

/// A key, a claim, the stream's version and hash, a dense position: in five statements.
const GUARDED_SCRIPT: &str = r#"
\set wallet random(1, :wallets)
begin;
update stream_head set version = version + 1, stream_hash = sha256(stream_hash || '{"Deposited": {"amount": "1.00"}}') where wallet_id = wallet_number(:wallet) returning version, stream_hash \gset head_
insert into idempotency (wallet_id, key, fingerprint, sequence, events) values (wallet_number(:wallet), gen_random_uuid()::text, sha256('asked'), :head_version, 1);
insert into claim (kind, reference, wallet_id, sequence) values ('payment', gen_random_uuid()::text, wallet_number(:wallet), :head_version);
update log_head set position = position + 1 returning position \gset log_
insert into event (wallet_id, sequence, event_type, event_version, payload, metadata, position, stream_hash, mac) values (wallet_number(:wallet), :head_version, 'Deposited', '1.0.0', '{"Deposited": {"amount": "1.00"}}', '{"at": "2026-01-01T00:00:00Z", "actor": {"kind": "member"}, "requestId": "bench"}', :log_position, :head_stream_hash, substring(:head_stream_hash::bytea for 16));
end;
"#;

/// Makes both databases.
pub(crate) async fn prepare(server: &BenchServer) {
    server.create(PLAIN).await;
    let tables = format!(
        "create table movement (
             id bigint generated always as identity primary key, wallet integer not null,
             amount bigint not null, payload json not null,
             recorded_at timestamptz not null default now());
         create table balance (wallet integer primary key, amount bigint not null)
             with (fillfactor = 70);
         insert into balance select number, 0 from generate_series(1, {BALANCES}) as number;
         vacuum analyze balance"
    );
    execute(server, PLAIN, &tables).await;
    server.create(GUARDED).await;
    let heads = format!(
        "create function wallet_number(number integer) returns uuid language sql immutable as
             $$select ('00000000-0000-0000-0000-' || lpad(number::text, 12, '0'))::uuid$$;
         insert into stream_head
             select wallet_number(number), 1, sha256('opened')
             from generate_series(1, {WALLETS}) as number;
         vacuum analyze stream_head"
    );
    execute(server, GUARDED, &heads).await;
}

async fn execute(server: &BenchServer, database: &str, statements: &str) {
    let mut owner = server.owner(database).await;
    for statement in statements.split(';') {
        owner.execute(statement).await.expect("a fixed statement");
    }
}

/// One INSERT and one UPDATE.
pub(crate) async fn drive(server: &BenchServer, plan: &Plan, load: Load) -> Window {
    let wallets = if load.wallets == 1 { 1 } else { BALANCES };
    let load = Load { wallets, ..load };
    run(server, plan, PLAIN, PLAIN_SCRIPT, load).await
}

/// With the journal's guarantees.
pub(crate) async fn drive_guarded(server: &BenchServer, plan: &Plan, load: Load) -> Window {
    run(server, plan, GUARDED, GUARDED_SCRIPT, load).await
}

async fn run(
    server: &BenchServer,
    plan: &Plan,
    database: &str,
    script: &str,
    load: Load,
) -> Window {
    let bench = Pgbench {
        database,
        variables: &[("wallets", load.wallets)],
        script,
    };
    bench.drive(server, plan, load.clients).await
}
