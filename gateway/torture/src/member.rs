//! A member: what it holds by its own count, and what it has asked for so far.
//!
//! One member asks for one thing at a time, so its own count is exact: what every answer must be
//! can be said beforehand, and what it holds in the end to the satang.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use rand::SeedableRng;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;
use uuid::Uuid;

use crate::caller::{Body, Call, Caller, Reply};
use crate::journal::{Fault, Journal};
use crate::trouble::{PAUSE, Trouble};
use crate::world::{HOLDER, World};

/// The member whose bank refuses every payout, so that each run has withdrawals that come back.
const REFUSED_BY_BANK: u32 = 1;

/// The games that members play.
pub(crate) const GAMES: [&str; 2] = ["pg", "joker2"];

/// How far the run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Members ask for one thing after the other.
    Work,
    /// They end what they have started.
    Finish,
    /// What has no answer by now has none.
    GiveUp,
}

/// What a member holds by its own count, in satang.
#[derive(Debug, Clone, Default)]
pub(crate) struct Purse {
    pub(crate) main: i64,
    /// Each game, by the order of [`GAMES`].
    pub(crate) games: [i64; GAMES.len()],
    /// Bets made in each.
    pub(crate) bets: [i64; GAMES.len()],
    /// All that came in.
    pub(crate) deposited: i64,
    /// All that was paid out.
    pub(crate) paid: i64,
}

impl Purse {
    pub(crate) fn total(&self) -> i64 {
        self.main + self.games.iter().sum::<i64>()
    }
}

/// What an effect is to look like in the statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Effect {
    /// `deposit`, `transfer` or `withdraw`.
    pub(crate) kind: &'static str,
    /// In satang.
    pub(crate) amount: i64,
    /// The key of the command.
    pub(crate) key: String,
}

/// A command that was sent, as it can be sent again.
pub(crate) struct Sent {
    pub(crate) key: String,
    /// The same bytes again.
    pub(crate) call: Call,
    /// The definite answers so far.
    pub(crate) answers: Vec<Reply>,
}

pub(crate) struct Member {
    /// Its number in the journal.
    pub(crate) number: u32,
    pub(crate) caller: Caller,
    pub(crate) world: World,
    pub(crate) journal: Journal,
    pub(crate) dice: StdRng,
    pub(crate) purse: Purse,
    /// What the statement must show, by the line's id.
    pub(crate) effects: BTreeMap<String, Effect>,
    /// Commands that are over, the oldest first.
    pub(crate) past: Vec<Sent>,
    /// Slips and gift links that were credited.
    pub(crate) spent: Vec<Spent>,
    pub(crate) account_no: String,
    /// The wallet's id, as the product gave it.
    pub(crate) wallet_id: Uuid,
    /// Its names at the games.
    pub(crate) usernames: [String; GAMES.len()],
    pub(crate) phase: watch::Receiver<Phase>,
    /// Definite answers of all members.
    pub(crate) progress: Arc<AtomicU64>,
    /// Whether something has no end, so that the own count is not known any more.
    pub(crate) is_stuck: bool,
    pub(crate) made: u32,
    /// The highest position in an answer.
    pub(crate) seen: i64,
    seed: u64,
}

/// Something that brings money in once.
#[derive(Clone)]
pub(crate) enum Spent {
    /// The picture of a slip.
    Slip(Bytes),
    Gift(String),
}

/// What all members share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) seed: u64,
    /// Where the gateways are.
    pub(crate) gateways: Vec<String>,
    pub(crate) world: World,
    pub(crate) journal: Journal,
    /// How far the run is.
    pub(crate) phase: watch::Receiver<Phase>,
    /// Definite answers of all members.
    pub(crate) progress: Arc<AtomicU64>,
}

/// A member's account at the bank. The sandbox knows none that ends in four zeros.
fn account_no(number: u32) -> String {
    let end = if number == REFUSED_BY_BANK {
        "00000"
    } else {
        "02093"
    };
    format!("{:05}{end}", 10_000 + number)
}

impl Member {
    /// A member that is registered, signed in, known to the games, and holds something.
    pub(crate) async fn join(shared: &Shared, number: u32) -> Result<Self, Trouble> {
        let first = usize::try_from(number).unwrap_or_default();
        let caller = Caller::new(shared.gateways.clone(), first)?;
        let mut member = Self {
            number,
            caller,
            world: shared.world.clone(),
            journal: shared.journal.clone(),
            dice: StdRng::seed_from_u64(shared.seed ^ (u64::from(number) << 32)),
            purse: Purse::default(),
            effects: BTreeMap::new(),
            past: Vec::new(),
            spent: Vec::new(),
            account_no: account_no(number),
            wallet_id: Uuid::nil(),
            usernames: Default::default(),
            phase: shared.phase.clone(),
            progress: Arc::clone(&shared.progress),
            is_stuck: false,
            made: 0,
            seen: 0,
            seed: shared.seed,
        };
        member.register().await?;
        for game in 0..GAMES.len() {
            member.enter(game).await?;
        }
        Ok(member)
    }

