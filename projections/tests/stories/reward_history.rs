//! Histories of rewards that nobody has written down: in whatever order grants, refunds, invited
//! players and spins come between deposits, games and withdrawals, the statement adds up, each
//! decision is made again by its own inputs, and a rebuild makes the same rows.

use crate::story::rewards::{coupon, grant, one_slice, secret, seed, spin, terms};
use crate::story::{self, Story, baht, game};
use chrono::{DateTime, TimeDelta, Utc};
use ledger::journal::grants_within;
use ledger::wallet::reward::{
    Award, CouponClaim, GameFigure, GrantActivation, GrantKind, GrantTerms, LossShare, Prize,
    RefundClaim, SeedRotation, Seen, Span, SpanFigures,
};
use ledger::wallet::{SlipCommand, WithdrawalCommand, WithdrawalLimits};
use ledger::{GrantId, JournalKey, Money, RewardCommand, Wallet, WalletCommand};
use ledger_testing::cases;
use projections::reward::{self, GrantStatus};
use projections::{View, rebuild, wallet};

/// The views follow each command up to this step, and from then on many at once: as right, and faster.
const LIVE_UNTIL: u128 = 200;

/// Dice that fall the same way each time, and where the seeds are.
struct Dice {
    state: u64,
    seed_no: u128,
}

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % sides
    }

    fn amount(&mut self) -> Money {
        baht(&format!("{}.{:02}", 1 + self.throw(400), self.throw(100)))
    }

    fn terms(&mut self, now: DateTime<Utc>) -> GrantTerms {
        match self.throw(3) {
            0 => terms(100, 0),
            1 => GrantTerms {
                max_withdraw: Some(baht("300")),
                ..terms(110, 90)
            },
            _ => GrantTerms {
                expires_at: Some(now + TimeDelta::seconds(i64::try_from(self.throw(60)).unwrap())),
                takes_back: true,
                ..terms(150, 50)
            },
        }
    }
}

/// What a player does at the outside's: several commands, of which any may be refused.
async fn live(story: &Story, dice: &mut Dice, step: u128) {
    let player = story::wallet(1);
    match dice.throw(4) {
        0 => {
            story.submit_slip(1, step).await;
            let credit = WalletCommand::Slip(SlipCommand::Credit {
                slip_id: story::slip(step),
                reference: story::reference(step),
                amount: dice.amount(),
                deposit_account: "scb-1".to_owned(),
            });
            story.try_execute(player, credit).await;
        }
        1 => {
            let ask = WalletCommand::Withdrawal(WithdrawalCommand::Request {
                withdrawal_id: story::withdrawal(step),
                amount: dice.amount(),
                bank_account: story::bank_account(),
                limits: WithdrawalLimits {
                    min: baht("1"),
                    max: baht("100000"),
                },
                confirmation: None,
            });
            if story.try_execute(player, ask).await {
                story.send_withdrawal(1, step).await;
            }
        }
        2 => {
            // One of the last few comes back, perhaps in the middle of a grant.
            let back = WalletCommand::Withdrawal(WithdrawalCommand::Return {
                withdrawal_id: story::withdrawal(step - u128::from(dice.throw(40))),
                reason: "ACCOUNT_INVALID".to_owned(),
                grounds: ledger::wallet::NonDeliveryProof::ForEver,
            });
            story.try_execute(player, back).await;
        }
        _ => play(story, dice, step).await,
    }
}

/// Takes all money into a game, and some of it back out, with luck more.
async fn play(story: &Story, dice: &mut Dice, step: u128) {
    let held = story.ledger.load(story::wallet(1)).await.unwrap();
    let main = held.bucket(&ledger::Account::Main).unwrap();
    if !main.is_positive() {
        return;
    }
    story.send_in(1, 2 * step, "lucky", &main.digits()).await;
    story.complete(1, 2 * step).await;
    let after = dice.amount();
    story.observe(1, "lucky", &after.digits()).await;
    if dice.throw(4) > 0 {
        let number = 2 * step + 1;
        story.send_out(1, number, "lucky", &after.digits()).await;
        story.complete(1, number).await;
    }
}

