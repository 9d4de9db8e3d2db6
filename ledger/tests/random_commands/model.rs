//! What the wallet should do, in plain integers, sharing no code with it.

use std::collections::{BTreeMap, BTreeSet};

use ledger::wallet::NonDeliveryProof;

use crate::protection::Protection;
use crate::reward::Rewards;
use crate::step::{Leg, Step};

/// How far a piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Started,
    Sent,
    Unknown,
    Done,
    Undone,
}

impl Stage {
    fn is_open(self) -> bool {
        !matches!(self, Self::Done | Self::Undone)
    }
}

#[derive(Debug)]
pub(crate) struct Transfer {
    game: u8,
    is_in: bool,
    amount: i64,
    stage: Stage,
}

#[derive(Debug)]
pub(crate) struct Sweep {
    to: Option<u8>,
    onward: u8,
    legs: Vec<u8>,
    from_main: i64,
    is_open: bool,
}

#[derive(Debug)]
pub(crate) struct Withdrawal {
    amount: i64,
    account: u8,
    held: i64,
    stage: Stage,
}

#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) main: i64,
    pub(crate) in_transit: i64,
    pub(crate) withdrawal: i64,
    pub(crate) games: BTreeMap<u8, i64>,
    /// When (in events) a game's balance was last touched.
    pub(crate) touched: BTreeMap<u8, i64>,
    pub(crate) slips: BTreeMap<u8, Stage>,
    pub(crate) returned: BTreeSet<u8>,
    transfers: BTreeMap<u8, Transfer>,
    sweeps: BTreeMap<u8, Sweep>,
    withdrawals: BTreeMap<u8, Withdrawal>,
    /// The last account, and until when payouts to it wait; the wallet is opened with the first one.
    bank: (u8, i64),
    /// Channel, amount, stage; the one that is started is shown.
    pub(crate) orders: BTreeMap<u8, (u8, i64, Stage)>,
    /// Orders that staff has in hand, and those that they have refused.
    pub(crate) referred: BTreeSet<u8>,
    pub(crate) sent_back: BTreeSet<u8>,
    /// Voucher, what it is worth once it was sent, stage.
    pub(crate) gifts: BTreeMap<u8, (u8, Option<i64>, Stage)>,
    pub(crate) announced: BTreeMap<u8, (i64, Stage)>,
    /// What each correction came to.
    pub(crate) corrections: BTreeMap<u8, i64>,
    pub(crate) protection: Protection,
    pub(crate) rewards: Rewards,
    /// Written events, the opening included.
    pub(crate) events: i64,
    /// Hours since the story began.
    pub(crate) now: i64,
}

impl Model {
    /// Carries the step out as the product's rules say: how many events, or `None` for refused.
    pub(crate) fn step(&mut self, step: &Step) -> Option<i64> {
        match step.clone() {
            Step::OpenGame(n) => self.open_game(n),
            Step::Start {
                id,
                game,
                is_in,
                amount,
            } => self.start(id, game, is_in, amount),
            Step::Sent(n) => self.send(n),
            Step::Unknown(n) => self.lose_sight(n),
            Step::Complete(n, held) => self.complete(n, held),
            Step::Return(n, grounds) => self.give_transfer_back(n, grounds),
            Step::Observe {
                game,
                balance,
                staleness,
            } => self.observe(game, balance, self.events - staleness),
            Step::Sweep {
                id,
                to,
                legs,
                onward,
                from_main,
            } => self.sweep((id, to), &legs, onward, from_main),
            Step::Withdraw(n, amount, account) => self.withdraw(n, amount, account),
            Step::WithdrawalSent(n) => self.call_bank(n),
            Step::Pay(n) => self.pay(n),
            Step::GiveBack(n, grounds) => self.give_payout_back(n, grounds),
            Step::ChangeBank(account, hold) => Some(self.change_bank(account, hold)),
            Step::Reward(step) => self.reward(&step),
            Step::Correct(id, amount, is_alone, is_unrelated) => {
                let may = is_unrelated || !self.has_open_operation();
                self.correct(id, amount, is_alone, may)
            }
            _ => {
                let before = self.protection.deposits();
                let written = self.deposit(step)?;
                let came_in = self.protection.deposits() > before;
                Some(written + if came_in { self.earn_coins() } else { 0 })
            }
        }
    }

