//! The wire form of a replay.

use chrono::{DateTime, Utc};
use ledger::{Account, Actor, Money};
use projections::replay::{self, TimelineEvent};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

use backoffice::review::power::Reach;
use backoffice::review::pseudonym::Known;
use platform::error::ApiError;

/// Who caused an event.
#[derive(Serialize, ToSchema)]
pub(super) struct EventActor {
    /// `member`, `process` or `staff`.
    #[schema(example = "member")]
    kind: &'static str,
    /// The name of the process, or of the member of staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The id of the member of staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl EventActor {
    fn of(actor: &Actor, known: &Known) -> Self {
        let (kind, name, id) = match actor {
            Actor::Member => ("member", None, None),
            Actor::Process { name } => ("process", Some(name.clone()), None),
            Actor::Staff { id } => {
                // The event carries a pseudonym for this one decision; staff see the real person.
                let person = known.person(id);
                let name = person.map(|person| person.name.clone());
                let id = person.map_or_else(|| id.clone(), |person| person.id.to_string());
                ("staff", name, Some(id))
            }
        };
        Self { kind, name, id }
    }
}

/// A line of the timeline.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerEvent {
    sequence: i64,
    /// Its position in the journal of all players.
    position: String,
    /// The event's type.
    #[serde(rename = "type")]
    kind: String,
    at: DateTime<Utc>,
    actor: EventActor,
    request_id: String,
    summary: EventSummary,
}

/// The facts of an event; those that it does not have are absent.
#[derive(Serialize, ToSchema)]
struct EventSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'static str>,
    /// The player's bucket that changed: the main wallet, where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<String>,
    /// By how much that bucket changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<String>,
    /// The main wallet right after the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    main: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    /// The operation (slip, transfer, withdrawal …) that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<Uuid>,
}

impl PlayerEvent {
    pub(super) fn of(event: &TimelineEvent, known: &Known) -> Self {
        let summary = event.summary.clone();
        let words = known.words(&event.stored.event_type, summary.operation);
        let words = words.map(ToOwned::to_owned);
        Self {
            sequence: event.stored.sequence,
            position: event.stored.position.to_string(),
            kind: event.stored.event_type.clone(),
            at: event.metadata.at,
            actor: EventActor::of(&event.metadata.actor, known),
            request_id: event.metadata.request_id.clone(),
            summary: EventSummary {
                amount: summary.amount.map(Money::digits),
                currency: summary.amount.map(|amount| amount.currency().code()),
                account: summary.account,
                change: summary.change.map(Money::digits),
                main: event.main.map(Money::digits),
                from: summary.from,
                to: summary.to,
                game: summary.game,
                reason: words.or(summary.reason),
                outcome: summary.outcome,
                reference: summary.reference,
                operation: summary.operation,
            },
        }
    }
}

/// An event with all its stored data.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredEvent {
    #[serde(rename = "type")]
    kind: String,
    /// As stored; money is `{amount, currency}`.
    #[schema(value_type = Object)]
    payload: Value,
    at: DateTime<Utc>,
    actor: EventActor,
    request_id: String,
    /// Number of the last change of settings that it was decided under; absent where it rests on no setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<i64>,
    /// The hash chain up to and including this event, in hexadecimal. It was checked.
    hash: String,
    /// The event's postings; they sum to zero.
    postings: Vec<Flow>,
}

impl StoredEvent {
    pub(super) fn of(event: &TimelineEvent, known: &Known) -> Result<Self, ApiError> {
        let stored = &event.stored;
        let payload = serde_json::from_str(&stored.payload);
        let postings = stored.event.postings().iter();
        Ok(Self {
            kind: stored.event_type.clone(),
            payload: payload.map_err(|error| ApiError::internal(&error))?,
            at: event.metadata.at,
            actor: EventActor::of(&event.metadata.actor, known),
            request_id: event.metadata.request_id.clone(),
            settings: event.metadata.settings,
            hash: hex::encode(stored.hash),
            postings: postings
                .map(|posting| Flow::of(&(posting.account.clone(), posting.amount)))
                .collect(),
        })
    }
}

