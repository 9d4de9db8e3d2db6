//! The state of the outside world, in memory, and the list of what has changed.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::bank::payout;
use crate::game::transfer;
use crate::record::{
    Lost, Payment, Payout, Player, QrOrder, Receiver, Record, Round, Session, Sms, Transfer,
    Voucher,
};
use crate::truemoney::voucher;

/// (provider, name): players, transfers and everything else of one provider are its own.
pub(crate) type Key = (String, String);

/// Everything that is remembered. Changes go through [`World::put`] so that they reach the log.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) players: BTreeMap<Key, Player>,
    pub(crate) transfers: BTreeMap<Key, Transfer>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) sessions: BTreeMap<String, Session>,
    /// By (short bank code of the sender, reference).
    pub(crate) payments: BTreeMap<Key, Payment>,
    pub(crate) payouts: BTreeMap<String, Payout>,
    pub(crate) messages: Vec<Sms>,
    pub(crate) receivers: Vec<Receiver>,
    /// By (payment service, order id).
    pub(crate) orders: BTreeMap<Key, QrOrder>,
    /// Orders whose callback has another attempt to come.
    pub(crate) unsent_notices: BTreeSet<Key>,
    pub(crate) vouchers: BTreeMap<String, Voucher>,
    waiting_vouchers: BTreeSet<String>,
    waiting_transfers: BTreeSet<Key>,
    waiting_payouts: BTreeSet<String>,
    changes: Vec<Record>,
}

/// The key of something at a provider.
pub(crate) fn key(provider: &str, name: &str) -> Key {
    (provider.to_owned(), name.to_owned())
}

impl World {
    /// Stores a new or changed record and notes it for the log.
    pub(crate) fn put(&mut self, record: Record) {
        self.insert(record.clone());
        self.changes.push(record);
    }

    /// Stores a record that comes from the log.
    pub(crate) fn insert(&mut self, record: Record) {
        match record {
            Record::Player(player) => {
                self.players
                    .insert(key(&player.provider, &player.username), player);
            }
            Record::Transfer(transfer) => self.insert_transfer(*transfer),
            Record::Round(round) => self.rounds.push(round),
            Record::Session(session) => {
                self.sessions.insert(session.token.clone(), session);
            }
            Record::Payment(payment) => {
                self.payments
                    .insert(key(&payment.from.bank, &payment.trans_ref), *payment);
            }
            Record::Payout(payout) => {
                if payout.is_waiting() {
                    self.waiting_payouts.insert(payout.id.clone());
                } else {
                    self.waiting_payouts.remove(&payout.id);
                }
                self.payouts.insert(payout.id.clone(), *payout);
            }
            Record::Sms(sms) => self.messages.push(sms),
            Record::Receivers(receivers) => self.receivers = receivers,
            Record::QrOrder(order) => self.insert_order(*order),
            Record::Voucher(voucher) => self.insert_voucher(*voucher),
            Record::Lost(lost) => self.lose(lost),
        }
    }

    fn insert_transfer(&mut self, transfer: Transfer) {
        let key = key(&transfer.place, &transfer.id);
        if transfer.is_waiting() {
            self.waiting_transfers.insert(key.clone());
        } else {
            self.waiting_transfers.remove(&key);
        }
        self.transfers.insert(key, transfer);
    }

    fn insert_order(&mut self, order: QrOrder) {
        let key = key(&order.psp, &order.id);
        if order.notice.next_at.is_some() {
            self.unsent_notices.insert(key.clone());
        } else {
            self.unsent_notices.remove(&key);
        }
        self.orders.insert(key, order);
    }

    fn insert_voucher(&mut self, voucher: Voucher) {
        if voucher.late.is_some() {
            self.waiting_vouchers.insert(voucher.hash.clone());
        } else {
            self.waiting_vouchers.remove(&voucher.hash);
        }
        self.vouchers.insert(voucher.hash.clone(), voucher);
    }

    fn lose(&mut self, lost: Lost) {
        match lost {
            Lost::Transfer(provider, id) => {
                let key = (provider, id);
                self.waiting_transfers.remove(&key);
                self.transfers.remove(&key);
            }
            Lost::Payout(id) => {
                self.waiting_payouts.remove(&id);
                self.payouts.remove(&id);
            }
            Lost::Payment(bank, trans_ref) => {
                self.payments.remove(&(bank, trans_ref));
            }
            Lost::QrOrder(psp, id) => {
                let key = (psp, id);
                self.unsent_notices.remove(&key);
                self.orders.remove(&key);
            }
        }
    }

    /// Lets everything take effect whose time has come.
    pub(crate) fn settle(&mut self, now: DateTime<Utc>) {
        for key in self.waiting_transfers.clone() {
            if self
                .transfers
                .get(&key)
                .is_some_and(|transfer| transfer.is_due(now))
            {
                transfer::conclude(self, &key, now);
            }
        }
        for id in self.waiting_payouts.clone() {
            if self
                .payouts
                .get(&id)
                .is_some_and(|payout| payout.is_due(now))
            {
                payout::conclude(self, &id, now);
            }
        }
        for hash in self.waiting_vouchers.clone() {
            voucher::conclude(self, &hash, now);
        }
    }

    /// What changed since the last call.
    pub(crate) fn take_changes(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.changes)
    }

    /// The whole state as records, for a fresh log.
    pub(crate) fn records(&self) -> Vec<Record> {
        let mut records = vec![Record::Receivers(self.receivers.clone())];
        records.extend(self.players.values().cloned().map(Record::Player));
        records.extend(
            self.transfers
                .values()
                .cloned()
                .map(Box::new)
                .map(Record::Transfer),
        );
        records.extend(self.rounds.iter().cloned().map(Record::Round));
        records.extend(self.sessions.values().cloned().map(Record::Session));
        records.extend(
            self.payments
                .values()
                .cloned()
                .map(Box::new)
                .map(Record::Payment),
        );
        records.extend(
            self.payouts
                .values()
                .cloned()
                .map(Box::new)
                .map(Record::Payout),
        );
        records.extend(self.messages.iter().cloned().map(Record::Sms));
        records.extend(
            self.orders
                .values()
                .cloned()
                .map(Box::new)
                .map(Record::QrOrder),
        );
        records.extend(
            self.vouchers
                .values()
                .cloned()
                .map(Box::new)
                .map(Record::Voucher),
        );
        records
    }
}
