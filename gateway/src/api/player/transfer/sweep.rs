//! The common part of movements through the main wallet, from the start to the answer.
//!
//! The ledger starts all legs in one decision, and the onward transfer in the decision that ends
//! the last leg, so no process or request is needed in between.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ledger::wallet::{Place, SweepCommand, SweepEvent, SweepLeg, TransferEvent, TransferStatus};
use ledger::{
    Account, CommandOutcome, Context, GameCode, LedgerError, Money, SweepId, TransferId, Wallet,
    WalletCommand, WalletEvent,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::answer::{OperationStatus, digits, position_after, replay_header};
use crate::api::player::outcome;
use crate::api::state::AppState;
use payments::Process;
use payments::balance::{self, GameBalance};
use payments::{Job, wait_until_all};
use platform::error::{ApiError, Code};
use platform::extract::Json;
use platform::subject::Member;

/// One step of a movement that goes through the main wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Leg {
    /// The step's operation id, as in the statement.
    pub(crate) id: String,
    /// `WALLET` or a game's code.
    #[schema(example = "pg")]
    pub(crate) from: String,
    /// `WALLET` or a game's code.
    #[schema(example = "WALLET")]
    pub(crate) to: String,
    #[schema(example = "100.00")]
    pub(crate) amount: String,
    pub(crate) status: OperationStatus,
    /// The code of the catalogue that says why the step failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "SERVICE_UNAVAILABLE")]
    pub(crate) message: Option<&'static str>,
    /// Why the provider refused the step: a code of the catalogue or of the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "INSUFFICIENT_BALANCE")]
    pub(crate) reason: Option<String>,
}

/// An accepted movement between accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TransferAnswer {
    pub(crate) status: OperationStatus,
    /// The movement's id; without legs, it is the id in the statement.
    pub(crate) id: String,
    /// The amount that moves, or has moved, to the destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "300.00")]
    pub(crate) amount: Option<String>,
    /// For `after`: a read that shows this position shows the effect.
    pub(crate) position: String,
    /// The main wallet after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1234.50")]
    pub(crate) balance: Option<String>,
    /// The steps of a movement through the main wallet, each with its own outcome.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) legs: Vec<Leg>,
    /// The current balances of the games whose step failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) games: Vec<GameBalance>,
}

impl TransferAnswer {
    /// The answer, with the HTTP status that fits the movement's status.
    pub(crate) fn answer(self, receipt: &CommandOutcome) -> Response {
        let status = match self.status {
            OperationStatus::Pending => StatusCode::ACCEPTED,
            OperationStatus::Success | OperationStatus::Failed => StatusCode::OK,
        };
        (status, replay_header(receipt), Json(self)).into_response()
    }
}

/// The id of a movement's step out of one game.
pub(crate) fn leg_id(sweep: SweepId, game: &GameCode) -> TransferId {
    TransferId(Uuid::new_v5(&sweep.0, format!("leg:{game}").as_bytes()))
}

/// A requested movement through the main wallet.
pub(crate) struct Wanted {
    pub(crate) id: SweepId,
    pub(crate) to: Place,
    /// The amount to take out of each game.
    pub(crate) legs: Vec<SweepLeg>,
    /// The additional amount from the main wallet that goes into a game.
    pub(crate) from_main: Option<Money>,
}

/// A movement through the main wallet, as the ledger started it.
pub(crate) struct Sweep {
    id: SweepId,
    to: Place,
    onward: TransferId,
    /// The started steps out of games.
    legs: Vec<SweepLeg>,
    from_main: Option<Money>,
    /// What the ledger wrote, now or when the request was first made.
    pub(crate) receipt: CommandOutcome,
}

/// The status of a movement through the main wallet.
pub(crate) struct Outcome {
    /// The status of all steps together.
    pub(crate) status: OperationStatus,
    /// The steps.
    pub(crate) legs: Vec<Leg>,
    /// The amount that moves, or has moved, to the destination.
    amount: Option<Money>,
    /// The current balances of the games whose step failed.
    pub(crate) games: Vec<GameBalance>,
    /// The wallet at that time.
    wallet: Wallet,
}

