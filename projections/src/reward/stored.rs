//! Rows as the reward view's tables hold them.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::{GrantTerms, Span};
use ledger::{Currency, GrantId, Money, SpinId, WalletId};
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use crate::projection::{ViewError, stored_currency, stored_money, stored_word};

use super::fold::{GrantKey, HeadRow, InviteKey, RefundKey};
use super::{GrantEnd, GrantRow, GrantStatus, InviteRow, RefundRow, RefundStatus, parse_kind};

pub(super) const HEAD: &str = "reward_head";
pub(super) const GRANT: &str = "reward_grant";
pub(super) const REFUND: &str = "reward_refund";
pub(super) const INVITE: &str = "reward_invite";

/// A row of a table, both ways: read column by column, written as one JSON record.
pub(super) trait Stored: Serialize + Sized {
    type Key: Ord + Clone;
    type Row;

    fn of(key: &Self::Key, row: &Self::Row) -> Self;

    fn read(self) -> Result<(Self::Key, Self::Row), ViewError>;
}

#[derive(Serialize)]
pub(super) struct StoredHead {
    pub(super) wallet_id: Uuid,
    pub(super) active_grant: Option<Uuid>,
    pub(super) pending_refund: Option<DateTime<Utc>>,
    pub(super) refunds: i64,
    pub(super) invites: i64,
    pub(super) spins: i64,
    pub(super) coins: i64,
}

impl Stored for StoredHead {
    type Key = WalletId;
    type Row = HeadRow;

    fn of(key: &WalletId, row: &HeadRow) -> Self {
        Self {
            wallet_id: key.0,
            active_grant: row.active_grant.map(|id| id.0),
            pending_refund: row.pending_refund,
            refunds: row.refunds,
            invites: row.invites,
            spins: row.spins,
            coins: row.coins,
        }
    }

    fn read(self) -> Result<(WalletId, HeadRow), ViewError> {
        let row = HeadRow {
            active_grant: self.active_grant.map(GrantId),
            pending_refund: self.pending_refund,
            refunds: self.refunds,
            invites: self.invites,
            spins: self.spins,
            coins: self.coins,
        };
        Ok((WalletId(self.wallet_id), row))
    }
}

#[derive(Serialize)]
pub(super) struct StoredGrant {
    pub(super) wallet_id: Uuid,
    pub(super) grant_id: Uuid,
    pub(super) kind: String,
    pub(super) reference: String,
    pub(super) status: String,
    pub(super) currency: String,
    pub(super) amount: Decimal,
    pub(super) base: Decimal,
    pub(super) deposit_amount: Option<Decimal>,
    pub(super) success_percent: i64,
    pub(super) fail_percent: i64,
    pub(super) turnover_times: i64,
    pub(super) max_withdraw: Option<Decimal>,
    pub(super) expires_at: Option<DateTime<Utc>>,
    pub(super) takes_back: bool,
    pub(super) quota_no: Option<i64>,
    pub(super) coupon: Option<Uuid>,
    pub(super) started_at: DateTime<Utc>,
    pub(super) ended_at: Option<DateTime<Utc>>,
    pub(super) total_at_end: Option<Decimal>,
    pub(super) turnover_at_end: Option<Decimal>,
    pub(super) taken: Option<Decimal>,
    pub(super) position: i64,
}

impl StoredGrant {
    fn terms(&self, currency: Currency) -> Result<GrantTerms, ViewError> {
        Ok(GrantTerms {
            success_percent: number(GRANT, self.success_percent)?,
            fail_percent: number(GRANT, self.fail_percent)?,
            turnover_times: number(GRANT, self.turnover_times)?,
            max_withdraw: optional(GRANT, self.max_withdraw, currency)?,
            expires_at: self.expires_at,
            takes_back: self.takes_back,
        })
    }

    fn end(&self, currency: Currency) -> Result<Option<GrantEnd>, ViewError> {
        let (Some(at), Some(total), Some(taken)) = (self.ended_at, self.total_at_end, self.taken)
        else {
            return Ok(None);
        };
        Ok(Some(GrantEnd {
            at,
            total: stored_money(GRANT, total, currency)?,
            turnover: optional(GRANT, self.turnover_at_end, currency)?,
            taken: stored_money(GRANT, taken, currency)?,
        }))
    }
}

impl Stored for StoredGrant {
    type Key = GrantKey;
    type Row = GrantRow;

    fn of(_: &GrantKey, row: &GrantRow) -> Self {
        let end = row.end;
        Self {
            wallet_id: row.wallet_id.0,
            grant_id: row.grant_id.0,
            kind: row.kind.code().to_owned(),
            reference: row.reference.clone(),
            status: row.status.as_str().to_owned(),
            currency: row.amount.currency().to_string(),
            amount: row.amount.amount(),
            base: row.base.amount(),
            deposit_amount: row.deposit.map(Money::amount),
            success_percent: row.terms.success_percent.into(),
            fail_percent: row.terms.fail_percent.into(),
            turnover_times: row.terms.turnover_times.into(),
            max_withdraw: row.terms.max_withdraw.map(Money::amount),
            expires_at: row.terms.expires_at,
            takes_back: row.terms.takes_back,
            quota_no: row.quota_no.map(i64::from),
            coupon: row.coupon.map(|id| id.0),
            started_at: row.started_at,
            ended_at: end.map(|end| end.at),
            total_at_end: end.map(|end| end.total.amount()),
            turnover_at_end: end.and_then(|end| end.turnover).map(Money::amount),
            taken: end.map(|end| end.taken.amount()),
            position: row.position,
        }
    }

