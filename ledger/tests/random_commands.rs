//! R13: random command sequences against a pure model that shares no code with the wallet.
//!
//! The model keeps plain integers of satang. After each command: equal balances and outcomes,
//! postings and the trial balance at zero, no bucket below zero, and the fold of the events that
//! were written so far (through their stored JSON) equal to the live state.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use cqrs_es::Aggregate;
use ledger::posting::is_balanced;
use ledger::wallet::{Grounds, Place, SlipReason, SlipReference, WithdrawalLimits};
use ledger::{
    Account, BankAccountId, Currency, GameCode, Money, SlipId, TransferId, Wallet, WalletCommand,
    WalletEvent, WithdrawalId,
};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

fn money(satang: i64) -> Money {
    Money::try_new(Decimal::new(satang, 2), Currency::Thb).unwrap()
}

#[derive(Debug, Clone)]
enum Step {
    Submit(u8),
    Reject(u8),
    Credit(u8, i64),
    OpenGame(u8),
    Start {
        id: u8,
        game: u8,
        is_in: bool,
        amount: i64,
    },
    Sent(u8),
    Unknown(u8),
    Complete(u8, Option<i64>),
    Return(u8, Grounds),
    /// `staleness` events older than now.
    Observe {
        game: u8,
        balance: i64,
        staleness: i64,
    },
    Withdraw(u8, i64),
    WithdrawalSent(u8),
    Pay(u8),
    GiveBack(u8, Grounds),
}

fn grounds() -> impl Strategy<Value = Grounds> + Clone {
    prop::sample::select(vec![
        Grounds::NeverCalled,
        Grounds::FirstAnswer,
        Grounds::ForEver,
    ])
}

fn step() -> impl Strategy<Value = Step> {
    let id = 0..6_u8;
    let game = 0..3_u8;
    let amount = prop_oneof![4 => 1..50_000_i64, 1 => -5..=0_i64];
    prop_oneof![
        id.clone().prop_map(Step::Submit),
        id.clone().prop_map(Step::Reject),
        (id.clone(), amount.clone()).prop_map(|(id, amount)| Step::Credit(id, amount)),
        game.clone().prop_map(Step::OpenGame),
        (id.clone(), game.clone(), any::<bool>(), amount.clone()).prop_map(
            |(id, game, is_in, amount)| Step::Start {
                id,
                game,
                is_in,
                amount
            }
        ),
        id.clone().prop_map(Step::Sent),
        id.clone().prop_map(Step::Unknown),
        (id.clone(), prop::option::of(0..60_000_i64))
            .prop_map(|(id, held)| Step::Complete(id, held)),
        (id.clone(), grounds()).prop_map(|(id, grounds)| Step::Return(id, grounds)),
        (game, 0..60_000_i64, 0..4_i64).prop_map(|(game, balance, staleness)| Step::Observe {
            game,
            balance,
            staleness
        }),
        (id.clone(), amount).prop_map(|(id, amount)| Step::Withdraw(id, amount)),
        id.clone().prop_map(Step::WithdrawalSent),
        id.clone().prop_map(Step::Pay),
        (id, grounds()).prop_map(|(id, grounds)| Step::GiveBack(id, grounds)),
    ]
}

fn slip_id(n: u8) -> SlipId {
    SlipId(Uuid::from_u128(u128::from(n)))
}

fn transfer_id(n: u8) -> TransferId {
    TransferId(Uuid::from_u128(u128::from(n)))
}

fn withdrawal_id(n: u8) -> WithdrawalId {
    WithdrawalId(Uuid::from_u128(u128::from(n)))
}

fn game_code(n: u8) -> GameCode {
    format!("g{n}").parse().unwrap()
}

