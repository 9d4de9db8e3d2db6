//! What the movements through the main wallet have in common: their legs and their answers.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ledger::Receipt;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::Json;
use crate::routes::intent::{Standing, replay_header};

/// One step of a movement that goes through the main wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Leg {
    /// The step's own operation id, as in the statement.
    pub(crate) id: String,
    /// `WALLET` or a game's code.
    #[schema(example = "pg")]
    pub(crate) from: String,
    /// `WALLET` or a game's code.
    #[schema(example = "WALLET")]
    pub(crate) to: String,
    #[schema(example = "100.00")]
    pub(crate) amount: String,
    pub(crate) status: Standing,
    /// A code of the catalogue that says why the step has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "SERVICE_UNAVAILABLE")]
    pub(crate) message: Option<&'static str>,
}

/// A movement between accounts that was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TransferAnswer {
    pub(crate) status: Standing,
    /// The movement's id; for a movement without legs as in the statement.
    pub(crate) id: String,
    /// For `after`: a read that shows this position shows the effect.
    pub(crate) position: String,
    /// The main wallet after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1234.50")]
    pub(crate) balance: Option<String>,
    /// The steps of a movement through the main wallet, each with its own outcome.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) legs: Vec<Leg>,
}

impl TransferAnswer {
    /// The answer with the status that fits its standing.
    pub(crate) fn answer(self, receipt: &Receipt) -> Response {
        let status = match self.status {
            Standing::Pending => StatusCode::ACCEPTED,
            Standing::Success | Standing::Failed => StatusCode::OK,
        };
        (status, replay_header(receipt), Json(self)).into_response()
    }
}
