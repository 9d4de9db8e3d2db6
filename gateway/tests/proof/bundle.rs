//! Statements of a period as one file: nothing is left out, and nothing is anybody else's.

use chrono::DateTime;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::forged_row::forge;
use crate::history::{correct, mixed};
use crate::lines::{TYPES, time};
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

/// An amount of a file in hundredths.
fn hundredths(text: &Value) -> i64 {
    let digits = text.as_str().unwrap().replace('.', "");
    digits.parse().unwrap()
}

/// What a file's events say, as section 7 of `.github/proofs.md` has it: its lines, and the balance before
/// and after them.
pub(crate) fn read(file: &Value) -> (Vec<Value>, (i64, i64)) {
    let (mut lines, mut held, mut opening) = (Vec::new(), 0, 0);
    for event in file["events"].as_array().unwrap() {
        let Some(parts) = event.as_array() else {
            continue;
        };
        let before = held;
        match parts.as_slice() {
            [_, _, _] => {}
            [_, _, _, balance] => {
                held = hundredths(balance);
                opening = held;
            }
            [kind, at, _, balance, texts] => {
                if !balance.is_null() {
                    held = hundredths(balance);
                }
                let micros: i64 = at.as_str().unwrap().parse().unwrap();
                let moved = held - before;
                let direction = match moved {
                    1.. => "in",
                    0 => "none",
                    _ => "out",
                };
                lines.push(json!({
                    "type": TYPES.iter().find(|it| kind == it.0).unwrap().1,
                    "createdAt": DateTime::from_timestamp_micros(micros),
                    "direction": direction,
                    "moved": moved.abs(),
                    "balance": balance,
                    "id": texts[0], "status": texts[1], "from": texts[2], "to": texts[3],
                    "asked": texts[4],
                }));
            }
            other => panic!("{other:?}"),
        }
    }
    (lines, (opening, held))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_is_the_statement_and_a_stranger_finds_it_right() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let found = bundle(&stage, &player, "").await;
    assert_eq!(found["format"], "wallet-statement/2");
    assert_eq!(found["walletId"], player.id.to_string());
    let (shown, (opening, closing)) = read(&found);
    assert_eq!(opening, 0);
    let moved = lines.iter().find(|line| !line["balance"].is_null());
    assert_eq!(closing, hundredths(&moved.unwrap()["balance"]));
    let (_, known) = anybody(&stage, "/proof/key").await;
    assert_eq!(found["keys"], known["keys"]);
    assert_eq!(shown.len(), lines.len());
    for (line, old) in shown.iter().rev().zip(&lines) {
        for field in ["id", "status", "direction", "balance", "from", "to"] {
            assert_eq!(line[field], old[field], "{field}: {line}");
        }
        assert_eq!(line["type"], old["statementType"]);
        assert_eq!(time(&line["createdAt"]), time(&old["createdAt"]));
        if line["direction"] == "none" {
            assert_eq!(line["asked"], old["amount"]);
        } else {
            assert_eq!(line["moved"], hundredths(&old["amount"]));
            assert_eq!(line["asked"], Value::Null);
        }
    }
    // Every event of the wallet is there, up to the last line's.
    let newest = lines[0]["position"].as_str().unwrap();
    let count: i64 = sqlx::query_scalar(&format!(
        "select count(*) from event where wallet_id = '{}' and position <= {newest}",
        player.id
    ))
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    let events = found["events"].as_array().unwrap();
    assert_eq!(i64::try_from(events.len()).unwrap(), count);
    assert_eq!(found["leaf"]["position"], newest);
    let length = serde_json::to_string(events).unwrap().len();
    let each = length / lines.len();
    // A thousand lines stay below 400 kB with whatever else has happened between them.
    assert!(each < 400, "{each} bytes a line");
    let files = Files::new();
    let path = files.write("statement.json", &found);
    let count = lines.len();
    assert_lines(files.check("statement", &path), count);
    let stranger = "wallet.example/journal+00000000+AQ==".to_owned();
    assert!(files.check_with("statement", &path, &[stranger]).is_err());
    assert_keys_count(&stage, &files, &found).await;
}

/// Only a key of the log that had not been retired has signed anything that counts.
async fn assert_keys_count(stage: &Stage, files: &Files, found: &Value) {
    let path = files.write("statement.json", found);
    let known = verifiers(stage).await;
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

/// A row of somebody who has the application's database role and not the journal's key.
#[tokio::test(flavor = "multi_thread")]
async fn a_forged_row_is_named_in_the_statement_and_changes_nothing_in_it() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.settled(&player).await;
    // A copy of the deposit: it claims the money a second time.
    forge(&stage, &player).await;
    correct(&stage, &player, "25.00").await;
    let lines = statement(&stage, &player).await;
    assert_eq!(lines.len(), 2);
    sealed(&stage).await;
    let whole = bundle(&stage, &player, "").await;
    let period = format!("?from={}", lines[0]["createdAt"].as_str().unwrap());
    let part = bundle(&stage, &player, &period).await;
    assert_eq!(read(&whole).1, (0, 52_500));
    assert_eq!(read(&part).1, (50_000, 52_500));
    let files = Files::new();
    for (file, count) in [(whole, 2), (part, 1)] {
        let is_void = |event: &&Value| event.is_object();
        let voids = file["events"].as_array().unwrap().iter().filter(is_void);
        assert_eq!(voids.count(), 1);
        let path = files.write("statement.json", &file);
        let said = files.check("statement", &path).unwrap();
        let (start, end) = (
            format!("OK {count} lines, up to event "),
            "; rows not written with the journal's key: 1",
        );
        assert!(said.starts_with(&start) && said.ends_with(end), "{said}");
    }
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
        let count = read(&found).0.len();
        // Places count from the newest line on; the one at `to` is left out.
        let expected = from.map_or(lines.len(), |it| it + 1) - to.map_or(0, |it| it + 1);
        assert_eq!(count, expected, "{words:?}");
        let path = files.write("statement.json", &found);
        assert_lines(files.check("statement", &path), count);
    }
    for period in ["?from=2100-01-01T00:00:00Z", "?to=2000-01-01T00:00:00Z"] {
        let none = bundle(&stage, &player, period).await;
        assert_eq!(none["events"], json!([]));
        assert_eq!((&none["first"], &none["leaf"]), (&json!("1"), &json!(null)));
        let path = files.write("statement.json", &none);
        assert_lines(files.check("statement", &path), 0);
    }
    // A period that ends where it begins holds nothing.
    let none = format!("?from={0}&to={0}", time(2));
    for wrong in ["?from=yesterday", "?to=1", "?from=", &none] {
        let answer = stage.get(&player, &format!("/proof/bundle{wrong}")).await;
        expect_error(&answer, 400, "INVALID_INPUT");
    }
}