fn command(step: &Step, sequence: i64) -> WalletCommand {
    match *step {
        Step::Submit(n) => WalletCommand::SubmitSlip {
            slip_id: slip_id(n),
            reference: Some(SlipReference {
                sending_bank: "004".into(),
                trans_ref: n.to_string(),
            }),
        },
        Step::Reject(n) => WalletCommand::RejectSlip {
            slip_id: slip_id(n),
            reason: SlipReason::NotMatch,
        },
        Step::Credit(n, amount) => WalletCommand::CreditSlip {
            slip_id: slip_id(n),
            reference: SlipReference {
                sending_bank: "004".into(),
                trans_ref: n.to_string(),
            },
            amount: money(amount),
            deposit_account: "scb-1".into(),
        },
        Step::OpenGame(n) => WalletCommand::OpenGameAccount {
            game: game_code(n),
            username: format!("player{n}"),
        },
        Step::Start {
            id,
            game,
            is_in,
            amount,
        } => {
            let (wallet, game) = (Place::Wallet, Place::Game(game_code(game)));
            let (from, to) = if is_in {
                (wallet, game)
            } else {
                (game, wallet)
            };
            let transfer_id = transfer_id(id);
            WalletCommand::StartTransfer {
                transfer_id,
                from,
                to,
                amount: money(amount),
            }
        }
        Step::Sent(n) => WalletCommand::MarkTransferSent {
            transfer_id: transfer_id(n),
        },
        Step::Unknown(n) => WalletCommand::MarkTransferUnknown {
            transfer_id: transfer_id(n),
            reason: "time-out".into(),
        },
        Step::Complete(n, held) => WalletCommand::CompleteTransfer {
            transfer_id: transfer_id(n),
            provider_tx: n.to_string(),
            balance_before: held.map(money),
        },
        Step::Return(n, grounds) => WalletCommand::ReturnTransfer {
            transfer_id: transfer_id(n),
            reason: "no".into(),
            grounds,
        },
        Step::Observe {
            game,
            balance,
            staleness,
        } => WalletCommand::ObserveGameBalance {
            game: game_code(game),
            balance: money(balance),
            seen_at: sequence - staleness,
        },
        Step::Withdraw(n, amount) => WalletCommand::RequestWithdrawal {
            withdrawal_id: withdrawal_id(n),
            amount: money(amount),
            bank_account: BankAccountId(Uuid::nil()),
            limits: WithdrawalLimits {
                min: money(100),
                max: money(40_000),
            },
        },
        Step::WithdrawalSent(n) => WalletCommand::MarkWithdrawalSent {
            withdrawal_id: withdrawal_id(n),
        },
        Step::Pay(n) => WalletCommand::PayWithdrawal {
            withdrawal_id: withdrawal_id(n),
            payout_ref: n.to_string(),
        },
        Step::GiveBack(n, grounds) => WalletCommand::ReturnWithdrawal {
            withdrawal_id: withdrawal_id(n),
            reason: "no".into(),
            grounds,
        },
    }
}

/// How far a piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Started,
    Sent,
    Unknown,
    Done,
    Undone,
}

#[derive(Debug, Default)]
struct Model {
    main: i64,
    in_transit: i64,
    withdrawal: i64,
    games: BTreeMap<u8, i64>,
    /// When (in events) a game's balance was last touched.
    touched: BTreeMap<u8, i64>,
    slips: BTreeMap<u8, Stage>,
    transfers: BTreeMap<u8, (u8, bool, i64, Stage)>,
    withdrawals: BTreeMap<u8, (i64, Stage)>,
    /// Written events, the opening included.
    events: i64,
}

