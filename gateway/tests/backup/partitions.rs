//! Old events move to an archive, and every reader still sees the whole journal.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gateway::config::Section;
use gateway::operator::{self, SettingsChangeArgs, SettingsCommand};
use ledger::Ledger;
use ledger::journal::{Landmark, extend};
use ledger_testing::alone::Alone;
use projections::View;
use reqwest::StatusCode;
use serde_json::json;
use sqlx::{Connection, Executor, PgConnection, PgPool};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::copy::{comes_beyond, credit, head, journal, load, open};
use crate::forget::{sealed, set};
use crate::script::{Said, clients, run_partitions, verify};
use crate::stage::{Player, Stage, expect_error};

/// The partitions of a test's database: to position 8, to 256, and all others; and the next one, which
/// the gateway adds.
const FIRST: &str = "event_from_000000000001";
const SECOND: &str = "event_from_000000000009";
const THIRD: &str = "event_from_000000000257";
const FOURTH: &str = "event_from_000067108865";

/// A wallet with a journal of three partitions, and a server for an archive.
struct Drill {
    stage: Stage,
    machine: Alone,
    /// All of this player's events are in the first two partitions.
    old: Player,
    /// All of this one's are in the last.
    recent: Player,
}

/// A game in maintenance, by the operator's command.
async fn close_game(stage: &Stage) {
    let mut document = stage.config().section(Section::Games);
    document["provider"][0]["maintenance"] = true.into();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.json");
    fs::write(&file, document.to_string()).unwrap();
    let change = SettingsCommand::Change(SettingsChangeArgs {
        section: Section::Games,
        file,
        before: 1,
        from: None,
        until: None,
        by: "nok".to_owned(),
        why: "it is updated".to_owned(),
    });
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    let clock = stage.app.clock().clone();
    let done = operator::settings(&url, folder, stage.config(), change, clock);
    Box::pin(done).await.unwrap();
}

impl Drill {
    async fn set() -> Self {
        let stage = set().await;
        let old = stage.player(1).await;
        stage.deposit(&old, "500.00").await;
        close_game(&stage).await;
        let ledger = Ledger::open(stage.database.pool(), stage.app.ledger_options())
            .await
            .unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let mut running = JoinSet::new();
        for number in 1..=3 {
            open(&ledger, number).await;
            running.spawn(load(ledger.clone(), number, Arc::clone(&is_over)));
        }
        comes_beyond(&stage.database.owner(), 280).await;
        is_over.store(true, Ordering::Relaxed);
        while let Some(done) = running.join_next().await {
            done.unwrap();
        }
        ledger.close().await;
        let recent = stage.player(2).await;
        stage.deposit(&recent, "300.00").await;
        // The gateway does it some time.
        extend(&stage.database.pool()).await.unwrap();
        sealed(&stage.database.owner()).await;
        Self {
            stage,
            machine: Alone::start().await,
            old,
            recent,
        }
    }

    fn archive(&self) -> String {
        self.machine.url().replace("/postgres?", "/old_events?")
    }

    async fn partitions(&self, words: &[&str]) -> Said {
        self.partitions_with(words, &[]).await
    }

    async fn partitions_with(&self, words: &[&str], variables: &[(&str, &str)]) -> Said {
        let (url, archive) = (self.stage.database.url(), self.archive());
        run_partitions(words, &url, &archive, variables).await
    }

    /// The archive asks those for a password who only read it.
    async fn ask_for_passwords(&self) {
        let mut admin = PgConnection::connect(&self.machine.url()).await.unwrap();
        let file: String = sqlx::query_scalar("show hba_file")
            .fetch_one(&mut admin)
            .await
            .unwrap();
        let rules = fs::read_to_string(&file).unwrap();
        let asking = "local all wallet_archive_reader scram-sha-256\n";
        fs::write(&file, format!("{asking}{rules}")).unwrap();
        admin.execute("select pg_reload_conf()").await.unwrap();
        admin.close().await.unwrap();
    }

    async fn done(&self, words: &[&str]) -> String {
        let said = self.partitions(words).await;
        assert!(said.is_done, "{words:?}: {}", said.text);
        said.text
    }

    async fn refused(&self, words: &[&str], why: &str) {
        let said = self.partitions(words).await;
        let is_refused = !said.is_done && said.text.contains(why);
        assert!(is_refused, "{words:?} {why}: {}", said.text);
    }

    /// What the application reads of the journal.
    async fn read(&self) -> String {
        let pool = self.stage.database.pool();
        journal(&pool, head(&pool).await).await
    }

