//! The rewards of a random story: what is asked for, and its commands.

use ledger::wallet::reward::{
    Award, CouponClaim, DepositRule, GameFigure, GameHeld, GrantActivation, GrantKind, GrantTerms,
    LossShare, Prize, ReceiveLimit, ReceivePeriod, RefundClaim, SeedRotation, Seen, Span,
    SpanFigures, WheelSeed, WheelSlice, WheelVersion,
};
use ledger::{
    Currency, GrantId, Money, RewardCommand, SpinId, WalletCommand, WalletId, WheelSeedId,
};
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::model::Model;
use crate::step::{game_code, moment, money};

/// The player's part of each draw.
pub(crate) const CLIENT: &str = "lucky";

#[derive(Debug, Clone)]
pub(crate) enum RewardStep {
    Activate {
        id: u8,
        is_promotion: bool,
        code: u8,
        award: AwardSpec,
        /// The least deposit, and what was played since when it has to be unplayed.
        deposit: Option<(i64, Option<i64>)>,
        /// Period (ever, day, week) and count.
        limit: Option<(u8, u32)>,
        quota: Option<u8>,
        terms: Terms,
        reports: Option<GameReports>,
    },
    /// The active grant, unless another is named.
    Clear {
        id: Option<u8>,
        turnover: Option<i64>,
        reports: GameReports,
    },
    Receive {
        losses: Losses,
        /// Of which so much was lost during grants.
        during: i64,
        share: Share,
        max_balance: i64,
        /// Hours.
        keep: i64,
        reports: GameReports,
    },
    Add(u8, Terms, Option<GameReports>),
    Earn(u8, Losses, Share),
    Collect(u8, Terms, Option<GameReports>),
    /// Commits to the seed of so many equal bytes.
    Commit(u8),
    /// With the right bytes or others, to the next seed.
    Rotate(bool, u8),
    /// With the right bytes or others, on one of the wheels.
    Spin(u8, bool, usize),
    Claim(u8, usize, Terms, Option<GameReports>),
    /// Staff end the active grant, unless another is named.
    Cancel(Option<u8>, GameReports),
    /// Staff give so many coins.
    GiveCoins(u8, i64),
    /// From now on so much is a coin.
    Price(Option<i64>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum AwardSpec {
    Fixed(i64),
    /// Percent and cap.
    OfDeposit(u32, i64),
}

/// When a grant ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) success: u32,
    pub(crate) fail: u32,
    pub(crate) turnover: u32,
    pub(crate) cap: Option<i64>,
    /// Hours from the grant.
    pub(crate) hours: Option<i64>,
    pub(crate) takes_back: bool,
}

/// What the providers say.
#[derive(Debug, Clone)]
pub(crate) struct GameReports {
    pub(crate) staleness: i64,
    /// Of each game what it holds; as booked when absent.
    pub(crate) games: [Option<i64>; 3],
    /// A game that was not asked.
    pub(crate) without: Option<u8>,
}

/// Figures of one day of the story.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Losses {
    pub(crate) day: i64,
    /// What two providers won from the player, or lost.
    pub(crate) lost: [i64; 2],
}

/// Tenths of a percent, and a cap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) tenths: u32,
    pub(crate) cap: Option<i64>,
}

/// Code, weight and prize of a slice.
pub(crate) type Slice = (&'static str, u32, Won);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Won {
    Nothing,
    Coins(u32),
    /// Worth and days.
    Coupon(i64, Option<u32>),
    Gift,
}

/// The wheels of all stories; nothing can be drawn from the last.
pub(crate) const WHEELS: [&[Slice]; 3] = [
    &[
        ("NOTHING", 3, Won::Nothing),
        ("COIN2", 2, Won::Coins(2)),
        ("CASH5", 4, Won::Coupon(500, Some(1))),
        ("CASH20", 2, Won::Coupon(2_000, None)),
        ("GIFT", 1, Won::Gift),
    ],
    &[
        ("CASH5", 1, Won::Coupon(500, Some(9))),
        ("CASH20", 0, Won::Nothing),
    ],
    &[("NOTHING", 1, Won::Nothing), ("BROKEN", 1, Won::Coins(0))],
];

/// What a claim may name.
pub(crate) const PRIZES: [&str; 4] = ["CASH5", "CASH20", "GIFT", "OTHER"];

fn grant_id() -> std::ops::Range<u8> {
    0..40
}

