//! Grants, refunds, invited players, coins, and the wheel.

use std::sync::atomic::Ordering;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::reward::{
    Award, CoinPrices, CouponClaim, DepositRule, GameFigure, GameHeld, GrantActivation, GrantKind,
    GrantTerms, LossShare, Prize, ReceiveLimit, ReceivePeriod, RefundClaim, SeedRotation, Seen,
    Span, SpanFigures, WheelSeed, WheelSlice, WheelVersion,
};
use ledger::wallet::{Correction, ExclusionKind, ProtectionCommand};
use ledger::{
    Account, CommandOutcome, CorrectionId, GrantId, Ledger, LedgerOptions, RewardCommand, SpinId,
    StaffId, WalletCommand, WheelSeedId,
};
use ledger_testing::TestDatabase;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::{Story, baht, game, patient, time, wallet};

pub(crate) fn grant(number: u128) -> GrantId {
    GrantId(Uuid::from_u128(0x1300_0000 + number))
}

pub(crate) fn spin(number: u128) -> SpinId {
    SpinId(Uuid::from_u128(0x1400_0000 + number))
}

pub(crate) fn seed(number: u128) -> WheelSeedId {
    WheelSeedId(Uuid::from_u128(0x1500_0000 + number))
}

/// The secret behind a seed.
pub(crate) fn secret(number: u128) -> WheelSeed {
    let mut bytes = [7; 32];
    bytes[..16].copy_from_slice(&number.to_be_bytes());
    WheelSeed(bytes)
}

pub(crate) fn terms(success_percent: u32, fail_percent: u32) -> GrantTerms {
    GrantTerms {
        success_percent,
        fail_percent,
        turnover_times: 0,
        max_withdraw: None,
        expires_at: None,
        takes_back: false,
    }
}

/// The day in Bangkok so many days before the first one of a story.
pub(crate) fn day(ago: i64) -> Span {
    let from = time(-43_200 - 86_400 * ago);
    let to = from + TimeDelta::days(1);
    Span { from, to }
}

/// What a player lost at "lucky" on that day.
pub(crate) fn lost(ago: i64, amount: &str) -> SpanFigures {
    let figure = GameFigure {
        game: game("lucky"),
        turnover: baht("5000"),
        win_loss: baht(&format!("-{amount}")),
    };
    SpanFigures {
        span: day(ago),
        games: vec![figure],
    }
}

fn share(percent: u32) -> LossShare {
    LossShare {
        percent: Decimal::from(percent),
        cap: None,
    }
}

/// A wheel with one slice: what it will be is known.
pub(crate) fn one_slice(code: &str, prize: Prize) -> WheelVersion {
    let slice = WheelSlice {
        code: code.to_owned(),
        weight: 10,
        prize,
    };
    WheelVersion {
        id: WheelVersion::id_of([(code, 10)]),
        slices: vec![slice],
    }
}

pub(crate) fn coupon(worth: &str, valid_days: Option<u32>) -> Prize {
    let worth = baht(worth);
    Prize::Coupon { worth, valid_days }
}

impl Story {
    /// A story in which 500 baht a day are a coin.
    pub(crate) async fn begin_with_coins() -> Self {
        let database = TestDatabase::create().await;
        let options = LedgerOptions {
            coin_prices: CoinPrices::from_iter([baht("500")]),
            ..patient()
        };
        let ledger = Ledger::open(database.pool(), options).await.unwrap();
        Self {
            database,
            ledger,
            seconds: std::sync::atomic::AtomicI64::new(0),
        }
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        time(self.seconds.load(Ordering::Relaxed))
    }

    pub(crate) async fn reward(&self, player: u128, command: RewardCommand) -> CommandOutcome {
        self.execute(wallet(player), WalletCommand::Reward(command))
            .await
    }

    /// The providers hold what our books say.
    pub(crate) async fn seen(&self, player: u128) -> Seen {
        let wallet = self.ledger.load(wallet(player)).await.unwrap();
        let held = |code: &ledger::GameCode| GameHeld {
            game: code.clone(),
            balance: wallet.bucket(&Account::Game(code.clone())).unwrap(),
            win_loss: None,
        };
        Seen {
            at_sequence: wallet.sequence(),
            games: wallet.games().map(held).collect(),
        }
    }

