//! Histories that nobody has written down: whatever is asked in whatever order, the statement
//! adds up, the views are the fold of the events, and a rebuild makes them again.

use crate::story::{self, Story, baht, game, time};
use ledger::wallet::{
    BankAccountCommand, BankAccountMac, BankAccountRecord, Correction, GiftCommand, ManualCommand,
    NonDeliveryProof, QrCommand, QrEnd, QrPayment, SlipCommand, SweepCommand, SweepLeg,
    TransferCommand, WithdrawalCommand, WithdrawalLimits,
};
use ledger::{
    BankAccountId, CorrectionId, ManualDepositId, Money, QrOrderId, StaffId, TransferId,
    WalletCommand,
};
use ledger_testing::cases;
use projections::{View, rebuild};
use uuid::Uuid;

const GAMES: [&str; 3] = ["pg", "joker2", "imi"];

/// The views follow each command up to this step, and from then on many at once: as right, and faster.
const LIVE_UNTIL: u128 = 2_400;

/// Dice that fall the same way each time, and the work that they started.
struct Dice {
    seed: u64,
    /// Transfers and manual deposits that may be open: few may be at one time, so that one that
    /// is never met again would be the end of its kind.
    transfers: Vec<TransferId>,
    manual_deposits: Vec<ManualDepositId>,
    /// QR orders that staff has in hand.
    referred: Vec<QrOrderId>,
}

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed % sides
    }

    fn number(&mut self, sides: u64) -> u128 {
        u128::from(self.throw(sides))
    }

    fn one_of<T: Copy>(&mut self, ids: &[T]) -> Option<T> {
        let last = u64::try_from(ids.len()).unwrap().max(1);
        ids.get(usize::try_from(self.throw(last)).unwrap()).copied()
    }

    /// Notes what a command that took effect has started or ended.
    fn note(&mut self, command: &WalletCommand) {
        match command {
            WalletCommand::Transfer(TransferCommand::Start { transfer_id, .. }) => {
                self.transfers.push(*transfer_id);
            }
            WalletCommand::Sweep(SweepCommand { legs, onward, .. }) => {
                self.transfers
                    .extend(legs.iter().map(|leg| leg.transfer_id));
                self.transfers.push(*onward);
            }
            WalletCommand::Transfer(
                TransferCommand::Complete { transfer_id, .. }
                | TransferCommand::Return { transfer_id, .. },
            ) => {
                self.transfers.retain(|id| id != transfer_id);
            }
            WalletCommand::Qr(QrCommand::Refer { order_id, .. }) => self.referred.push(*order_id),
            WalletCommand::Manual(ManualCommand::Request { deposit_id, .. }) => {
                self.manual_deposits.push(*deposit_id);
            }
            WalletCommand::Manual(
                ManualCommand::Credit { deposit_id, .. } | ManualCommand::Reject { deposit_id, .. },
            ) => {
                self.manual_deposits.retain(|id| id != deposit_id);
            }
            _ => {}
        }
    }

    fn amount(&mut self) -> Money {
        baht(&format!("{}.{:02}", 1 + self.throw(60), self.throw(100)))
    }

    fn game(&mut self) -> &'static str {
        GAMES[usize::try_from(self.throw(3)).unwrap()]
    }

    fn grounds(&mut self) -> NonDeliveryProof {
        match self.throw(3) {
            0 => NonDeliveryProof::NeverCalled,
            1 => NonDeliveryProof::FirstAnswer,
            _ => NonDeliveryProof::ForEver,
        }
    }

    /// Starts something under a number, or continues something under one of the last few: few
    /// numbers, so that most things that begin are met again.
    fn command(&mut self, step: u128) -> WalletCommand {
        let step = step / 20;
        let old = step.saturating_sub(self.number(3));
        // Seldom, so that most of the money is still what the other steps have made of it.
        if self.throw(16) == 0 {
            return self.correction(step);
        }
        match self.throw(6) {
            0 => self.way_in(step),
            1 | 2 => self.end_of_way_in(old),
            3 => self.movement(step),
            _ => self.end_of_movement(old),
        }
    }

    /// Adds or takes; what is more than there is, is refused.
    fn correction(&mut self, step: u128) -> WalletCommand {
        let amount = self.amount();
        WalletCommand::Correct(Correction {
            correction_id: CorrectionId(Uuid::from_u128(0x1300_0000 + step)),
            amount: if self.throw(2) == 0 {
                amount
            } else {
                amount.negated()
            },
            reason: "corrected".to_owned(),
            by: StaffId(Uuid::from_u128(1)),
            approved_by: StaffId(Uuid::from_u128(2)),
            is_unrelated: true,
        })
    }

    fn way_in(&mut self, step: u128) -> WalletCommand {
        match self.throw(4) {
            0 => WalletCommand::Slip(SlipCommand::Submit {
                slip_id: story::slip(step),
                reference: None,
            }),
            1 => WalletCommand::Qr(QrCommand::Order {
                order_id: story::order(step),
                channel: "WW".to_owned(),
                amount: baht("25"),
                expires_at: time(1_000_000),
            }),
            2 => WalletCommand::Gift(GiftCommand::Submit {
                gift_id: story::gift(step),
                voucher: format!("{step:064x}"),
            }),
            _ => WalletCommand::Manual(ManualCommand::Request {
                deposit_id: story::manual(step),
                amount: self.amount(),
            }),
        }
    }

    fn end_of_way_in(&mut self, old: u128) -> WalletCommand {
        let deposit_account = "scb-1".to_owned();
        let reason = "SOMETHING".to_owned();
        let (order_id, gift_id) = (story::order(old), story::gift(old));
        let deposit_id = self.one_of(&self.manual_deposits.clone());
        let deposit_id = deposit_id.unwrap_or(story::manual(old));
        match self.throw(11) {
            0 => WalletCommand::Slip(SlipCommand::Credit {
                slip_id: story::slip(old),
                reference: story::reference(old),
                amount: self.amount(),
                deposit_account,
            }),
            1 => WalletCommand::Qr(QrCommand::Credit {
                order_id,
                channel: "WW".to_owned(),
                amount: baht("25"),
                provider_ref: format!("P{old}"),
                deposit_account,
                ordered: Some(QrPayment {
                    channel: "WW".to_owned(),
                    amount: baht("25"),
                }),
            }),
            2 => WalletCommand::Qr(QrCommand::End {
                order_id,
                end: QrEnd::Cancelled,
            }),
            3 => self.staff_and_qr(order_id),
            4 | 5 => WalletCommand::Gift(GiftCommand::MarkSent {
                gift_id,
                expected: self.amount(),
            }),
            6 => WalletCommand::Gift(GiftCommand::MarkUnknown { gift_id, reason }),
            7 => WalletCommand::Gift(GiftCommand::Credit {
                gift_id,
                amount: self.amount(),
                deposit_account,
            }),
            8 => WalletCommand::Gift(GiftCommand::Reject {
                gift_id,
                reason,
                grounds: self.grounds(),
            }),
            9 => WalletCommand::Manual(ManualCommand::Credit {
                deposit_id,
                reference: format!("F{deposit_id}"),
                deposit_account,
            }),
            _ => WalletCommand::Manual(ManualCommand::Reject { deposit_id, reason }),
        }
    }

    fn staff_and_qr(&mut self, order_id: QrOrderId) -> WalletCommand {
        let payment = QrPayment {
            channel: "WW".to_owned(),
            amount: baht("25"),
        };
        let reason = "SOMETHING".to_owned();
        // What was left for them last stays in sight until they have decided.
        let waiting = self.referred.pop();
        match (self.throw(4), waiting) {
            (0, Some(order_id)) => WalletCommand::Qr(QrCommand::Reject { order_id, reason }),
            (1, Some(order_id)) => WalletCommand::Qr(QrCommand::CreditReferred {
                order_id,
                // Less than was ordered.
                amount: baht("24.50"),
                provider_ref: format!("P{order_id}"),
                deposit_account: "scb-1".to_owned(),
            }),
            (_, waiting) => {
                self.referred.extend(waiting);
                WalletCommand::Qr(QrCommand::Refer {
                    order_id,
                    payment,
                    reason,
                })
            }
        }
    }

    fn movement(&mut self, step: u128) -> WalletCommand {
        let place = |dice: &mut Self| match dice.throw(2) {
            0 => "WALLET".parse().unwrap(),
            _ => dice.game().parse().unwrap(),
        };
        match self.throw(4) {
            0 => WalletCommand::Transfer(TransferCommand::Start {
                transfer_id: story::transfer(10 * step),
                from: place(self),
                to: place(self),
                amount: self.amount(),
            }),
            1 => WalletCommand::Sweep(SweepCommand {
                sweep_id: story::sweep(step),
                to: place(self),
                legs: (1..)
                    .zip(GAMES)
                    .map(|(leg, code)| SweepLeg {
                        transfer_id: story::transfer(10 * step + leg),
                        game: game(code),
                        amount: self.amount(),
                    })
                    .collect(),
                onward: story::transfer(10 * step),
                from_main: None,
            }),
            2 => WalletCommand::Withdrawal(WithdrawalCommand::Request {
                withdrawal_id: story::withdrawal(step),
                amount: self.amount(),
                bank_account: account(self.number(2)),
                limits: WithdrawalLimits {
                    min: baht("1"),
                    max: baht("100"),
                },
                confirmation: None,
            }),
            _ => WalletCommand::BankAccount(BankAccountCommand::Change {
                account: BankAccountRecord {
                    id: account(self.number(2)),
                    mac: BankAccountMac([7; 32]),
                },
                hold_until: Some(time(i64::try_from(step * 20).unwrap() - 1_900)),
            }),
        }
    }

    fn end_of_movement(&mut self, old: u128) -> WalletCommand {
        let transfer_id = self.one_of(&self.transfers.clone());
        let transfer_id = transfer_id.unwrap_or(story::transfer(10 * old));
        let withdrawal_id = story::withdrawal(old);
        let reason = "SOMETHING".to_owned();
        match self.throw(9) {
            0 | 1 => WalletCommand::Transfer(TransferCommand::MarkSent { transfer_id }),
            2 => WalletCommand::Transfer(TransferCommand::MarkUnknown {
                transfer_id,
                reason,
            }),
            3 | 4 => WalletCommand::Transfer(TransferCommand::Complete {
                transfer_id,
                provider_tx: format!("TX{transfer_id}"),
                balance_before: None,
            }),
            5 => WalletCommand::Transfer(TransferCommand::Return {
                transfer_id,
                reason,
                grounds: self.grounds(),
            }),
            6 => WalletCommand::Withdrawal(WithdrawalCommand::MarkSent { withdrawal_id }),
            7 => WalletCommand::Withdrawal(WithdrawalCommand::Pay {
                withdrawal_id,
                payout_ref: format!("PAY{old}"),
            }),
            _ => WalletCommand::Withdrawal(WithdrawalCommand::Return {
                withdrawal_id,
                reason,
                grounds: self.grounds(),
            }),
        }
    }
}

