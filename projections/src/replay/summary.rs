//! The summary of an event in a line of the timeline.

use ledger::{Account, Money, Posting, WalletEvent};
use serde_json::{Map, Value};
use uuid::Uuid;

/// The parts of an event that a line has room for; each is absent where the event has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// How much the event is about.
    pub amount: Option<Money>,
    /// The player's bucket that changed: the main wallet, where it did.
    pub account: Option<String>,
    /// By how much that bucket changed.
    pub change: Option<Money>,
    /// Account that the money leaves.
    pub from: Option<String>,
    /// Account that the money goes to.
    pub to: Option<String>,
    /// Code of the game provider.
    pub game: Option<String>,
    /// Reason, if one was given.
    pub reason: Option<String>,
    /// How it ended, if it has.
    pub outcome: Option<String>,
    /// A reference of the bank, of a provider or of a grant.
    pub reference: Option<String>,
    /// The slip, transfer, withdrawal … that it belongs to.
    pub operation: Option<Uuid>,
}

/// An event's summary, independent of its type.
#[must_use]
pub(super) fn fields(event: &WalletEvent) -> Map<String, Value> {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    if let Some(reward) = value.get_mut("Reward") {
        value = reward.take();
    }
    let Value::Object(tagged) = value else {
        return Map::new();
    };
    match tagged.into_iter().next() {
        Some((_, Value::Object(fields))) => fields,
        _ => Map::new(),
    }
}

/// The change as the player sees it: in the main wallet, else in a game. Money that comes back has
/// left a bucket that the player does not see.
fn seen_by_player(postings: &[Posting]) -> Option<&Posting> {
    let first = |fits: fn(&Account) -> bool| {
        let mut postings = postings.iter();
        postings.find(|posting| fits(&posting.account))
    };
    first(|account| matches!(account, Account::Main))
        .or_else(|| first(|account| matches!(account, Account::Game(_))))
        .or_else(|| first(Account::is_players))
}

impl Summary {
    /// Reads it off an event.
    #[must_use]
    pub fn of(event: &WalletEvent) -> Self {
        let fields = fields(event);
        let text = |name: &str| match fields.get(name) {
            Some(Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        let money = |name: &str| {
            let value = fields.get(name)?.clone();
            serde_json::from_value::<Money>(value).ok()
        };
        let reference = fields
            .get("reference")
            .and_then(|reference| reference.get("trans_ref"));
        let reference = reference.and_then(Value::as_str).map(ToOwned::to_owned);
        let moved = seen_by_player(event.postings());
        let amounts = ["amount", "balance", "coins", "collected", "taken", "limit"];
        Self {
            amount: amounts.iter().find_map(|name| money(name)).or_else(|| {
                let largest = event.postings().iter().map(|posting| posting.amount);
                largest.max_by_key(|amount| amount.amount())
            }),
            account: moved.map(|posting| posting.account.to_string()),
            change: moved.map(|posting| posting.amount),
            from: text("from").or_else(|| text("channel")),
            to: text("to").or_else(|| text("deposit_account")),
            game: text("game"),
            reason: text("reason").or_else(|| text("refused")),
            outcome: text("outcome")
                .or_else(|| text("end"))
                .or_else(|| text("slice")),
            reference: reference
                .or_else(|| text("reference"))
                .or_else(|| text("provider_tx"))
                .or_else(|| text("payout_ref"))
                .or_else(|| text("provider_ref")),
            operation: event.operation(),
        }
    }
}
