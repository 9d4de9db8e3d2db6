//! The model's ways in: slips, QR orders, gift links, announced deposits, and their limits.

use crate::model::{Model, Stage};
use crate::step::Step;

impl Model {
    pub(crate) fn deposit(&mut self, step: &Step) -> Option<i64> {
        let now = self.now;
        match *step {
            Step::Submit(n) => {
                let is_new = !self.slips.contains_key(&n);
                self.slips.entry(n).or_insert(Stage::Started);
                Some(i64::from(is_new))
            }
            Step::Reject(n) if self.returned.contains(&n) => None,
            Step::Reject(n) => Self::end(self.slips.get_mut(&n)?, Stage::Undone),
            Step::Credit(n, amount) => self.credit_slip(n, amount),
            Step::CreditRefused(n, amount) => self.credit_refused_slip(n, amount),
            Step::ReturnSlip(n) => {
                if self.returned.contains(&n) {
                    return Some(0);
                }
                // The model leaves no slip for staff.
                if !matches!(self.slips.get(&n), Some(Stage::Undone) | None) {
                    return None;
                }
                self.slips.insert(n, Stage::Undone);
                self.returned.insert(n);
                Some(1)
            }
            Step::Order(n, channel, amount) => self.order(n, channel, amount),
            Step::EndOrder(n) => match self.orders.get_mut(&n) {
                Some((_, _, stage @ Stage::Started)) => {
                    *stage = Stage::Undone;
                    Some(1)
                }
                Some(_) => Some(0),
                None => None,
            },
            Step::PayOrder(n, channel, amount) => self.pay_order(n, channel, amount),
            Step::ReferOrder(n, channel, amount) => self.refer_order(n, channel, amount),
            Step::PayReferred(n, amount) => self.pay_referred(n, amount),
            Step::RejectOrder(n) => {
                if self.sent_back.contains(&n) {
                    return Some(0);
                }
                self.referred.remove(&n).then_some(())?;
                self.sent_back.insert(n);
                Some(1)
            }
            Step::HandIn(n, voucher) => self.hand_in(n, voucher),
            Step::SendGift(n, expected) => self.send_gift(n, expected),
            Step::GiftUnknown(n) => match &mut self.gifts.get_mut(&n)?.2 {
                stage @ Stage::Sent => {
                    *stage = Stage::Unknown;
                    Some(1)
                }
                Stage::Unknown => Some(0),
                _ => None,
            },
            Step::CreditGift(n, amount) => self.credit_gift(n, amount),
            Step::RejectGift(n, grounds) => {
                let (_, _, stage) = self.gifts.get_mut(&n)?;
                Self::is_certain(*stage, grounds)?;
                Self::end(stage, Stage::Undone)
            }
            Step::Announce(n, amount) => self.announce(n, amount),
            Step::Find(n) => self.find(n),
            Step::NotFound(n) => Self::end(&mut self.announced.get_mut(&n)?.1, Stage::Undone),
            Step::Limit(period, limit) => self.protection.set_limit(period, limit, now),
            Step::Exclude(is_long, hours) => {
                let started = self.protection.exclude(is_long, hours, now)?;
                let shown = self.shown().filter(|_| started > 0);
                let ended = shown.and_then(|(id, _)| self.orders.get_mut(&id));
                let written = started + i64::from(ended.is_some());
                if let Some((_, _, stage)) = ended {
                    *stage = Stage::Undone;
                }
                Some(written)
            }
            _ => unreachable!("a step that is no deposit"),
        }
    }

    /// Vouchers that may have been redeemed already.
    fn under_way(&self) -> i64 {
        let sent = self
            .gifts
            .values()
            .filter(|(_, _, stage)| matches!(stage, Stage::Sent | Stage::Unknown));
        sent.filter_map(|(_, expected, _)| *expected).sum()
    }

    /// That, and what was asked for and may never come.
    fn reserved(&self) -> i64 {
        let order = self.shown().map_or(0, |(_, amount)| amount);
        let announced = self.announced.values();
        let open = announced.filter(|(_, stage)| *stage == Stage::Started);
        self.under_way() + order + open.map(|(amount, _)| amount).sum::<i64>()
    }

    /// The order that is shown, with its amount.
    pub(crate) fn shown(&self) -> Option<(u8, i64)> {
        let mut orders = self.orders.iter();
        let shown = orders.find(|(_, (_, _, stage))| *stage == Stage::Started);
        shown.map(|(id, (_, amount, _))| (*id, *amount))
    }

    fn take_in(&mut self, amount: i64, on_its_way: i64) -> Option<()> {
        self.protection.require(amount, on_its_way, self.now)?;
        self.protection.count(amount, self.now);
        self.main += amount;
        self.note_deposit(amount);
        Some(())
    }

    fn credit_slip(&mut self, id: u8, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        match *self.slips.get(&id)? {
            Stage::Done => Some(0),
            Stage::Started => {
                self.take_in(amount, self.under_way())?;
                self.slips.insert(id, Stage::Done);
                Some(1)
            }
            _ => None,
        }
    }