impl Model {
    /// Carries the step out as the product's rules say: how many events, or `None` for refused.
    fn step(&mut self, step: &Step) -> Option<i64> {
        let written = match *step {
            Step::Submit(n) => i64::from(self.slips.insert_if_absent(n, Stage::Started)),
            Step::Reject(n) => Self::end(self.slips.get_mut(&n)?, Stage::Undone)?,
            Step::Credit(n, amount) => {
                if amount <= 0 {
                    return None;
                }
                let written = Self::end(self.slips.get_mut(&n)?, Stage::Done)?;
                self.main += amount * written;
                written
            }
            Step::OpenGame(n) => {
                let is_new = self.games.insert_if_absent(n, 0);
                if is_new {
                    self.touched.insert(n, self.events + 1);
                }
                i64::from(is_new)
            }
            Step::Start {
                id,
                game,
                is_in,
                amount,
            } => self.start(id, game, is_in, amount)?,
            Step::Sent(n) => self.send(n)?,
            Step::Unknown(n) => {
                let (game, _, _, stage) = self.transfers.get_mut(&n)?;
                match stage {
                    Stage::Sent => {
                        *stage = Stage::Unknown;
                        self.touched.insert(*game, self.events + 1);
                        1
                    }
                    Stage::Unknown => 0,
                    _ => return None,
                }
            }
            Step::Complete(n, held) => self.complete(n, held)?,
            Step::Return(n, grounds) => self.give_transfer_back(n, grounds)?,
            Step::Observe {
                game,
                balance,
                staleness,
            } => self.observe(game, balance, self.events - staleness)?,
            Step::Withdraw(n, amount) => self.withdraw(n, amount)?,
            Step::WithdrawalSent(n) => match &mut self.withdrawals.get_mut(&n)?.1 {
                stage @ Stage::Started => {
                    *stage = Stage::Sent;
                    1
                }
                Stage::Sent => 0,
                _ => return None,
            },
            Step::Pay(n) => {
                let (amount, stage) = self.withdrawals.get_mut(&n)?;
                if *stage == Stage::Started {
                    return None;
                }
                let written = Self::end(stage, Stage::Done)?;
                self.withdrawal -= *amount * written;
                written
            }
            Step::GiveBack(n, grounds) => {
                let (amount, stage) = self.withdrawals.get_mut(&n)?;
                Self::is_certain(*stage, grounds)?;
                let written = Self::end(stage, Stage::Undone)?;
                self.withdrawal -= *amount * written;
                self.main += *amount * written;
                written
            }
        };
        Some(written)
    }

    /// Ends work: 1 when it was open, 0 when it has ended so already, refused when otherwise.
    fn end(stage: &mut Stage, into: Stage) -> Option<i64> {
        match *stage {
            Stage::Started | Stage::Sent | Stage::Unknown => {
                *stage = into;
                Some(1)
            }
            ended if ended == into => Some(0),
            _ => None,
        }
    }

    /// Refuses money back while the other side may still have taken it.
    fn is_certain(stage: Stage, grounds: Grounds) -> Option<()> {
        let is_certain = match stage {
            Stage::Started => grounds == Grounds::NeverCalled,
            Stage::Sent => grounds != Grounds::NeverCalled,
            Stage::Unknown => grounds == Grounds::ForEver,
            Stage::Done | Stage::Undone => true,
        };
        is_certain.then_some(())
    }

    fn start(&mut self, id: u8, game: u8, is_in: bool, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        if self.transfers.contains_key(&id) {
            return Some(0);
        }
        let is_busy = self.transfers.values().any(|(other, _, _, stage)| {
            *other == game && matches!(stage, Stage::Started | Stage::Sent | Stage::Unknown)
        });
        if !self.games.contains_key(&game) || is_busy || (is_in && self.main < amount) {
            return None;
        }
        if is_in {
            self.main -= amount;
            self.in_transit += amount;
        }
        self.transfers
            .insert(id, (game, is_in, amount, Stage::Started));
        self.touched.insert(game, self.events + 1);
        Some(1)
    }

    fn send(&mut self, id: u8) -> Option<i64> {
        let (game, _, _, stage) = self.transfers.get_mut(&id)?;
        match stage {
            Stage::Started => {
                *stage = Stage::Sent;
                self.touched.insert(*game, self.events + 1);
                Some(1)
            }
            Stage::Sent | Stage::Unknown => Some(0),
            _ => None,
        }
    }

    fn complete(&mut self, id: u8, held: Option<i64>) -> Option<i64> {
        let (game, is_in, amount, stage) = self.transfers.get_mut(&id)?;
        if *stage == Stage::Started {
            return None;
        }
        if Self::end(stage, Stage::Done)? == 0 {
            return Some(0);
        }
        let ours = self.games[game];
        let mut before = held.unwrap_or(ours);
        if !*is_in && before < *amount {
            before = ours.max(*amount);
        }
        if *is_in {
            self.in_transit -= *amount;
            self.games.insert(*game, before + *amount);
        } else {
            self.main += *amount;
            self.games.insert(*game, before - *amount);
        }
        let written = if before == ours { 1 } else { 2 };
        self.touched.insert(*game, self.events + written);
        Some(written)
    }

