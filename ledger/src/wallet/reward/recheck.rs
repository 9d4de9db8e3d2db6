//! Makes every reward decision of a stream again, from what its event says it was made from.
//!
//! Each decision is put to the same rules on the wallet as it was right before it. They must write
//! the same event again: the same amount, base, outcome and postings. What the rules cannot
//! know (figures of providers, the operator's percentages) is taken from the event; what they do
//! know (balances, counts, deposits, coupons, the clock) is not. A spin can be drawn again only
//! when its seed has been revealed, and is held back until then.
//!
//! An event that names another version of the rule than this release knows is named as well: a
//! release that changes the rule has to keep the old one for the decisions made by it.

use std::collections::BTreeSet;
use std::fmt;

use crate::money::Money;
use crate::posting::GrantKind;
use crate::posting::{Account, GameCode};
use crate::wallet::{Wallet, WalletEvent};

use super::command::{CouponClaim, GrantActivation, RefundClaim, RewardCommand};
use super::event::{
    CoinsGiven, GrantActivated, GrantEnded, InviteEarned, RefundReceived, RewardEvent,
    WheelSeedCommitted, WheelSeedRevealed,
};
use super::recheck_wheel::{Spin, seed_of};
use super::terms::{BAND_RULE, GameHeld, GrantOutcome, Seen};

/// A reward decision that the rules do not make again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The event's place in its stream.
    pub sequence: i64,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.sequence, self.what)
    }
}

/// Follows one wallet's events, in order and from the first.
#[derive(Debug, Clone, Default)]
pub struct Recheck {
    wallet: Wallet,
    /// Spins of the seed in use: they are drawn again when it is revealed.
    pub(super) spins: Vec<Spin>,
    /// An event did not fit the books: what follows it says nothing about the rules.
    is_lost: bool,
}

/// Rechecks a whole stream.
pub fn recheck<'a>(events: impl IntoIterator<Item = &'a WalletEvent>) -> Vec<Contradiction> {
    let mut recheck = Recheck::default();
    events
        .into_iter()
        .flat_map(|event| recheck.follow(event))
        .collect()
}

impl Recheck {
    /// Takes the wallet's next event: what it contradicts, and which earlier spins a revealed seed
    /// contradicts.
    ///
    /// From an event on that does not fit the books nothing is found any more. That it does not
    /// fit is found by the audit of balances, and named here only for a reward.
    pub fn follow(&mut self, event: &WalletEvent) -> Vec<Contradiction> {
        if self.is_lost {
            return Vec::new();
        }
        let sequence = self.wallet.sequence() + 1;
        let mut found = Vec::new();
        let mut name = |what| found.push(Contradiction { sequence, what });
        if let WalletEvent::Reward(reward) = event
            && let Err(what) = self.decide_again(reward)
        {
            name(what);
        }
        if let Err(what) = self.wallet.remember(event) {
            self.is_lost = true;
            if matches!(event, WalletEvent::Reward(_)) {
                name(what);
            }
            return found;
        }
        if let WalletEvent::Reward(reward) = event {
            found.extend(self.draw_again(reward, sequence));
        }
        found
    }

    fn decide_again(&self, event: &RewardEvent) -> Result<(), String> {
        match event {
            RewardEvent::CoinsEarned(earned) => self.earn_again(earned),
            RewardEvent::WheelSpun(spun) => self.spin_again(spun),
            RewardEvent::WheelSeedRevealed(WheelSeedRevealed { seed_id, seed, .. }) => {
                let current = self.wallet().wheel_seed();
                let commit = seed_of(seed).map(|seed| seed.commit());
                let is_committed = current.is_some_and(|current| {
                    current.seed_id == *seed_id && Some(&current.commit) == commit.as_ref()
                });
                agree(is_committed, "the seed is not the one committed to")
            }
            RewardEvent::GrantActivated(GrantActivated { rule, .. })
            | RewardEvent::GrantEnded(GrantEnded { rule, .. })
                if rule != BAND_RULE =>
            {
                Err(format!(
                    "decided by {rule:?}, which this release does not know"
                ))
            }
            RewardEvent::GrantActivated(_)
            | RewardEvent::GrantEnded(_)
            | RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::CoinsGiven(_)
            | RewardEvent::WheelSeedCommitted(_) => self.write_again(event),
        }
    }

    /// The rules must write the very same event.
    fn write_again(&self, event: &RewardEvent) -> Result<(), String> {
        let wallet = self.wallet();
        let currency = wallet.currency().ok_or("before the wallet was opened")?;
        let command = self.command(event)?;
        let at = wallet.protection.clock(event.at());
        let decided = wallet.decide_reward(command, currency, at);
        let written = decided.map_err(|refusal| format!("the rules refuse it: {refusal}"))?;
        match written.as_slice() {
            [WalletEvent::Reward(again)] if **again == *event => Ok(()),
            [WalletEvent::Reward(again)] => Err(difference(event, again)),
            [] => Err("the rules write nothing".to_owned()),
            _ => Err("the rules write something else".to_owned()),
        }
    }