    async fn is_clean(&self) {
        let checked = verify(&self.stage.database.url(), &[]).await;
        assert!(checked.is_done, "{}", checked.text);
    }

    /// Somebody with all rights on the archive changes it.
    async fn tamper(&self, statement: &str) {
        let mut owner = PgConnection::connect(&self.archive()).await.unwrap();
        owner.execute(statement).await.unwrap();
        owner.close().await.unwrap();
    }
}

/// Where each partition is: `r` here, `f` in the archive.
async fn places(pool: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as(
        "select of.relname::text, of.relkind::text
         from pg_inherits as it join pg_class as of on of.oid = it.inhrelid
         where it.inhparent = 'event'::regclass order by 1",
    )
    .fetch_all(pool)
    .await
    .unwrap()
}

fn expected(kinds: [&str; 3]) -> Vec<(String, String)> {
    let names = [FIRST, SECOND, THIRD, FOURTH].map(str::to_owned);
    let kinds = kinds.into_iter().chain(["r"]).map(str::to_owned);
    names.into_iter().zip(kinds).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_events_move_to_an_archive_and_every_reader_sees_them() {
    let mut drill = Drill::set().await;
    drill.ask_for_passwords().await;
    let live = drill.stage.database.owner();
    let (url, before) = (drill.stage.database.url(), drill.read().await);
    drill
        .refused(&["verify"], "no partition is in the archive")
        .await;
    drill
        .refused(&["archive", SECOND], "is not the oldest")
        .await;
    drill
        .refused(&["archive", THIRD], "is not the oldest")
        .await;
    drill.refused(&["return", FIRST], "is here").await;
    drill.done(&["archive", FIRST]).await;
    drill
        .refused(&["archive", FIRST], "in the archive already")
        .await;
    drill
        .refused(&["archive", THIRD], "is not the oldest")
        .await;
    drill.done(&["archive", SECOND]).await;
    drill.refused(&["archive", THIRD], "is not full").await;
    drill.refused(&["return", FIRST], "is not the newest").await;
    assert_eq!(places(&live).await, expected(["f", "f", "r"]));
    let list = drill.done(&["list"]).await;
    assert_eq!(list.matches("in the archive").count(), 2, "{list}");
    // Every reader: the application, both checks, the views, and a wallet that slept.
    assert_eq!(drill.read().await, before);
    drill.is_clean().await;
    drill.done(&["verify"]).await;
    for view in View::ALL {
        operator::rebuild(&url, drill.stage.data_dir(), view)
            .await
            .unwrap();
    }
    drill.is_clean().await;
    drill.stage.restart(|_| ()).await;
    drill.stage.deposit(&drill.old, "100.00").await;
    drill.stage.deposit(&drill.recent, "100.00").await;
    let (_, shown) = drill.stage.get(&drill.old, "/wallet").await;
    assert_eq!(shown["wallet"]["amount"], json!("600.00"), "{shown}");
    drill.is_clean().await;

    // A payload that somebody changes there is named by both.
    let guard = |how: &str| format!("alter table {SECOND} {how} trigger append_only;");
    let change = "update event_from_000000000009 set payload = (payload::text || ' ')::json
                  where position = 100;";
    drill
        .tamper(&format!(
            "{} {change} {}",
            guard("disable"),
            guard("enable always")
        ))
        .await;
    for said in [drill.partitions(&["verify"]).await, verify(&url, &[]).await] {
        assert!(!said.is_done, "{}", said.text);
        assert!(said.text.contains("position 100 "), "{}", said.text);
    }
    // And it does not come back.
    drill
        .refused(&["return", SECOND], "is not what was sealed")
        .await;
    let back = change.replace("payload::text || ' '", "rtrim(payload::text)");
    drill
        .tamper(&format!(
            "{} {back} {}",
            guard("disable"),
            guard("enable always")
        ))
        .await;

    let moved = drill.read().await;
    drill.done(&["return", SECOND]).await;
    assert_eq!(places(&live).await, expected(["f", "r", "r"]));
    drill.done(&["archive", SECOND]).await;
    drill.done(&["return", SECOND]).await;
    drill.done(&["return", FIRST]).await;
    assert_eq!(places(&live).await, expected(["r", "r", "r"]));
    assert_eq!(drill.read().await, moved);
    drill.is_clean().await;
}

/// PostgreSQL's clients, of which psql runs so many times and then never again.
struct Clients {
    folder: TempDir,
}

impl Clients {
    async fn that_run(times: u128) -> Self {
        let (folder, there) = (tempfile::tempdir().unwrap(), clients().await);
        for name in ["pg_dump", "pg_restore"] {
            symlink(there.join(name), folder.path().join(name)).unwrap();
        }
        let psql = folder.path().join("psql");
        let calls = folder.path().join("calls");
        let (calls, real) = (calls.display(), there.join("psql"));
        let text = format!(
            "#!/bin/sh\nprintf x >>{calls}\n[ $(wc -c <{calls}) -le {times} ] || exit 137\n\
             exec {} \"$@\"\n",
            real.display()
        );
        fs::write(&psql, text).unwrap();
        fs::set_permissions(&psql, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }
}

/// Runs it again and again, each time one statement further, while a wallet is credited; after each, the
/// journal is whole. Returns how often it was cut off.
async fn cut_off_everywhere(drill: &Drill, words: &[&str], wallet: u128) -> u128 {
    let (pool, size) = (drill.stage.database.pool(), drill.stage.head().await);
    let before = journal(&pool, size).await;
    let ledger = Ledger::open(pool.clone(), drill.stage.app.ledger_options())
        .await
        .unwrap();
    open(&ledger, wallet).await;
    for times in 0_u128.. {
        let clients = Clients::that_run(times).await;
        let programs = clients.folder.path().to_str().unwrap();
        let variables = [("PG_BIN", programs)];
        let crediting = async {
            for turn in 0..10 {
                credit(&ledger, wallet, times * 10 + turn).await;
            }
        };
        let (said, ()) = tokio::join!(drill.partitions_with(words, &variables), crediting);
        assert_eq!(journal(&pool, size).await, before, "{times}: {}", said.text);
        if said.is_done {
            ledger.close().await;
            return times;
        }
    }
    unreachable!("the script comes to its end")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_cut_off_anywhere_is_finished_later_while_commands_are_taken() {
    let drill = Drill::set().await;
    let live = drill.stage.database.owner();
    // Somebody reads the table and does not end: nothing is exchanged, and no command waits.
    let mut reader = live.begin().await.unwrap();
    reader.execute("select from event limit 1").await.unwrap();
    let words = ["archive", FIRST];
    let said = drill.partitions_with(&words, &[("PATIENCE", "0")]).await;
    assert!(
        !said.is_done && said.text.contains("for too long"),
        "{}",
        said.text
    );
    assert_eq!(places(&live).await, expected(["r", "r", "r"]));
    reader.rollback().await.unwrap();

    let cuts = cut_off_everywhere(&drill, &words, 4).await;
    assert!(cuts > 20, "each step was cut off: {cuts}");
    assert_eq!(places(&live).await, expected(["f", "r", "r"]));
    drill.done(&["verify"]).await;
    let cuts = cut_off_everywhere(&drill, &["return", FIRST], 5).await;
    assert!(cuts > 10, "each step was cut off: {cuts}");
    assert_eq!(places(&live).await, expected(["r", "r", "r"]));
    sealed(&live).await;
    drill.is_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_that_is_away_stops_old_wallets_only() {
    let mut drill = Drill::set().await;
    let url = drill.stage.database.url();
    drill.done(&["archive", FIRST]).await;
    drill.done(&["archive", SECOND]).await;
    drill.machine.stop();
    // What replicas are compared with.
    Landmark::take(&drill.stage.database.pool()).await.unwrap();
    // Nobody has a wallet in memory.
    drill.stage.restart(|_| ()).await;
    drill.stage.deposit(&drill.recent, "100.00").await;
    // Decided by an event that is in the archive.
    let shown = drill.stage.wallet(&drill.recent).await;
    assert_eq!(shown["slots"][0]["maintenance"], json!(true), "{shown}");
    let payment = drill.stage.pay(&drill.old, "50.00").await;
    let picture = drill.stage.slip_picture(&payment, "png").await;
    let refused = drill
        .stage
        .upload(&drill.old, "once", picture.clone())
        .await;
    expect_error(&refused, 503, "SERVICE_UNAVAILABLE");
    drill.stage.deposit(&drill.recent, "100.00").await;
    let said = drill.partitions(&["verify"]).await;
    assert!(!said.is_done, "{}", said.text);

    drill.machine.resume().await;
    let (status, body) = drill.stage.upload(&drill.old, "once", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let shown = drill.stage.wallet(&drill.old).await;
    assert_eq!(shown["wallet"]["amount"], json!("550.00"), "{shown}");
    let shown = drill.stage.wallet(&drill.recent).await;
    assert_eq!(shown["wallet"]["amount"], json!("500.00"), "{shown}");
    sealed(&drill.stage.database.owner()).await;
    let checked = verify(&url, &[]).await;
    assert!(checked.is_done, "{}", checked.text);
}
