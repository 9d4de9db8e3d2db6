//! QR orders, gift links, manual deposits, sweeps, and withdrawals that are held.

use std::sync::atomic::Ordering;

use ledger::wallet::{
    BankAccountCommand, BankAccountMac, BankAccountRecord, GiftCommand, ManualCommand,
    NonDeliveryProof, QrCommand, QrEnd, QrPayment, SweepCommand, SweepLeg, TransferCommand,
    WithdrawalCommand, WithdrawalLimits,
};
use ledger::{BankAccountId, CommandOutcome, WalletCommand};

use super::{
    Story, baht, bank_account, game, gift, manual, order, sweep, time, transfer, wallet, withdrawal,
};

impl Story {
    /// Orders a QR at KBANK that expires a quarter of an hour later.
    pub(crate) async fn order_qr(
        &self,
        player: u128,
        number: u128,
        amount: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Qr(QrCommand::Order {
            order_id: order(number),
            channel: "KBANK".to_owned(),
            amount: baht(amount),
            expires_at: time(self.seconds.load(Ordering::Relaxed) + 900),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn end_qr(&self, player: u128, number: u128, end: QrEnd) -> CommandOutcome {
        let order_id = order(number);
        self.execute(
            wallet(player),
            WalletCommand::Qr(QrCommand::End { order_id, end }),
        )
        .await
    }

    pub(crate) async fn refer_qr(
        &self,
        player: u128,
        number: u128,
        amount: &str,
    ) -> CommandOutcome {
        let payment = QrPayment {
            channel: "KBANK".to_owned(),
            amount: baht(amount),
        };
        let command = WalletCommand::Qr(QrCommand::Refer {
            order_id: order(number),
            payment,
            reason: "DEPOSIT_LIMIT".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn credit_qr(
        &self,
        player: u128,
        number: u128,
        amount: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Qr(QrCommand::Credit {
            order_id: order(number),
            channel: "KBANK".to_owned(),
            amount: baht(amount),
            provider_ref: format!("PSP{number}"),
            deposit_account: "kbank-qr".to_owned(),
            ordered: Some(QrPayment {
                channel: "KBANK".to_owned(),
                amount: baht(amount),
            }),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn credit_referred_qr(
        &self,
        player: u128,
        number: u128,
        paid: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Qr(QrCommand::CreditReferred {
            order_id: order(number),
            amount: baht(paid),
            provider_ref: format!("PSP{number}"),
            deposit_account: "kbank-qr".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn reject_qr(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Qr(QrCommand::Reject {
            order_id: order(number),
            reason: "SENT_BACK".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn submit_gift(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Gift(GiftCommand::Submit {
            gift_id: gift(number),
            voucher: format!("{number:064x}"),
        });
        self.execute(wallet(player), command).await
    }

    /// Submits a gift link and says that it is being redeemed for what it is said to be worth.
    pub(crate) async fn send_gift(
        &self,
        player: u128,
        number: u128,
        expected: &str,
    ) -> CommandOutcome {
        self.submit_gift(player, number).await;
        let command = WalletCommand::Gift(GiftCommand::MarkSent {
            gift_id: gift(number),
            expected: baht(expected),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn lose_gift(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Gift(GiftCommand::MarkUnknown {
            gift_id: gift(number),
            reason: "no answer".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn credit_gift(
        &self,
        player: u128,
        number: u128,
        amount: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Gift(GiftCommand::Credit {
            gift_id: gift(number),
            amount: baht(amount),
            deposit_account: "truewallet".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn reject_gift(
        &self,
        player: u128,
        number: u128,
        grounds: NonDeliveryProof,
    ) -> CommandOutcome {
        let command = WalletCommand::Gift(GiftCommand::Reject {
            gift_id: gift(number),
            reason: "TRUELINK_INVALID".to_owned(),
            grounds,
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn request_manual(
        &self,
        player: u128,
        number: u128,
        amount: &str,
    ) -> CommandOutcome {
        let command = WalletCommand::Manual(ManualCommand::Request {
            deposit_id: manual(number),
            amount: baht(amount),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn credit_manual(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Manual(ManualCommand::Credit {
            deposit_id: manual(number),
            reference: format!("FOUND{number}"),
            deposit_account: "scb-1".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn reject_manual(&self, player: u128, number: u128) -> CommandOutcome {
        let command = WalletCommand::Manual(ManualCommand::Reject {
            deposit_id: manual(number),
            reason: "NOT_FOUND".to_owned(),
        });
        self.execute(wallet(player), command).await
    }

    /// Starts a sweep whose legs are transfers `10 * number + 1` and on, and whose onward transfer
    /// is `10 * number`.
    pub(crate) async fn start_sweep(
        &self,
        player: u128,
        number: u128,
        to: &str,
        legs: &[(&str, &str)],
    ) {
        let leg = |(index, (code, amount)): (u128, &(&str, &str))| SweepLeg {
            transfer_id: transfer(10 * number + index),
            game: game(code),
            amount: baht(amount),
        };
        let command = WalletCommand::Sweep(SweepCommand {
            sweep_id: sweep(number),
            to: to.parse().unwrap(),
            legs: (1..).zip(legs).map(leg).collect(),
            onward: transfer(10 * number),
            from_main: None,
        });
        self.execute(wallet(player), command).await;
        for (index, _) in (1..).zip(legs) {
            self.send(player, 10 * number + index).await;
        }
    }

    /// Says that the provider is being called about a transfer.
    pub(crate) async fn send(&self, player: u128, number: u128) -> CommandOutcome {
        let transfer_id = transfer(number);
        let command = WalletCommand::Transfer(TransferCommand::MarkSent { transfer_id });
        self.execute(wallet(player), command).await
    }

    /// Changes the bank account that withdrawals go to, and holds them for so many seconds.
    pub(crate) async fn change_bank_account(
        &self,
        player: u128,
        account: BankAccountId,
        hold: i64,
    ) {
        let now = self.seconds.load(Ordering::Relaxed);
        let command = WalletCommand::BankAccount(BankAccountCommand::Change {
            account: BankAccountRecord {
                id: account,
                mac: BankAccountMac([7; 32]),
            },
            hold_until: Some(time(now + hold)),
        });
        self.execute(wallet(player), command).await;
    }

    /// Asks for a withdrawal and leaves it there.
    pub(crate) async fn ask_withdrawal(
        &self,
        player: u128,
        number: u128,
        amount: &str,
        bank_account: BankAccountId,
    ) {
        let command = WalletCommand::Withdrawal(WithdrawalCommand::Request {
            withdrawal_id: withdrawal(number),
            amount: baht(amount),
            bank_account,
            limits: WithdrawalLimits {
                min: baht("1"),
                max: baht("1000000"),
            },
            confirmation: None,
        });
        self.execute(wallet(player), command).await;
    }

    pub(crate) async fn send_withdrawal(&self, player: u128, number: u128) {
        let withdrawal_id = withdrawal(number);
        let command = WalletCommand::Withdrawal(WithdrawalCommand::MarkSent { withdrawal_id });
        self.execute(wallet(player), command).await;
    }

    /// Each of the other ways in once started, once ended and once credited, a running sweep, and a
    /// withdrawal that is held for a moment.
    pub(crate) async fn every_way_in(&self, player: u128, number: u128) {
        self.order_qr(player, number, "10").await;
        self.credit_qr(player, number, "10").await;
        self.order_qr(player, number + 1, "20").await;
        self.order_qr(player, number + 2, "30").await;
        self.refer_qr(player, number + 1, "20").await;
        self.send_gift(player, number, "40").await;
        self.credit_gift(player, number, "39.50").await;
        self.send_gift(player, number + 1, "50").await;
        self.lose_gift(player, number + 1).await;
        self.request_manual(player, number, "60").await;
        self.credit_manual(player, number).await;
        self.request_manual(player, number + 1, "70").await;
        self.open_game(player, "sweepy").await;
        self.send_in(player, 10 * number + 9, "sweepy", "1").await;
        self.complete(player, 10 * number + 9).await;
        self.start_sweep(player, number + 900, "WALLET", &[("sweepy", "1")])
            .await;
        self.change_bank_account(player, bank_account(), 3).await;
        self.ask_withdrawal(player, number + 900, "1", bank_account())
            .await;
    }
}
