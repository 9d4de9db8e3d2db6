//! Witnesses: others who sign what the log says, as long as it stays one log.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use gateway::clock::random_id;
use gateway::config::{WitnessEntry, WitnessRules};
use gateway::{App, Options};
use ledger::proof::WitnessVerifier;
use ledger::wallet::{BankAccountMac, BankAccountRecord, Opened};
use ledger::{Actor, BankAccountId, Context, Currency, Ledger, Metadata, WalletCommand, WalletId};
use ledger_testing::{TestDatabase, eventually};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use witness::{Witness, WitnessKey, routes};

use crate::bundle::bundle;
use crate::reading::{anybody, sealed, set_with, verifiers};
use crate::stage::{Player, Stage};
use crate::verifier::Files;

/// A witness that can be stopped and started again.
struct Running {
    folder: TempDir,
    name: String,
    address: SocketAddr,
    verifier: String,
    witness: Option<Arc<Witness>>,
    serving: Option<JoinHandle<()>>,
}

impl Running {
    /// At an address that is free; it knows no log.
    async fn begin(number: u8) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut running = Self {
            folder,
            name: format!("witness{number}.example"),
            address: "127.0.0.1:0".parse().unwrap(),
            verifier: String::new(),
            witness: None,
            serving: None,
        };
        running.start().await;
        running
    }

    async fn start(&mut self) {
        let folder: &Path = self.folder.path();
        let key = WitnessKey::load_or_create(folder, &self.name).unwrap();
        let witness = Arc::new(Witness::open(key, folder, &[]).unwrap());
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.address = listener.local_addr().unwrap();
        self.verifier = witness.verifier();
        let router = routes(Arc::clone(&witness));
        self.witness = Some(witness);
        self.serving = Some(tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        }));
    }

    async fn stop(&mut self) {
        let serving = self.serving.take().unwrap();
        serving.abort();
        serving.await.unwrap_err();
        let witness = self.witness.take().unwrap();
        eventually("nobody uses the witness", async || {
            let users = Arc::strong_count(&witness);
            if users == 1 { Ok(()) } else { Err(users) }
        })
        .await;
    }

    fn add_log(&self, verifier: &str) {
        self.witness.as_ref().unwrap().add_log(verifier).unwrap();
    }

    fn entry(&self) -> WitnessEntry {
        WitnessEntry {
            url: serde_json::from_value(json!(format!("http://{}", self.address))).unwrap(),
            key: self.verifier.clone(),
        }
    }
}

/// A stage whose log three witnesses are asked to sign, of whom two are enough.
async fn witnessed_stage() -> (Stage, Vec<Running>) {
    let mut running = Vec::new();
    for number in 1..=3 {
        running.push(Running::begin(number).await);
    }
    let list = running.iter().map(Running::entry).collect();
    let rules = WitnessRules {
        quorum: 2,
        every_ms: 50,
        list,
    };
    let stage = set_with(move |config| config.proof.witnesses = rules).await;
    (stage, running)
}

async fn introduce(stage: &Stage, witnesses: &[Running]) {
    let keys = verifiers(stage).await;
    for witness in witnesses.iter().filter(|it| it.witness.is_some()) {
        witness.add_log(keys.last().unwrap());
    }
}

/// The witnesses whose signatures a note has.
fn signed_by(note: &str, witnesses: &[Running]) -> Vec<u8> {
    let numbers = (1..).zip(witnesses);
    let signed = numbers.filter(|(_, it)| {
        let key = WitnessVerifier::new(&it.verifier).unwrap();
        key.find(note, note).is_some()
    });
    signed.map(|(number, _)| number).collect()
}

/// The newest checkpoint that enough witnesses have signed, once it is of all that has been committed.
async fn witnessed(stage: &Stage) -> String {
    let head = stage.head().await;
    eventually("witnesses have signed everything", async || {
        let (status, body) = anybody(stage, "/proof/checkpoint?witnessed=true").await;
        let note = body.as_str().unwrap_or_default().to_owned();
        let size: i64 = note.lines().nth(1).unwrap_or("0").parse().unwrap();
        if status == StatusCode::OK && size >= head {
            Ok(note)
        } else {
            Err((status, body, head))
        }
    })
    .await
}

async fn metric(stage: &Stage, name: &str) -> String {
    let url = format!("http://{}/metrics", stage.app.internal_address());
    let text = stage
        .http
        .get(url)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    let line = text
        .lines()
        .find(|line| line.starts_with(&format!("{name} ")));
    line.unwrap().to_owned()
}

