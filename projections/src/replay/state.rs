//! A wallet at a past event, in the form that is shown and compared.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::{ActiveGrant, GrantKind};
use ledger::wallet::{
    DepositLimitView, ExclusionKind, FreezeReach, GiftStatus, QrStatus, SlipStatus,
};
use ledger::wallet::{TransferStatus, WithdrawalStatus};
use ledger::{Money, Wallet};
use serde::Serialize;

/// A wallet after some event. Amounts are decimal strings of the wallet's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Every bucket that was ever touched.
    pub buckets: Vec<StateBucket>,
    /// The active grant, if there is one.
    pub grant: Option<StateGrant>,
    /// Coins for the wheel.
    pub coins: Option<String>,
    /// Transfers that had not ended.
    pub open_transfers: Vec<StateWork>,
    /// Withdrawals that had not ended.
    pub open_withdrawals: Vec<StateWork>,
    /// Slips that had not ended.
    pub open_slips: Vec<StateWork>,
    /// QR orders that were shown, or waited for staff.
    pub open_qr: Vec<StateWork>,
    /// Gift links that had not ended.
    pub open_gifts: Vec<StateWork>,
    /// Announced deposits that waited for staff.
    pub open_manual: Vec<StateWork>,
    /// The limits on deposits.
    pub limits: Vec<StateLimit>,
    /// The break from playing.
    pub exclusion: Option<StateExclusion>,
    /// Minutes between two reminders of the time spent.
    pub reality_check: Option<u32>,
    /// The player's accounts at game providers.
    pub games: Vec<StateGame>,
    /// A refund that was received and not added.
    pub pending_refund: Option<String>,
    /// Uncollected earnings from invitations.
    pub uncollected_invites: Option<String>,
    /// The bank account of payouts, since it was changed.
    pub bank_account: Option<String>,
    /// Until when payouts were held, because it was changed.
    pub payouts_held_until: Option<DateTime<Utc>>,
    /// How much staff had frozen.
    pub frozen: Option<FreezeReach>,
}

/// The content of one bucket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateBucket {
    /// `main`, `in_transit`, `withdrawal`, `coins` or `game:…`.
    pub account: String,
    /// Amount, in the wallet's currency.
    pub amount: String,
    /// Code of the currency.
    pub currency: &'static str,
}

/// The active grant with its bounds in money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StateGrant {
    /// Id, as a text.
    pub id: String,
    /// Why it was given.
    pub kind: GrantKind,
    /// The payment's reference, as its source writes it.
    pub reference: String,
    /// How much was granted.
    pub amount: String,
    /// The base of its percentages.
    pub base: String,
    /// Won from here on.
    pub success_from: String,
    /// Lost down to here.
    pub fail_to: String,
    /// The required turnover.
    pub turnover: String,
    /// The most that may be kept of it.
    pub max_withdraw: Option<String>,
    /// When its time is over.
    pub expires_at: Option<DateTime<Utc>>,
    /// Time of the start, in UTC.
    pub started_at: DateTime<Utc>,
}

/// A piece of work that had not ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateWork {
    /// Id, as a text.
    pub id: String,
    /// How far it was: `started`, `sent`, `unknown`, `referred`.
    pub status: &'static str,
    /// How much, where that is known.
    pub amount: Option<String>,
    /// Where the money leaves.
    pub from: Option<String>,
    /// Account that the money goes to.
    pub to: Option<String>,
    /// Until when: a QR can be paid, a withdrawal is held.
    pub until: Option<DateTime<Utc>>,
}

/// The limit on deposits of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StateLimit {
    /// `day`, `week` or `month`.
    pub period: String,
    /// The most that may come in.
    pub limit: Option<String>,
    /// The sum that came in.
    pub used: String,
    /// The amount that may still come in.
    pub remaining: Option<String>,
    /// A looser limit that waits; `none` for no limit at all.
    pub pending: Option<String>,
    /// From when that holds.
    pub pending_from: Option<DateTime<Utc>>,
}

/// A break from playing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateExclusion {
    /// Kind of the break.
    pub kind: ExclusionKind,
    /// Until when; none: without an end.
    pub until: Option<DateTime<Utc>>,
}

/// An account with a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateGame {
    /// Code of the game provider.
    pub game: String,
    /// The player's name there.
    pub username: String,
}

