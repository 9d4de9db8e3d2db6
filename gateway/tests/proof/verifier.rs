//! I2: a program of another language, which knows the documented formats and nothing else, agrees
//! on every line of a long statement and on none of ten thousand changed ones (`CASES=all`; the gate
//! takes fewer of both).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use gateway::clock::random_id;
use ledger::wallet::{Correction, ManualCommand};
use ledger::{
    Actor, Context, CorrectionId, Currency, Ledger, ManualDepositId, Metadata, Money, StaffId,
    WalletCommand, WalletId,
};
use ledger_testing::cases;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::bundle::{bundle, read};
use crate::history::move_once;
use crate::reading::{anybody, read_note, sealed, set, statement_page};
use crate::stage::{Player, Stage, expect_error};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proof");

/// Lines that one bundle holds.
const LINES_MAX: usize = 10_000;

/// Lines of the long statement.
fn lines_wanted() -> usize {
    cases(700, 10_000) as usize
}

/// Changed proofs that must all be refused.
fn mutations() -> String {
    cases(300, 10_000).to_string()
}

/// Commands that wait in the ledger at once.
const AT_ONCE: usize = 500;

/// The Python that the project's own script finds or installs.
fn python() -> &'static Path {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(|| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/python");
        let output = Command::new(script).output().unwrap();
        let problem = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{problem}");
        PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end())
    })
}

/// Files that the scripts read.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn write(&self, name: &str, content: &Value) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, serde_json::to_vec(content).unwrap()).unwrap();
        path
    }

    /// What the verifier says of a file.
    pub(crate) fn check(&self, what: &str, file: &Path) -> Result<String, String> {
        self.check_with(what, file, &[])
    }

    /// As [`Files::check`], with keys that were learned elsewhere.
    pub(crate) fn check_with(
        &self,
        what: &str,
        file: &Path,
        keys: &[String],
    ) -> Result<String, String> {
        let file = self.0.path().join(file);
        let mut words = vec![what, file.to_str().unwrap()];
        words.extend(keys.iter().map(String::as_str));
        run("verifier.py", &words)
    }

    /// What the verifier of totals says of a file, with keys that were learned elsewhere.
    pub(crate) fn check_total(&self, file: &Value, keys: &[String]) -> Result<String, String> {
        let path = self.write("liabilities.json", file);
        let mut words = vec![path.to_str().unwrap()];
        words.extend(keys.iter().map(String::as_str));
        run("liabilities.py", &words)
    }
}

