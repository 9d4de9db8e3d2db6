//! Carries transfers between the main wallet and a game account to the provider.

use ledger::wallet::{Place, TransferCommand, TransferState, TransferStatus};
use ledger::{GameCode, TransferId, Wallet, WalletCommand};

use super::Payments;
use super::attempt::Job;
use super::outbound::{OutboundPayment, Progress, Schedule, StepError, advance, step_max};
use platform::config::Provider;
use platform::database::within;
use providers::answer::{CallAttempt, Outcome, Refusal};
use providers::game::{Game, Moved, Order};

struct TransferPayment<'a> {
    subject: Job,
    game: Game<'a>,
    order: Order,
}

/// Makes the next step of a transfer.
pub(super) async fn step(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let wallet = state.ledger.load(subject.wallet_id).await?;
    let Some(transfer) = wallet.transfer(TransferId(subject.id)) else {
        // It ended so long ago that the wallet no longer holds it.
        within(step_max(state), subject.forget(&state.pool)).await?;
        return Ok(Schedule::Ended);
    };
    let turn = state.turn_with(game_of(transfer).0).await;
    if state.stop.is_cancelled() {
        return Ok(Schedule::At(state.clock.now()));
    }
    // The wallet may have changed while the transfer waited for its turn.
    let wallet = state.ledger.load(subject.wallet_id).await?;
    let next = within(step_max(state), carry(state, subject, &wallet)).await;
    drop(turn);
    next
}

/// The game of a transfer, and whether the money goes there.
fn game_of(transfer: &TransferState) -> (&GameCode, bool) {
    match (&transfer.from, &transfer.to) {
        (Place::Wallet, Place::Game(code)) => (code, true),
        (Place::Game(code), _) => (code, false),
        (Place::Wallet, Place::Wallet) => unreachable!("a transfer has one game"),
    }
}

async fn carry(state: &Payments, subject: Job, wallet: &Wallet) -> Result<Schedule, StepError> {
    let Some(transfer) = wallet.transfer(TransferId(subject.id)) else {
        subject.forget(&state.pool).await?;
        return Ok(Schedule::Ended);
    };
    let (code, is_into_game) = game_of(transfer);
    // A provider that is no longer offered still finishes its started transfers.
    let provider = state
        .config
        .providers
        .iter()
        .find(|provider| provider.code == *code);
    let (Some(provider), Some(username)) = (provider, wallet.game_username(code)) else {
        tracing::error!(id = %subject.id, game = %code, "no provider for an open transfer");
        return Ok(Schedule::At(
            state.clock.now() + chrono::TimeDelta::minutes(5),
        ));
    };
    let order = Order {
        request_id: subject.id.to_string(),
        username: username.to_owned(),
        is_into_game,
        amount: transfer.amount,
    };
    let outbound = TransferPayment::new(state, provider, subject, order);
    advance(state, &outbound, wallet).await
}

impl<'a> TransferPayment<'a> {
    fn new(state: &'a Payments, provider: &'a Provider, subject: Job, order: Order) -> Self {
        Self {
            subject,
            game: Game::new(state, provider),
            order,
        }
    }

    fn transfer_id(&self) -> TransferId {
        TransferId(self.subject.id)
    }
}

impl OutboundPayment for TransferPayment<'_> {
    type Proof = Moved;

    fn subject(&self) -> Job {
        self.subject
    }

    fn progress(&self, wallet: &Wallet) -> Progress {
        match wallet
            .transfer(self.transfer_id())
            .map(|transfer| transfer.status)
        {
            Some(TransferStatus::Started) => Progress::New,
            Some(TransferStatus::Sent) => Progress::Sent,
            Some(TransferStatus::Unknown) => Progress::Unknown,
            Some(TransferStatus::Completed | TransferStatus::Returned) | None => Progress::Ended,
        }
    }

    fn has_moved(&self, wallet: &Wallet) -> Option<bool> {
        match wallet.transfer(self.transfer_id())?.status {
            TransferStatus::Completed => Some(true),
            TransferStatus::Returned => Some(false),
            TransferStatus::Started | TransferStatus::Sent | TransferStatus::Unknown => None,
        }
    }

    async fn request(&self, asked: CallAttempt) -> Outcome<Moved> {
        self.game.transfer(&self.order, asked).await
    }

    async fn status(&self) -> Outcome<Moved> {
        self.game.status(&self.order).await
    }

    async fn resolve(&self) -> Outcome<Moved> {
        self.game.resolve(&self.order).await
    }

    fn sent(&self) -> WalletCommand {
        WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id: self.transfer_id(),
        })
    }

    fn unknown(&self, seen: String) -> WalletCommand {
        WalletCommand::Transfer(TransferCommand::MarkUnknown {
            transfer_id: self.transfer_id(),
            reason: seen,
        })
    }

    fn done(&self, proof: Moved) -> WalletCommand {
        WalletCommand::Transfer(TransferCommand::Complete {
            transfer_id: self.transfer_id(),
            provider_tx: proof.provider_tx,
            balance_before: proof.balance_before,
        })
    }

    fn returned(&self, refusal: Refusal) -> WalletCommand {
        WalletCommand::Transfer(TransferCommand::Return {
            transfer_id: self.transfer_id(),
            reason: refusal.code,
            grounds: refusal.grounds,
        })
    }
}
