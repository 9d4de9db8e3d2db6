//! The model's rewards: what was granted, earned and won, each sum kept as it came about.

use std::collections::{BTreeMap, BTreeSet};

use crate::by_the_rules;
use crate::model::Model;
use crate::protection::number;
use crate::reward_step::{
    AwardSpec, CLIENT, GameReports, Losses, PRIZES, RewardStep, Share, Terms, WHEELS, Won, seed,
};

/// Why money was given.
pub(crate) const KINDS: [&str; 5] = ["bonus", "promotion", "refund", "invite", "coupon"];

#[derive(Debug, Clone, Copy)]
pub(crate) struct Active {
    pub(crate) id: u8,
    kind: usize,
    pub(crate) amount: i64,
    pub(crate) base: i64,
    /// No provider had anything to say when it began.
    has_no_games: bool,
    stake: i64,
    terms: Terms,
    began: i64,
}

#[derive(Debug, Default)]
pub(crate) struct Rewards {
    pub(crate) active: Option<Active>,
    /// Every grant there ever was.
    granted_ids: BTreeSet<u8>,
    /// What was given and taken back, by kind.
    pub(crate) given: BTreeMap<usize, i64>,
    pub(crate) taken: BTreeMap<usize, i64>,
    /// What games have paid the player, less what they took.
    pub(crate) won: i64,
    pub(crate) paid_out: i64,
    /// Kind, code and hour of each bonus or promotion.
    received: Vec<(usize, u8, i64)>,
    quota: BTreeSet<(usize, u8, u8)>,
    /// The last deposit, while a grant may ask for it.
    deposit: Option<i64>,
    /// A refund that was set aside, and until when.
    refund: Option<(i64, i64)>,
    refunded_to: i64,
    earned_from: BTreeSet<(u8, i64)>,
    uncollected: i64,
    pub(crate) price: Option<i64>,
    pub(crate) coins: i64,
    /// The last day that anything came in, and what of it has not left again.
    pub(crate) counted: (i64, i64),
    /// Hour and number of coins that deposits earned.
    earned: Vec<(i64, i64)>,
    /// The seed in use, and its next number.
    pub(crate) seed: Option<(u8, u32)>,
    seeds: BTreeSet<u8>,
    spins: BTreeSet<u8>,
    /// Code, worth and end of what was won, in order.
    pub(crate) coupons: Vec<(&'static str, Option<i64>, Option<i64>)>,
}

/// A grant that is about to be given.
struct Gift {
    id: u8,
    kind: usize,
    amount: i64,
    /// The deposit it uses up.
    used: i64,
    terms: Terms,
}

impl Terms {
    fn are_met(self) -> bool {
        self.success <= 100 && self.turnover == 0
    }
}

impl Losses {
    /// What was lost on that day altogether.
    fn net(self) -> i64 {
        self.lost.iter().sum::<i64>().max(0)
    }
}

impl Share {
    fn of(self, net: i64) -> i64 {
        let worth = net * i64::from(self.tenths) / 1_000;
        self.cap.map_or(worth, |cap| worth.min(cap))
    }
}

impl Model {
    pub(crate) fn active_id(&self) -> u8 {
        self.rewards.active.map_or(0, |active| active.id)
    }

    /// All that the player holds to play with.
    fn held(&self) -> i64 {
        self.main + self.in_transit + self.games.values().sum::<i64>()
    }

    /// Money came in from a bank.
    pub(crate) fn note_deposit(&mut self, amount: i64) {
        self.note_return(amount);
        self.rewards.deposit = Some(amount);
        let today = number(0, self.now);
        let (day, counted) = &mut self.rewards.counted;
        *counted = if *day == today {
            *counted + amount
        } else {
            amount
        };
        *day = today;
    }

    /// Money came back from a bank.
    pub(crate) fn note_return(&mut self, amount: i64) {
        if let Some(active) = &mut self.rewards.active {
            active.base += amount;
        }
    }

    pub(crate) fn note_withdrawal(&mut self, amount: i64) {
        self.rewards.deposit = None;
        let (_, counted) = &mut self.rewards.counted;
        *counted = (*counted - amount).max(0);
    }

    /// How many events the coins of a deposit are: one or none.
    pub(crate) fn earn_coins(&mut self) -> i64 {
        let Some(price) = self.rewards.price else {
            return 0;
        };
        let today = |hour: i64| number(0, hour) == number(0, self.now);
        let of_day = self.rewards.earned.iter().filter(|(hour, _)| today(*hour));
        let earned: i64 = of_day.map(|(_, coins)| coins).sum();
        let due = self.rewards.counted.1 / price - earned;
        if due <= 0 {
            return 0;
        }
        self.rewards.earned.push((self.now, due));
        self.rewards.coins += due;
        1
    }