/// The last line that a script prints, by its exit code.
fn run(script: &str, words: &[&str]) -> Result<String, String> {
    let output = Command::new(python())
        .arg("-B")
        .arg(Path::new(FOLDER).join(script))
        .args(words)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim_end().to_owned();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

/// The verifier has agreed on so many lines, and on no row that was not written with the journal's key.
pub(crate) fn assert_lines(shown: Result<String, String>, count: usize) {
    let shown = shown.unwrap();
    if count == 0 {
        assert_eq!(shown, "OK 0 lines");
        return;
    }
    let start = format!("OK {count} lines, up to event ");
    assert!(shown.starts_with(&start) && !shown.contains(';'), "{shown}");
}

/// Writes lines straight through a separate ledger, as a second gateway would.
struct Writer {
    ledger: Ledger,
    wallet_id: WalletId,
    began_at: DateTime<Utc>,
    written: usize,
}

impl Writer {
    async fn open(stage: &Stage, player: &Player) -> Self {
        let ledger = Ledger::open(stage.database.pool(), stage.app.ledger_options());
        Self {
            ledger: ledger.await.unwrap(),
            wallet_id: WalletId(player.id),
            began_at: stage.app.clock().now(),
            written: 0,
        }
    }

    /// Every seventh command is of a gateway whose clock is behind.
    fn context(&self, number: usize) -> Context {
        let number = i64::try_from(number).unwrap();
        let behind = if number % 7 == 0 { 25 } else { 0 };
        Context {
            metadata: Metadata {
                at: self.began_at + TimeDelta::milliseconds(number * 10 - behind),
                actor: Actor::Process {
                    name: "test".to_owned(),
                },
                request_id: format!("line-{number}"),
                main: None,
                movements: None,
                key: None,
                settings: None,
            },
            idempotency: None,
        }
    }

    async fn send(&self, number: usize, command: WalletCommand) {
        let context = self.context(number);
        self.ledger
            .execute(self.wallet_id, command, context)
            .await
            .unwrap();
    }

    /// A correction, in for four of five, or a manual deposit that is not found.
    async fn add_line(&self, number: usize) {
        let amount = |text: String| Money::parse(&text, Currency::Thb).unwrap();
        if number.is_multiple_of(AT_ONCE) {
            let deposit_id = ManualDepositId(random_id());
            let asked = WalletCommand::Manual(ManualCommand::Request {
                deposit_id,
                amount: amount("300.00".to_owned()),
            });
            self.send(number, asked).await;
            let reason = "NOT_FOUND".to_owned();
            let refused = WalletCommand::Manual(ManualCommand::Reject { deposit_id, reason });
            return self.send(number, refused).await;
        }
        let sign = if number % 5 == 4 { "-" } else { "" };
        // Now and then the next line takes away just what one has brought.
        let size = number - usize::from(number % 50 == 9);
        let digits = format!("{sign}{}.{:02}", 1 + size % 90, size % 100);
        let correction = WalletCommand::Correct(Correction {
            correction_id: CorrectionId(random_id()),
            amount: amount(digits),
            reason: "a long life".to_owned(),
            by: StaffId(random_id()),
            approved_by: StaffId(random_id()),
            is_unrelated: true,
        });
        self.send(number, correction).await;
    }

    async fn add_lines(&mut self, count: usize) {
        let end = self.written + count;
        while self.written < end {
            let next = (self.written + AT_ONCE).min(end);
            join_all((self.written..next).map(|number| self.add_line(number))).await;
            self.written = next;
        }
    }
}

/// How many lines the statement has, with all that has been committed.
async fn count_lines(stage: &Stage, player: &Player) -> usize {
    let body = statement_page(stage, player, &json!({ "limit": 1 })).await;
    usize::try_from(body["total"].as_u64().unwrap()).unwrap()
}

/// A file of two checkpoints and the proof that one extends the other.
async fn extension(stage: &Stage, old: &str, new: &str) -> Value {
    let sizes = (
        read_note(stage, old).await.size,
        read_note(stage, new).await.size,
    );
    let path = format!("/proof/consistency?from={}&to={}", sizes.0, sizes.1);
    let (status, body) = anybody(stage, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let verifiers = crate::reading::verifiers(stage).await;
    json!({ "old": old, "new": new, "verifiers": verifiers, "path": body["path"] })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_agrees_on_ten_thousand_lines_and_on_no_changed_proof() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    move_once(&stage, &player).await;
    stage.settled(&player).await;
    let (early, _) = sealed(&stage).await;
    let mut writer = Writer::open(&stage, &player).await;
    let wanted = lines_wanted();
    let missing = wanted - count_lines(&stage, &player).await;
    writer.add_lines(missing).await;
    assert_eq!(count_lines(&stage, &player).await, wanted);
    let (late, _) = sealed(&stage).await;

    let files = Files::new();
    let whole = bundle(&stage, &player, "").await;
    let (lines, _) = read(&whole);
    assert_eq!(lines.len(), wanted);
    let statement = files.write("statement.json", &whole);
    assert_lines(files.check("statement", &statement), wanted);
    let grown = files.write("grown.json", &extension(&stage, &early, &late).await);
    assert!(files.check("consistency", &grown).is_ok());

    // Where clocks disagree on neighbours, a period still has no gap.
    let mut part = whole;
    for (first, last) in [(49, 126), (99, 106), (146, wanted / 2), (0, 120)] {
        let time = |place: usize| lines[place]["createdAt"].as_str().unwrap();
        let period = format!("?from={}&to={}", time(first), time(last));
        part = bundle(&stage, &player, &period).await;
        let path = files.write("part.json", &part);
        let shown = files.check("statement", &path);
        assert!(shown.is_ok(), "{period}: {shown:?}");
    }

    let mutations = mutations();
    let part = files.write("part.json", &part);
    let words = [
        part.to_str().unwrap(),
        grown.to_str().unwrap(),
        &mutations,
        "20261121",
    ];
    let shown = run("mutations.py", &words).unwrap();
    assert!(
        shown.starts_with(&format!("OK {mutations} rejected")),
        "{shown}"
    );
}

/// The files that the portal and its page are tested with as well.
#[test]
fn the_stranger_agrees_with_the_corpus() {
    for script in ["corpus.py", "liabilities_corpus.py"] {
        let corpus = Path::new(FOLDER).join(script).with_extension("json");
        let shown = run(script, &["--check", corpus.to_str().unwrap()]);
        let shown = shown.unwrap();
        assert!(shown.starts_with("OK "), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_more_than_a_file_holds_is_refused() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.settled(&player).await;
    assert_eq!(count_lines(&stage, &player).await, 1);
    sealed(&stage).await;
    // As many copies of the line as a whole file has lines: nobody looks at what they say.
    stage
        .tamper(&format!(
            "insert into statement_line
             select (jsonb_populate_record(line, jsonb_build_object(
                 'position', line.position + copy, 'operation_id', gen_random_uuid()))).*
             from statement_line as line, generate_series(1, {LINES_MAX}) as copy
             where line.wallet_id = '{}'",
            player.id
        ))
        .await;
    let refused = stage.get(&player, "/proof/bundle").await;
    expect_error(&refused, 422, "EXPORT_TOO_LONG");
    assert_eq!(refused.1["data"]["linesMax"], LINES_MAX);
    for format in ["csv", "pdf", "json"] {
        let path = format!("/statement/export?format={format}");
        let refused = stage.get(&player, &path).await;
        expect_error(&refused, 422, "EXPORT_TOO_LONG");
    }
}
