//! A game provider: each movement, and each player's balance.

use std::time::Duration;

use ledger::wallet::Place;
use projections::statement::{self, GameFlow, StatementType, Status};
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::compare::{Entries, Entry, compare as held_against};
use super::records::{amount, fetch, moment, text};
use super::{Difference, DifferenceKind, ReconcileError, SourceReport, Window, line};
use crate::config::Provider;
use crate::outside::line::SignedLine;
use crate::state::AppState;

/// Names that one question about balances may hold.
const NAMES_MAX: usize = 100;

/// Looks at a balance that does not fit, before it is reported.
const LOOKS: usize = 4;

/// Between two looks; a play or a transfer that was under way is over then.
const LOOK_AGAIN: Duration = Duration::from_millis(700);

/// Compares a provider's records and balances with ours.
pub(super) async fn compare(
    state: &AppState,
    provider: &Provider,
    window: Window,
) -> Result<SourceReport, ReconcileError> {
    let line = line(
        state,
        provider.base_url.as_str(),
        &provider.agent,
        provider.secret.reveal(),
    );
    let theirs = their_movements(line, provider.ft_wallet_slot, window).await?;
    let ours = our_movements(state, provider, window).await?;
    let mut report = held_against(window, &ours, &theirs);
    balances(state, provider, line, &mut report).await?;
    Ok(report)
}

/// What must be the same on both sides, in wallet units.
fn what(is_into_game: bool, amount: Decimal) -> String {
    let direction = if is_into_game { "IN" } else { "OUT" };
    format!("{direction} {}", amount.normalize())
}

async fn their_movements(
    line: SignedLine<'_>,
    rate: Decimal,
    window: Window,
) -> Result<Entries, ReconcileError> {
    let records = fetch(line, ("/v1/transfers", "transfers"), "", window).await?;
    let done = records.iter().filter(|it| it["status"] == "SUCCESS");
    done.map(|record| {
        let is_into_game = text(record, "direction")? == "IN";
        let units = amount(record, "amount")?;
        let entry = Entry {
            at: moment(record, "createdAt")?,
            what: what(is_into_game, units.checked_mul(rate).unwrap_or(units)),
            is_open: false,
        };
        Ok((text(record, "requestId")?.to_owned(), entry))
    })
    .collect()
}

async fn our_movements(
    state: &AppState,
    provider: &Provider,
    window: Window,
) -> Result<Entries, ReconcileError> {
    let game = Place::Game(provider.code.clone()).to_string();
    let lines =
        statement::movements(&state.pool, StatementType::Transfer, window.with_margin()).await?;
    let relevant = lines
        .into_iter()
        .filter(|line| (line.from == game || line.to == game) && line.status != Status::Failed);
    let entry = |line: statement::Movement| Entry {
        at: line.at,
        what: what(line.to == game, line.amount.amount()),
        is_open: line.status == Status::Pending,
    };
    Ok(relevant
        .map(|line| (line.operation_id.to_string(), entry(line)))
        .collect())
}

/// Looks at every player's balance: it must be what was moved in and out and what was played.
async fn balances(
    state: &AppState,
    provider: &Provider,
    line: SignedLine<'_>,
    report: &mut SourceReport,
) -> Result<(), ReconcileError> {
    let mut flows = statement::game_flows(&state.pool, &provider.code, None).await?;
    let mut found = Vec::new();
    for look in 1..=LOOKS {
        found.clear();
        let mut doubtful = Vec::new();
        for names in flows.chunks(NAMES_MAX) {
            let held = held(line, names).await?;
            for (flow, held) in names.iter().zip(held) {
                let explained = explained(line, provider, flow).await?;
                let held = held.and_then(|held| held.checked_mul(provider.ft_wallet_slot));
                if flow.open == 0 && held != Some(explained) {
                    found.push(difference(flow, explained, held));
                    doubtful.push(flow.clone());
                }
                if look == 1 {
                    report.compared += 1;
                    report.open += usize::from(flow.open > 0);
                }
            }
        }
        if doubtful.is_empty() || look == LOOKS {
            break;
        }
        tokio::time::sleep(LOOK_AGAIN).await;
        flows = again(state, provider, &doubtful).await?;
    }
    report.differences.append(&mut found);
    Ok(())
}

/// The books of the doubtful players as they are now.
async fn again(
    state: &AppState,
    provider: &Provider,
    doubtful: &[GameFlow],
) -> Result<Vec<GameFlow>, ReconcileError> {
    let mut flows = Vec::new();
    for flow in doubtful {
        let wallet_id = Some(flow.wallet_id);
        flows.extend(statement::game_flows(&state.pool, &provider.code, wallet_id).await?);
    }
    Ok(flows)
}

fn difference(flow: &GameFlow, explained: Decimal, held: Option<Decimal>) -> Difference {
    Difference {
        kind: DifferenceKind::Balance,
        subject: flow.username.clone(),
        ours: Some(explained.normalize().to_string()),
        theirs: held.map(|held| held.normalize().to_string()),
    }
}

/// What the provider holds for each of these players, in its own units; `None` for one that it
/// does not know.
async fn held(
    line: SignedLine<'_>,
    flows: &[GameFlow],
) -> Result<Vec<Option<Decimal>>, ReconcileError> {
    let names: Vec<&str> = flows.iter().map(|flow| flow.username.as_str()).collect();
    let body = json!({ "usernames": names });
    let wire = line.call(Method::POST, "/v1/balances", Some(&body)).await;
    let malformed = || ReconcileError::Outside(format!("/v1/balances: {}", wire.seen()));
    let reply: Value = wire.json(&[200]).ok_or_else(malformed)?;
    let list = reply["balances"].as_array().ok_or_else(malformed)?;
    let of = |name: &str| list.iter().find(|it| it["username"] == name);
    names
        .iter()
        .map(|name| match of(name) {
            Some(known) if known["balance"].is_string() => amount(known, "balance").map(Some),
            _ => Ok(None),
        })
        .collect()
}

/// What our books and the provider's account of the play say that it must hold, in wallet units.
async fn explained(
    line: SignedLine<'_>,
    provider: &Provider,
    flow: &GameFlow,
) -> Result<Decimal, ReconcileError> {
    let path = format!("/v1/players/{}/summary", flow.username);
    let wire = line.call(Method::GET, &path, None).await;
    let moved = flow.net_in;
    if matches!(
        wire,
        crate::outside::answer::Wire::Reply { status: 404, .. }
    ) {
        return Ok(moved);
    }
    let malformed = || ReconcileError::Outside(format!("summary: {}", wire.seen()));
    let summary: Value = wire.json(&[200]).ok_or_else(malformed)?;
    let won = amount(&summary, "winLoss")?;
    won.checked_mul(provider.ft_wallet_slot)
        .and_then(|won| won.checked_add(moved))
        .ok_or_else(malformed)
}