/// What an account received; negative when it paid.
#[derive(Serialize, ToSchema)]
pub(super) struct Flow {
    #[schema(example = "main")]
    account: String,
    #[schema(example = "-200.00")]
    amount: String,
    currency: &'static str,
}

impl Flow {
    pub(super) fn of((account, amount): &(Account, Money)) -> Self {
        Self {
            account: account.to_string(),
            amount: amount.digits(),
            currency: amount.currency().code(),
        }
    }
}

/// One value that an event changed.
#[derive(Serialize, ToSchema)]
pub(super) struct Change {
    #[schema(example = "buckets.main.amount")]
    path: String,
    /// Null when there was no value.
    #[schema(value_type = Value)]
    before: Value,
    /// Null when there is no value.
    #[schema(value_type = Value)]
    after: Value,
}

impl From<replay::Change> for Change {
    fn from(change: replay::Change) -> Self {
        Self {
            path: change.path,
            before: change.before,
            after: change.after,
        }
    }
}

/// Why an event happened: codes and data; the console supplies the words.
#[derive(Serialize, ToSchema)]
pub(super) struct Why {
    /// The rule, with its version if it has one.
    #[schema(example = "band/1")]
    rule: String,
    #[schema(example = "GRANT_WON")]
    code: String,
    /// The rule's inputs; money is `{amount, currency}`.
    #[schema(value_type = Object)]
    inputs: Map<String, Value>,
    /// The earlier events that led to it, latest first.
    causes: Vec<Cause>,
}

/// An earlier event.
#[derive(Serialize, ToSchema)]
struct Cause {
    sequence: i64,
    #[serde(rename = "type")]
    kind: String,
}

impl Why {
    /// Adds the words and the people that the event itself does not name.
    pub(super) fn of(why: replay::Why, event: &TimelineEvent, known: &Known) -> Self {
        let mut why = Self::from(why);
        let words = known.words(&event.stored.event_type, event.summary.operation);
        if let Some(words) = words {
            why.inputs.insert("reason".to_owned(), words.into());
        }
        for name in ["by", "approvedBy"] {
            let person = why.inputs.get(name).and_then(Value::as_str);
            if let Some(person) = person.and_then(|pseudonym| known.person(pseudonym)) {
                why.inputs
                    .insert(name.to_owned(), person.name.clone().into());
            }
        }
        why
    }
}

impl From<replay::Why> for Why {
    fn from(why: replay::Why) -> Self {
        let causes = why.causes.into_iter().map(|cause| Cause {
            sequence: cause.sequence,
            kind: cause.kind,
        });
        Self {
            rule: why.rule,
            code: why.code.to_owned(),
            inputs: why.inputs,
            causes: causes.collect(),
        }
    }
}

/// A wallet's state at a position. Amounts are in the wallet's currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api::console) struct PlayerState {
    buckets: Vec<Flow>,
    grant: Option<PlayerGrant>,
    coins: Option<String>,
    open_transfers: Vec<PlayerWork>,
    open_withdrawals: Vec<PlayerWork>,
    open_slips: Vec<PlayerWork>,
    open_qr: Vec<PlayerWork>,
    open_gifts: Vec<PlayerWork>,
    open_manual: Vec<PlayerWork>,
    limits: Vec<PlayerLimit>,
    exclusion: Option<PlayerExclusion>,
    /// Minutes between two reminders of the time spent.
    reality_check: Option<u32>,
    games: Vec<PlayerGame>,
    /// A refund that was received but not yet added.
    pending_refund: Option<String>,
    /// Invitation earnings that were not yet collected.
    uncollected_invites: Option<String>,
    /// The id of the payout bank account, once it has been changed.
    bank_account: Option<String>,
    payouts_held_until: Option<DateTime<Utc>>,
    /// What staff have frozen.
    frozen: Option<Reach>,
}

/// The active grant, with its bounds as amounts of money.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerGrant {
    id: String,
    /// `bonus`, `promotion`, `refund`, `invite` or `coupon`.
    kind: &'static str,
    reference: String,
    amount: String,
    /// The amount that the bounds' percentages refer to.
    base: String,
    success_from: String,
    fail_to: String,
    turnover: String,
    max_withdraw: Option<String>,
    expires_at: Option<DateTime<Utc>>,
    started_at: DateTime<Utc>,
}

