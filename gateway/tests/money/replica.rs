//! Reads from replicas: never less than the caller has seen, and never a failure because of them.

use std::time::Duration;

use gateway::config::Config;
use gateway::operator::{self, VerifyArgs};
use gateway::{App, DatabaseAccess};
use ledger_testing::pair::Pair;
use ledger_testing::{TestDatabase, cases, eventually};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::console::Stage;
use crate::stage::{Player, start};

/// A replica that is behind is waited for as long as a busy machine takes.
const PATIENT_MS: u64 = 120_000;

/// Two servers, and a gateway that reads from the standby.
struct Replicated {
    // Before the pair, whose primary holds the stage's database.
    stage: Stage,
    pair: Pair,
}

fn quick(config: &mut Config, wait_ms: u64) {
    config.database.replica_wait_ms = wait_ms;
    config.paces.replica = Duration::from_millis(20);
}

impl Replicated {
    async fn set(wait_ms: u64) -> Self {
        let pair = Pair::asynchronous().await;
        // A view's step does not wait for the disk; it shall not wait for the next one either.
        let soon = "alter system set wal_writer_delay = '10ms'";
        pair.primary().set(soon).await;
        let database = TestDatabase::create_at(&pair.primary().url()).await;
        let mut stage = Box::pin(Stage::set_on(database, |_| {})).await;
        let url = pair.url_on_standby(stage.database.name());
        stage.read_from(url, |config| quick(config, wait_ms)).await;
        Self { stage, pair }
    }

    /// Another gateway on the same servers, with another patience.
    async fn another(&self, wait_ms: u64) -> App {
        let mut config = self.stage.config();
        quick(&mut config, wait_ms);
        let clock = self.stage.app.clock().clone();
        let mut options = self.stage.options(config, clock);
        let url = self.pair.url_on_standby(self.stage.database.name());
        options.database.read_url = Some(url);
        start(options).await
    }

    async fn delay(&self, delay: &str) {
        let set = format!("alter system set recovery_min_apply_delay = '{delay}'");
        self.pair.standby().set(&set).await;
    }

    /// How often the standby has looked at the statement's lines, by its own count.
    async fn lines_read_there(&self) -> i64 {
        let name = self.stage.database.name();
        let mut admin = self.pair.standby().admin(name).await;
        sqlx::query_scalar(
            "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) from pg_stat_user_tables
             where relname = 'statement_line'",
        )
        .fetch_one(&mut admin)
        .await
        .unwrap()
    }
}

/// A figure of a gateway; 0 while it has none.
async fn figure(app: &App, name: &str) -> i64 {
    let url = format!("http://{}/metrics", app.internal_address());
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    let mut values = text.lines().filter_map(|line| line.strip_prefix(name));
    let value = values.find_map(|rest| rest.trim().parse().ok());
    value.unwrap_or(0)
}

async fn reads(app: &App, outcome: &str) -> i64 {
    let name = format!("wallet_replica_reads_total{{outcome=\"{outcome}\"}}");
    figure(app, &name).await
}

async fn usable(app: &App, wanted: i64) {
    eventually("the replica is found usable, or not", async || {
        let found = figure(app, "wallet_replica_usable").await;
        (found == wanted).then_some(()).ok_or(found)
    })
    .await;
}

/// A page of the statement as a gateway gives it.
async fn statement(stage: &Stage, app: &App, player: &Player, after: Option<i64>) -> Value {
    let after = after.map_or_else(String::new, |it| format!("?after={it}"));
    let url = format!("http://{}/api/statement{after}", app.public_address());
    let request = stage.http.post(url).bearer_auth(&player.token);
    let request = request.header("x-requested-with", "wallet-web");
    let body = json!({ "page": 1, "limit": 20 });
    let (status, page) = crate::stage::answer(request.json(&body)).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    page
}

