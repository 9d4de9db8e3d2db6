//! What the stories of rewards share: a stage whose days pass, play at a provider, and taking and
//! ending what is offered.

use std::time::Duration;

use chrono::{DateTime, NaiveTime, SecondsFormat, TimeDelta, Utc};
use gateway::config::Config;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage};

pub(crate) const DAY: Duration = Duration::from_hours(24);

/// A stage on which days may pass.
pub(crate) async fn set() -> Stage {
    set_with(|_| {}).await
}

/// As [`set`], with another configuration.
pub(crate) async fn set_with(change: impl FnOnce(&mut Config)) -> Stage {
    Stage::set_with(|config| {
        config.session.idle_minutes = 100_000_000;
        config.session.absolute_hours = 10_000_000;
        // Where the gateway's clock is moved alone, the bank's stays where it is.
        config.slip.window_minutes = 1_000_000;
        // What a fault has broken works again as soon as it is gone.
        config.breaker.failures_max = 1_000;
        change(config);
    })
    .await
}

impl Stage {
    /// The player bets at a provider and gets `win` back.
    pub(crate) async fn play(&self, game: &str, username: &str, stake: &str, win: &str) {
        self.play_round(game, username, &json!({ "stake": stake, "win": win }))
            .await;
    }

    /// As [`Stage::play`], at an earlier time.
    pub(crate) async fn play_at(
        &self,
        account: (&str, &str),
        (stake, win): (&str, &str),
        at: DateTime<Utc>,
    ) {
        let at = at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let round = json!({ "stake": stake, "win": win, "at": at });
        self.play_round(account.0, account.1, &round).await;
    }

    async fn play_round(&self, game: &str, username: &str, round: &Value) {
        let path = format!("/__sandbox/players/{game}/{username}/play");
        let (status, body) = self.control(Method::POST, &path, Some(round)).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }

    /// A command without a body, under a separate key.
    pub(crate) async fn command(&self, player: &Player, path: &str) -> Answer {
        self.post(player, path, &json!({})).await
    }

    /// A command without a body, under a given key.
    pub(crate) async fn command_as(
        &self,
        player: &Player,
        path: &str,
        key: Option<&str>,
    ) -> Answer {
        self.call(player, Method::POST, path, (key, None)).await
    }

    /// A command that succeeds.
    #[track_caller]
    pub(crate) fn granted(answer: Answer) -> Value {
        let (status, body) = answer;
        assert_eq!(status, StatusCode::OK, "{body}");
        body
    }

    /// The state of one bonus of the list, with all that has been committed.
    pub(crate) async fn bonus(&self, player: &Player, code: &str) -> Value {
        let path = format!("/bonus?after={}", self.head().await);
        let body = Self::granted(self.get(player, &path).await);
        let list = body["bonuses"].as_array().unwrap();
        list.iter().find(|it| it["code"] == code).unwrap().clone()
    }

    /// Moves money that must arrive.
    pub(crate) async fn moved(&self, player: &Player, pair: (&str, &str), amount: &str) {
        let (status, body) = self.transfer(player, pair, amount).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
}

/// Panics unless an answer is this refusal.
#[track_caller]
pub(crate) fn refused((status, body): &Answer, expected: u16, code: &str) {
    assert_eq!(
        (status.as_u16(), body["message"].as_str()),
        (expected, Some(code)),
        "{body}"
    );
}

/// Yesterday at noon in Bangkok.
pub(crate) fn yesterday(stage: &Stage) -> DateTime<Utc> {
    let today = (stage.app.clock().now() + TimeDelta::hours(7)).date_naive();
    let noon = NaiveTime::from_hms_opt(5, 0, 0).unwrap();
    today.and_time(noon).and_utc() - TimeDelta::days(1)
}
