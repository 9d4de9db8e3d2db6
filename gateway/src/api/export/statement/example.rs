//! A statement for tests: a deposit, a pending transfer, and a line that a spreadsheet could run as
//! a formula.

use chrono::{DateTime, Utc};

use backoffice::proof::bundle::{Bundle, BundleEvent, BundleLine, ProofKey, Shown};

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn line(sequence: i64, kind: &'static str, amount: &str) -> BundleLine {
    BundleLine {
        id: format!("line-{sequence}"),
        kind,
        status: "SUCCESS",
        direction: "in",
        amount: amount.to_owned(),
        balance: None,
        created_at: time("2026-11-30T17:00:00.250Z"),
        from: "KBANK".to_owned(),
        to: "WALLET".to_owned(),
    }
}

pub(super) fn bundle() -> Bundle {
    Bundle {
        format: "wallet-statement/2",
        wallet_id: uuid::Uuid::nil().to_string(),
        currency: "THB",
        from: Some(time("2026-10-31T17:00:00Z")),
        to: Some(time("2026-12-31T17:00:00Z")),
        origin: "wallet.example/journal".to_owned(),
        keys: vec![ProofKey {
            verifier: "wallet.example/journal+67e74932+AQ==".to_owned(),
            since: "0".to_owned(),
            until: None,
        }],
        checkpoint: "wallet.example/journal\n13\nJv3R0uNrcS7i+emOnLdDXjwOs6Oz\n\n— x y\n"
            .to_owned(),
        first: "1".to_owned(),
        before: "00".repeat(32),
        events: vec![BundleEvent::Hidden(
            "Opened".to_owned(),
            "1795230300130000".to_owned(),
            "aa".repeat(32),
        )],
        leaf: None,
        shown: Shown {
            opening_balance: "1000.00".to_owned(),
            closing_balance: "1250000.50".to_owned(),
            lines: lines(),
        },
    }
}

fn lines() -> Vec<BundleLine> {
    vec![
        BundleLine {
            balance: Some("1250500.50".to_owned()),
            ..line(1, "deposit", "1249500.50")
        },
        BundleLine {
            status: "PENDING",
            direction: "out",
            balance: Some("1250000.50".to_owned()),
            from: "WALLET".to_owned(),
            to: "pg".to_owned(),
            ..line(2, "transfer", "500.00")
        },
        BundleLine {
            status: "FAILED",
            direction: "none",
            from: "=HYPERLINK(\"http://evil\")".to_owned(),
            to: "@SUM(A1)".to_owned(),
            ..line(3, "deposit", "300.00")
        },
    ]
}