async fn ask(story: &Story, dice: &mut Dice, step: u128) -> RewardCommand {
    let held = story.ledger.load(story::wallet(1)).await.unwrap();
    let seen = story.seen(1).await;
    let terms = dice.terms(story.now());
    let grant_id = grant(step);
    match dice.throw(10) {
        0 => RewardCommand::ActivateGrant(GrantActivation {
            grant_id,
            kind: GrantKind::Promotion,
            reference: format!("CODE{}", step % 3),
            award: Award::Fixed { amount: baht("40") },
            deposit: None,
            played: None,
            limit: None,
            quota_no: None,
            terms,
            seen: Some(seen),
        }),
        1..=3 => clear(&held, seen),
        4 => receive(story, dice, seen).await,
        5 => RewardCommand::AddRefund {
            grant_id,
            terms,
            seen: Some(seen),
        },
        6 => RewardCommand::EarnInvite {
            invitee: story::wallet(step),
            figures: lost(story, dice),
            share: share(),
        },
        7 => RewardCommand::CollectInvites {
            grant_id,
            terms,
            seen: Some(seen),
        },
        8 => RewardCommand::ClaimCoupon(CouponClaim {
            grant_id,
            prize: "CASH9".to_owned(),
            is_known: true,
            terms,
            seen: Some(seen),
        }),
        _ => wheel(dice, step),
    }
}

fn clear(held: &Wallet, seen: Seen) -> RewardCommand {
    RewardCommand::ClearGrant {
        grant_id: held
            .active_grant()
            .map_or(GrantId(uuid::Uuid::nil()), |active| active.grant_id),
        seen,
        turnover: None,
    }
}

fn share() -> LossShare {
    LossShare {
        percent: 5.into(),
        cap: None,
    }
}

/// What was lost in the last minute.
fn lost(story: &Story, dice: &mut Dice) -> SpanFigures {
    let to = story.now() - TimeDelta::seconds(1);
    let span = Span {
        from: to - TimeDelta::seconds(60),
        to,
    };
    lost_in(span, dice.amount())
}

fn lost_in(span: Span, amount: Money) -> SpanFigures {
    let figure = GameFigure {
        game: game("lucky"),
        turnover: baht("500"),
        win_loss: baht("0").checked_sub(amount).unwrap(),
    };
    SpanFigures {
        span,
        games: vec![figure],
    }
}

/// Leaves out what was lost during the wallet's grants, as the gateway does.
async fn receive(story: &Story, dice: &mut Dice, seen: Seen) -> RewardCommand {
    let figures = lost(story, dice);
    let key = JournalKey::default();
    let pool = story.database.pool();
    let grants = grants_within(&pool, &key, story::wallet(1), figures.span).await;
    let during_grants = grants.unwrap().into_iter();
    RewardCommand::ReceiveRefund(RefundClaim {
        figures,
        during_grants: during_grants.map(|span| lost_in(span, baht("1"))).collect(),
        share: share(),
        max_balance: baht("100000"),
        keep_until: story.now() + TimeDelta::seconds(200),
        seen,
    })
}

fn wheel(dice: &mut Dice, step: u128) -> RewardCommand {
    let seed_no = dice.seed_no;
    match dice.throw(8) {
        0 => RewardCommand::RotateWheelSeed(SeedRotation {
            seed_id: seed(seed_no),
            seed: secret(seed_no),
            next_id: seed(seed_no + 1),
            next_commit: secret(seed_no + 1).commit(),
            client_seed: format!("step-{step}"),
        }),
        1..=4 => spun(seed_no, step, "CASH9", coupon("9", Some(1))),
        5 => spun(seed_no, step, "COIN3", Prize::Coins { count: 3 }),
        6 => spun(seed_no, step, "GIFT", Prize::Gift),
        _ => spun(seed_no, step, "NOTHING", Prize::Nothing),
    }
}

fn spun(seed_no: u128, step: u128, code: &str, prize: Prize) -> RewardCommand {
    RewardCommand::SpinWheel {
        spin_id: spin(step),
        seed_id: seed(seed_no),
        seed: secret(seed_no),
        wheel: one_slice(code, prize),
    }
}

