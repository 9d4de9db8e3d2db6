//! A player who lives through rewards.

use chrono::{DateTime, Utc};
use ledger::wallet::reward::{
    GameHeld, GrantActivation, GrantTerms, LossShare, RefundClaim, Seen, SpanFigures, recheck,
};
use ledger::wallet::{
    ExclusionKind, Opened, ProtectionCommand, QrCommand, TransferCommand, WithdrawalCommand,
};
use ledger::{
    Account, Currency, Money, RewardCommand, Wallet, WalletCommand, WalletError, WalletEvent,
    WalletId,
};
use uuid::Uuid;

use super::reward_support::*;
use super::support::*;

/// A player with a stream of events. Whatever is done, each reward decision can be made again.
pub(crate) struct Player {
    pub(crate) wallet: Wallet,
    pub(crate) events: Vec<WalletEvent>,
    pub(crate) now: DateTime<Utc>,
    next: u128,
}

impl Drop for Player {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(recheck(&self.events), []);
        }
    }
}

impl Player {
    /// Deposited 500 at [`noon`] and has an account with `pg`.
    pub(crate) fn funded() -> Self {
        let events = funded();
        Self {
            wallet: folded(events.clone()),
            events,
            now: noon(),
            next: 1_000,
        }
    }

    /// Has deposited nothing and has no account with a provider.
    pub(crate) fn poor(currency: Currency) -> Self {
        let events = vec![WalletEvent::Opened(Opened {
            currency,
            bank_account: ledger_testing::FIRST_ACCOUNT,
        })];
        Self {
            wallet: folded(events.clone()),
            events,
            now: noon(),
            next: 1_000,
        }
    }

    pub(crate) fn does(&mut self, command: WalletCommand) -> Result<Vec<WalletEvent>, WalletError> {
        let written = execute(&mut self.wallet, command, self.now)?;
        self.events.extend(written.iter().cloned());
        Ok(written)
    }

    fn asks(&mut self, command: RewardCommand) -> Result<Vec<WalletEvent>, WalletError> {
        self.does(WalletCommand::Reward(command))
    }

    fn fresh(&mut self) -> u128 {
        self.next += 1;
        self.next
    }

    /// `pg` is asked right now, and holds this.
    pub(crate) fn seen(&self, balance: &str) -> Seen {
        Seen {
            at_sequence: self.wallet.sequence(),
            games: vec![GameHeld {
                game: game("pg"),
                balance: baht(balance),
                win_loss: None,
            }],
        }
    }

    /// The providers are asked right now, and hold what the books say.
    pub(crate) fn seen_as_booked(&self) -> Seen {
        let held = |game: &ledger::GameCode| GameHeld {
            game: game.clone(),
            balance: self.holds_on(&Account::Game(game.clone())),
            win_loss: None,
        };
        Seen {
            at_sequence: self.wallet.sequence(),
            games: self.wallet.games().map(held).collect(),
        }
    }

    pub(crate) fn holds_on(&self, account: &Account) -> Money {
        self.wallet.bucket(account).unwrap()
    }

    pub(crate) fn main(&self) -> String {
        self.holds_on(&Account::Main).digits()
    }

    /// The base of the active grant.
    pub(crate) fn base(&self) -> String {
        self.wallet.active_grant().unwrap().base.digits()
    }

    pub(crate) fn activate(
        &mut self,
        n: u128,
        offer: Offer,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let seen = Some(self.seen_as_booked());
        self.activate_seeing(n, offer, seen)
    }

    pub(crate) fn activate_seeing(
        &mut self,
        n: u128,
        offer: Offer,
        seen: Option<Seen>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.asks(RewardCommand::ActivateGrant(GrantActivation {
            grant_id: grant(n),
            kind: offer.kind,
            reference: offer.code.to_owned(),
            award: offer.award,
            deposit: offer.deposit,
            played: offer.played,
            limit: offer.limit,
            quota_no: offer.quota_no,
            terms: offer.terms,
            seen,
        }))
    }

    /// Ends the grant, with the games holding what is booked.
    pub(crate) fn clear(&mut self, n: u128) -> Result<Vec<WalletEvent>, WalletError> {
        let seen = self.seen_as_booked();
        self.clear_seeing(n, seen, None)
    }

    /// Staff end the grant.
    pub(crate) fn cancel(&mut self, n: u128) -> Result<Vec<WalletEvent>, WalletError> {
        let seen = self.seen_as_booked();
        let grant_id = grant(n);
        self.asks(RewardCommand::CancelGrant { grant_id, seen })
    }