    /// Ends work: 1 when it was open, 0 when it has ended so already, refused when otherwise.
    pub(crate) fn end(stage: &mut Stage, into: Stage) -> Option<i64> {
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
    pub(crate) fn is_certain(stage: Stage, grounds: NonDeliveryProof) -> Option<()> {
        let is_certain = match stage {
            Stage::Started => grounds == NonDeliveryProof::NeverCalled,
            Stage::Sent => grounds != NonDeliveryProof::NeverCalled,
            Stage::Unknown => grounds == NonDeliveryProof::ForEver,
            Stage::Done | Stage::Undone => true,
        };
        is_certain.then_some(())
    }

    fn open_game(&mut self, game: u8) -> Option<i64> {
        if self.games.contains_key(&game) {
            return Some(0);
        }
        if self.protection.is_excluded(self.now) {
            return None;
        }
        self.games.insert(game, 0);
        self.touched.insert(game, self.events + 1);
        Some(1)
    }

    /// The id of a transfer that there has not been.
    pub(crate) fn unused_transfer(&self) -> u8 {
        let is_unused = |id: &u8| !self.transfers.contains_key(id);
        (100..=u8::MAX).find(is_unused).unwrap()
    }

    pub(crate) fn is_busy(&self, game: u8) -> bool {
        self.transfers
            .values()
            .any(|transfer| transfer.game == game && transfer.stage.is_open())
    }

    fn start(&mut self, id: u8, game: u8, is_in: bool, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        if self.transfers.contains_key(&id) {
            return Some(0);
        }
        self.begin(id, game, is_in, amount, 1)
    }

    /// `place` is the event's place behind those that were written before this step.
    fn begin(&mut self, id: u8, game: u8, is_in: bool, amount: i64, place: i64) -> Option<i64> {
        if !self.games.contains_key(&game) || self.is_busy(game) {
            return None;
        }
        if is_in {
            if self.main < amount || self.protection.is_excluded(self.now) {
                return None;
            }
            self.main -= amount;
            self.in_transit += amount;
        }
        let stage = Stage::Started;
        let transfer = Transfer {
            game,
            is_in,
            amount,
            stage,
        };
        self.transfers.insert(id, transfer);
        self.touched.insert(game, self.events + place);
        Some(1)
    }

    fn send(&mut self, id: u8) -> Option<i64> {
        let transfer = self.transfers.get_mut(&id)?;
        match transfer.stage {
            Stage::Started => {
                transfer.stage = Stage::Sent;
                self.touched.insert(transfer.game, self.events + 1);
                Some(1)
            }
            Stage::Sent | Stage::Unknown => Some(0),
            _ => None,
        }
    }

    fn lose_sight(&mut self, id: u8) -> Option<i64> {
        let transfer = self.transfers.get_mut(&id)?;
        match transfer.stage {
            Stage::Sent => {
                transfer.stage = Stage::Unknown;
                self.touched.insert(transfer.game, self.events + 1);
                Some(1)
            }
            Stage::Unknown => Some(0),
            _ => None,
        }
    }

    fn complete(&mut self, id: u8, held: Option<i64>) -> Option<i64> {
        let transfer = self.transfers.get_mut(&id)?;
        if transfer.stage == Stage::Started {
            return None;
        }
        if Self::end(&mut transfer.stage, Stage::Done)? == 0 {
            return Some(0);
        }
        let (game, amount) = (transfer.game, transfer.amount);
        let ours = self.games[&game];
        let mut before = held.unwrap_or(ours);
        if !transfer.is_in && before < amount {
            before = ours.max(amount);
        }
        self.rewards.won += before - ours;
        if transfer.is_in {
            self.in_transit -= amount;
            self.games.insert(game, before + amount);
        } else {
            self.main += amount;
            self.games.insert(game, before - amount);
        }
        let written = if before == ours { 1 } else { 2 };
        self.touched.insert(game, self.events + written);
        Some(written + self.end_sweep(id, written))
    }

    fn give_transfer_back(&mut self, id: u8, grounds: NonDeliveryProof) -> Option<i64> {
        let transfer = self.transfers.get_mut(&id)?;
        Self::is_certain(transfer.stage, grounds)?;
        if Self::end(&mut transfer.stage, Stage::Undone)? == 0 {
            return Some(0);
        }
        if transfer.is_in {
            self.in_transit -= transfer.amount;
            self.main += transfer.amount;
        }
        self.touched.insert(transfer.game, self.events + 1);
        Some(1 + self.end_sweep(id, 1))
    }

    /// How many more events a transfer's end writes, behind `written` others, when it was the
    /// last leg of a sweep.
    fn end_sweep(&mut self, leg: u8, written: i64) -> i64 {
        let transfers = &self.transfers;
        let ended = self.sweeps.values_mut().find(|sweep| {
            let is_over = || sweep.legs.iter().all(|leg| !transfers[leg].stage.is_open());
            sweep.is_open && sweep.legs.contains(&leg) && is_over()
        });
        let Some(sweep) = ended else {
            return 0;
        };
        sweep.is_open = false;
        let arrived = sweep
            .legs
            .iter()
            .map(|leg| &transfers[leg])
            .filter(|transfer| transfer.stage == Stage::Done);
        let collected: i64 = arrived.map(|transfer| transfer.amount).sum();
        let collected = collected + sweep.from_main;
        let (to, onward) = (sweep.to, sweep.onward);
        match to {
            Some(game) if collected > 0 && !self.transfers.contains_key(&onward) => {
                let started = self.begin(onward, game, true, collected, written + 2);
                1 + started.unwrap_or(0)
            }
            _ => 1,
        }
    }

    fn sweep(
        &mut self,
        (id, to): (u8, Option<u8>),
        legs: &[Leg],
        onward: u8,
        from_main: Option<i64>,
    ) -> Option<i64> {
        if self.sweeps.contains_key(&id) {
            return Some(0);
        }
        let mut ids: BTreeSet<u8> = legs.iter().map(|(id, ..)| *id).collect();
        ids.insert(onward);
        let is_taken = |id: &u8| {
            let mut sweeps = self.sweeps.values();
            self.transfers.contains_key(id) || sweeps.any(|it| it.is_open && it.onward == *id)
        };
        if ids.len() <= legs.len() || ids.iter().any(is_taken) {
            return None;
        }
        if let Some(game) = to {
            let is_ready = self.games.contains_key(&game) && !self.is_busy(game);
            if !is_ready || self.protection.is_excluded(self.now) {
                return None;
            }
        }
        if legs.iter().any(|(_, _, amount)| *amount < 0) {
            return None;
        }
        let from_main = to.and(from_main);
        if from_main.is_some_and(|amount| amount <= 0 || amount > self.main) {
            return None;
        }
        let (mut started, mut is_refused) = (Vec::new(), false);
        for (id, game, amount) in legs {
            if *amount > 0 && to != Some(*game) {
                let place = 2 + i64::try_from(started.len()).unwrap();
                let written = self.begin(*id, *game, false, *amount, place);
                is_refused |= written.is_none();
                started.extend(written.map(|_| *id));
            }
        }
        let mut written = 1 + i64::try_from(started.len()).unwrap();
        if started.is_empty() {
            let (game, amount) = to.zip(from_main).filter(|_| !is_refused)?;
            written = 2 + self.begin(onward, game, true, amount, 3).unwrap_or(0);
        }
        let sweep = Sweep {
            to,
            onward,
            is_open: !started.is_empty(),
            legs: started,
            from_main: from_main.unwrap_or(0),
        };
        self.sweeps.insert(id, sweep);
        Some(written)
    }

    fn observe(&mut self, game: u8, balance: i64, seen_at: i64) -> Option<i64> {
        let ours = *self.games.get(&game)?;
        if self.is_busy(game) || self.touched[&game] > seen_at || ours == balance {
            return Some(0);
        }
        self.rewards.won += balance - ours;
        self.games.insert(game, balance);
        self.touched.insert(game, self.events + 1);
        Some(1)
    }

    /// Until when payouts wait, 0 when they do not.
    fn hold(&self) -> i64 {
        let held = self.bank.1;
        if held > self.now { held } else { 0 }
    }

    fn withdraw(&mut self, id: u8, amount: i64, account: u8) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        if self.withdrawals.contains_key(&id) {
            return Some(0);
        }
        let is_stale = self.bank.0 != account;
        if self.rewards.active.is_some() {
            return None;
        }
        if is_stale || !(100..=40_000).contains(&amount) || self.main < amount {
            return None;
        }
        self.main -= amount;
        self.withdrawal += amount;
        let withdrawal = Withdrawal {
            amount,
            account,
            held: self.hold(),
            stage: Stage::Started,
        };
        self.withdrawals.insert(id, withdrawal);
        self.note_withdrawal(amount);
        Some(1)
    }

