//! How fast it is. The gate only sees that it works, with few events; the figures of a million come
//! with `CASES=all cargo test --release -p ledger --test verify -- --nocapture a_million`.

use std::time::Instant;

use ledger::proof::verify::{VerifyOptions, verify_database, verify_dump};
use ledger::proof::{NoActs, open_signer, seal};
use ledger_testing::{TestDatabase, cases, journal};

use super::log::{ORIGIN, pg_dump};

/// Events of the journal.
fn count() -> u64 {
    cases(4_000, 1_000_000).into()
}

/// Wallets that they are of.
fn wallets() -> u64 {
    cases(40, 2_000).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_million_events_take_a_few_seconds() {
    let database = TestDatabase::create().await;
    journal::fill(&[database.owner()], count(), |number| {
        number % wallets() + 1
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let (signer, _) = open_signer(&database.owner(), folder.path(), ORIGIN)
        .await
        .unwrap();
    let started = Instant::now();
    // As if a thousand came each second.
    while seal(&database.owner(), &signer, None, 1_000, &NoActs)
        .await
        .unwrap()
        .is_some()
    {}
    println!("sealed in {:?}", started.elapsed());
    let options = VerifyOptions::default();
    for turn in 1..=2 {
        let started = Instant::now();
        let report = verify_database(&database.pool(), &options, |_| {})
            .await
            .unwrap();
        let took = started.elapsed();
        assert_eq!(report.problems, []);
        println!("online {turn}: {took:?} for {} events", report.events);
    }
    for form in ["plain", "custom"] {
        let file = folder.path().join(form);
        let status = std::process::Command::new(pg_dump())
            .arg(format!("--format={form}"))
            .arg(format!("--file={}", file.display()))
            .arg(format!("--dbname={}", database.url()))
            .status()
            .unwrap();
        assert!(status.success());
        let started = Instant::now();
        let report = verify_dump(&file, &options, |_| {}).await.unwrap();
        let took = started.elapsed();
        assert_eq!(report.problems, []);
        println!("{form} dump: {took:?} for {} events", report.events);
    }
}
