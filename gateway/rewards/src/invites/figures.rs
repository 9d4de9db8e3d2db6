//! One invited player's day: the providers' figures, and the inviter's earnings.

use ledger::wallet::reward::{LossShare, Span};
use ledger::{CommandOutcome, Currency, LedgerError, RewardCommand, WalletCommand, WalletId};

use crate::bonus::figures;
use members::inviter::Invited;
use members::member;
use payments::Payments;
use platform::error::{ApiError, Code};
use platform::signed_row::SignedRow;

/// How many invited players were processed, by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Their day earned something for their inviters now.
    pub earned: i64,
    /// Their day had earned something already.
    pub earned_before: i64,
    /// Their day earns nothing.
    pub nothing: i64,
    /// A provider does not answer, or another gateway is working on them.
    pub waiting: i64,
}

impl Tally {
    /// Counts an outcome. A failed look leaves its invitee among the remaining ones.
    pub(super) fn count(&mut self, looked: Looked) {
        match looked {
            Looked::Earned => self.earned += 1,
            Looked::EarnedBefore => self.earned_before += 1,
            Looked::Nothing => self.nothing += 1,
            Looked::Silent => {}
        }
    }
}

/// The outcome of an invited player's day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Looked {
    /// The inviter earned something.
    Earned,
    /// The inviter had already earned something for it.
    EarnedBefore,
    /// It earns nothing.
    Nothing,
    /// A provider does not answer.
    Silent,
}

/// Queries all providers about an invitee's day and credits the inviter's earnings.
pub(super) async fn look(state: &Payments, pair: &Invited, span: Span) -> Result<Looked, ApiError> {
    let (player, inviter) = (pair.member, pair.inviter);
    if !pair.is_signed(&state.secrets) {
        tracing::error!(%player, "an inviter whom the gateway has not settled earns nothing");
        return Ok(Looked::Nothing);
    }
    let wallet = state.ledger.load(player).await?;
    let Some(currency) = wallet.currency() else {
        return Ok(Looked::Nothing);
    };
    if wallet.games().next().is_none() {
        return Ok(Looked::Nothing);
    }
    if currency != currency_of(state, inviter).await? {
        tracing::info!(%player, %inviter, "another currency than the inviter's earns nothing");
        return Ok(Looked::Nothing);
    }
    // A name may have changed since the registration. A device in common is left out before.
    if pair.share_a_holder(&state.pool, &state.secrets).await? {
        tracing::info!(%player, %inviter, "who looks like the inviter earns nothing");
        return Ok(Looked::Nothing);
    }
    let figures = match figures(state, &wallet, span).await {
        Ok(figures) => figures,
        Err(error) if error.code == Code::ServiceUnavailable => return Ok(Looked::Silent),
        Err(error) => return Err(error),
    };
    let command = RewardCommand::EarnInvite {
        invitee: player,
        figures,
        share: LossShare {
            percent: state.config.invite.percent,
            cap: None,
        },
    };
    match execute(state, player, inviter, command).await {
        Ok(receipt) if receipt.events.is_empty() => Ok(Looked::Nothing),
        Ok(_) => Ok(Looked::Earned),
        // Another process was faster, or a process crashed before it recorded the outcome.
        Err(LedgerError::ClaimTaken { kind: "invite", .. }) => Ok(Looked::EarnedBefore),
        // The wallet refuses it permanently, so trying again would change nothing.
        Err(LedgerError::Refused(refusal)) => {
            tracing::warn!(%player, %inviter, %refusal, "an invitee's day earns nothing");
            Ok(Looked::Nothing)
        }
        Err(error) => Err(error.into()),
    }
}

/// The currency of the inviter's wallet, which an interrupted registration may have left unopened.
async fn currency_of(state: &Payments, inviter: WalletId) -> Result<Currency, ApiError> {
    if let Some(currency) = state.ledger.load(inviter).await?.currency() {
        return Ok(currency);
    }
    let currency = sqlx::query_scalar!("select currency from member where id = $1", inviter.0)
        .fetch_one(&state.pool)
        .await?;
    let currency = currency
        .parse()
        .map_err(|error| ApiError::internal(&error))?;
    member::ensure_wallet(state, inviter, currency).await?;
    Ok(currency)
}

async fn execute(
    state: &Payments,
    player: WalletId,
    inviter: WalletId,
    command: RewardCommand,
) -> Result<CommandOutcome, LedgerError> {
    let context = state.process_context("invite", player.to_string());
    let command = WalletCommand::Reward(command);
    state.ledger.execute(inviter, command, context).await
}