impl State {
    /// The wallet at a moment: limits and breaks begin and end by the clock.
    #[must_use]
    pub fn of(wallet: &Wallet, at: DateTime<Utc>) -> Self {
        let protection = wallet.protection(at);
        let buckets = wallet.buckets().map(|(account, amount)| StateBucket {
            account: account.to_string(),
            amount: amount.digits(),
            currency: amount.currency().code(),
        });
        let games = wallet.games().map(|game| StateGame {
            game: game.to_string(),
            username: wallet.game_username(game).unwrap_or_default().to_owned(),
        });
        Self {
            buckets: buckets.collect(),
            grant: wallet.active_grant().map(StateGrant::of),
            coins: wallet.coins().map(Money::digits),
            open_transfers: transfers(wallet),
            open_withdrawals: withdrawals(wallet),
            open_slips: slips(wallet),
            open_qr: qr_orders(wallet),
            open_gifts: gifts(wallet),
            open_manual: manual_deposits(wallet),
            limits: protection
                .iter()
                .flat_map(|protection| protection.limits)
                .map(limit)
                .collect(),
            exclusion: wallet.exclusion(at).map(|held| StateExclusion {
                kind: held.kind,
                until: held.until,
            }),
            reality_check: protection.and_then(|protection| protection.reality_check),
            games: games.collect(),
            pending_refund: wallet
                .pending_refund(at)
                .map(|refund| refund.amount.digits()),
            uncollected_invites: wallet.invites().uncollected.map(Money::digits),
            bank_account: wallet.bank_account().map(|id| id.to_string()),
            payouts_held_until: wallet.withdrawals_held_until(at),
            frozen: wallet.freeze().map(|freeze| freeze.reach),
        }
    }
}

impl StateGrant {
    fn of(active: &ActiveGrant) -> Self {
        let band = active.band();
        Self {
            id: active.grant_id.to_string(),
            kind: active.kind,
            reference: active.reference.clone(),
            amount: active.amount.digits(),
            base: active.base.digits(),
            success_from: band.success_from.normalize().to_string(),
            fail_to: band.fail_to.normalize().to_string(),
            turnover: band.turnover.normalize().to_string(),
            max_withdraw: active.terms.max_withdraw.map(Money::digits),
            expires_at: active.terms.expires_at,
            started_at: active.started_at,
        }
    }
}

impl StateWork {
    fn new(id: &impl ToString, status: &'static str, amount: Option<Money>) -> Self {
        Self {
            id: id.to_string(),
            status,
            amount: amount.map(Money::digits),
            from: None,
            to: None,
            until: None,
        }
    }
}

fn transfers(wallet: &Wallet) -> Vec<StateWork> {
    let work = wallet.open_transfers().map(|(id, transfer)| StateWork {
        from: Some(transfer.from.to_string()),
        to: Some(transfer.to.to_string()),
        ..StateWork::new(
            &id,
            match transfer.status {
                TransferStatus::Started => "started",
                TransferStatus::Sent => "sent",
                TransferStatus::Unknown | TransferStatus::Completed | TransferStatus::Returned => {
                    "unknown"
                }
            },
            Some(transfer.amount),
        )
    });
    work.collect()
}

fn withdrawals(wallet: &Wallet) -> Vec<StateWork> {
    let work = wallet.open_withdrawals().map(|(id, withdrawal)| StateWork {
        to: Some(withdrawal.bank_account.to_string()),
        until: withdrawal.not_before,
        ..StateWork::new(
            &id,
            match withdrawal.status {
                WithdrawalStatus::Requested => "started",
                WithdrawalStatus::Sent => "sent",
                WithdrawalStatus::Unknown | WithdrawalStatus::Paid | WithdrawalStatus::Returned => {
                    "unknown"
                }
            },
            Some(withdrawal.amount),
        )
    });
    work.collect()
}

fn slips(wallet: &Wallet) -> Vec<StateWork> {
    let work = wallet.open_slips().map(|(id, slip)| {
        let status = if slip.status == SlipStatus::Referred {
            "referred"
        } else {
            "started"
        };
        StateWork {
            from: slip
                .reference
                .as_ref()
                .map(|reference| reference.sending_bank.clone()),
            ..StateWork::new(&id, status, None)
        }
    });
    work.collect()
}

fn qr_orders(wallet: &Wallet) -> Vec<StateWork> {
    let work = wallet.open_qr_orders().map(|(id, order)| {
        let is_open = order.status == QrStatus::Open;
        let status = if is_open { "started" } else { "referred" };
        StateWork {
            from: Some(order.channel.clone()),
            until: Some(order.expires_at),
            ..StateWork::new(&id, status, Some(order.amount))
        }
    });
    work.collect()
}

fn gifts(wallet: &Wallet) -> Vec<StateWork> {
    let work = wallet.open_gifts().map(|(id, gift)| {
        let status = match gift.status {
            GiftStatus::Submitted => "started",
            GiftStatus::Sent => "sent",
            GiftStatus::Unknown | GiftStatus::Credited | GiftStatus::Rejected => "unknown",
        };
        StateWork::new(&id, status, gift.expected)
    });
    work.collect()
}

fn manual_deposits(wallet: &Wallet) -> Vec<StateWork> {
    let work = wallet
        .open_manual_deposits()
        .map(|(id, deposit)| StateWork::new(&id, "referred", Some(deposit.amount)));
    work.collect()
}

fn limit(view: DepositLimitView) -> StateLimit {
    let pending = view.pending;
    let looser = |limit: Option<Money>| limit.map_or_else(|| "none".to_owned(), Money::digits);
    StateLimit {
        period: view.period.to_string(),
        limit: view.limit.map(Money::digits),
        used: view.used.digits(),
        remaining: view.remaining.map(Money::digits),
        pending: pending.map(|pending| looser(pending.limit)),
        pending_from: pending.map(|pending| pending.from),
    }
}