/// The views say what the wallet itself knows.
async fn compare(story: &Story) {
    let (pool, player) = (story.database.pool(), story::wallet(1));
    let held = story.ledger.load(player).await.unwrap();
    let shown = wallet::find(&pool, player).await.unwrap().unwrap();
    let coins = held.coins().unwrap().amount();
    assert_eq!(rust_decimal::Decimal::from(shown.coins), coins);
    let mut active = Vec::new();
    for kind in GrantKind::ALL {
        let grants = reward::grants_of(&pool, player, kind).await.unwrap();
        let rows = grants.into_iter();
        active.extend(rows.filter(|row| row.status == GrantStatus::Active));
    }
    let active: Vec<_> = active.iter().map(|row| (row.grant_id, row.base)).collect();
    let expected: Vec<_> = held
        .active_grant()
        .map(|it| (it.grant_id, it.base))
        .into_iter()
        .collect();
    assert_eq!(active, expected);
    let coupons = reward::coupons(&pool, player).await.unwrap();
    let coupons: Vec<_> = coupons.iter().map(|row| row.spin_id).collect();
    let expected: Vec<_> = held.coupons().map(|coupon| coupon.spin_id).collect();
    assert_eq!(coupons, expected);
}

#[tokio::test]
async fn any_history_of_rewards_adds_up_and_is_made_again_by_a_rebuild() {
    let story = Story::begin_with_coins().await;
    let mut running = story.start();
    story.open(1).await;
    story.open_game(1, "lucky").await;
    story.deposit(1, 1, "1000").await;
    story.commit_seed(1, 1).await;
    let mut dice = Dice {
        state: 0x00C0_1D5E_ED11,
        seed_no: 1,
    };
    for step in 100..100 + u128::from(cases(450, 5_000)) {
        live(&story, &mut dice, step).await;
        let command = ask(&story, &mut dice, step).await;
        let is_rotation = matches!(command, RewardCommand::RotateWheelSeed(_));
        let is_done = story.try_execute(story::wallet(1), WalletCommand::Reward(command));
        if is_done.await && is_rotation {
            dice.seed_no += 1;
        }
        if step % 100 == 0 {
            if step > LIVE_UNTIL {
                running = story.start();
            }
            story.check_statement(&running, 1).await;
            compare(&story).await;
            if step >= LIVE_UNTIL {
                running.stop().await;
            }
        }
    }
    running = story.start();
    story.check_statement(&running, 1).await;
    compare(&story).await;
    story.audit().await;
    every_kind_and_outcome_was_there(&story).await;
    for view in View::ALL {
        let rebuilt =
            rebuild::run(&story.database.pool(), &JournalKey::default(), view, |_| {}).await;
        assert_eq!(rebuilt.unwrap(), story.head());
    }
    story.audit().await;
    compare(&story).await;
    running.stop().await;
}

async fn every_kind_and_outcome_was_there(story: &Story) {
    let found: Vec<String> = sqlx::query_scalar(
        "select distinct kind || ' ' || status from reward_grant
         union select distinct prize from reward_spin
         union select distinct status from reward_refund
         union select 'revealed' from reward_seed where seed is not null
         union select 'earned' from reward_invite
         union select 'base raised' from reward_grant g
               join event e on e.event_type = 'GrantActivated' and e.position = g.position
               where g.base > (e.payload #>> '{Reward,GrantActivated,base,amount}')::numeric",
    )
    .fetch_all(&story.database.owner())
    .await
    .unwrap();
    for wanted in [
        "promotion MET",
        "promotion SUCCESS",
        "promotion FAIL",
        "promotion EXPIRED",
        "refund MET",
        "invite MET",
        "coupon MET",
        "coupon",
        "gift",
        "coins",
        "nothing",
        "RECEIVED",
        "ADDED",
        "revealed",
        "earned",
        "base raised",
    ] {
        assert!(found.contains(&wanted.to_owned()), "no {wanted}: {found:?}");
    }
}