    fn call_bank(&mut self, id: u8) -> Option<i64> {
        let (hold, now) = (self.hold(), self.now);
        let withdrawal = self.withdrawals.get_mut(&id)?;
        match withdrawal.stage {
            Stage::Started if withdrawal.held > now || hold > now => None,
            Stage::Started => {
                withdrawal.stage = Stage::Sent;
                Some(1)
            }
            Stage::Sent => Some(0),
            _ => None,
        }
    }

    fn pay(&mut self, id: u8) -> Option<i64> {
        let withdrawal = self.withdrawals.get_mut(&id)?;
        if withdrawal.stage == Stage::Started {
            return None;
        }
        let written = Self::end(&mut withdrawal.stage, Stage::Done)?;
        self.withdrawal -= withdrawal.amount * written;
        self.rewards.paid_out += withdrawal.amount * written;
        Some(written)
    }

    fn give_payout_back(&mut self, id: u8, grounds: NonDeliveryProof) -> Option<i64> {
        let withdrawal = self.withdrawals.get_mut(&id)?;
        Self::is_certain(withdrawal.stage, grounds)?;
        let written = Self::end(&mut withdrawal.stage, Stage::Undone)?;
        let back = withdrawal.amount * written;
        self.withdrawal -= back;
        self.main += back;
        self.note_return(back);
        Some(written)
    }