/// Mostly the truth about what is booked, or what was won or lost since.
fn reports() -> impl Strategy<Value = GameReports> + Clone {
    let held = || {
        prop_oneof![
            3 => Just(None),
            1 => (0..3_000_i64).prop_map(Some),
            1 => (0..200_000_i64).prop_map(Some),
            1 => Just(Some(500_000)),
        ]
    };
    (
        prop_oneof![9 => Just(0_i64), 1 => 1..4_i64],
        [held(), held(), held()],
        prop::option::weighted(0.05, 0..3_u8),
    )
        .prop_map(|(staleness, games, without)| GameReports {
            staleness,
            games,
            without,
        })
}

fn terms() -> impl Strategy<Value = Terms> + Clone {
    let free = Terms {
        success: 100,
        fail: 0,
        turnover: 0,
        cap: None,
        hours: None,
        takes_back: false,
    };
    prop::sample::select(vec![
        free,
        free,
        free,
        Terms {
            success: 300,
            fail: 10,
            ..free
        },
        Terms {
            success: 300,
            fail: 10,
            cap: Some(20_000),
            ..free
        },
        Terms {
            success: 150,
            fail: 10,
            turnover: 1,
            ..free
        },
        Terms {
            success: 101,
            fail: 99,
            ..free
        },
        Terms {
            success: 101,
            fail: 99,
            cap: Some(100),
            ..free
        },
        Terms {
            success: 200,
            fail: 50,
            hours: Some(5),
            takes_back: true,
            ..free
        },
        Terms {
            success: 200,
            hours: Some(30),
            cap: Some(5_000),
            ..free
        },
        Terms {
            success: 100,
            fail: 10,
            turnover: 3,
            hours: Some(24),
            ..free
        },
        Terms {
            success: 100,
            cap: Some(0),
            ..free
        },
    ])
}

fn share() -> impl Strategy<Value = Share> + Clone {
    let tenths = prop::sample::select(vec![0_u32, 50, 333, 333, 1_000]);
    let cap = prop::sample::select(vec![None, None, None, Some(0), Some(1_000)]);
    (tenths, cap).prop_map(|(tenths, cap)| Share { tenths, cap })
}

fn losses() -> impl Strategy<Value = Losses> + Clone {
    let lost = prop_oneof![4 => 0..100_000_i64, 1 => -50_000..0_i64];
    (0..4_i64, [lost.clone(), lost]).prop_map(|(day, lost)| Losses { day, lost })
}

fn activate() -> impl Strategy<Value = RewardStep> {
    let award = prop_oneof![
        prop::sample::select(vec![0, 1, 5_000, 5_000, 30_000]).prop_map(AwardSpec::Fixed),
        (
            prop::sample::select(vec![1, 100, 250]),
            prop::sample::select(vec![0, 10_000, 10_000, 30_000])
        )
            .prop_map(|(percent, cap)| AwardSpec::OfDeposit(percent, cap)),
    ];
    let played = prop::sample::select(vec![None, Some(0), Some(0), Some(1)]);
    let deposit = prop::option::weighted(0.8, (prop::sample::select(vec![0, 1, 10_000]), played));
    let limit = prop::option::weighted(0.4, (0..3_u8, 0..4_u32));
    let quota = prop::option::weighted(0.2, 0..4_u8);
    let reports = prop::option::weighted(0.9, reports());
    (
        (grant_id(), any::<bool>(), 0..2_u8),
        award,
        deposit,
        limit,
        quota,
        terms(),
        reports,
    )
        .prop_map(
            |((id, is_promotion, code), award, deposit, limit, quota, terms, reports)| {
                RewardStep::Activate {
                    id,
                    is_promotion,
                    code,
                    award,
                    deposit,
                    limit,
                    quota,
                    terms,
                    reports,
                }
            },
        )
}