    pub(crate) fn reward(&mut self, step: &RewardStep) -> Option<i64> {
        match step.clone() {
            RewardStep::Activate { .. } => self.activate(step),
            RewardStep::Clear {
                id,
                turnover,
                reports,
            } => self.clear(id.unwrap_or(self.active_id()), turnover, &reports),
            RewardStep::Receive {
                losses,
                during,
                share,
                max_balance,
                keep,
                reports,
            } => {
                let net = losses.net() - during.max(0);
                self.receive(
                    losses.day,
                    share.of(net.max(0)),
                    max_balance,
                    keep,
                    &reports,
                )
            }
            RewardStep::Add(id, terms, reports) => {
                if self.rewards.granted_ids.contains(&id) {
                    return Some(0);
                }
                self.is_free().then_some(())?;
                let pending = self.rewards.refund.filter(|(_, until)| self.now < *until);
                let written = self.give(id, 2, pending?.0, terms, reports.as_ref())?;
                self.rewards.refund = None;
                Some(written)
            }
            RewardStep::Earn(invitee, losses, share) => {
                if losses.day * 24 + 24 > self.now {
                    return None;
                }
                let amount = share.of(losses.net());
                if amount <= 0 {
                    return Some(0);
                }
                let is_new = self.rewards.earned_from.insert((invitee, losses.day));
                is_new.then_some(())?;
                self.rewards.uncollected += amount;
                Some(1)
            }
            RewardStep::Collect(id, terms, reports) => {
                if self.rewards.granted_ids.contains(&id) {
                    return Some(0);
                }
                let amount = self.rewards.uncollected;
                (self.is_free() && amount > 0).then_some(())?;
                let written = self.give(id, 3, amount, terms, reports.as_ref())?;
                self.rewards.uncollected = 0;
                Some(written)
            }
            RewardStep::Commit(n) => {
                if self.rewards.seed.is_some() {
                    return Some(0);
                }
                self.rewards.seeds.insert(n).then_some(())?;
                self.rewards.seed = Some((n, 0));
                Some(1)
            }
            RewardStep::Rotate(is_right, next) => {
                let (current, _) = self.rewards.seed?;
                if current == next {
                    return Some(0);
                }
                (is_right && self.rewards.seeds.insert(next)).then_some(())?;
                self.rewards.seed = Some((next, 0));
                Some(2)
            }
            RewardStep::Spin(id, is_right, on) => self.spin(id, is_right, on),
            RewardStep::Claim(id, prize, terms, reports) => {
                self.claim(id, PRIZES[prize], terms, reports.as_ref())
            }
            RewardStep::Cancel(id, reports) => {
                self.cancel(id.unwrap_or(self.active_id()), &reports)
            }
            RewardStep::GiveCoins(id, coins) => {
                if self.rewards.granted_ids.contains(&id) {
                    return Some(0);
                }
                (coins > 0).then_some(())?;
                self.rewards.granted_ids.insert(id);
                self.rewards.coins += coins;
                Some(1)
            }
            RewardStep::Price(_) => unreachable!("no command"),
        }
    }

    /// Whether a reward may come in.
    fn is_free(&self) -> bool {
        !self.protection.is_excluded(self.now) && self.rewards.active.is_none()
    }

    fn activate(&mut self, step: &RewardStep) -> Option<i64> {
        let RewardStep::Activate {
            id,
            is_promotion,
            code,
            award,
            deposit,
            limit,
            quota,
            terms,
            reports,
        } = step.clone()
        else {
            unreachable!("a step that is no activation")
        };
        if self.rewards.granted_ids.contains(&id) {
            return Some(0);
        }
        self.is_free().then_some(())?;
        let kind = usize::from(is_promotion);
        if let Some((period, max)) = limit {
            let is_counted = |hour: i64| {
                // Ever, or in the day or week of now.
                period == 0
                    || number(usize::from(period) - 1, hour)
                        == number(usize::from(period) - 1, self.now)
            };
            let received = self.rewards.received.iter();
            let same = received.filter(|it| (it.0, it.1) == (kind, code) && is_counted(it.2));
            (same.count() < usize::try_from(max).unwrap()).then_some(())?;
        }
        let used = match deposit {
            Some((min, played)) => {
                let is_unplayed = matches!(played, None | Some(0));
                let amount = self.rewards.deposit.filter(|amount| *amount >= min);
                amount.filter(|_| is_unplayed).map(Some)?
            }
            None => None,
        };
        let amount = match award {
            AwardSpec::Fixed(amount) => amount,
            AwardSpec::OfDeposit(percent, cap) => {
                (used.unwrap_or(0) * i64::from(percent) / 100).min(cap)
            }
        };
        if amount <= 0 {
            return None;
        }
        let gift = Gift {
            id,
            kind,
            amount,
            used: used.unwrap_or(0),
            terms,
        };
        // A number of the quota that another took refuses everything.
        let number = quota.map(|number| (kind, code, number));
        let is_taken = number.is_some_and(|number| self.rewards.quota.contains(&number));
        (!is_taken).then_some(())?;
        let written = self.credit_gift_of(&gift, reports.as_ref())?;
        self.rewards.quota.extend(number);
        self.rewards.received.push((kind, code, self.now));
        self.rewards.deposit = None;
        Some(written)
    }