fn number(value: &Value) -> i64 {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_shows_what_its_caller_has_seen_however_late_the_replica_is() {
    let it = Box::pin(Replicated::set(PATIENT_MS)).await;
    let stage = &it.stage;
    let hasty = Box::pin(it.another(15)).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    stage.activate(&player, "pg").await;
    let mut dice = SmallRng::seed_from_u64(71);
    let (mut seen, mut lines, mut is_far) = (0, 0, false);
    for step in 0..cases(60, 600) {
        if step % 5 == 0 {
            is_far = dice.random_bool(0.3);
            let near = dice.random_range(0..80);
            let delay = if is_far {
                "1h".to_owned()
            } else {
                format!("{near}ms")
            };
            it.delay(&delay).await;
        }
        let is_into_game = dice.random_bool(0.5);
        let pair = if is_into_game {
            ("WALLET", "pg")
        } else {
            ("pg", "WALLET")
        };
        let (status, moved) = stage.transfer(&player, pair, "1").await;
        let is_done = status == StatusCode::OK;
        if is_done {
            seen = number(&moved["position"]);
        }
        // Only the hasty one does not wait for a standby that an hour keeps back.
        let app = if is_far || dice.random_bool(0.5) {
            &hasty
        } else {
            &stage.app
        };
        let is_asked = is_done || dice.random_bool(0.5);
        let page = statement(stage, app, &player, is_asked.then_some(seen)).await;
        let (as_of, total) = (number(&page["asOf"]), page["total"].as_i64().unwrap());
        if is_asked {
            assert!(as_of >= seen, "step {step}: {as_of} of {seen}: {page}");
            let newest = &page["statements"][0];
            let has_moved = !is_done || newest["id"] == moved["id"];
            assert!(has_moved, "step {step}: {moved} is not in {page}");
            assert!(total >= lines, "step {step}: {total} of {lines} lines");
            lines = total;
        }
    }
    // Both ways were taken.
    let answered = reads(&stage.app, "answered").await;
    let (fallen_back, failed) = (reads(&hasty, "behind").await, reads(&hasty, "failed").await);
    assert!(
        answered > 0 && fallen_back > 0,
        "{answered}, {fallen_back}, {failed} failed"
    );
    it.delay("0").await;
    assert!(hasty.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_read_is_answered_by_the_replica() {
    let it = Box::pin(Replicated::set(PATIENT_MS)).await;
    let stage = &it.stage;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (_, moved) = stage.transfer(&player, ("WALLET", "pg"), "200").await;
    stage.settled(&player).await;
    usable(&stage.app, 1).await;

    let before = it.lines_read_there().await;
    let mut answered = reads(&stage.app, "answered").await;
    let mut grows = async |what: &str| {
        let now = reads(&stage.app, "answered").await;
        assert!(now > answered, "{what} was not read there");
        answered = now;
    };
    let page = statement(stage, &stage.app, &player, None).await;
    assert_eq!(page["total"], 2, "{page}");
    grows("the statement").await;

    let staff = stage.staff("supervisor").await;
    let look = stage.look(&staff, &player).await;
    let get = async |path: &str| {
        let with = (Some(look.as_str()), None);
        let (status, body) = stage.call_as(&staff, Method::GET, path, with).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    };
    let of_player = |path: &str| format!("/support/players/{}{path}", player.id);
    for path in [
        "/timeline",
        "/state",
        "/compare?a=0&b=2",
        "/series",
        "/find?below=400",
    ] {
        get(&of_player(path)).await;
        grows(path).await;
    }
    get(&of_player("/export?format=csv")).await;
    grows("staff's export").await;
    let id = moved["id"].as_str().unwrap();
    for text in [id, "0810", "200", "Somchai"] {
        let found = get(&format!("/support/players?q={text}")).await;
        assert_eq!(found["players"][0]["id"], player.id.to_string(), "{found}");
        grows("the search").await;
    }

    // Signatures follow within moments.
    for path in [
        "/statement/export?format=csv",
        "/statement/export?format=pdf",
        "/proof/bundle",
    ] {
        eventually("the export is read there", async || {
            let before = reads(&stage.app, "answered").await;
            let (status, body) = stage.get(&player, path).await;
            if status != StatusCode::OK {
                return Err(body);
            }
            let now = reads(&stage.app, "answered").await;
            (now > before).then_some(()).ok_or(body)
        })
        .await;
    }
    // The replica's own word, which comes with a delay.
    eventually("the replica has looked at lines", async || {
        let now = it.lines_read_there().await;
        (now >= before + 8).then_some(()).ok_or((before, now))
    })
    .await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_is_away_costs_no_answer() {
    let mut it = Box::pin(Replicated::set(PATIENT_MS)).await;
    let player = it.stage.player(1).await;
    it.stage.deposit(&player, "500.00").await;
    usable(&it.stage.app, 1).await;
    it.pair.end_standby();
    // Before the gateway knows, and after.
    for _ in 0..3 {
        let page = statement(&it.stage, &it.stage.app, &player, None).await;
        assert_eq!(page["total"], 1, "{page}");
    }
    usable(&it.stage.app, 0).await;
    let failed = reads(&it.stage.app, "failed").await;
    let page = statement(&it.stage, &it.stage.app, &player, None).await;
    assert_eq!(page["total"], 1, "{page}");
    // Nobody is asked who is known to be away.
    assert_eq!(reads(&it.stage.app, "failed").await, failed);

    // A gateway starts without it as well.
    let other = Box::pin(it.another(PATIENT_MS)).await;
    let page = statement(&it.stage, &other, &player, None).await;
    assert_eq!(page["total"], 1, "{page}");
    assert_eq!(figure(&other, "wallet_replica_usable").await, 0);
    assert!(other.stop().await);

    it.pair.restart_standby().await;
    usable(&it.stage.app, 1).await;
    let answered = reads(&it.stage.app, "answered").await;
    statement(&it.stage, &it.stage.app, &player, None).await;
    assert!(reads(&it.stage.app, "answered").await > answered);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_has_ended_opens_nothing_at_a_replica_that_has_not_heard_of_it() {
    let mut it = Box::pin(Replicated::set(PATIENT_MS)).await;
    let player = it.stage.player(1).await;
    it.stage.deposit(&player, "500.00").await;
    usable(&it.stage.app, 1).await;
    it.pair.freeze().await;
    let (status, body) = it.stage.post(&player, "/logout", &json!({})).await;
    assert!(status.is_success(), "{body}");
    let (status, body) = it
        .stage
        .post(&player, "/statement", &json!({ "page": 1, "limit": 10 }))
        .await;
    assert_eq!(status, StatusCode::UNAUTHORIZED, "{body}");
    it.pair.thaw();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_of_another_database_answers_nothing() {
    let database = TestDatabase::create().await;
    let mut stage = Box::pin(Stage::set_on(database, |_| {})).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    // The same server, and a journal that is as long.
    let other = Box::pin(Stage::set()).await;
    let stranger = other.player(1).await;
    other.deposit(&stranger, "500.00").await;
    let url = other.database.url();
    stage.read_from(url, |config| quick(config, 50)).await;
    let page = statement(&stage, &stage.app, &player, None).await;
    assert_eq!(page["total"], 1, "{page}");
    assert_eq!(figure(&stage.app, "wallet_replica_usable").await, 0);
    assert_eq!(reads(&stage.app, "answered").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_check_reads_a_replica_and_takes_no_delay_for_a_loss() {
    let it = Box::pin(Replicated::set(PATIENT_MS)).await;
    let stage = &it.stage;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let args = VerifyArgs {
        read_url: Some(it.pair.url_on_standby(stage.database.name())),
        ..VerifyArgs::default()
    };
    let verify = async || {
        let url = stage.database.url();
        let report = Box::pin(operator::verify(&url, stage.data_dir(), &args)).await;
        let report = report.unwrap();
        let is_there = report.text.contains("a replica was checked");
        assert!(is_there, "{}", report.text);
        report
    };
    for delay in ["0", "30ms", "3s"] {
        it.delay(delay).await;
        stage.deposit(&player, "7.00").await;
        // What has just been signed is remembered here, and on its way there.
        eventually("everything is signed", async || {
            let signed = "select size = position from proof_head, log_head";
            let signed = sqlx::query_scalar(signed);
            let is_signed: bool = signed.fetch_one(&stage.database.owner()).await.unwrap();
            is_signed.then_some(()).ok_or(())
        })
        .await;
        let report = verify().await;
        assert!(report.is_clean, "{delay}: {}", report.text);
    }
    it.delay("0").await;
    let tampering = "update statement_line set amount = amount + 1";
    let changed = sqlx::query(tampering)
        .execute(&stage.database.owner())
        .await;
    assert!(changed.unwrap().rows_affected() > 0);
    let report = verify().await;
    assert!(!report.is_clean, "{}", report.text);
    // The books of the night, with an empty window: what matters is where they are read.
    let access = DatabaseAccess {
        read_url: args.read_url.clone(),
        ..DatabaseAccess::of_owner(stage.database.url())
    };
    let before = it.lines_read_there().await;
    let folder = stage.data_dir().to_owned();
    let clock = stage.app.clock().clone();
    let reconciling = operator::reconcile(&access, folder, stage.config(), 24, clock);
    Box::pin(reconciling).await.unwrap();
    eventually("the movements are read there", async || {
        let now = it.lines_read_there().await;
        (now > before).then_some(()).ok_or((before, now))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_background_check_reads_a_replica_and_takes_no_delay_for_a_loss() {
    let it = Box::pin(Replicated::set(PATIENT_MS)).await;
    let stage = &it.stage;
    it.delay("100ms").await;
    let player = stage.player(1).await;
    // Nobody else asks for tiles there.
    let tiles = async || -> i64 {
        let mut admin = it.pair.standby().admin(stage.database.name()).await;
        sqlx::query_scalar(
            "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) from pg_stat_user_tables
             where relname = 'proof_tile'",
        )
        .fetch_one(&mut admin)
        .await
        .unwrap()
    };
    let before = tiles().await;
    eventually("the check reads there", async || {
        stage.deposit(&player, "7.00").await;
        let now = tiles().await;
        (now > before).then_some(()).ok_or((before, now))
    })
    .await;
    // Another one begins when what was signed is not there, nor will be.
    it.delay("1h").await;
    stage.deposit(&player, "7.00").await;
    let other = Box::pin(it.another(50)).await;
    eventually("it has checked everything", async || {
        let at = figure(&other, "wallet_verify_position").await;
        assert_eq!(figure(&other, "wallet_verify_failures").await, 0);
        let head = stage.head().await;
        (at >= head).then_some(()).ok_or((at, head))
    })
    .await;
    for app in [&stage.app, &other] {
        assert_eq!(figure(app, "wallet_verify_failures").await, 0);
    }
    it.delay("0").await;
    assert!(other.stop().await);
}