    pub(crate) fn clear_after(
        &mut self,
        n: u128,
        turnover: &str,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let seen = self.seen_as_booked();
        self.clear_seeing(n, seen, Some(baht(turnover)))
    }

    pub(crate) fn clear_seeing(
        &mut self,
        n: u128,
        seen: Seen,
        turnover: Option<Money>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let grant_id = grant(n);
        self.asks(RewardCommand::ClearGrant {
            grant_id,
            seen,
            turnover,
        })
    }

    /// What a receipt of a refund of 5 % with these losses is answered with.
    pub(crate) fn receive(
        &mut self,
        figures: SpanFigures,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.receive_of(figures, Vec::new(), share("5", None))
    }

    pub(crate) fn receive_of(
        &mut self,
        figures: SpanFigures,
        during_grants: Vec<SpanFigures>,
        share: LossShare,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let command = RewardCommand::ReceiveRefund(RefundClaim {
            figures,
            during_grants,
            share,
            max_balance: baht("5.00"),
            keep_until: self.now + hours(24),
            seen: self.seen_as_booked(),
        });
        self.asks(command)
    }

    pub(crate) fn add_refund(
        &mut self,
        n: u128,
        terms: GrantTerms,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let seen = Some(self.seen_as_booked());
        let grant_id = grant(n);
        self.asks(RewardCommand::AddRefund {
            grant_id,
            terms,
            seen,
        })
    }

    /// An invited player's figures come in: 1 % of the loss is earned.
    pub(crate) fn earn(
        &mut self,
        invitee: u128,
        figures: SpanFigures,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.asks(RewardCommand::EarnInvite {
            invitee: WalletId(Uuid::from_u128(invitee)),
            figures,
            share: share("1", None),
        })
    }

    pub(crate) fn collect(
        &mut self,
        n: u128,
        terms: GrantTerms,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let seen = Some(self.seen_as_booked());
        let grant_id = grant(n);
        self.asks(RewardCommand::CollectInvites {
            grant_id,
            terms,
            seen,
        })
    }

    /// Deposits by a QR order.
    pub(crate) fn deposits(&mut self, amount: &str) {
        let n = self.fresh();
        let expires_at = self.now + hours(1);
        let amount = Money::parse(amount, self.wallet.currency().unwrap()).unwrap();
        let order = WalletCommand::Qr(QrCommand::Order {
            order_id: order_id(n),
            channel: "KBANK".into(),
            amount,
            expires_at,
        });
        let pay = WalletCommand::Qr(QrCommand::Credit {
            order_id: order_id(n),
            channel: "KBANK".into(),
            amount,
            provider_ref: format!("PSP{n}"),
            deposit_account: "kbank-qr".into(),
            ordered: None,
        });
        self.does(order).unwrap();
        self.does(pay).unwrap();
    }

    /// Takes all of the main wallet to `pg`, comes back with this.
    pub(crate) fn plays_all_to(&mut self, end: &str) {
        let all = self.main();
        self.moves(start_in, &all);
        self.holds_at_pg(end);
        if end != "0" {
            self.moves(start_out, end);
        }
    }

    /// Moves money into or out of `pg`.
    pub(crate) fn moves(&mut self, start: fn(u128, &str) -> WalletCommand, amount: &str) {
        let n = self.fresh();
        let transfer_id = transfer(n);
        self.does(start(n, amount)).unwrap();
        self.does(WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id,
        }))
        .unwrap();
        self.does(complete(n, None)).unwrap();
    }

    /// `pg` reports another balance: the player won or lost there.
    pub(crate) fn holds_at_pg(&mut self, balance: &str) {
        let command = observe(balance, self.wallet.sequence());
        self.does(command).unwrap();
    }

    pub(crate) fn withdraws(
        &mut self,
        n: u128,
        amount: &str,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        self.does(request_withdrawal(n, amount))
    }

    /// The bank has not been asked, and the payout is given up.
    pub(crate) fn gets_back(&mut self, n: u128) {
        let command = WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: withdrawal(n),
            reason: "refused".into(),
            grounds: ledger::wallet::NonDeliveryProof::NeverCalled,
        });
        self.does(command).unwrap();
    }

    /// A break from playing, for an hour.
    pub(crate) fn takes_a_break(&mut self) {
        let until = Some(self.now + hours(1));
        let kind = ExclusionKind::TimeOut;
        self.does(WalletCommand::Protection(ProtectionCommand::Exclude {
            kind,
            until,
        }))
        .unwrap();
    }
}
