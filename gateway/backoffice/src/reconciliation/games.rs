//! A game provider's movements. Balances are in a separate module.

use ledger::wallet::Place;
use projections::statement::{self, Movement, StatementType, Status};
use rust_decimal::Decimal;
use serde_json::Value;

use super::books::{LedgerSide, entry_status};
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, unknown_here, unknown_there,
};
use super::records::{amount, ask, fetch, moment, text};
use super::{ReconcileError, SourceReport, balances, line};
use platform::config::Provider;
use platform::outside::Service;

const PATH: &str = "/v1/transfers";

/// Compares a provider's records and balances with the ledger.
pub(super) async fn compare(
    books: &LedgerSide<'_>,
    provider: &Provider,
) -> Result<SourceReport, ReconcileError> {
    let (state, window) = (books.state, books.window);
    let line = line(
        state,
        Service::Game(provider.code.as_str()),
        provider.base_url.as_str(),
        &provider.agent,
        provider.secret.reveal(),
    );
    let rate = provider.ft_wallet_slot;
    let records = fetch(line, (PATH, "transfers"), "", window.with_margin()).await?;
    let done = records
        .iter()
        .filter_map(|record| their(record, rate).transpose());
    let mut theirs = done.collect::<Result<Entries, ReconcileError>>()?;
    let game = Place::Game(provider.code.clone()).to_string();
    let is_theirs = |line: &&Movement| line.from == game || line.to == game;
    let lines = books.movements(StatementType::Transfer).await?;
    let relevant = lines.iter().filter(is_theirs);
    let mut ours: Entries = relevant
        .filter(|line| line.status != Status::Failed)
        .map(|line| our(line, &game))
        .collect();
    let unknown = unknown_here(window, &ours, &theirs);
    let found = books
        .movements_of(StatementType::Transfer, &unknown)
        .await?;
    ours.extend(found.iter().filter(is_theirs).map(|line| our(line, &game)));
    let unknown = unknown_there(window, &ours, &theirs);
    theirs.extend(ask(line, PATH, unknown, their, rate).await?);
    name_players(books, provider, &records, &mut theirs).await?;
    let mut report = held_against(window, &ours, &theirs);
    let moved = lines.iter().filter(is_theirs).map(|line| line.wallet_id);
    balances::compare(books, provider, line, moved.collect(), &mut report).await?;
    Ok(report)
}

/// Names the players of the provider's movements by their names there, so that a movement that is
/// unknown here has a player too.
async fn name_players(
    books: &LedgerSide<'_>,
    provider: &Provider,
    records: &[Value],
    theirs: &mut Entries,
) -> Result<(), ReconcileError> {
    let names = records
        .iter()
        .filter_map(|record| record["username"].as_str());
    let names: Vec<String> = names.map(str::to_owned).collect();
    let players = statement::players_of(&books.state.pool, &provider.code, &names).await?;
    for record in records {
        let entry = record["requestId"]
            .as_str()
            .and_then(|id| theirs.get_mut(id));
        let player = record["username"]
            .as_str()
            .and_then(|name| players.get(name));
        if let (Some(entry), Some(player)) = (entry, player) {
            entry.player = Some(*player);
        }
    }
    Ok(())
}

/// An amount with its direction as seen from the game.
fn signed(is_into_game: bool, amount: Decimal) -> Decimal {
    if is_into_game { amount } else { -amount }
}

/// The part that must be the same on both sides, in wallet units.
fn what(is_into_game: bool, amount: Decimal) -> String {
    let direction = if is_into_game { "IN" } else { "OUT" };
    format!("{direction} {}", amount.normalize())
}

fn their(record: &Value, rate: Decimal) -> Result<Option<(String, Entry)>, ReconcileError> {
    if record["status"] != "SUCCESS" {
        return Ok(None);
    }
    let is_into_game = text(record, "direction")? == "IN";
    let units = amount(record, "amount")?;
    let moved = units.checked_mul(rate).unwrap_or(units);
    let entry = Entry {
        at: moment(record, "createdAt")?,
        what: what(is_into_game, moved),
        amount: signed(is_into_game, moved),
        currency: None,
        player: None,
        status: EntryStatus::Done,
    };
    Ok(Some((text(record, "requestId")?.to_owned(), entry)))
}

fn our(line: &Movement, game: &str) -> (String, Entry) {
    let is_into_game = line.to == game;
    let entry = Entry {
        at: line.at,
        what: what(is_into_game, line.amount.amount()),
        amount: signed(is_into_game, line.amount.amount()),
        currency: Some(line.amount.currency()),
        player: Some(line.wallet_id),
        status: entry_status(line.status),
    };
    (line.operation_id.to_string(), entry)
}
