//! What a proven line must not reveal: staff's words, and who of the staff it was.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::bundle::bundle;
use crate::export::{attached, export};
use crate::history::mixed;
use crate::reading::{receipt, sealed, set, statement};
use crate::stage::{Player, Stage};

/// What staff writes for one another.
const SECRET: &str = "XSECRETX";

/// Every name that a line's event or its metadata may have. A new one is looked at by somebody
/// first: the player can show its content to anybody, at any time.
const NAMES: [&str; 71] = [
    "settings",
    "Corrected",
    "Deposited",
    "GrantActivated",
    "GrantEnded",
    "ManualDepositRequested",
    "Reward",
    "TransferCompleted",
    "TransferReturned",
    "TransferStarted",
    "WithdrawalRequested",
    "WithdrawalReturned",
    "account",
    "actor",
    "amount",
    "approved_by",
    "at",
    "award",
    "balances",
    "bank_account",
    "base",
    "by",
    "cap",
    "correction_id",
    "currency",
    "deposit",
    "deposit_account",
    "deposit_id",
    "deposit_rule",
    "expires_at",
    "fail_percent",
    "from",
    "game",
    "grant_id",
    "id",
    "is_unplayed",
    "is_unrelated",
    "key",
    "kind",
    "limit",
    "main",
    "max",
    "min",
    "movements",
    "name",
    "ofDeposit",
    "operation",
    "outcome",
    "per",
    "percent",
    "played",
    "postings",
    "provider_tx",
    "reason",
    "received_before",
    "reference",
    "requestId",
    "rule",
    "sending_bank",
    "slip_id",
    "success_percent",
    "taken",
    "takes_back",
    "terms",
    "to",
    "total",
    "trans_ref",
    "transfer_id",
    "turnover_times",
    "withdrawal_id",
    "won",
];

/// Two supervisors put something right, in words that are nobody else's.
async fn correct(stage: &Stage, player: &Player) {
    let asking = stage.staff("supervisor").await;
    let agreeing = stage.staff("supervisor2").await;
    let path = format!("/support/players/{}/corrections", player.id);
    let body = json!({ "amount": "3.00", "reason": format!("{SECRET} asked"),
        "unrelated": format!("{SECRET} unrelated") });
    let (status, asked) = stage.post_as(&asking, &path, &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let id = asked["approvalId"].as_str().unwrap();
    let path = format!("/support/approvals/{id}/approve");
    let body = json!({ "reason": format!("{SECRET} agreed") });
    let (status, done) = stage.post_as(&agreeing, &path, &body).await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

/// All names of objects within a value.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                found.insert(name.clone());
                names(inner, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|inner| names(inner, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proven_line_reveals_neither_staffs_words_nor_who_they_are() {
    let stage = set().await;
    let player = mixed(&stage).await;
    correct(&stage, &player).await;
    sealed(&stage).await;
    let mut shown = Vec::new();
    let mut found = BTreeSet::new();
    for line in statement(&stage, &player).await {
        let proved = receipt(&stage, &player, line["position"].as_str().unwrap()).await;
        let leaf = &proved["receipt"];
        for part in ["payload", "metadata"] {
            let text = leaf[part].as_str().unwrap();
            names(&serde_json::from_str(text).unwrap(), &mut found);
        }
        shown.push(leaf.to_string());
    }
    shown.push(bundle(&stage, &player, "").await.to_string());
    for format in ["csv", "json", "pdf"] {
        let (_, _, file) = export(&stage, &player, &format!("format={format}")).await;
        if format == "pdf" {
            shown.push(attached(&file).to_string());
        }
        shown.push(String::from_utf8_lossy(&file).into_owned());
    }
    let staff: Vec<(String, String)> = sqlx::query_as("select id::text, username from staff")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    assert!(!staff.is_empty());
    for text in &shown {
        assert!(!text.contains(SECRET), "{text}");
        for (id, username) in &staff {
            assert!(
                !text.contains(id) && !text.contains(&format!("{username:?}")),
                "{text}"
            );
        }
    }
    assert!(shown.iter().any(|text| text.contains("CORRECTED_BY_STAFF")));
    let allowed: BTreeSet<String> = NAMES.iter().map(ToString::to_string).collect();
    let strange: Vec<_> = found.difference(&allowed).collect();
    assert!(strange.is_empty(), "nobody has looked at {strange:?}");
}
