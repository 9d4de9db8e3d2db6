//! The conformance kit against the sandbox: every check passes there, and every fault fails one.

use std::time::Duration;

use gateway::config::GameProtocol;
use gateway::operator::{ProviderCheckArgs, check_provider};
use ledger::Currency;
use reqwest::StatusCode;
use serde_json::json;

use crate::stage::{PROTOCOLS, World};

/// What a check gives a call that does not come back.
const SOON_MS: u64 = 500;

/// What a busy machine takes.
const PATIENT_MS: u64 = 60_000;

/// What never ends within a test.
const LONG_MS: u64 = 3_600_000;

/// A fault at a call of a game, and a check that has to fail by it.
const FAULTS: [(&str, &str, &str); 11] = [
    ("delay", "balances", "balances"),
    ("drop_before", "create", "player"),
    ("drop_after", "password", "password"),
    ("error_500_before", "status", "lost-answer"),
    ("error_500_after", "transfer", "transfer-in"),
    ("malformed", "report", "list"),
    ("processing", "transfer", "transfer-in"),
    ("maintenance", "session", "session"),
    ("maintenance", "transfer", "transfer-in"),
    ("late", "transfer", "transfer-in"),
    ("hang", "summary", "play"),
];

async fn world() -> World {
    World::open(sandbox::Config::default(), Duration::ZERO).await
}

/// Runs the command; the names of the checks that failed, and its text.
async fn check(
    world: &World,
    protocol: GameProtocol,
    currency: Currency,
    time_out_ms: u64,
) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let secret_file = folder.path().join("secret");
    std::fs::write(&secret_file, "sandbox-secret-pg\n").unwrap();
    let args = ProviderCheckArgs {
        kind: "game".to_owned(),
        protocol,
        url: format!("{}/games/pg", world.url),
        agent: "demo-agent".to_owned(),
        secret_file,
        currency,
        time_out_ms,
    };
    let (is_clean, text) = check_provider(&args).await.unwrap();
    let failed = text
        .lines()
        .filter_map(|line| line.strip_prefix("FAILED  "));
    let failed = failed.map(|line| line.split(':').next().unwrap().to_owned());
    let failed: Vec<String> = failed.collect();
    assert_eq!(failed.is_empty(), is_clean, "{text}");
    (failed, text)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_passes_every_check_of_a_game_in_each_protocol_and_currency() {
    let world = world().await;
    for protocol in PROTOCOLS {
        for currency in [Currency::Thb, Currency::Lak] {
            let (failed, text) = check(&world, protocol, currency, PATIENT_MS).await;
            assert_eq!(failed, [""; 0], "{protocol:?} {currency:?}: {text}");
            assert!(text.ends_with("0 of 18 checks failed"), "{text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_provider_fails_a_check() {
    for protocol in PROTOCOLS {
        for (kind, operation, expected) in FAULTS {
            let world = world().await;
            let fault = json!({ "target": "game:pg", "kind": kind, "operation": operation,
                "millis": LONG_MS });
            let set = reqwest::Client::new().post(format!("{}/__sandbox/faults", world.url));
            let set = set.json(&fault).send().await.unwrap();
            assert_eq!(set.status(), StatusCode::CREATED);
            let (failed, text) = check(&world, protocol, Currency::Thb, SOON_MS).await;
            let is_found = failed.iter().any(|it| it == expected);
            assert!(is_found, "{protocol:?} {kind} {operation}: {text}");
        }
    }
}
