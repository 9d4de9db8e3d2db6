//! One wallet with a long life: pages of its statement for the player, and its replay for staff.

use std::time::{Duration, Instant};

use gateway::clock::Clock;
use ledger_testing::measure::{BenchServer, Plan, Spread};
use reqwest::Method;
use serde_json::{Value, json};

use crate::fill::Filler;
use crate::stage::{Gateway, Stage, answer, text};

/// Calls of each kind.
const CALLS: usize = 50;

/// Lines on a page.
const LIMIT: u64 = 10;

/// A page far from the first one, where there are so many.
const FAR: u64 = 10_000;

/// How long a page took.
pub(crate) struct Page {
    pub(crate) name: String,
    /// Sorted.
    pub(crate) times: Vec<Duration>,
}

/// What was measured on the wallet.
pub(crate) struct Pages {
    /// Lines of its statement.
    pub(crate) lines: u64,
    /// Events that a replay reads.
    pub(crate) events: i64,
    pub(crate) asked: Vec<Page>,
    /// Seconds until a replay is open that nobody has opened before.
    pub(crate) opened: Spread,
    /// Seconds for a comparison of the first with the last event.
    pub(crate) compared: Spread,
}

impl Pages {
    pub(crate) async fn measure(server: &BenchServer, plan: &Plan) -> Self {
        let lines = if plan.is_quick { 20_000 } else { 200_000 };
        eprintln!("one wallet with {lines} lines");
        let database = "pages";
        let stage = Box::pin(Stage::set(server, database)).await;
        let filler = Filler::open(server, database, stage.journal_key().await).await;
        filler.deposits(stage.member, lines).await;
        filler.close().await;
        let gateway = stage.start().await;
        let asked = pages(&stage, &gateway, lines).await;
        let looking = Looking::begin(&stage, &gateway).await;
        drop(gateway);
        let (mut opened, mut compared, mut events) = (Vec::new(), Vec::new(), 0);
        for round in 1..=plan.rounds {
            eprintln!("replay: round {round} of {}", plan.rounds);
            // A gateway that has just started has no replay in memory.
            let gateway = stage.start().await;
            // Any call: the connections are open after it.
            stage.log_in(&gateway).await;
            let start = Instant::now();
            let moment = looking.get(&gateway, "/state").await;
            opened.push(start.elapsed().as_secs_f64());
            let total = moment["total"].as_i64();
            events = total.expect("the answer says how many events there are");
            let start = Instant::now();
            let path = format!("/compare?a=1&b={events}");
            looking.get(&gateway, &path).await;
            compared.push(start.elapsed().as_secs_f64());
        }
        Self {
            lines,
            events,
            asked,
            opened: Spread::of(opened),
            compared: Spread::of(compared),
        }
    }
}

/// The member turns to several pages.
async fn pages(stage: &Stage<'_>, gateway: &Gateway, lines: u64) -> Vec<Page> {
    let token = stage.log_in(gateway).await;
    let far = FAR.min(lines / LIMIT);
    let now = Clock::default().now().to_rfc3339();
    let wanted = [
        ("1".to_owned(), json!({ "page": 1, "limit": LIMIT })),
        (far.to_string(), json!({ "page": far, "limit": LIMIT })),
        (
            "1, until now".to_owned(),
            json!({ "page": 1, "limit": LIMIT, "to": now }),
        ),
    ];
    let mut pages = Vec::new();
    for (name, input) in wanted {
        let first = gateway.post(&token, "/statement", &input).await;
        assert_eq!(first["total"], lines, "{name}");
        let shown = first["statements"].as_array().map(Vec::len);
        assert_eq!(shown, Some(10), "{name}");
        let mut times = Vec::new();
        for _ in 0..CALLS {
            times.push(gateway.time_post(&token, "/statement", &input).await);
        }
        times.sort_unstable();
        pages.push(Page { name, times });
    }
    pages
}

/// A supervisor who looks at the member; sessions outlive a restart.
struct Looking {
    token: String,
    look: String,
    player: String,
}

impl Looking {
    async fn begin(stage: &Stage<'_>, gateway: &Gateway) -> Self {
        let token = stage.log_in_staff(gateway).await;
        let player = format!("/support/players/{}", stage.member);
        let reason = json!({ "reason": "the player asked" });
        let path = format!("{player}/look");
        let look = text(&gateway.post(&token, &path, &reason).await, "lookId");
        Self {
            token,
            look,
            player,
        }
    }

    async fn get(&self, gateway: &Gateway, path: &str) -> Value {
        let path = format!("{}{path}", self.player);
        let request = gateway.request(Method::GET, &path);
        let request = request
            .bearer_auth(&self.token)
            .header("x-look", &self.look);
        answer(request).await
    }
}
