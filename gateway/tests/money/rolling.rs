//! Gateways are replaced one after the other while players work, as for a new release.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use gateway::App;
use ledger_testing::eventually;
use reqwest::{Client, StatusCode, header};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::stage::{Player, Stage, client, new_key};

/// So many serve at once; each of them is replaced twice.
const GATEWAYS: usize = 3;

/// What a gateway says that takes no new work.
const STOPPING: &str = "STOPPING";

/// A gateway as a proxy knows it.
#[derive(Clone)]
struct Backend {
    public: String,
    ready: String,
}

impl Backend {
    fn of(app: &App) -> Self {
        Self {
            public: format!("http://{}", app.public_address()),
            ready: format!("http://{}/health/ready", app.internal_address()),
        }
    }

    async fn readiness(&self, http: &Client) -> (StatusCode, Value) {
        let answer = http.get(&self.ready).send().await.unwrap();
        (answer.status(), answer.json().await.unwrap())
    }

    /// What keeps it from being ready; none if it is. A gateway that hangs up has stopped since it
    /// was chosen from.
    async fn trouble(&self, http: &Client) -> Option<String> {
        let asked = async {
            let answer = http.get(&self.ready).send().await?;
            Ok::<_, reqwest::Error>((answer.status(), answer.json::<Value>().await?))
        };
        match asked.await {
            Ok((StatusCode::OK, _)) => None,
            Ok((_, body)) => Some(body["codes"][0].as_str().unwrap().to_owned()),
            Err(_) => Some(STOPPING.to_owned()),
        }
    }

    async fn becomes_ready(&self, http: &Client) {
        eventually("the gateway is ready", async || {
            let (status, body) = self.readiness(http).await;
            (status == StatusCode::OK).then_some(()).ok_or(body)
        })
        .await;
    }
}

/// What a proxy does: it sends each request to a gateway that says it is ready, and never again.
struct Front {
    backends: Mutex<Vec<Backend>>,
    http: Client,
    sent: AtomicUsize,
    is_over: AtomicBool,
}

impl Front {
    /// A gateway that is ready, in turn. The replacement leaves one at any time. With one that is in
    /// trouble, e.g. because a busy machine lets the database wait, a proxy holds the request back.
    async fn choose(&self) -> Backend {
        let turn = self.sent.fetch_add(1, Ordering::Relaxed);
        loop {
            let backends = self.backends.lock().unwrap().clone();
            let number = backends.len();
            let mut is_left = false;
            for offset in 0..number {
                let backend = &backends[(turn + offset) % number];
                match backend.trouble(&self.http).await {
                    None => return backend.clone(),
                    Some(code) => is_left |= code != STOPPING,
                }
            }
            assert!(is_left, "the replacement leaves no gateway");
            // A pause between two questions, as `eventually` makes it, which cannot be sent to a task.
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Moves one baht into the game, again and again; returns how often.
    async fn play(&self, player: &Player, done: &AtomicUsize) -> usize {
        while !self.is_over.load(Ordering::Relaxed) {
            let backend = self.choose().await;
            let request = self
                .http
                .post(format!("{}/api/wallet/transfer", backend.public))
                .bearer_auth(&player.token)
                .header("x-requested-with", "wallet-web")
                .header("idempotency-key", new_key())
                .json(&json!({ "from": "WALLET", "to": "pg", "amount": "1" }));
            let answer = request.send().await.expect("no request fails");
            let (status, body) = (answer.status(), answer.text().await.unwrap());
            assert!(status.is_success(), "{status} {body}");
            done.fetch_add(1, Ordering::Relaxed);
        }
        done.load(Ordering::Relaxed)
    }
}

/// A later release's migration as the release before it may meet it: something more is there.
const LATER: &str = "create table of_later_release (a int);
    alter table member add column of_later_release text;
    insert into _sqlx_migrations (version, description, success, checksum, execution_time)
    values (99990101000000, 'later', true, '', 0)";

#[tokio::test(flavor = "multi_thread")]
async fn gateways_are_replaced_under_load_on_the_next_schema_without_a_failed_request() {
    let mut stage = Stage::set().await;
    let players = join_all((1..=4).map(|number| stage.player(number))).await;
    for player in &players {
        stage.deposit(player, "5000.00").await;
        stage.activate(player, "pg").await;
    }
    let mut apps = Vec::new();
    for _ in 0..GATEWAYS {
        apps.push(stage.another().await);
    }
    let front = Arc::new(Front {
        backends: Mutex::new(apps.iter().map(Backend::of).collect()),
        http: client(),
        sent: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    });
    // The stage's own gateway leaves before the load begins.
    assert!(stage.app.stop().await);
    let done: Vec<_> = players
        .iter()
        .map(|_| Arc::new(AtomicUsize::new(0)))
        .collect();
    let working: Vec<_> = players
        .iter()
        .zip(&done)
        .map(|(player, done)| {
            let (front, player, done) = (Arc::clone(&front), player.clone(), Arc::clone(done));
            tokio::spawn(async move { front.play(&player, &done).await })
        })
        .collect();
    let everybody_does = async |more: usize| {
        let before: Vec<_> = done.iter().map(|it| it.load(Ordering::Relaxed)).collect();
        eventually("every player goes ahead", async || {
            let now = done.iter().map(|it| it.load(Ordering::Relaxed));
            let is_so = now.zip(&before).all(|(now, before)| now >= before + more);
            is_so.then_some(()).ok_or("somebody waits")
        })
        .await;
    };
    for round in 0..2 * GATEWAYS {
        if round == GATEWAYS {
            // The gateways that run know nothing of it; those that come start on it.
            sqlx::raw_sql(LATER)
                .execute(&stage.database.owner())
                .await
                .unwrap();
        }
        everybody_does(3).await;
        let next = stage.another().await;
        let backend = Backend::of(&next);
        backend.becomes_ready(&front.http).await;
        front.backends.lock().unwrap().push(backend);
        let old = std::mem::replace(&mut apps[round % GATEWAYS], next);
        let leaving = Backend::of(&old);
        old.leave();
        let (status, body) = leaving.readiness(&front.http).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(body["codes"][0], STOPPING, "{body}");
        // It answers whom it is still sent, and asks them to connect to another.
        let info = format!("{}/api/lookup/info", leaving.public);
        let answer = front.http.get(info).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()[header::CONNECTION], "close");
        // Whatever was sent to it before it said so is answered by now.
        everybody_does(2).await;
        let stays = |it: &Backend| it.public != leaving.public;
        front.backends.lock().unwrap().retain(stays);
        assert!(old.stop().await, "round {round}");
    }
    everybody_does(3).await;
    front.is_over.store(true, Ordering::Relaxed);
    let mut moved = 0;
    for worker in working {
        moved += worker.await.unwrap();
    }
    stage.app = apps.remove(0);
    for player in &players {
        stage.settled(player).await;
    }
    assert!(moved >= 4 * (2 * GATEWAYS * 5 + 3), "{moved}");
    let booked = stage.totals().await["games"]["pg"]["balance"].clone();
    assert_eq!(booked, format!("{moved}.00"));
    // Everything is as it should be but that this release does not know the later one's guards.
    let wrong = stage.wrong().await;
    assert!(
        wrong.len() == 1 && wrong[0].contains("of a later release"),
        "{wrong:?}"
    );
}
