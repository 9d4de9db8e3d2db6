//! Short words for grants, refunds and invites.

use chrono::{DateTime, Utc};
use ledger::wallet::GrantKind;
use ledger::wallet::reward::{
    Award, DepositRule, GameFigure, GrantActivated, GrantEnded, GrantOutcome, GrantTerms,
    LossShare, ReceiveLimit, ReceivePeriod, Span, SpanFigures,
};
use ledger::{GrantId, Money, RewardError, RewardEvent, WalletError, WalletEvent};
use rust_decimal::Decimal;
use uuid::Uuid;

pub(crate) use super::player::Player;
use super::support::*;

pub(crate) fn grant(n: u128) -> GrantId {
    GrantId(Uuid::from_u128(n))
}

pub(crate) fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Won at three times the base, lost at a tenth of it.
pub(crate) fn terms() -> GrantTerms {
    GrantTerms {
        success_percent: 300,
        fail_percent: 10,
        turnover_times: 0,
        max_withdraw: None,
        expires_at: None,
        takes_back: false,
    }
}

/// No condition at all.
pub(crate) fn no_terms() -> GrantTerms {
    GrantTerms {
        success_percent: 100,
        fail_percent: 0,
        ..terms()
    }
}

/// A bonus of all of the deposit up to 300.
#[derive(Debug, Clone)]
pub(crate) struct Offer {
    pub(crate) kind: GrantKind,
    pub(crate) code: &'static str,
    pub(crate) award: Award,
    pub(crate) deposit: Option<DepositRule>,
    pub(crate) played: Option<Money>,
    pub(crate) limit: Option<ReceiveLimit>,
    pub(crate) quota_no: Option<u32>,
    pub(crate) terms: GrantTerms,
}

pub(crate) fn welcome() -> Offer {
    Offer {
        kind: GrantKind::Bonus,
        code: "WELCOME",
        award: Award::OfDeposit {
            percent: 100,
            cap: baht("300"),
        },
        deposit: Some(DepositRule {
            min: baht("100"),
            is_unplayed: true,
        }),
        played: Some(baht("0")),
        limit: None,
        quota_no: None,
        terms: terms(),
    }
}

/// A bonus of 50 that asks for nothing.
pub(crate) fn free() -> Offer {
    Offer {
        code: "FREE",
        award: Award::Fixed { amount: baht("50") },
        deposit: None,
        played: None,
        ..welcome()
    }
}

/// The same without a condition: over in the moment it is given.
pub(crate) fn gift() -> Offer {
    Offer {
        terms: no_terms(),
        ..free()
    }
}

pub(crate) fn limit(per: ReceivePeriod, max: u32) -> ReceiveLimit {
    ReceiveLimit { per, max }
}

/// One provider's figures of 10 March, a day that is over.
pub(crate) fn yesterday(win_loss: &str) -> SpanFigures {
    figures("2026-03-09T17:00:00Z", "2026-03-10T17:00:00Z", &[win_loss])
}

pub(crate) fn figures(from: &str, to: &str, win_losses: &[&str]) -> SpanFigures {
    let games = ["pg", "joker", "sexy"].into_iter().zip(win_losses);
    SpanFigures {
        span: Span {
            from: at(from),
            to: at(to),
        },
        games: games
            .map(|(code, win_loss)| GameFigure {
                game: game(code),
                turnover: baht("1000"),
                win_loss: baht(win_loss),
            })
            .collect(),
    }
}

pub(crate) fn share(percent: &str, cap: Option<&str>) -> LossShare {
    LossShare {
        percent: percent.parse::<Decimal>().unwrap(),
        cap: cap.map(baht),
    }
}

pub(crate) fn refused(refusal: RewardError) -> Result<Vec<WalletEvent>, WalletError> {
    Err(WalletError::Reward(refusal))
}

/// The one event about rewards among what was written.
pub(crate) fn reward(written: Result<Vec<WalletEvent>, WalletError>) -> RewardEvent {
    let mut rewards = written
        .unwrap()
        .into_iter()
        .filter_map(|event| match event {
            WalletEvent::Reward(reward) => Some(*reward),
            _ => None,
        });
    let reward = rewards.next().expect("an event about rewards");
    assert_eq!(rewards.next(), None);
    reward
}

/// How a grant ended, and what went back.
pub(crate) fn ended(written: Result<Vec<WalletEvent>, WalletError>) -> (GrantOutcome, String) {
    match reward(written) {
        RewardEvent::GrantEnded(GrantEnded { outcome, taken, .. }) => (outcome, taken.digits()),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn granted(written: Result<Vec<WalletEvent>, WalletError>) -> String {
    match reward(written) {
        RewardEvent::GrantActivated(GrantActivated { amount, .. }) => amount.digits(),
        other => panic!("{other:?}"),
    }
}
