//! Statements as files: what each of them holds is proven, and nothing of it is anybody else's.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use flate2::read::ZlibDecoder;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::bundle::{bundle, read};
use crate::history::mixed;
use crate::reading::{sealed, set, set_with, statement};
use crate::stage::{Player, Stage, expect_error};
use crate::verifier::{Files, assert_lines};

/// A file, with what it is said to be and to be called.
pub(crate) async fn export(
    stage: &Stage,
    player: &Player,
    query: &str,
) -> (String, String, Vec<u8>) {
    let path = format!("/statement/export?{query}");
    let request = stage.request(Method::GET, &path);
    let reply = request.bearer_auth(&player.token).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK, "{query}");
    assert_eq!(reply.headers()["cache-control"], "private, no-store");
    let text = |name: &str| reply.headers()[name].to_str().unwrap().to_owned();
    let (kind, named) = (text("content-type"), text("content-disposition"));
    (kind, named, reply.bytes().await.unwrap().to_vec())
}

/// RFC 4180, read without the code that wrote it.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut letters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                row.last_mut().unwrap().extend(letters.next());
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(String::new()),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            other => row.last_mut().unwrap().push(other),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "a last line's end");
    rows
}

/// The rows of a CSV by the names of their columns.
fn table(file: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(file).unwrap();
    let rows = read_csv(text.strip_prefix('\u{feff}').unwrap());
    let head = rows[0].clone();
    let named = rows[1..].iter().map(|row| {
        assert_eq!(row.len(), head.len());
        let cells = head.iter().cloned().zip(row.iter().map(|cell| json!(cell)));
        Value::Object(cells.collect())
    });
    named.collect()
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

/// A number of a cell, in hundredths; an empty cell is none.
fn hundredths(row: &Value, name: &str) -> i64 {
    let cell = text(row, name).replace('.', "");
    if cell.is_empty() {
        0
    } else {
        cell.parse().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_says_the_statement_in_words_and_its_amounts_add_up_to_the_balance() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let (kind, named, file) = export(&stage, &player, "format=csv&lang=en").await;
    assert_eq!(kind, "text/csv; charset=utf-8");
    assert_eq!(named, "attachment; filename=\"statement.csv\"");
    let rows = table(&file);
    assert_eq!(rows.len(), lines.len());
    let mut sum = 0;
    for (row, line) in rows.iter().zip(lines.iter().rev()) {
        assert_eq!(row["Reference"], line["id"]);
        let at: DateTime<Utc> = line["createdAt"].as_str().unwrap().parse().unwrap();
        let local = (at + TimeDelta::hours(7)).format("%Y-%m-%d %H:%M:%S");
        let shown = format!("{} {}", text(row, "Date"), text(row, "Time (UTC+7)"));
        assert_eq!(shown, local.to_string());
        sum += hundredths(row, "Amount (THB)");
        match line["balance"].as_str() {
            Some(balance) => {
                assert_eq!(row["Balance (THB)"], balance);
                assert_eq!(sum, hundredths(row, "Balance (THB)"), "{row}");
            }
            None => assert_eq!(row["Balance (THB)"], ""),
        }
    }
    let activities: Vec<&str> = rows.iter().map(|row| text(row, "Activity")).collect();
    assert!(
        activities.iter().any(|it| it.starts_with("Withdrawal to ")),
        "{activities:?}"
    );
    assert!(rows.iter().all(|row| row["Status"] != "SUCCESS"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_period_begins_with_what_was_held_before_it() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    // Newest first: the fourth line is the first of the period, the second one comes after it.
    let at = |place: usize| lines[place]["createdAt"].as_str().unwrap();
    let older = lines[4..].iter().find(|line| !line["balance"].is_null());
    let query = format!("from={}&to={}", at(3), at(1));
    let (_, _, file) = export(&stage, &player, &format!("format=csv&{query}")).await;
    let rows = table(&file);
    let ids: Vec<&Value> = rows.iter().map(|row| &row["เลขอ้างอิง"]).collect();
    assert_eq!(ids, [&lines[3]["id"], &lines[2]["id"]]);
    let (_, _, file) = export(&stage, &player, &format!("format=json&{query}")).await;
    let whole: Value = serde_json::from_slice(&file).unwrap();
    let balance = older.unwrap()["balance"].as_str().unwrap();
    assert_eq!(whole["events"][0][3], balance);
    assert_ne!(balance, "0.00");
    let files = Files::new();
    let path = files.write("part.json", &whole);
    let said = files.check("statement", &path);
    assert_lines(said, 2);
    // Nothing happened then: a table of no lines, and pages that say so.
    let empty = "from=2100-01-01T00:00:00Z";
    let (_, _, file) = export(&stage, &player, &format!("format=csv&{empty}")).await;
    assert_eq!(table(&file), Vec::<Value>::new());
    let (_, _, file) = export(&stage, &player, &format!("format=pdf&{empty}")).await;
    assert_eq!(attached(&file)["events"], json!([]));
}

fn find(file: &[u8], what: &[u8]) -> usize {
    file.windows(what.len()).position(|it| it == what).unwrap()
}

/// The file inside a PDF.
pub(crate) fn attached(file: &[u8]) -> Value {
    let object = find(file, b"/Type/EmbeddedFile".as_slice());
    let file = &file[object..];
    let start = find(file, b"stream\n") + b"stream\n".len();
    let mut text = String::new();
    let mut unpacked = ZlibDecoder::new(&file[start..]);
    unpacked.read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn written(folder: &Path, name: &str, file: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, file).unwrap();
    path
}

/// `PDF_FOLDER=folder` leaves the pages to look at.
#[tokio::test(flavor = "multi_thread")]
async fn pages_to_print_carry_the_statement_with_its_proofs() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let lines = statement(&stage, &player).await;
    sealed(&stage).await;
    let whole = bundle(&stage, &player, "").await;
    let files = Files::new();
    for lang in ["th", "la", "en"] {
        let (kind, named, file) = export(&stage, &player, &format!("format=pdf&lang={lang}")).await;
        assert_eq!(kind, "application/pdf");
        assert_eq!(named, "attachment; filename=\"statement.pdf\"");
        let text = String::from_utf8_lossy(&file).into_owned();
        assert!(text.contains("statement-proof.json"));
        assert!(text.contains("NotoSansThai"));
        assert_eq!(text.contains("NotoSansLao"), lang == "la", "{lang}");
        let inside = attached(&file);
        assert_eq!(read(&inside).0.len(), lines.len());
        for field in ["walletId", "currency", "events", "before"] {
            assert_eq!(inside[field], whole[field]);
        }
        let path = files.write("inside.json", &inside);
        let said = files.check("statement", &path);
        assert_lines(said, lines.len());
        if let Ok(folder) = std::env::var("PDF_FOLDER") {
            written(Path::new(&folder), &format!("life-{lang}.pdf"), &file);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_of_ones_own_lines_and_cannot_be_asked_for_again_and_again() {
    let stage = set().await;
    let player = mixed(&stage).await;
    let other = stage.player(2).await;
    stage.deposit(&other, "77.00").await;
    let own = statement(&stage, &other).await;
    statement(&stage, &player).await;
    sealed(&stage).await;
    for (format, walletless) in [("csv", false), ("json", false), ("csv", true)] {
        // Naming somebody else's wallet changes nothing.
        let extra = if walletless {
            format!("&walletId={}&id={}", player.id, player.id)
        } else {
            String::new()
        };
        let query = format!("format={format}{extra}");
        let (_, _, file) = export(&stage, &other, &query).await;
        let text = String::from_utf8(file).unwrap();
        assert!(!text.contains(&player.id.to_string()));
        if format == "csv" {
            let rows = table(text.as_bytes());
            let found: Vec<&Value> = rows.iter().map(|row| &row["เลขอ้างอิง"]).collect();
            let own: Vec<&Value> = own.iter().rev().map(|line| &line["id"]).collect();
            assert_eq!(found, own);
        } else {
            assert!(text.contains(&other.id.to_string()));
        }
    }
    for wrong in [
        "",
        "?format=xls",
        "?format=csv&lang=de",
        "?format=csv&from=yesterday",
        "?format=csv&from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
        "?format=csv&to=%2B99999-01-01T00:00:00Z",
    ] {
        let answer = stage
            .get(&other, &format!("/statement/export{wrong}"))
            .await;
        expect_error(&answer, 400, "INVALID_INPUT");
    }
    // The minute in which they count lasts as long as this takes.
    stage
        .tamper("update throttle set since = since + interval '1 day'")
        .await;
    for _ in 3..10 {
        export(&stage, &other, "format=json").await;
    }
    let refused = stage.get(&other, "/statement/export?format=json").await;
    expect_error(&refused, 429, "REQUEST_LIMIT");
    export(&stage, &player, "format=json").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_proven_is_not_handed_out() {
    let stage = set_with(|config| config.proof.seal_every_ms = 3_600_000).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    statement(&stage, &player).await;
    let path = "/statement/export?format=csv";
    expect_error(&stage.get(&player, path).await, 409, "PROOF_PENDING");
    let origin = stage.config().proof.origin;
    let signer = ledger::proof::Signer::load_or_create(stage.data_dir(), &origin).unwrap();
    let pool = stage.database.pool();
    // A checkpoint that does not reach the line is as good as none.
    ledger::proof::seal(&pool, &signer, None, 1, &ledger::proof::NoActs)
        .await
        .unwrap()
        .unwrap();
    expect_error(&stage.get(&player, path).await, 409, "PROOF_PENDING");
    while ledger::proof::seal(&pool, &signer, None, 10, &ledger::proof::NoActs)
        .await
        .unwrap()
        .is_some()
    {}
    let (_, _, file) = export(&stage, &player, "format=csv").await;
    assert_eq!(table(&file).len(), 1);
    let silent = set_with(|config| config.proof.is_on = false).await;
    let player = silent.player(1).await;
    expect_error(&silent.get(&player, path).await, 404, "PROOF_OFF");
}

/// Who waits holds nothing that others wait for, and can wait once.
#[tokio::test(flavor = "multi_thread")]
async fn players_who_wait_for_a_view_hold_their_own_file_and_no_turn() {
    let stage = set_with(|config| config.waits.view_ms = 600_000).await;
    let player = mixed(&stage).await;
    let (second, third) = (stage.player(2).await, stage.player(3).await);
    statement(&stage, &player).await;
    sealed(&stage).await;
    let address = stage.app.public_address();
    let waiting = [&second, &third].map(|it| {
        let url = format!("http://{address}/api/statement/export?format=json&after=1000000000");
        let request = stage.http.get(url).bearer_auth(&it.token);
        tokio::spawn(request.header("x-requested-with", "wallet-web").send())
    });
    let figures = format!("http://{}/metrics", stage.app.internal_address());
    eventually("both wait for the statement", async || {
        let reply = stage.http.get(&figures).send().await.unwrap();
        let text = reply.text().await.unwrap();
        let both = "wallet_view_waiting{view=\"statement\"} 2\n";
        if text.contains(both) {
            Ok(())
        } else {
            Err(text)
        }
    })
    .await;
    // Neither has another file made, whichever way.
    for it in [&second, &third] {
        let refused = stage.get(it, "/proof/bundle").await;
        expect_error(&refused, 503, "SERVICE_UNAVAILABLE");
        let refused = stage.get(it, "/statement/export?format=json").await;
        expect_error(&refused, 503, "SERVICE_UNAVAILABLE");
    }
    // The two turns of all are free.
    export(&stage, &player, "format=json").await;
    bundle(&stage, &player, "").await;
    for it in waiting {
        it.abort();
    }
}