async fn lines(stage: &Stage, player: &Player) -> Value {
    stage.deposit(player, "10.00").await;
    sealed(stage).await;
    bundle(stage, player, "").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_rests_on_what_enough_witnesses_have_signed() {
    let (stage, mut running) = witnessed_stage().await;
    let player = stage.player(1).await;
    // Nobody signs for a log that nobody knows, and the statement is signed by the log alone.
    let alone = lines(&stage, &player).await;
    let note = alone["checkpoint"].as_str().unwrap();
    assert!(signed_by(note, &running).is_empty());
    let (status, _) = anybody(&stage, "/proof/checkpoint?witnessed=true").await;
    assert_eq!(status, StatusCode::CONFLICT);
    introduce(&stage, &running).await;
    let note = witnessed(&stage).await;
    assert!(signed_by(&note, &running).len() >= 2);
    let file = bundle(&stage, &player, "").await;
    assert!(signed_by(file["checkpoint"].as_str().unwrap(), &running).len() >= 2);
    let files = Files::new();
    let path = files.write("statement.json", &file);
    let mut keys = verifiers(&stage).await;
    keys.extend(running.iter().map(|it| it.verifier.clone()));
    let shown = files.check_with("statement", &path, &keys).unwrap();
    assert!(shown.contains(" of 3 witnesses"), "{shown}");
    // One is dead: nobody waits for it, and two are enough.
    running[2].stop().await;
    stage.deposit(&player, "10.00").await;
    let note = witnessed(&stage).await;
    assert_eq!(signed_by(&note, &running), [1, 2]);
    // Two are dead: sealing continues, and a young line is signed by the log alone.
    running[1].stop().await;
    let young = lines(&stage, &player).await;
    assert!(signed_by(young["checkpoint"].as_str().unwrap(), &running).len() < 2);
    assert_eq!(
        metric(&stage, "wallet_proof_behind_witness").await,
        "wallet_proof_behind_witness 0"
    );
    // Those that come back continue from what they have signed.
    for witness in &mut running[1..] {
        witness.start().await;
    }
    introduce(&stage, &running).await;
    let note = witnessed(&stage).await;
    assert!(signed_by(&note, &running).len() >= 2);
    let (_, known) = anybody(&stage, "/proof/key").await;
    let keys: Vec<&str> = running.iter().map(|it| it.verifier.as_str()).collect();
    assert_eq!(known["witnesses"], json!({ "quorum": 2, "keys": keys }));
}

/// What somebody with the application's database role writes as a witness' signature is none.
#[tokio::test(flavor = "multi_thread")]
async fn a_forged_signature_of_a_witness_counts_for_nothing() {
    let (stage, running) = witnessed_stage().await;
    let player = stage.player(1).await;
    lines(&stage, &player).await;
    for witness in &running {
        sqlx::query(
            "insert into proof_cosignature (size, witness, line)
             select max(size), $1, '\u{2014} ' || $1 || E' AAAAAAE=\\n' from proof_checkpoint",
        )
        .bind(&witness.name)
        .execute(&stage.database.pool())
        .await
        .unwrap();
    }
    let (status, _) = anybody(&stage, "/proof/checkpoint?witnessed=true").await;
    assert_eq!(status, StatusCode::CONFLICT);
    let file = bundle(&stage, &player, "").await;
    assert!(!file["checkpoint"].as_str().unwrap().contains("witness"));
    // The witnesses say where they are, whatever the rows say.
    introduce(&stage, &running).await;
    stage.deposit(&player, "10.00").await;
    witnessed(&stage).await;
}

/// An event of a wallet that nobody has: something to seal.
pub(crate) async fn open_wallet(ledger: &Ledger, app: &App) {
    let context = Context {
        metadata: Metadata {
            at: app.clock().now(),
            actor: Actor::Member,
            request_id: "another log".to_owned(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        },
        idempotency: None,
    };
    let open = WalletCommand::Open(Opened {
        currency: Currency::Thb,
        bank_account: BankAccountRecord {
            id: BankAccountId(random_id()),
            mac: BankAccountMac([0; 32]),
        },
    });
    let wallet = WalletId(random_id());
    ledger.execute(wallet, open, context).await.unwrap();
}

/// The database of a backup has a shorter log than the witnesses have signed: what it would sign is a fork.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_is_shorter_than_a_witness_knows_signs_nothing() {
    let (stage, running) = witnessed_stage().await;
    let player = stage.player(1).await;
    lines(&stage, &player).await;
    introduce(&stage, &running).await;
    witnessed(&stage).await;
    // The same key in another data folder, and a database from before anything happened.
    let (older, data) = (TestDatabase::create().await, tempfile::tempdir().unwrap());
    let key = stage.data_dir().join("proof.key");
    std::fs::copy(key, data.path().join("proof.key")).unwrap();
    let options = Options::local(older.url(), stage.config(), data.path().to_owned());
    let app = App::start(options).await.unwrap();
    let figures = format!("http://{}/metrics", app.internal_address());
    eventually("a witness has said so", async || {
        let text = stage.http.get(&figures).send().await.unwrap();
        let text = text.text().await.unwrap();
        let is_said = text.contains("wallet_proof_behind_witness 1")
            && text.contains("wallet_proof_log_forked 1");
        if is_said { Ok(()) } else { Err(text) }
    })
    .await;
    // A log that has something to seal does not seal it.
    let ledger = Ledger::open(older.pool(), app.ledger_options())
        .await
        .unwrap();
    open_wallet(&ledger, &app).await;
    let failed = "wallet_proof_sealing_failed 1";
    eventually("the sealer has tried", async || {
        let text = stage.http.get(&figures).send().await.unwrap();
        let text = text.text().await.unwrap();
        if text.contains(failed) {
            Ok(())
        } else {
            Err(text)
        }
    })
    .await;
    let sealed: i64 = sqlx::query_scalar("select count(*) from proof_checkpoint")
        .fetch_one(&older.owner())
        .await
        .unwrap();
    assert_eq!(sealed, 0);
    app.stop().await;
}
