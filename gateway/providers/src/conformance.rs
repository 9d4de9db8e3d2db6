//! The conformance kit: named checks of a game provider, at any address and in any protocol.
//!
//! The checks create one player and move small amounts. They know no wire: what they say about a
//! provider is what the gateway's own adapter makes of its answers.

mod kit;

use std::sync::Arc;
use std::time::Duration;

use ledger::Currency;
use platform::clock::{Clock, new_id};
use platform::config::GameProtocol;
use platform::metrics::Metrics;
use platform::outside::{OutsideClient, Service};

use self::kit::Kit;
use super::game::Game;
use super::line::SignedLine;

/// Where a provider is, and as whom it is called.
#[derive(Debug, Clone)]
pub struct GameAccess {
    /// The protocol that it speaks.
    pub protocol: GameProtocol,
    /// Its address before the paths of the protocol.
    pub base_url: String,
    /// The operator's name there.
    pub agent: String,
    /// The key of the signatures.
    pub secret: String,
    /// The currency of the player that is created.
    pub currency: Currency,
    /// How long a call may take, and how long a movement may be in progress.
    pub patience: Duration,
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The check's name.
    pub check: &'static str,
    /// What is wrong; none if the check is passed.
    pub problem: Option<String>,
}

/// How far the wrong clock is ahead.
const SKEW: Duration = Duration::from_mins(10);

/// Runs all checks.
pub async fn check_game(access: &GameAccess) -> Vec<Finding> {
    let clock = Clock::default();
    let metrics = Arc::new(Metrics::new(clock.clone()));
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy();
    let http = http.build().expect("a client without files");
    let http = OutsideClient::new(http, metrics.outside());
    let ahead = Clock::default();
    ahead.advance(SKEW);
    let line = SignedLine {
        http: &http,
        service: Service::Game("checked"),
        clock: &clock,
        base_url: access.base_url.trim_end_matches('/'),
        agent: &access.agent,
        secret: &access.secret,
        time_out: access.patience,
    };
    let wrong = format!("{}x", access.secret);
    let digits = new_id().simple().to_string();
    let kit = Kit {
        game: Game::at(line, access.protocol),
        stranger: Game::at(
            SignedLine {
                secret: &wrong,
                ..line
            },
            access.protocol,
        ),
        early: Game::at(
            SignedLine {
                clock: &ahead,
                ..line
            },
            access.protocol,
        ),
        username: format!("pr{}", &digits[digits.len() - 8..]),
        clock: &clock,
        currency: access.currency,
        patience: access.patience,
    };
    let verdicts = kit.run().await.into_iter();
    verdicts
        .map(|(check, verdict)| Finding {
            check,
            problem: verdict.err(),
        })
        .collect()
}