    /// Half of the last deposit, at most 200, and numbered.
    pub(crate) async fn activate_bonus(&self, player: u128, number: u128, terms: GrantTerms) {
        let cap = baht("200");
        let min = baht("100");
        let command = RewardCommand::ActivateGrant(GrantActivation {
            grant_id: grant(number),
            kind: GrantKind::Bonus,
            reference: "WELCOME".to_owned(),
            award: Award::OfDeposit { percent: 50, cap },
            deposit: Some(DepositRule {
                min,
                is_unplayed: false,
            }),
            played: None,
            limit: Some(ReceiveLimit {
                per: ReceivePeriod::Limit,
                max: 1,
            }),
            quota_no: Some(u32::try_from(player).unwrap()),
            terms,
            seen: Some(self.seen(player).await),
        });
        self.reward(player, command).await;
    }

    /// 50 baht for nothing.
    pub(crate) async fn activate_promotion(&self, player: u128, number: u128, terms: GrantTerms) {
        let amount = baht("50");
        let command = RewardCommand::ActivateGrant(GrantActivation {
            grant_id: grant(number),
            kind: GrantKind::Promotion,
            reference: "SONGKRAN".to_owned(),
            award: Award::Fixed { amount },
            deposit: None,
            played: None,
            limit: None,
            quota_no: None,
            terms,
            seen: Some(self.seen(player).await),
        });
        self.reward(player, command).await;
    }

    pub(crate) async fn clear(&self, player: u128, number: u128) -> CommandOutcome {
        let command = RewardCommand::ClearGrant {
            grant_id: grant(number),
            seen: self.seen(player).await,
            turnover: None,
        };
        self.reward(player, command).await
    }

    /// Takes money to "lucky", has it become another amount there, and takes it back.
    pub(crate) async fn gamble(&self, player: u128, number: u128, amounts: (&str, &str)) {
        self.send_in(player, number, "lucky", amounts.0).await;
        self.complete(player, number).await;
        self.observe(player, "lucky", amounts.1).await;
        self.send_out(player, number + 1, "lucky", amounts.1).await;
        self.complete(player, number + 1).await;
    }

    /// Receives 5 % of what was lost on a day, to be kept for another day.
    pub(crate) async fn receive_refund(
        &self,
        player: u128,
        ago: i64,
        amount: &str,
    ) -> CommandOutcome {
        self.receive_refund_without(player, lost(ago, amount), Vec::new())
            .await
    }

    /// The same, but leaves out what was lost at some times.
    pub(crate) async fn receive_refund_without(
        &self,
        player: u128,
        figures: SpanFigures,
        during_grants: Vec<SpanFigures>,
    ) -> CommandOutcome {
        let command = RewardCommand::ReceiveRefund(RefundClaim {
            figures,
            during_grants,
            share: share(5),
            max_balance: baht("1000000"),
            keep_until: self.now() + TimeDelta::days(1),
            seen: self.seen(player).await,
        });
        self.reward(player, command).await
    }

    pub(crate) async fn add_refund(&self, player: u128, number: u128) -> CommandOutcome {
        let command = RewardCommand::AddRefund {
            grant_id: grant(number),
            terms: terms(100, 0),
            seen: None,
        };
        self.reward(player, command).await
    }

    /// Earns 1 % of what an invited player lost on a day.
    pub(crate) async fn earn_invite(&self, player: u128, invitee: u128, ago: i64, amount: &str) {
        let command = RewardCommand::EarnInvite {
            invitee: wallet(invitee),
            figures: lost(ago, amount),
            share: share(1),
        };
        self.reward(player, command).await;
    }

    pub(crate) async fn collect_invites(&self, player: u128, number: u128) -> CommandOutcome {
        let command = RewardCommand::CollectInvites {
            grant_id: grant(number),
            terms: terms(100, 0),
            seen: None,
        };
        self.reward(player, command).await
    }

    pub(crate) async fn commit_seed(&self, player: u128, number: u128) -> CommandOutcome {
        let command = RewardCommand::CommitWheelSeed {
            seed_id: seed(number),
            commit: secret(number).commit(),
            client_seed: format!("player-{player}"),
        };
        self.reward(player, command).await
    }