impl Sweep {
    /// Starts the movement. A repeat finds the earlier movement and ignores `legs`.
    pub(crate) async fn start(
        state: &AppState,
        caller: Member,
        wanted: Wanted,
        context: Context,
    ) -> Result<Self, LedgerError> {
        let Wanted {
            id,
            to,
            legs,
            from_main,
        } = wanted;
        let onward = TransferId(Uuid::new_v5(&id.0, b"onward"));
        let command = WalletCommand::Sweep(SweepCommand {
            sweep_id: id,
            to: to.clone(),
            legs,
            onward,
            from_main,
        });
        let receipt = state.ledger.execute(caller.id, command, context).await?;
        let events = || receipt.events.iter().map(|recorded| &recorded.event);
        let legs: Vec<SweepLeg> = events().filter_map(started_leg).collect();
        let from_main = events().find_map(|event| match event {
            WalletEvent::Sweep(SweepEvent::Started { from_main, .. }) => *from_main,
            _ => None,
        });
        // Without a leg, the onward transfer has started as well.
        let first = legs.iter().map(|leg| leg.transfer_id);
        for id in first.chain(legs.is_empty().then_some(onward)) {
            state.payments.hint(Job {
                process: Process::Transfer,
                id: id.0,
                wallet_id: caller.id,
            });
        }
        Ok(Self {
            id,
            to,
            onward,
            legs,
            from_main,
            receipt,
        })
    }

    /// Whether any step out of a game was started.
    pub(crate) fn has_leg(&self, id: TransferId) -> bool {
        self.legs.iter().any(|leg| leg.transfer_id == id)
    }

    /// Waits for the outcome as long as a transfer request does.
    pub(crate) async fn wait(&self, state: &AppState, caller: Member) -> Result<Outcome, ApiError> {
        let longest = Duration::from_millis(state.config.waits.transfer_ms);
        let mut subjects: Vec<Uuid> = self.legs.iter().map(|leg| leg.transfer_id.0).collect();
        subjects.push(self.onward.0);
        let wallet = wait_until_all(&state.payments, caller.id, &subjects, longest, |wallet| {
            let has_ended = |id: &Uuid| !is_open(wallet, TransferId(*id));
            subjects.iter().all(has_ended)
        })
        .await?;
        let mut legs = Vec::new();
        for leg in &self.legs {
            let status = outcome::of_transfer(state, caller, leg.transfer_id, &wallet).await?;
            legs.push(Leg::new(
                leg.transfer_id,
                &Place::Game(leg.game.clone()),
                &Place::Wallet,
                leg.amount,
                status,
            ));
        }
        let games = self.explain(state, caller, &mut legs).await?;
        let amount = self.collected(&legs)?;
        let status = match self.onward_leg(state, caller, &wallet, &legs).await? {
            Some(onward) => {
                let status = onward.status;
                legs.push(onward);
                status
            }
            None => together(&legs),
        };
        Ok(Outcome {
            status,
            legs,
            amount,
            games,
            wallet,
        })
    }

    /// Adds the reasons of failed steps; returns the balances of the games that they were to empty.
    async fn explain(
        &self,
        state: &AppState,
        caller: Member,
        legs: &mut [Leg],
    ) -> Result<Vec<GameBalance>, ApiError> {
        let failed = self.legs.iter().zip(legs.iter_mut());
        let failed: Vec<_> = failed
            .filter(|(_, leg)| leg.status == OperationStatus::Failed)
            .collect();
        let ids: Vec<Uuid> = failed
            .iter()
            .map(|(started, _)| started.transfer_id.0)
            .collect();
        let mut reasons = outcome::reasons(state, caller, &ids).await?;
        let games: Vec<GameCode> = failed
            .iter()
            .map(|(started, _)| started.game.clone())
            .collect();
        for (started, leg) in failed {
            leg.reason = reasons.remove(&started.transfer_id.0);
        }
        balance::refresh(&state.payments, caller, &games).await
    }