    fn credit_refused_slip(&mut self, id: u8, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        match self.slips.get(&id) {
            _ if self.returned.contains(&id) => None,
            Some(Stage::Done) => Some(0),
            Some(Stage::Undone) | None => {
                self.take_in(amount, self.under_way())?;
                self.slips.insert(id, Stage::Done);
                Some(1)
            }
            Some(_) => None,
        }
    }

    fn order(&mut self, id: u8, channel: u8, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        if self.orders.contains_key(&id) {
            return Some(0);
        }
        let shown = self.shown();
        let others = self.reserved() - shown.map_or(0, |(_, amount)| amount);
        self.protection.require(amount, others, self.now)?;
        let mut written = 1;
        if let Some((replaced, _)) = shown {
            self.orders.get_mut(&replaced)?.2 = Stage::Undone;
            written += 1;
        }
        self.orders.insert(id, (channel, amount, Stage::Started));
        Some(written)
    }

    fn pay_order(&mut self, id: u8, channel: u8, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        if let Some((ordered_on, ordered, stage)) = self.orders.get(&id) {
            if (*ordered_on, *ordered) != (channel, amount) {
                return None;
            }
            if *stage == Stage::Done {
                return Some(0);
            }
        }
        // Theirs alone, and never again once they have sent it back.
        if self.referred.contains(&id) || self.sent_back.contains(&id) {
            return None;
        }
        self.take_in(amount, self.under_way())?;
        self.orders.insert(id, (channel, amount, Stage::Done));
        Some(1)
    }

    fn refer_order(&mut self, id: u8, channel: u8, amount: i64) -> Option<i64> {
        if amount <= 0 {
            return None;
        }
        let unknown = (channel, amount, Stage::Undone);
        let (_, _, stage) = self.orders.entry(id).or_insert(unknown);
        if *stage == Stage::Done {
            return None;
        }
        *stage = Stage::Undone;
        let is_new = !self.sent_back.contains(&id) && self.referred.insert(id);
        Some(i64::from(is_new))
    }

    /// Staff credits what was paid; the order stays what it was.
    fn pay_referred(&mut self, id: u8, paid: i64) -> Option<i64> {
        if paid <= 0 {
            return None;
        }
        let (channel, ordered, stage) = *self.orders.get(&id)?;
        if stage == Stage::Done {
            return Some(0);
        }
        self.referred.contains(&id).then_some(())?;
        self.take_in(paid, self.under_way())?;
        self.referred.remove(&id);
        self.orders.insert(id, (channel, ordered, Stage::Done));
        Some(1)
    }

    fn hand_in(&mut self, id: u8, voucher: u8) -> Option<i64> {
        if self.gifts.contains_key(&id) {
            return Some(0);
        }
        // Only one that was given up before it was sent may be handed in again.
        let is_spoken_for = self.gifts.values().any(|(known, expected, stage)| {
            *known == voucher && (expected.is_some() || *stage != Stage::Undone)
        });
        if is_spoken_for || self.protection.is_excluded(self.now) {
            return None;
        }
        self.gifts.insert(id, (voucher, None, Stage::Started));
        Some(1)
    }

    fn send_gift(&mut self, id: u8, expected: i64) -> Option<i64> {
        let (voucher, _, stage) = *self.gifts.get(&id)?;
        match stage {
            Stage::Started if expected > 0 => {
                self.protection
                    .require(expected, self.reserved(), self.now)?;
                let sent = (voucher, Some(expected), Stage::Sent);
                self.gifts.insert(id, sent);
                Some(1)
            }
            Stage::Sent | Stage::Unknown => Some(0),
            _ => None,
        }
    }

    fn credit_gift(&mut self, id: u8, amount: i64) -> Option<i64> {
        let (voucher, expected, stage) = *self.gifts.get(&id)?;
        match stage {
            _ if amount <= 0 => None,
            Stage::Done => Some(0),
            Stage::Sent | Stage::Unknown => {
                self.take_in(amount, self.under_way() - expected?)?;
                self.gifts.insert(id, (voucher, expected, Stage::Done));
                Some(1)
            }
            _ => None,
        }
    }

    fn announce(&mut self, id: u8, amount: i64) -> Option<i64> {
        if self.announced.contains_key(&id) {
            return Some(0);
        }
        let open = self.announced.values();
        let waiting = open.filter(|(_, stage)| *stage == Stage::Started).count();
        if amount <= 0 || waiting >= 3 {
            return None;
        }
        self.protection.require(amount, self.reserved(), self.now)?;
        self.announced.insert(id, (amount, Stage::Started));
        Some(1)
    }

    fn find(&mut self, id: u8) -> Option<i64> {
        let (amount, stage) = *self.announced.get(&id)?;
        match stage {
            Stage::Done => Some(0),
            Stage::Started => {
                self.take_in(amount, self.under_way())?;
                self.announced.insert(id, (amount, Stage::Done));
                Some(1)
            }
            _ => None,
        }
    }
}