    fn give_transfer_back(&mut self, id: u8, grounds: Grounds) -> Option<i64> {
        let (game, is_in, amount, stage) = self.transfers.get_mut(&id)?;
        Self::is_certain(*stage, grounds)?;
        let written = Self::end(stage, Stage::Undone)?;
        if *is_in {
            self.in_transit -= *amount * written;
            self.main += *amount * written;
        }
        if written == 1 {
            self.touched.insert(*game, self.events + 1);
        }
        Some(written)
    }

    fn observe(&mut self, game: u8, balance: i64, seen_at: i64) -> Option<i64> {
        let ours = *self.games.get(&game)?;
        let is_busy = self.transfers.values().any(|(other, _, _, stage)| {
            *other == game && matches!(stage, Stage::Started | Stage::Sent | Stage::Unknown)
        });
        if is_busy || self.touched[&game] > seen_at || ours == balance {
            return Some(0);
        }
        self.games.insert(game, balance);
        self.touched.insert(game, self.events + 1);
        Some(1)
    }

    fn withdraw(&mut self, id: u8, amount: i64) -> Option<i64> {
        if self.withdrawals.contains_key(&id) {
            return Some(0);
        }
        if !(100..=40_000).contains(&amount) || self.main < amount {
            return None;
        }
        self.main -= amount;
        self.withdrawal += amount;
        self.withdrawals.insert(id, (amount, Stage::Started));
        Some(1)
    }
}

trait InsertIfAbsent<V> {
    fn insert_if_absent(&mut self, key: u8, value: V) -> bool;
}

impl<V> InsertIfAbsent<V> for BTreeMap<u8, V> {
    fn insert_if_absent(&mut self, key: u8, value: V) -> bool {
        if self.contains_key(&key) {
            return false;
        }
        self.insert(key, value);
        true
    }
}

/// Carries a command out on the wallet; `None` when refused.
fn execute(
    wallet: &mut Wallet,
    written: &mut Vec<String>,
    command: WalletCommand,
) -> Option<Vec<WalletEvent>> {
    let events = wallet.decide(command, chrono::DateTime::UNIX_EPOCH).ok()?;
    for event in &events {
        assert!(is_balanced(event.postings()).unwrap(), "{event:?}");
        written.push(serde_json::to_string(event).unwrap());
        wallet.apply(event.clone());
    }
    Some(events)
}

fn assert_same_money(wallet: &Wallet, model: &Model) {
    let bucket = |account: Account| wallet.bucket(&account).unwrap();
    assert_eq!(bucket(Account::Main), money(model.main));
    assert_eq!(bucket(Account::InTransit), money(model.in_transit));
    assert_eq!(bucket(Account::Withdrawal), money(model.withdrawal));
    for (game, amount) in &model.games {
        assert_eq!(
            bucket(Account::Game(game_code(*game))),
            money(*amount),
            "game {game}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_commands_leaves_the_wallet_as_the_model_says(
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let (mut wallet, mut model, mut written) = (Wallet::default(), Model::default(), Vec::new());
        let mut trial: BTreeMap<Account, Money> = BTreeMap::new();
        execute(&mut wallet, &mut written, WalletCommand::Open { currency: Currency::Thb });
        model.events = 1;
        for step in &steps {
            let expected = model.step(step);
            let events = execute(&mut wallet, &mut written, command(step, model.events));
            let count = events.as_ref().map(|events| i64::try_from(events.len()).unwrap());
            prop_assert_eq!(expected, count, "{:?}", step);
            for event in events.iter().flatten() {
                for posting in event.postings() {
                    let sum = trial
                        .entry(posting.account.clone())
                        .or_insert_with(|| Money::zero(Currency::Thb));
                    *sum = sum.checked_add(posting.amount).unwrap();
                }
            }
            model.events = i64::try_from(written.len()).unwrap();
            assert_same_money(&wallet, &model);
            prop_assert_eq!(wallet.broken_invariant(), None);
            let total = trial
                .values()
                .try_fold(Money::zero(Currency::Thb), |sum, amount| sum.checked_add(*amount))
                .unwrap();
            prop_assert!(total.is_zero(), "trial balance {}", total);
        }
        let mut replayed = Wallet::default();
        for text in &written {
            replayed.apply(serde_json::from_str(text).unwrap());
        }
        prop_assert_eq!(replayed, wallet);
    }
}