fn account(number: u128) -> BankAccountId {
    let first = story::bank_account().0.as_u128();
    BankAccountId(Uuid::from_u128(first + number))
}

#[tokio::test]
async fn any_history_adds_up_and_is_made_again_by_a_rebuild() {
    let story = Story::begin().await;
    let mut running = story.start();
    story.open(1).await;
    for code in GAMES {
        story.open_game(1, code).await;
    }
    story.deposit(1, 1, "500").await;
    let mut dice = Dice {
        seed: 0x005E_ED0F_11FE,
        transfers: Vec::new(),
        manual_deposits: Vec::new(),
        referred: Vec::new(),
    };
    let mut done = 0;
    for step in 2_000..2_000 + u128::from(cases(2_800, 20_000)) {
        let command = dice.command(step);
        if story.try_execute(story::wallet(1), command.clone()).await {
            dice.note(&command);
            done += 1;
        }
        if step % 200 == 0 {
            if step > LIVE_UNTIL {
                running = story.start();
            }
            story.check_statement(&running, 1).await;
            if step >= LIVE_UNTIL {
                running.stop().await;
            }
        }
    }
    running = story.start();
    story.check_statement(&running, 1).await;
    story.audit().await;
    let kinds: Vec<String> = sqlx::query_scalar("select distinct event_type from event order by 1")
        .fetch_all(&story.database.pool())
        .await
        .unwrap();
    for kind in [
        "BankAccountChanged",
        "Corrected",
        "GiftCredited",
        "GiftRejected",
        "ManualDepositCredited",
        "ManualDepositRejected",
        "QrEnded",
        "QrPaid",
        "QrReferred",
        "QrRejected",
        "SweepEnded",
        "TransferCompleted",
        "TransferReturned",
        "WithdrawalPaid",
        "WithdrawalReturned",
    ] {
        assert!(kinds.contains(&kind.to_owned()), "no {kind} in {kinds:?}");
    }
    assert!(done > 200, "only {done} took effect");
    let lines = story.all_lines(1).await;
    for view in View::ALL {
        rebuild::run(
            &story.database.pool(),
            &ledger::JournalKey::default(),
            view,
            |_| {},
        )
        .await
        .unwrap();
    }
    story.audit().await;
    assert_eq!(story.all_lines(1).await, lines);
    running.stop().await;
}