    fn give(
        &mut self,
        id: u8,
        kind: usize,
        amount: i64,
        terms: Terms,
        reports: Option<&GameReports>,
    ) -> Option<i64> {
        let gift = Gift {
            id,
            kind,
            amount,
            used: 0,
            terms,
        };
        self.credit_gift_of(&gift, reports)
    }

    fn credit_gift_of(&mut self, gift: &Gift, reports: Option<&GameReports>) -> Option<i64> {
        let written = match reports {
            Some(reports) => self.ask(reports)?,
            None => gift.terms.are_met().then_some(0)?,
        };
        self.main += gift.amount;
        *self.rewards.given.entry(gift.kind).or_default() += gift.amount;
        self.rewards.granted_ids.insert(gift.id);
        if !gift.terms.are_met() {
            self.rewards.active = Some(Active {
                id: gift.id,
                kind: gift.kind,
                amount: gift.amount,
                base: self.held(),
                has_no_games: self.games.is_empty(),
                stake: gift.used + gift.amount,
                terms: gift.terms,
                began: self.now,
            });
        }
        Some(written + 1)
    }

    /// Books what the providers say, of all games or of none.
    fn ask(&mut self, reports: &GameReports) -> Option<i64> {
        let asked_at = self.events - reports.staleness;
        for game in self.games.keys() {
            let is_known = reports.without != Some(*game) && self.touched[game] <= asked_at;
            (is_known && !self.is_busy(*game)).then_some(())?;
        }
        let mut written = 0;
        for (game, booked) in &mut self.games {
            let says = reports.games[usize::from(*game)].unwrap_or(*booked);
            if says != *booked {
                written += 1;
                self.rewards.won += says - *booked;
                *booked = says;
                self.touched.insert(*game, self.events + written);
            }
        }
        Some(written)
    }

    /// Undone when it is refused after all: asking alone writes nothing.
    fn if_taken(&mut self, decide: impl FnOnce(&mut Self) -> Option<i64>) -> Option<i64> {
        let (games, touched) = (self.games.clone(), self.touched.clone());
        let won = self.rewards.won;
        let written = decide(self);
        if written.is_none() {
            (self.games, self.touched, self.rewards.won) = (games, touched, won);
        }
        written
    }

    fn clear(&mut self, id: u8, turnover: Option<i64>, reports: &GameReports) -> Option<i64> {
        let Some(active) = self.rewards.active.filter(|active| active.id == id) else {
            return self.rewards.granted_ids.contains(&id).then_some(0);
        };
        self.end_grant(active, reports, |model| model.end_of(active, turnover))
    }

    /// Staff end a grant: it goes back, and so does all that was won with it.
    fn cancel(&mut self, id: u8, reports: &GameReports) -> Option<i64> {
        let Some(active) = self.rewards.active.filter(|active| active.id == id) else {
            return self.rewards.granted_ids.contains(&id).then_some(0);
        };
        self.end_grant(active, reports, |model| Some(model.given_up(active)))
    }

    fn end_grant(
        &mut self,
        active: Active,
        reports: &GameReports,
        taken: impl FnOnce(&Self) -> Option<i64>,
    ) -> Option<i64> {
        self.if_taken(|model| {
            let asked = model.ask(reports)?;
            let taken = taken(model)?;
            if model.main < taken {
                return None;
            }
            model.main -= taken;
            *model.rewards.taken.entry(active.kind).or_default() += taken;
            model.rewards.active = None;
            model.rewards.deposit = None;
            Some(asked + 1)
        })
    }