/// Work that had not ended yet.
#[derive(Serialize, ToSchema)]
struct PlayerWork {
    id: String,
    /// `started`, `sent`, `unknown` or `referred`.
    status: &'static str,
    amount: Option<String>,
    from: Option<String>,
    to: Option<String>,
    /// Until when a QR can be paid, or a withdrawal is held.
    until: Option<DateTime<Utc>>,
}

/// A deposit limit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayerLimit {
    /// `day`, `week` or `month`.
    period: String,
    limit: Option<String>,
    used: String,
    remaining: Option<String>,
    /// A looser limit that is not in force yet; `none` for no limit at all.
    pending: Option<String>,
    pending_from: Option<DateTime<Utc>>,
}

/// A break from playing.
#[derive(Serialize, ToSchema)]
struct PlayerExclusion {
    /// `TIME_OUT` or `SELF_EXCLUSION`.
    kind: &'static str,
    until: Option<DateTime<Utc>>,
}

/// An account with a provider.
#[derive(Serialize, ToSchema)]
struct PlayerGame {
    game: String,
    username: String,
}

impl From<replay::State> for PlayerState {
    fn from(state: replay::State) -> Self {
        let work = |work: Vec<replay::StateWork>| work.into_iter().map(Into::into).collect();
        let buckets = state.buckets.into_iter().map(|bucket| Flow {
            account: bucket.account,
            amount: bucket.amount,
            currency: bucket.currency,
        });
        Self {
            buckets: buckets.collect(),
            grant: state.grant.map(Into::into),
            coins: state.coins,
            open_transfers: work(state.open_transfers),
            open_withdrawals: work(state.open_withdrawals),
            open_slips: work(state.open_slips),
            open_qr: work(state.open_qr),
            open_gifts: work(state.open_gifts),
            open_manual: work(state.open_manual),
            limits: state.limits.into_iter().map(Into::into).collect(),
            exclusion: state.exclusion.map(Into::into),
            reality_check: state.reality_check,
            games: state.games.into_iter().map(Into::into).collect(),
            pending_refund: state.pending_refund,
            uncollected_invites: state.uncollected_invites,
            bank_account: state.bank_account,
            payouts_held_until: state.payouts_held_until,
            frozen: state.frozen.map(Into::into),
        }
    }
}

impl From<replay::StateGrant> for PlayerGrant {
    fn from(grant: replay::StateGrant) -> Self {
        Self {
            id: grant.id,
            kind: grant.kind.code(),
            reference: grant.reference,
            amount: grant.amount,
            base: grant.base,
            success_from: grant.success_from,
            fail_to: grant.fail_to,
            turnover: grant.turnover,
            max_withdraw: grant.max_withdraw,
            expires_at: grant.expires_at,
            started_at: grant.started_at,
        }
    }
}

impl From<replay::StateWork> for PlayerWork {
    fn from(work: replay::StateWork) -> Self {
        Self {
            id: work.id,
            status: work.status,
            amount: work.amount,
            from: work.from,
            to: work.to,
            until: work.until,
        }
    }
}

impl From<replay::StateLimit> for PlayerLimit {
    fn from(limit: replay::StateLimit) -> Self {
        Self {
            period: limit.period,
            limit: limit.limit,
            used: limit.used,
            remaining: limit.remaining,
            pending: limit.pending,
            pending_from: limit.pending_from,
        }
    }
}

impl From<replay::StateExclusion> for PlayerExclusion {
    fn from(exclusion: replay::StateExclusion) -> Self {
        use ledger::wallet::ExclusionKind::{SelfExclusion, TimeOut};
        Self {
            kind: match exclusion.kind {
                TimeOut => "TIME_OUT",
                SelfExclusion => "SELF_EXCLUSION",
            },
            until: exclusion.until,
        }
    }
}

impl From<replay::StateGame> for PlayerGame {
    fn from(game: replay::StateGame) -> Self {
        Self {
            game: game.game,
            username: game.username,
        }
    }
}