    fn read(self) -> Result<(GrantKey, GrantRow), ViewError> {
        let currency = stored_currency(GRANT, &self.currency)?;
        let row = GrantRow {
            wallet_id: WalletId(self.wallet_id),
            grant_id: GrantId(self.grant_id),
            kind: stored_word(GRANT, &self.kind, parse_kind)?,
            status: stored_word(GRANT, &self.status, GrantStatus::parse)?,
            amount: stored_money(GRANT, self.amount, currency)?,
            base: stored_money(GRANT, self.base, currency)?,
            deposit: optional(GRANT, self.deposit_amount, currency)?,
            terms: self.terms(currency)?,
            quota_no: self.quota_no.map(|no| number(GRANT, no)).transpose()?,
            coupon: self.coupon.map(SpinId),
            started_at: self.started_at,
            end: self.end(currency)?,
            position: self.position,
            reference: self.reference,
        };
        Ok(((row.wallet_id, row.grant_id), row))
    }
}

#[derive(Serialize)]
pub(super) struct StoredRefund {
    pub(super) wallet_id: Uuid,
    pub(super) period_from: DateTime<Utc>,
    pub(super) period_to: DateTime<Utc>,
    pub(super) status: String,
    pub(super) currency: String,
    pub(super) net_loss: Decimal,
    pub(super) amount: Decimal,
    pub(super) keep_until: DateTime<Utc>,
    pub(super) grant_id: Option<Uuid>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) position: i64,
}

impl Stored for StoredRefund {
    type Key = RefundKey;
    type Row = RefundRow;

    fn of((wallet_id, _): &RefundKey, row: &RefundRow) -> Self {
        Self {
            wallet_id: wallet_id.0,
            period_from: row.span.from,
            period_to: row.span.to,
            status: row.status.as_str().to_owned(),
            currency: row.amount.currency().to_string(),
            net_loss: row.net_loss.amount(),
            amount: row.amount.amount(),
            keep_until: row.keep_until,
            grant_id: row.grant_id.map(|id| id.0),
            created_at: row.created_at,
            position: row.position,
        }
    }

    fn read(self) -> Result<(RefundKey, RefundRow), ViewError> {
        let currency = stored_currency(REFUND, &self.currency)?;
        let row = RefundRow {
            span: Span {
                from: self.period_from,
                to: self.period_to,
            },
            status: stored_word(REFUND, &self.status, RefundStatus::parse)?,
            net_loss: stored_money(REFUND, self.net_loss, currency)?,
            amount: stored_money(REFUND, self.amount, currency)?,
            keep_until: self.keep_until,
            grant_id: self.grant_id.map(GrantId),
            created_at: self.created_at,
            position: self.position,
        };
        Ok(((WalletId(self.wallet_id), row.span.from), row))
    }
}

#[derive(Serialize)]
pub(super) struct StoredInvite {
    pub(super) wallet_id: Uuid,
    pub(super) invitee: Uuid,
    pub(super) period_from: DateTime<Utc>,
    pub(super) period_to: DateTime<Utc>,
    pub(super) currency: String,
    pub(super) net_loss: Decimal,
    pub(super) amount: Decimal,
    pub(super) created_at: DateTime<Utc>,
    pub(super) position: i64,
}

impl Stored for StoredInvite {
    type Key = InviteKey;
    type Row = InviteRow;

    fn of((wallet_id, ..): &InviteKey, row: &InviteRow) -> Self {
        Self {
            wallet_id: wallet_id.0,
            invitee: row.invitee.0,
            period_from: row.span.from,
            period_to: row.span.to,
            currency: row.amount.currency().to_string(),
            net_loss: row.net_loss.amount(),
            amount: row.amount.amount(),
            created_at: row.created_at,
            position: row.position,
        }
    }

    fn read(self) -> Result<(InviteKey, InviteRow), ViewError> {
        let currency = stored_currency(INVITE, &self.currency)?;
        let row = InviteRow {
            invitee: WalletId(self.invitee),
            span: Span {
                from: self.period_from,
                to: self.period_to,
            },
            net_loss: stored_money(INVITE, self.net_loss, currency)?,
            amount: stored_money(INVITE, self.amount, currency)?,
            created_at: self.created_at,
            position: self.position,
        };
        let key = (WalletId(self.wallet_id), row.invitee, row.span.from);
        Ok((key, row))
    }
}

/// A stored count or percentage.
pub(super) fn number(table: &'static str, number: i64) -> Result<u32, ViewError> {
    u32::try_from(number).map_err(|error| ViewError::Row {
        table,
        what: format!("{number}: {error}"),
    })
}

pub(super) fn optional(
    table: &'static str,
    amount: Option<Decimal>,
    currency: Currency,
) -> Result<Option<Money>, ViewError> {
    amount
        .map(|amount| stored_money(table, amount, currency))
        .transpose()
}