    /// What the house takes of a grant that is given up.
    fn given_up(&self, active: Active) -> i64 {
        let total = self.held();
        let is_unplayed = active.has_no_games && self.games.is_empty();
        let most = if is_unplayed {
            total.max(active.base)
        } else {
            total
        };
        let own = (active.base - active.amount).max(0);
        active.amount.max(most - own).clamp(0, most.max(0))
    }

    /// What the house takes when the grant ends now; nothing when it continues.
    fn end_of(&self, active: Active, turnover: Option<i64>) -> Option<i64> {
        let (total, terms) = (self.held(), active.terms);
        // Where nothing was played, nothing is won: a correction is no prize and no loss. These providers
        // never say what they have won or lost.
        let is_unplayed = active.has_no_games && self.games.is_empty();
        let settled = if is_unplayed { active.base } else { total };
        let (least, most) = (total.min(settled), total.max(settled));
        let own = (active.base - active.amount).max(0);
        let above_cap = |held: i64| terms.cap.map_or(0, |cap| held - cap.max(own));
        let is_played = turnover.unwrap_or(0) >= active.stake * i64::from(terms.turnover);
        let hours = self.now - active.began;
        let (taken, held) = if is_played && least * 100 >= active.base * i64::from(terms.success) {
            (above_cap(least), least)
        } else if most * 100 <= active.base * i64::from(terms.fail) {
            (0, least)
        } else if terms.hours.is_some_and(|allowed| allowed <= hours) {
            let lent = if terms.takes_back { active.amount } else { 0 };
            (above_cap(most).max(lent), most)
        } else if self.protection.is_excluded(self.now) {
            (active.amount.max(most - own), most)
        } else {
            return None;
        };
        Some(taken.clamp(0, held.max(0)))
    }

    fn receive(
        &mut self,
        day: i64,
        amount: i64,
        max_balance: i64,
        keep: i64,
        reports: &GameReports,
    ) -> Option<i64> {
        let is_open = self.is_free() && amount > 0 && keep > 0;
        let is_new = day * 24 >= self.rewards.refunded_to && day * 24 + 24 <= self.now;
        let waits = self
            .rewards
            .refund
            .is_some_and(|(_, until)| self.now < until);
        (is_open && is_new && !waits).then_some(())?;
        self.if_taken(|model| {
            let asked = model.ask(reports)?;
            (model.held() <= max_balance).then_some(())?;
            model.rewards.refund = Some((amount, model.now + keep));
            model.rewards.refunded_to = day * 24 + 24;
            Some(asked + 1)
        })
    }

    fn spin(&mut self, id: u8, is_right: bool, on: usize) -> Option<i64> {
        if self.rewards.spins.contains(&id) {
            return Some(0);
        }
        let is_playing = !self.protection.is_excluded(self.now);
        // Nobody can win nothing at all: the last wheel is broken.
        let is_good = is_right && on + 1 < WHEELS.len();
        (is_playing && self.rewards.coins > 0 && is_good).then_some(())?;
        let (bytes, nonce) = self.rewards.seed.as_mut()?;
        let weights: Vec<u32> = WHEELS[on].iter().map(|(_, weight, _)| *weight).collect();
        let (_, slice, _) = by_the_rules::draw(&seed(*bytes), CLIENT, *nonce, &weights, false);
        *nonce += 1;
        self.rewards.spins.insert(id);
        self.rewards.coins -= 1;
        let (code, _, won) = WHEELS[on][slice];
        match won {
            Won::Nothing => {}
            Won::Coins(count) => self.rewards.coins += i64::from(count),
            Won::Gift => self.rewards.coupons.push((code, None, None)),
            Won::Coupon(worth, days) => {
                let end = days.map(|days| self.now + 24 * i64::from(days));
                self.rewards.coupons.push((code, Some(worth), end));
            }
        }
        Some(1)
    }

    fn claim(
        &mut self,
        id: u8,
        prize: &str,
        terms: Terms,
        reports: Option<&GameReports>,
    ) -> Option<i64> {
        if self.rewards.granted_ids.contains(&id) {
            return Some(0);
        }
        self.is_free().then_some(())?;
        let mut first: Option<(usize, i64, i64)> = None;
        for (place, (code, worth, end)) in self.rewards.coupons.iter().enumerate() {
            let end = end.unwrap_or(i64::MAX);
            let is_sooner = first.is_none_or(|(_, _, sooner)| end < sooner);
            if let Some(worth) = worth
                && *code == prize
                && end > self.now
                && is_sooner
            {
                first = Some((place, *worth, end));
            }
        }
        let (place, worth, _) = first?;
        let written = self.give(id, 4, worth, terms, reports)?;
        self.rewards.coupons.remove(place);
        Some(written)
    }
}