pub(crate) fn reward() -> impl Strategy<Value = RewardStep> {
    let reports_or_none = || prop::option::weighted(0.8, reports());
    let turnover = prop::option::of(0..200_000_i64);
    let clear = (
        prop::option::weighted(0.05, grant_id()),
        turnover,
        reports(),
    )
        .prop_map(|(id, turnover, reports)| RewardStep::Clear {
            id,
            turnover,
            reports,
        });
    let receive = (
        losses(),
        prop_oneof![2 => Just(0_i64), 1 => -1_000..50_000_i64],
        share(),
        prop::sample::select(vec![500, 100_000, 10_000_000]),
        prop::sample::select(vec![0, 24, 24, 200]),
        reports(),
    )
        .prop_map(
            |(losses, during, share, max_balance, keep, reports)| RewardStep::Receive {
                losses,
                during,
                share,
                max_balance,
                keep,
                reports,
            },
        );
    prop_oneof![
        6 => activate(),
        6 => clear,
        4 => receive,
        3 => (grant_id(), terms(), reports_or_none())
            .prop_map(|(id, terms, reports)| RewardStep::Add(id, terms, reports)),
        3 => (0..3_u8, losses(), share())
            .prop_map(|(invitee, losses, share)| RewardStep::Earn(invitee, losses, share)),
        2 => (grant_id(), terms(), reports_or_none())
            .prop_map(|(id, terms, reports)| RewardStep::Collect(id, terms, reports)),
        3 => (0..6_u8).prop_map(RewardStep::Commit),
        1 => (prop::bool::weighted(0.8), 0..6_u8)
            .prop_map(|(is_right, next)| RewardStep::Rotate(is_right, next)),
        6 => (0..60_u8, prop::bool::weighted(0.9), prop::sample::select(vec![0, 0, 0, 1, 2]))
            .prop_map(|(id, is_right, wheel)| RewardStep::Spin(id, is_right, wheel)),
        3 => (grant_id(), 0..PRIZES.len(), terms(), reports_or_none())
            .prop_map(|(id, prize, terms, reports)| RewardStep::Claim(id, prize, terms, reports)),
        1 => (prop::option::weighted(0.05, grant_id()), reports())
            .prop_map(|(id, reports)| RewardStep::Cancel(id, reports)),
        1 => (grant_id(), -1..4_i64).prop_map(|(id, coins)| RewardStep::GiveCoins(id, coins)),
        1 => prop::sample::select(vec![None, Some(5_000), Some(10_000), Some(15_001)])
            .prop_map(RewardStep::Price),
    ]
}

/// The bytes of a seed.
pub(crate) fn seed(n: u8) -> [u8; 32] {
    [n; 32]
}

fn seed_id(n: u8) -> WheelSeedId {
    WheelSeedId(Uuid::from_u128(u128::from(n)))
}

pub(crate) fn granted_as(n: u8) -> GrantId {
    GrantId(Uuid::from_u128(u128::from(n)))
}

impl Terms {
    fn at(self, now: i64) -> GrantTerms {
        GrantTerms {
            success_percent: self.success,
            fail_percent: self.fail,
            turnover_times: self.turnover,
            max_withdraw: self.cap.map(money),
            expires_at: self.hours.map(|hours| moment(now + hours)),
            takes_back: self.takes_back,
        }
    }
}

impl GameReports {
    fn seen(self, model: &Model) -> Seen {
        let games = model.games.iter();
        let asked = games.filter(|(game, _)| self.without != Some(**game));
        Seen {
            at_sequence: model.events - self.staleness,
            games: asked
                .map(|(game, booked)| GameHeld {
                    game: game_code(*game),
                    balance: money(self.games[usize::from(*game)].unwrap_or(*booked)),
                    win_loss: None,
                })
                .collect(),
        }
    }
}

impl Losses {
    fn figures(self) -> SpanFigures {
        let span = Span {
            from: moment(self.day * 24),
            to: moment(self.day * 24 + 24),
        };
        let figure = |(game, lost): (u8, i64)| GameFigure {
            game: game_code(game),
            turnover: money(200_000),
            win_loss: money(-lost),
        };
        SpanFigures {
            span,
            games: (0..).zip(self.lost).map(figure).collect(),
        }
    }
}

impl Share {
    fn of_loss(self) -> LossShare {
        LossShare {
            percent: Decimal::new(self.tenths.into(), 1),
            cap: self.cap.map(money),
        }
    }
}

/// A wheel as the product is given it.
fn wheel(slices: &[Slice]) -> WheelVersion {
    let prize = |won| match won {
        Won::Nothing => Prize::Nothing,
        Won::Coins(count) => Prize::Coins { count },
        Won::Coupon(worth, valid_days) => Prize::Coupon {
            worth: money(worth),
            valid_days,
        },
        Won::Gift => Prize::Gift,
    };
    WheelVersion {
        id: WheelVersion::id_of(slices.iter().map(|(code, weight, _)| (*code, *weight))),
        slices: slices
            .iter()
            .map(|(code, weight, won)| WheelSlice {
                code: (*code).to_owned(),
                weight: *weight,
                prize: prize(*won),
            })
            .collect(),
    }
}