    pub(crate) async fn rotate_seed(&self, player: u128, number: u128) -> CommandOutcome {
        let command = RewardCommand::RotateWheelSeed(SeedRotation {
            seed_id: seed(number),
            seed: secret(number),
            next_id: seed(number + 1),
            next_commit: secret(number + 1).commit(),
            client_seed: format!("player-{player}-again"),
        });
        self.reward(player, command).await
    }

    pub(crate) async fn spin(
        &self,
        player: u128,
        number: u128,
        seed_no: u128,
        wheel: WheelVersion,
    ) -> CommandOutcome {
        let command = RewardCommand::SpinWheel {
            spin_id: spin(number),
            seed_id: seed(seed_no),
            seed: secret(seed_no),
            wheel,
        };
        self.reward(player, command).await
    }

    pub(crate) async fn claim(&self, player: u128, number: u128, prize: &str, terms: GrantTerms) {
        let command = RewardCommand::ClaimCoupon(CouponClaim {
            grant_id: grant(number),
            prize: prize.to_owned(),
            is_known: true,
            terms,
            seen: Some(self.seen(player).await),
        });
        self.reward(player, command).await;
    }

    /// Takes a break of a week from playing.
    pub(crate) async fn correct(&self, player: u128, number: u128, amount: &str) -> CommandOutcome {
        let command = WalletCommand::Correct(Correction {
            correction_id: CorrectionId(Uuid::from_u128(number)),
            amount: baht(amount),
            reason: "counted twice".to_owned(),
            by: StaffId(Uuid::from_u128(1)),
            approved_by: StaffId(Uuid::from_u128(2)),
            is_unrelated: true,
        });
        self.execute(wallet(player), command).await
    }

    pub(crate) async fn exclude(&self, player: u128) -> CommandOutcome {
        let command = WalletCommand::Protection(ProtectionCommand::Exclude {
            kind: ExclusionKind::TimeOut,
            until: Some(self.now() + TimeDelta::days(7)),
        });
        self.execute(wallet(player), command).await
    }

    /// Each kind of reward, of a player who has nothing yet: a bonus that is won, a promotion that
    /// is lost, a refund added and one that waits, what invited players earned, five spins, and a
    /// coupon whose time is over. Leaves 245 baht, no coin, a coupon and a gift.
    pub(crate) async fn every_reward(&self, player: u128, number: u128) {
        self.open_game(player, "lucky").await;
        self.deposit(player, number, "1000").await;
        self.request_withdrawal(player, number, "10").await;
        self.deposit(player, number + 1, "600").await;
        let mut won = terms(150, 10);
        won.max_withdraw = Some(baht("2500"));
        self.activate_bonus(player, number, won).await;
        self.return_withdrawal(player, number).await;
        self.deposit(player, number + 2, "100").await;
        self.gamble(player, 10 * number, ("1000", "3000")).await;
        self.clear(player, number).await;
        self.activate_promotion(player, number + 1, terms(300, 50))
            .await;
        self.gamble(player, 10 * number + 2, ("2500", "100")).await;
        self.clear(player, number + 1).await;

        self.receive_refund(player, 2, "1000").await;
        self.add_refund(player, number + 2).await;
        self.receive_refund(player, 1, "400").await;
        self.earn_invite(player, 1_000 * player + 1, 1, "3000")
            .await;
        self.earn_invite(player, 1_000 * player + 2, 1, "1500")
            .await;
        self.collect_invites(player, number + 3).await;

        self.commit_seed(player, number).await;
        let prizes = [
            ("CASH20", coupon("20", Some(7))),
            ("COIN2", Prize::Coins { count: 2 }),
            ("GIFT", Prize::Gift),
            ("NOTHING", Prize::Nothing),
            ("CASH5", coupon("5", None)),
        ];
        for (nth, (code, prize)) in (0..).zip(prizes) {
            self.spin(player, number + nth, number, one_slice(code, prize))
                .await;
        }
        let mut lent = terms(300, 10);
        lent.expires_at = Some(self.now() + TimeDelta::seconds(10));
        lent.takes_back = true;
        self.claim(player, number + 4, "CASH20", lent).await;
        self.seconds.fetch_add(60, Ordering::Relaxed);
        self.clear(player, number + 4).await;
        self.rotate_seed(player, number).await;
    }
}