    /// The step from the main wallet to a game, done or still to come, if there is one.
    async fn onward_leg(
        &self,
        state: &AppState,
        caller: Member,
        wallet: &Wallet,
        legs: &[Leg],
    ) -> Result<Option<Leg>, ApiError> {
        // Nothing has reached the wallet, so nothing can move on.
        let is_empty = together(legs) == OperationStatus::Failed && self.from_main.is_none();
        if self.to == Place::Wallet || is_empty {
            return Ok(None);
        }
        let amount = match wallet.transfer(self.onward) {
            Some(transfer) => transfer.amount,
            None => self.collected(legs)?.ok_or_else(|| {
                ApiError::contradiction("a sweep continues although nothing has arrived")
            })?,
        };
        let leg = |status| Leg::new(self.onward, &Place::Wallet, &self.to, amount, status);
        if let Some(sweep) = wallet.sweep(self.id) {
            if sweep.is_open {
                return Ok(Some(leg(OperationStatus::Pending)));
            }
            if let Some(refused) = &sweep.refused {
                let code = Code::from_text(refused).unwrap_or(Code::TransferFail);
                return Ok(Some(Leg {
                    message: Some(code.as_str()),
                    ..leg(OperationStatus::Failed)
                }));
            }
        }
        let status = outcome::of_transfer(state, caller, self.onward, wallet).await?;
        let ids: &[Uuid] = match status {
            OperationStatus::Failed => &[self.onward.0],
            OperationStatus::Pending | OperationStatus::Success => &[],
        };
        let reason = outcome::reasons(state, caller, ids).await?;
        Ok(Some(Leg {
            reason: reason.into_values().next(),
            ..leg(status)
        }))
    }

    /// The amount that the legs bring into the wallet, plus the part from the main wallet; none if
    /// there is nothing.
    fn collected(&self, legs: &[Leg]) -> Result<Option<Money>, ApiError> {
        let mut sum = self.from_main;
        for (started, leg) in self.legs.iter().zip(legs) {
            if leg.status != OperationStatus::Failed {
                let added = sum.map_or(Ok(started.amount), |sum| sum.checked_add(started.amount));
                sum = Some(added.map_err(|error| ApiError::internal(&error))?);
            }
        }
        Ok(sum)
    }

    /// The movement's answer, with the steps that could not be started.
    pub(crate) async fn answer(
        &self,
        state: &AppState,
        mut outcome: Outcome,
        not_started: Vec<Leg>,
    ) -> Result<Response, ApiError> {
        outcome.legs.extend(not_started);
        if outcome.status == OperationStatus::Failed {
            // The last step that was made decides the status.
            let reason = outcome
                .legs
                .iter()
                .rev()
                .find_map(|leg| leg.reason.as_ref());
            let data = json!({ "id": self.id, "reason": reason, "legs": outcome.legs,
                "games": outcome.games });
            return Err(ApiError::from(Code::TransferFail).with_data(data).outcome());
        }
        let answer = TransferAnswer {
            status: outcome.status,
            id: self.id.to_string(),
            amount: digits(outcome.amount),
            position: position_after(state, &self.receipt).await,
            balance: digits(outcome.wallet.bucket(&Account::Main)),
            legs: outcome.legs,
            games: outcome.games,
        };
        Ok(answer.answer(&self.receipt))
    }
}

impl Leg {
    fn new(
        id: TransferId,
        from: &Place,
        to: &Place,
        amount: Money,
        status: OperationStatus,
    ) -> Self {
        let is_failed = status == OperationStatus::Failed;
        Self {
            id: id.to_string(),
            from: from.to_string(),
            to: to.to_string(),
            amount: amount.digits(),
            status,
            message: is_failed.then(|| Code::TransferFail.as_str()),
            reason: None,
        }
    }

    /// A step out of a game that was not started.
    pub(crate) fn not_started(leg: &SweepLeg, why: Code) -> Self {
        Self {
            message: Some(why.as_str()),
            ..Self::new(
                leg.transfer_id,
                &Place::Game(leg.game.clone()),
                &Place::Wallet,
                leg.amount,
                OperationStatus::Failed,
            )
        }
    }
}

fn started_leg(event: &WalletEvent) -> Option<SweepLeg> {
    match event {
        WalletEvent::Transfer(TransferEvent::Started {
            transfer_id,
            from: Place::Game(game),
            amount,
            ..
        }) => Some(SweepLeg {
            transfer_id: *transfer_id,
            game: game.clone(),
            amount: *amount,
        }),
        _ => None,
    }
}

/// The status of independent steps together: a single step that moved money makes the whole a
/// success.
fn together(legs: &[Leg]) -> OperationStatus {
    let any = |status| legs.iter().any(|leg| leg.status == status);
    if any(OperationStatus::Pending) {
        OperationStatus::Pending
    } else if any(OperationStatus::Success) {
        OperationStatus::Success
    } else {
        OperationStatus::Failed
    }
}

fn is_open(wallet: &Wallet, id: TransferId) -> bool {
    wallet.transfer(id).is_some_and(|transfer| {
        !matches!(
            transfer.status,
            TransferStatus::Completed | TransferStatus::Returned
        )
    })
}