/// The command of a step; none when only a price changes.
pub(crate) fn reward_command(step: &RewardStep, model: &Model) -> Option<WalletCommand> {
    let now = model.now;
    let seen = |reports: Option<GameReports>| reports.map(|reports| reports.seen(model));
    let in_use = model.rewards.seed.map_or(0, |(seed, _)| seed);
    let bytes = |is_right| WheelSeed(seed(if is_right { in_use } else { 99 }));
    let command = match step.clone() {
        RewardStep::Activate { .. } => activation(step, model),
        RewardStep::Clear {
            id,
            turnover,
            reports,
        } => RewardCommand::ClearGrant {
            grant_id: granted_as(id.unwrap_or(model.active_id())),
            seen: reports.seen(model),
            turnover: turnover.map(money),
        },
        RewardStep::Receive {
            losses,
            during,
            share,
            max_balance,
            keep,
            reports,
        } => {
            let lost = [during, 0];
            let during = Losses { lost, ..losses }.figures();
            RewardCommand::ReceiveRefund(RefundClaim {
                figures: losses.figures(),
                during_grants: vec![during],
                share: share.of_loss(),
                max_balance: money(max_balance),
                keep_until: moment(now + keep),
                seen: reports.seen(model),
            })
        }
        RewardStep::Add(n, terms, reports) => RewardCommand::AddRefund {
            grant_id: granted_as(n),
            terms: terms.at(now),
            seen: seen(reports),
        },
        RewardStep::Earn(invitee, losses, share) => RewardCommand::EarnInvite {
            invitee: WalletId(Uuid::from_u128(u128::from(invitee))),
            figures: losses.figures(),
            share: share.of_loss(),
        },
        RewardStep::Collect(n, terms, reports) => RewardCommand::CollectInvites {
            grant_id: granted_as(n),
            terms: terms.at(now),
            seen: seen(reports),
        },
        RewardStep::Commit(n) => RewardCommand::CommitWheelSeed {
            seed_id: seed_id(n),
            commit: WheelSeed(seed(n)).commit(),
            client_seed: CLIENT.to_owned(),
        },
        RewardStep::Rotate(is_right, next) => RewardCommand::RotateWheelSeed(SeedRotation {
            seed_id: seed_id(in_use),
            seed: bytes(is_right),
            next_id: seed_id(next),
            next_commit: WheelSeed(seed(next)).commit(),
            client_seed: CLIENT.to_owned(),
        }),
        RewardStep::Spin(n, is_right, on) => RewardCommand::SpinWheel {
            spin_id: SpinId(Uuid::from_u128(u128::from(n))),
            seed_id: seed_id(in_use),
            seed: bytes(is_right),
            wheel: wheel(WHEELS[on]),
        },
        RewardStep::Claim(n, prize, terms, reports) => RewardCommand::ClaimCoupon(CouponClaim {
            grant_id: granted_as(n),
            prize: PRIZES[prize].to_owned(),
            is_known: prize < 3,
            terms: terms.at(now),
            seen: seen(reports),
        }),
        RewardStep::Cancel(id, reports) => RewardCommand::CancelGrant {
            grant_id: granted_as(id.unwrap_or(model.active_id())),
            seen: reports.seen(model),
        },
        RewardStep::GiveCoins(id, coins) => RewardCommand::GiveCoins {
            grant_id: granted_as(id),
            coins: Money::try_new(coins.into(), Currency::Coin).unwrap(),
        },
        RewardStep::Price(_) => return None,
    };
    Some(WalletCommand::Reward(command))
}

fn activation(step: &RewardStep, model: &Model) -> RewardCommand {
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
    let rule = |(min, played): (i64, Option<i64>)| DepositRule {
        min: money(min),
        is_unplayed: played.is_some(),
    };
    let per = [
        ReceivePeriod::Limit,
        ReceivePeriod::Day,
        ReceivePeriod::Week,
    ];
    let played: Option<Money> = deposit.and_then(|(_, played)| played).map(money);
    RewardCommand::ActivateGrant(GrantActivation {
        grant_id: granted_as(id),
        kind: if is_promotion {
            GrantKind::Promotion
        } else {
            GrantKind::Bonus
        },
        reference: format!("CODE{code}"),
        award: match award {
            AwardSpec::Fixed(amount) => Award::Fixed {
                amount: money(amount),
            },
            AwardSpec::OfDeposit(percent, cap) => Award::OfDeposit {
                percent,
                cap: money(cap),
            },
        },
        deposit: deposit.map(rule),
        played,
        limit: limit.map(|(period, max)| ReceiveLimit {
            per: per[usize::from(period)],
            max,
        }),
        quota_no: quota.map(u32::from),
        terms: terms.at(model.now),
        seen: reports.map(|reports| reports.seen(model)),
    })
}