    /// Whether something may still move money by itself: anything open but a QR that nobody has paid.
    fn has_open_operation(&self) -> bool {
        self.slips.values().any(|stage| stage.is_open())
            || self.transfers.values().any(|it| it.stage.is_open())
            || self.withdrawals.values().any(|it| it.stage.is_open())
            || self.gifts.values().any(|(.., stage)| stage.is_open())
            || self.announced.values().any(|(_, stage)| stage.is_open())
            || !self.referred.is_empty()
    }

    fn correct(&mut self, id: u8, amount: i64, is_alone: bool, may: bool) -> Option<i64> {
        if let Some(done) = self.corrections.get(&id) {
            return (*done == amount).then_some(0);
        }
        if is_alone || !may || amount == 0 || self.main + amount < 0 {
            return None;
        }
        self.main += amount;
        self.corrections.insert(id, amount);
        if amount < 0 {
            self.note_withdrawal(-amount);
        }
        Some(1)
    }

    fn change_bank(&mut self, account: u8, hold: Option<i64>) -> i64 {
        if self.bank.0 == account {
            return 0;
        }
        let wanted = hold.map_or(0, |hours| self.now + hours);
        self.bank = (account, wanted.max(self.hold()));
        let (mut written, mut back) = (1, 0);
        for withdrawal in self.withdrawals.values_mut() {
            if withdrawal.stage == Stage::Started && withdrawal.account != account {
                withdrawal.stage = Stage::Undone;
                back += withdrawal.amount;
                written += 1;
            }
        }
        self.withdrawal -= back;
        self.main += back;
        self.note_return(back);
        written
    }
}