    async fn register(&mut self) -> Result<(), Trouble> {
        let username = format!("08{:08}", 10_000_000 + self.number);
        let password = "Correct-Horse-9";
        let draft = json!({
            "username": username, "name": "Somchai", "password": password,
            "sourceCode": "FRIEND", "bankCode": "SCB", "bankAccountName": HOLDER,
            "bankAccountNo": self.account_no,
        });
        let made = self.insist(&Call::post("/account", draft)).await?;
        let id = made.text("id").and_then(|id| id.parse().ok());
        self.wallet_id = id.ok_or_else(|| unexpected(&made))?;
        let credential = json!({ "username": username, "password": password });
        let session = self.insist(&Call::post("/login", credential)).await?;
        let token = session.text("token").ok_or_else(|| unexpected(&session))?;
        self.caller.sign_in(token);
        Ok(())
    }

    async fn enter(&mut self, game: usize) -> Result<(), Trouble> {
        let path = format!("/wallet/activate/{}", GAMES[game]);
        let opened = self.insist(&Call::post(path, json!({}))).await?;
        let username = opened.body["account"]["username"].as_str();
        let username = username.ok_or_else(|| unexpected(&opened))?;
        username.clone_into(&mut self.usernames[game]);
        Ok(())
    }

    /// Sends until it succeeds: for what belongs to the stage and not to the play.
    async fn insist(&mut self, call: &Call) -> Result<Reply, Trouble> {
        let key = self.new_key("stage");
        let mut seen = String::new();
        for _ in 0..400 {
            match self.caller.send(call, Some(&key)).await {
                Ok(reply) if (200..=299).contains(&reply.status) => return Ok(reply),
                Ok(reply) => seen = format!("{} {}", reply.status, reply.body),
                Err(lost) => seen = lost,
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Trouble::program(&call.path, seen))
    }

    /// A key that no other command of the run has, and the same in every run of a seed.
    pub(crate) fn new_key(&mut self, name: &str) -> String {
        self.made += 1;
        format!("t{}-m{}-{}-{name}", self.seed, self.number, self.made)
    }

    /// Reads until there is an answer. A read changes nothing and has no key.
    pub(crate) async fn read(&mut self, call: &Call) -> Option<Reply> {
        loop {
            match self.caller.send(call, None).await {
                Ok(reply) if reply.status == 200 => return Some(reply),
                Ok(reply) => self.note_failed_read(call, &reply),
                Err(_) => self.journal.count(|it| it.unanswered += 1),
            }
            if *self.phase.borrow() == Phase::GiveUp {
                return None;
            }
            self.caller.turn();
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn note_failed_read(&self, call: &Call, reply: &Reply) {
        if reply.status == 500 {
            self.note_internal(&call.path, reply);
        }
    }

    /// Counts an answer that no state of the world excuses.
    pub(crate) fn note_internal(&self, what: &str, reply: &Reply) {
        self.journal.count(|it| it.internal += 1);
        let seen = format!("{what} was answered 500: {}", reply.body);
        if crate::expectation::NEVER_INTERNAL {
            self.journal.find(Fault::Internal, Some(self.number), seen);
        } else {
            self.journal
                .note(json!({ "member": self.number, "internal": seen }));
        }
    }

    /// The wallet and the statement's newest lines, once nothing is under way any more.
    pub(crate) async fn settled(&mut self) -> Option<(Value, Value)> {
        loop {
            // A view may be behind what was answered, and says how far it is.
            let path = format!("/statement?after={}", self.seen);
            let statement = Call::post(path, json!({ "page": 1, "limit": 100 }));
            let statement = self.read(&statement).await?.body;
            let as_of = position(&statement["asOf"]);
            let is_open = |line: &Value| line["status"] == "PENDING";
            let lines = statement["statements"].as_array();
            if as_of >= self.seen && !lines.is_some_and(|lines| lines.iter().any(is_open)) {
                let wallet = Call {
                    method: Method::GET,
                    path: format!("/wallet?after={as_of}"),
                    body: Body::Json(Value::Null),
                };
                let wallet = self.read(&wallet).await?.body;
                let is_quiet = ["inTransit", "pendingWithdrawal"]
                    .iter()
                    .all(|name| wallet[*name] == "0.00");
                if is_quiet && position(&wallet["asOf"]) >= as_of {
                    return Some((wallet, statement));
                }
            }
            if *self.phase.borrow() == Phase::GiveUp {
                return None;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Notes that something was answered for good.
    pub(crate) fn note_progress(&self) {
        self.progress.fetch_add(1, Ordering::SeqCst);
    }

    /// Keeps a finding about this member.
    pub(crate) fn find(&self, fault: Fault, seen: impl Into<String>) {
        self.journal.find(fault, Some(self.number), seen);
    }
}

/// A position of a body.
pub(crate) fn position(value: &Value) -> i64 {
    let text = value.as_str().unwrap_or_default();
    text.parse().unwrap_or_default()
}

fn unexpected(reply: &Reply) -> Trouble {
    Trouble::program("the gateway", format!("{} {}", reply.status, reply.body))
}
