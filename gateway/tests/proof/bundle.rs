//! Statements of a period as one file: nothing is left out, and nothing is anybody else's.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::history::mixed;
use crate::reading::{anybody, sealed, set, statement, verifiers};
use crate::stage::{Player, Stage, expect_error};
use crate::verifier::{Files, assert_lines};

/// A bundle of the whole life, or of a period.
pub(crate) async fn bundle(stage: &Stage, player: &Player, period: &str) -> Value {
    let path = format!("/proof/bundle{period}");
    let (status, body) = stage.get(player, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_is_the_statement_and_a_stranger_finds_it_right() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let found = bundle(&stage, &player, "").await;
    assert_eq!(found["format"], "wallet-statement/1");
    assert_eq!(found["walletId"], player.id.to_string());
    assert_eq!(found["openingBalance"], "0.00");
    let moved = lines.iter().find(|line| !line["balance"].is_null());
    assert_eq!(found["closingBalance"], moved.unwrap()["balance"]);
    let (_, known) = anybody(&stage, "/proof/key").await;
    assert_eq!(found["keys"], known["keys"]);
    let shown = found["lines"].as_array().unwrap();
    assert_eq!(shown.len(), lines.len());
    for (line, old) in shown.iter().rev().zip(&lines) {
        for field in [
            "id",
            "status",
            "direction",
            "amount",
            "balance",
            "createdAt",
            "from",
            "to",
        ] {
            assert_eq!(line[field], old[field], "{field}: {line}");
        }
        assert_eq!(line["type"], old["statementType"]);
        assert_eq!(line["receipt"]["position"], old["position"]);
    }
    let hashes = found["hashes"].as_array().unwrap();
    let each: BTreeSet<&str> = hashes.iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(each.len(), hashes.len(), "each hash once");
    let files = Files::new();
    let path = files.write("statement.json", &found);
    let count = lines.len();
    assert_lines(files.check("statement", &path), count);
    let stranger = "wallet.example/journal+00000000+AQ==".to_owned();
    assert!(files.check_with("statement", &path, &[stranger]).is_err());
    let known = verifiers(&stage).await;
    assert!(files.check_with("statement", &path, &known).is_ok());
    // A key that was retired before this checkpoint has signed nothing that counts.
    let retired = format!("{},1", known[0]);
    let reply = files.check_with("statement", &path, &[retired]);
    assert!(reply.unwrap_err().contains("after it was retired"));
    // One that was retired with it may have been stolen since: the verifier says so.
    let checkpoint = found["checkpoint"].as_str().unwrap();
    let until = checkpoint.lines().nth(1).unwrap();
    let last = format!("{},{until}", known[0]);
    let reply = files.check_with("statement", &path, &[last]).unwrap();
    assert!(reply.ends_with("by a retired key alone"), "{reply}");
    let mut own = found.clone();
    own["keys"][0]["until"] = json!("1");
    let own = files.write("retired.json", &own);
    let reply = files.check("statement", &own);
    assert!(reply.unwrap_err().contains("after it was retired"));
}

#[tokio::test(flavor = "multi_thread")]
async fn any_period_is_a_statement_of_its_own() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let files = Files::new();
    let time = |place: usize| lines[place]["createdAt"].as_str().unwrap();
    let oldest = lines.len() - 1;
    for (from, to) in [
        (Some(oldest), Some(0)),
        (Some(3), None),
        (None, Some(3)),
        (Some(4), Some(2)),
        (None, Some(oldest)),
    ] {
        let words: Vec<String> = [("from", from), ("to", to)]
            .into_iter()
            .filter_map(|(name, place)| place.map(|it| format!("{name}={}", time(it))))
            .collect();
        let found = bundle(&stage, &player, &format!("?{}", words.join("&"))).await;
        let count = found["lines"].as_array().unwrap().len();
        // Places count from the newest line on; the one at `to` is left out.
        let expected = from.map_or(lines.len(), |it| it + 1) - to.map_or(0, |it| it + 1);
        assert_eq!(count, expected, "{words:?}");
        let path = files.write("statement.json", &found);
        assert_lines(files.check("statement", &path), count);
    }
    let after = bundle(&stage, &player, "?from=2100-01-01T00:00:00Z").await;
    assert_eq!(after["lines"], json!([]));
    assert_eq!(after["openingBalance"], after["closingBalance"]);
    let newest = lines
        .iter()
        .find(|line| !line["balance"].is_null())
        .unwrap();
    assert_eq!(after["openingBalance"], newest["balance"]);
    let before = bundle(&stage, &player, "?to=2000-01-01T00:00:00Z").await;
    assert_eq!(
        (&before["lines"], &before["openingBalance"]),
        (&json!([]), &json!("0.00"))
    );
    // A period that ends where it begins holds nothing.
    let none = format!("?from={0}&to={0}", time(2));
    for wrong in ["?from=yesterday", "?to=1", "?from=", &none] {
        let answer = stage.get(&player, &format!("/proof/bundle{wrong}")).await;
        expect_error(&answer, 400, "INVALID_INPUT");
    }
}
