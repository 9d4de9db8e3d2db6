//! A game provider's movements. Balances are in a separate module.

use std::collections::HashMap;

use futures_util::{StreamExt, TryStreamExt, stream};
use ledger::WalletId;
use ledger::wallet::Place;
use projections::statement::{self, Movement, StatementType, Status};
use rust_decimal::Decimal;

use super::books::{LedgerSide, entry_status};
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, unknown_here, unknown_there,
};
use super::records::{PARALLEL, outside};
use super::{ReconcileError, SourceReport, balances};
use platform::config::Provider;
use providers::game::{self, Game};

/// Compares a provider's records and balances with the ledger.
pub(super) async fn compare(
    books: &LedgerSide<'_>,
    provider: &Provider,
) -> Result<SourceReport, ReconcileError> {
    let (state, window) = (books.state, books.window);
    let client = Game::patient(state, provider);
    let (from, to) = window.with_margin();
    let records = client.movements(from, to).await;
    let records = records.map_err(|error| outside("movements", &error))?;
    let players = players_of(books, provider, &records).await?;
    let mut theirs: Entries = records
        .into_iter()
        .map(|record| their(record, &players))
        .collect();
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
    theirs.extend(ask(&client, unknown).await?);
    let mut report = held_against(window, &ours, &theirs);
    let moved = lines.iter().filter(is_theirs).map(|line| line.wallet_id);
    balances::compare(books, provider, &client, moved.collect(), &mut report).await?;
    Ok(report)
}

/// Requests single movements by their ids, of any time.
async fn ask(client: &Game<'_>, ids: Vec<String>) -> Result<Entries, ReconcileError> {
    let questions = ids.into_iter().map(|id| async move {
        let answer = client.movement(&id).await;
        answer.map_err(|error| outside(&id, &error))
    });
    let answers = stream::iter(questions).buffer_unordered(PARALLEL);
    answers
        .try_filter_map(|found| async move {
            Ok(found.map(|movement| their(movement, &HashMap::new())))
        })
        .try_collect()
        .await
}

/// The players of the provider's movements by their names there, so that a movement that is unknown
/// here has a player too.
async fn players_of(
    books: &LedgerSide<'_>,
    provider: &Provider,
    records: &[game::Movement],
) -> Result<HashMap<String, WalletId>, ReconcileError> {
    let names = records.iter().filter_map(|record| record.username.clone());
    let names: Vec<String> = names.collect();
    Ok(statement::players_of(&books.state.pool, &provider.code, &names).await?)
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

fn their(movement: game::Movement, players: &HashMap<String, WalletId>) -> (String, Entry) {
    let game::Movement {
        request_id,
        username,
        is_into_game,
        amount,
        at,
    } = movement;
    let entry = Entry {
        at,
        what: what(is_into_game, amount),
        amount: signed(is_into_game, amount),
        currency: None,
        player: username.and_then(|name| players.get(&name).copied()),
        status: EntryStatus::Done,
    };
    (request_id, entry)
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