    /// What was requested, by the event.
    fn command(&self, event: &RewardEvent) -> Result<RewardCommand, String> {
        Ok(match event.clone() {
            RewardEvent::GrantActivated(activated) => self.granting(activated),
            RewardEvent::GrantEnded(GrantEnded {
                grant_id,
                outcome: GrantOutcome::Cancelled,
                won,
                ..
            }) => RewardCommand::CancelGrant {
                grant_id,
                seen: self.seen(won),
            },
            RewardEvent::CoinsGiven(CoinsGiven {
                grant_id, coins, ..
            }) => RewardCommand::GiveCoins { grant_id, coins },
            RewardEvent::GrantEnded(GrantEnded {
                grant_id,
                turnover,
                won,
                ..
            }) => RewardCommand::ClearGrant {
                grant_id,
                seen: self.seen(won),
                turnover,
            },
            RewardEvent::RefundReceived(RefundReceived {
                figures,
                during_grants,
                share,
                max_balance,
                keep_until,
                ..
            }) => RewardCommand::ReceiveRefund(RefundClaim {
                figures,
                during_grants,
                share,
                max_balance,
                keep_until,
                seen: self.seen(None),
            }),
            RewardEvent::InviteEarned(InviteEarned {
                invitee,
                figures,
                share,
                ..
            }) => RewardCommand::EarnInvite {
                invitee,
                figures,
                share,
            },
            RewardEvent::WheelSeedCommitted(WheelSeedCommitted {
                seed_id,
                commit,
                client_seed,
                ..
            }) => RewardCommand::CommitWheelSeed {
                seed_id,
                commit,
                client_seed,
            },
            RewardEvent::CoinsEarned(_)
            | RewardEvent::WheelSeedRevealed(_)
            | RewardEvent::WheelSpun(_) => return Err("no command is asked like it".into()),
        })
    }

    /// What was requested of a grant, by its event.
    fn granting(&self, event: GrantActivated) -> RewardCommand {
        let GrantActivated {
            grant_id,
            kind,
            reference,
            award,
            deposit_rule,
            deposit,
            limit,
            quota_no,
            coupon,
            terms,
            won,
            ..
        } = event;
        let seen = (!terms.are_met_at_once()).then(|| self.seen(won));
        match (kind, coupon) {
            (GrantKind::Refund, _) => RewardCommand::AddRefund {
                grant_id,
                terms,
                seen,
            },
            (GrantKind::Invite, _) => RewardCommand::CollectInvites {
                grant_id,
                terms,
                seen,
            },
            (GrantKind::Coupon, Some(_)) => RewardCommand::ClaimCoupon(CouponClaim {
                grant_id,
                prize: reference,
                is_known: true,
                terms,
                seen,
            }),
            // A coupon that no spin has won is given by staff.
            (GrantKind::Bonus | GrantKind::Promotion, _) | (GrantKind::Coupon, None) => {
                RewardCommand::ActivateGrant(GrantActivation {
                    grant_id,
                    kind,
                    reference,
                    award,
                    deposit: deposit_rule,
                    played: deposit.and_then(|deposit| deposit.played),
                    limit,
                    quota_no,
                    terms,
                    seen,
                })
            }
        }
    }

    /// What the providers said: it was booked right before the decision. Of what was won the sum
    /// is stored, and it does not matter at which game.
    fn seen(&self, mut won: Option<Money>) -> Seen {
        let wallet = self.wallet();
        let mut next = || {
            let reported = won?;
            won = Some(Money::zero(reported.currency()));
            Some(reported)
        };
        let held = |game: &GameCode| {
            let win_loss = next();
            let balance = wallet.bucket(&Account::Game(game.clone()))?;
            let game = game.clone();
            Some(GameHeld {
                game,
                balance,
                win_loss,
            })
        };
        Seen {
            at_sequence: wallet.sequence(),
            games: wallet.games().filter_map(held).collect(),
        }
    }

    pub(super) fn wallet(&self) -> &Wallet {
        &self.wallet
    }
}

pub(super) fn agree(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// Names the fields that differ.
fn difference(stored: &RewardEvent, again: &RewardEvent) -> String {
    let fields = |event: &RewardEvent| {
        let value = serde_json::to_value(event).ok()?;
        value.as_object()?.values().next()?.as_object().cloned()
    };
    let (stored, again) = (
        fields(stored).unwrap_or_default(),
        fields(again).unwrap_or_default(),
    );
    let fields: BTreeSet<_> = stored.keys().chain(again.keys()).collect();
    let differing = fields
        .into_iter()
        .filter(|name| stored.get(*name) != again.get(*name));
    let sayings = differing.map(|name| {
        let say = |fields: &serde_json::Map<_, _>| {
            fields
                .get(name)
                .map_or("none".to_owned(), ToString::to_string)
        };
        format!("{name} is {}, the rules say {}", say(&stored), say(&again))
    });
    sayings.collect::<Vec<_>>().join("; ")
}
