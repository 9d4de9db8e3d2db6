//! The stage of the stories of money, with the demonstration staff on it.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use clap::Parser;
use gateway::clock::Clock;
use gateway::command_line::{Command, CommandLine};
use gateway::config::Config;
use gateway::operator;
use ledger_testing::{TestDatabase, eventually};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::PATIENCE_MS;
pub(crate) use crate::money::{Answer, Player, answer};

/// The gateway, its world, players and staff.
pub(crate) struct Stage {
    money: crate::money::Stage,
}

impl Deref for Stage {
    type Target = crate::money::Stage;

    fn deref(&self) -> &Self::Target {
        &self.money
    }
}

impl DerefMut for Stage {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.money
    }
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::set_with(|_| {}).await
    }

    pub(crate) async fn set_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::set_on(TestDatabase::create().await, change).await
    }

    pub(crate) async fn set_on(database: TestDatabase, change: impl FnOnce(&mut Config)) -> Self {
        let money = crate::money::Stage::set_on(database, |config| {
            // Answers come as soon as there is one: these end what nobody would wait for.
            config.waits.outside_ms = PATIENCE_MS;
            config.waits.view_ms = PATIENCE_MS;
            config.waits.transfer_ms = PATIENCE_MS;
            config.waits.withdrawal_ms = PATIENCE_MS;
            config.waits.slip_ms = PATIENCE_MS;
            config.waits.cancel_after_ms = PATIENCE_MS;
            change(config);
        })
        .await;
        let config = Config {
            demo_members: Vec::new(),
            demo_replies: Vec::new(),
            ..money.config()
        };
        let folder = money.data_dir().to_owned();
        let url = money.database.url();
        // On the heap: no test's own future carries what a command of the operator is made of.
        let made = Box::pin(operator::make_demo(&url, folder, config));
        made.await.unwrap();
        Self { money }
    }

    /// What the authenticator of a member of staff shows, a step later than any before.
    pub(crate) fn next_code(&self, username: &str) -> String {
        self.app.clock().advance(Duration::from_secs(30));
        self.shown_code(username)
    }

    /// What a member of the demonstration staff logs in with, a step later than any before.
    pub(crate) fn credentials(&self, username: &str) -> Value {
        self.app.clock().advance(Duration::from_secs(30));
        self.staff_credentials(username)
    }

    /// Logs `agent`, `supervisor`, `supervisor2` or `auditor` in; answers the token.
    pub(crate) async fn staff(&self, username: &str) -> String {
        // The code is good for a while only.
        let _still = self.app.clock().hold();
        let credentials = self.credentials(username);
        let (status, body) = self.log_in(&credentials).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body["token"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn log_in(&self, credentials: &Value) -> Answer {
        let request = self.request(Method::POST, "/support/login");
        answer(request.json(credentials)).await
    }

    /// A call of the console; the path begins with `/support`.
    pub(crate) async fn call_as(
        &self,
        token: &str,
        method: Method,
        path: &str,
        (look, body): (Option<&str>, Option<&Value>),
    ) -> Answer {
        let mut request = self.request(method, path).bearer_auth(token);
        if let Some(look) = look {
            request = request.header("x-look", look);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        answer(request).await
    }

    pub(crate) async fn get_as(&self, token: &str, path: &str) -> Answer {
        self.call_as(token, Method::GET, path, (None, None)).await
    }

    pub(crate) async fn post_as(&self, token: &str, path: &str, body: &Value) -> Answer {
        self.call_as(token, Method::POST, path, (None, Some(body)))
            .await
    }

    /// Staff finds an announced deposit at the bank, by this reference: the second person agrees
    /// where the bank's own line does not show it.
    pub(crate) async fn credit_announced(&self, id: &Value, reference: &str, account: &str) {
        let (agent, supervisor) = (self.staff("agent").await, self.staff("supervisor").await);
        let path = format!("/support/work/manual/{}/accept", id.as_str().unwrap());
        let found = json!({ "reason": "found at the bank", "reference": reference,
            "depositAccount": account });
        let (status, body) = self.post_as(&agent, &path, &found).await;
        if status == StatusCode::OK {
            return;
        }
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
        let path = format!(
            "/support/approvals/{}/approve",
            body["approvalId"].as_str().unwrap()
        );
        let why = json!({ "reason": "seen and right" });
        let (status, body) = self.post_as(&supervisor, &path, &why).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }

    /// Says why staff looks at a player; answers what `X-Look` takes.
    pub(crate) async fn look(&self, token: &str, player: &Player) -> String {
        let path = format!("/support/players/{}/look", player.id);
        let reason = json!({ "reason": "the player asked" });
        let (status, body) = self.post_as(token, &path, &reason).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body["lookId"].as_str().unwrap().to_owned()
    }

    /// A command of `gateway staff`.
    pub(crate) async fn command(&self, words: &[&str]) -> String {
        self.try_command(words).await.unwrap()
    }

    /// The same, which may be refused.
    pub(crate) async fn try_command(&self, words: &[&str]) -> Result<String, String> {
        let folder = self.data_dir().to_owned();
        let words = ["gateway", "staff"].iter().chain(words);
        let line = CommandLine::try_parse_from(words).unwrap();
        let Some(Command::Staff {
            command: Some(command),
        }) = line.command
        else {
            panic!("not a command of staff");
        };
        let done = operator::staff(
            &self.database.url(),
            folder,
            self.config(),
            command,
            Clock::default(),
        )
        .await;
        done.map_err(|error| error.to_string())
    }

    /// All that staff did, in order, with who by name.
    pub(crate) async fn acts(&self) -> Vec<Value> {
        sqlx::query_scalar(
            "select json_build_object('id', act.id, 'by', staff.username, 'kind', kind,
                 'subjectKind', subject_kind, 'subject', subject_id, 'reason', reason,
                 'requestId', request_id, 'detail', detail)
             from staff_act act left join staff on staff.id = act.staff_id order by act.id",
        )
        .fetch_all(&self.database.owner())
        .await
        .unwrap()
    }

    /// The id of a member of staff.
    pub(crate) async fn account(&self, username: &str) -> Uuid {
        sqlx::query_scalar("select id from staff where username = $1")
            .bind(username)
            .fetch_one(&self.database.owner())
            .await
            .unwrap()
    }

    /// Waits until the process has asked about a transfer and knows no outcome.
    pub(crate) async fn unknown(&self, transfer: &str) {
        eventually("the outcome is not known", async || {
            let status: Option<String> =
                sqlx::query_scalar("select status from open_work where work_id = $1::text::uuid")
                    .bind(transfer)
                    .fetch_optional(&self.database.owner())
                    .await
                    .unwrap();
            if status.as_deref() == Some("unknown") {
                Ok(())
            } else {
                Err(status)
            }
        })
        .await;
    }

    /// How many acts there are.
    pub(crate) async fn act_count(&self) -> i64 {
        let count = sqlx::query_scalar("select count(*) from staff_act");
        count.fetch_one(&self.database.owner()).await.unwrap()
    }
}

/// Panics unless the answer is this error.
#[track_caller]
pub(crate) fn expect_error((status, body): &Answer, wanted: u16, code: &str) {
    let found = (status.as_u16(), body["message"].as_str().unwrap_or(""));
    assert_eq!(found, (wanted, code), "{body}");
}

/// Writes as the application's own role.
pub(crate) async fn write(stage: &Stage, statement: &str) {
    let written = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    written.unwrap();
}
