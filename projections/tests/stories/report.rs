//! The report adds up what the accounts say, over whichever days.

use std::collections::BTreeMap;

use crate::story::{self, Story, baht, time};
use chrono::{Days, NaiveDate};
use ledger::wallet::{Correction, GrantKind, INDOCHINA_TIME};
use ledger::{
    Account, CorrectionId, Currency, JournalKey, Money, RewardCommand, StaffId, WalletCommand,
};
use ledger_testing::cases;
use projections::feed::Feed;
use projections::report::{self, DayFigures, DayRange, Figures};
use projections::trial_balance::{self, Cause};
use rust_decimal::Decimal;
use uuid::Uuid;

/// Dice that fall the same way each time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// Something that moves money, under a separate number.
async fn step(story: &Story, dice: &mut Dice, number: u128) {
    let player = 1 + u128::from(dice.throw(2));
    let amount = format!("{}.{:02}", 1 + dice.throw(900), dice.throw(100));
    match dice.throw(7) {
        0 => {
            story.deposit(player, number, &amount).await;
        }
        1 => {
            story.order_qr(player, number, &amount).await;
            story.credit_qr(player, number, &amount).await;
        }
        2 => {
            story.send_gift(player, number, &amount).await;
            story.credit_gift(player, number, &amount).await;
        }
        3 => {
            story.request_manual(player, number, &amount).await;
            story.credit_manual(player, number).await;
        }
        4 => story.live(player, number).await,
        5 => {
            let coins = Money::parse("2", Currency::Coin).unwrap();
            let grant_id = story::rewards::grant(number);
            let command = RewardCommand::GiveCoins { grant_id, coins };
            story.reward(player, command).await;
        }
        _ => {
            let amount = baht(&amount);
            let is_added = dice.throw(3) > 0;
            let command = WalletCommand::Correct(Correction {
                correction_id: CorrectionId(Uuid::from_u128(0x1700_0000 + number)),
                amount: if is_added { amount } else { amount.negated() },
                reason: "corrected".to_owned(),
                by: StaffId(Uuid::from_u128(1)),
                approved_by: StaffId(Uuid::from_u128(2)),
                is_unrelated: true,
            });
            // Nobody gives back more than there is.
            story.try_execute(story::wallet(player), command).await;
        }
    }
}

/// A history of several weeks.
async fn history() -> Story {
    let story = Story::begin_with_coins().await;
    for player in 1..=2 {
        story.open(player).await;
        story.every_reward(player, player * 1_000 + 500).await;
        story.open_game(player, "pg").await;
    }
    let mut dice = Dice(0x5E_ED0F_4E50);
    for number in 10_000..10_000 + u128::from(cases(60, 600)) {
        step(&story, &mut dice, number).await;
        let passed = (story.now() - time(0)).num_seconds();
        let jump = i64::try_from(dice.throw(60_000)).unwrap();
        story.set_clock(passed + jump);
    }
    story
}

type Sums = BTreeMap<(String, Currency), Decimal>;

/// What the events of these days moved, by account.
async fn moved_by_events(story: &Story, range: DayRange) -> Sums {
    let feed = Feed::new(story.database.pool(), Some(JournalKey::default()));
    let mut sums = Sums::new();
    let mut last = 0;
    loop {
        let events = feed.after(last, 1_000).await.unwrap();
        let Some(end) = events.last() else {
            return sums;
        };
        last = end.position;
        for event in &events {
            let day = event
                .metadata
                .at
                .with_timezone(&INDOCHINA_TIME)
                .date_naive();
            if !(range.from..=range.to).contains(&day) {
                continue;
            }
            for posting in event.event.postings() {
                let key = (posting.account.to_string(), posting.amount.currency());
                *sums.entry(key).or_default() += posting.amount.amount();
            }
        }
    }
}

fn moved_by_report(days: &[DayFigures]) -> Sums {
    let mut sums = Sums::new();
    for day in days {
        for movement in day.figures.movements() {
            let key = (movement.account.to_string(), day.currency);
            *sums.entry(key).or_default() += movement.amount;
        }
    }
    sums
}

/// The sums that a report shows are those of the accounts that they are about.
fn check_figures(figures: &Figures, currency: Currency, sums: &Sums) {
    let of = |takes: &dyn Fn(&Account) -> bool| -> Decimal {
        let taken = sums.iter().filter(|((account, of), _)| {
            *of == currency && takes(&Account::try_from(account.clone()).unwrap())
        });
        taken.map(|(_, amount)| *amount).sum()
    };
    let deposits = Cause::DEPOSITS.map(|cause| figures.deposits(cause).amount);
    let deposits: Decimal = deposits.iter().sum();
    let rewards = GrantKind::ALL.map(|kind| figures.rewards(kind).amount);
    let rewards: Decimal = rewards.iter().sum();
    let results: Decimal = figures.games().iter().map(|each| each.result.amount).sum();
    let coins =
        [Cause::Coins, Cause::CoinsGiven, Cause::Spin].map(|cause| figures.coins(cause).amount);
    let coins: Decimal = coins.iter().sum();
    let (paid, corrected) = (figures.withdrawals().amount, figures.corrections().amount);
    assert_eq!(deposits, -of(&|each| matches!(each, Account::Bank(_))));
    assert_eq!(paid, of(&|each| *each == Account::Payout));
    assert_eq!(corrected, -of(&|each| *each == Account::Correction));
    assert_eq!(rewards, -of(&|each| matches!(each, Account::Reward(_))));
    assert_eq!(results, of(&|each| matches!(each, Account::Provider(_))));
    assert_eq!(coins, -of(&|each| *each == Account::CoinIssue));
    assert_eq!(figures.held(), of(&Account::is_players));
    assert_eq!(
        figures.held(),
        deposits - paid + corrected + rewards - results + coins
    );
    assert_eq!(figures.net(), deposits - paid);
}

async fn check(story: &Story, range: DayRange) -> Sums {
    let pool = story.database.pool();
    let days = report::days(&pool, range).await.unwrap();
    let sums = moved_by_report(&days);
    assert_eq!(sums, moved_by_events(story, range).await, "{range:?}");
    for currency in Currency::ALL {
        let mut total = Figures::default();
        for day in days.iter().filter(|day| day.currency == currency) {
            total.add(&day.figures);
        }
        check_figures(&total, currency, &sums);
    }
    sums
}

#[tokio::test]
async fn the_report_of_any_days_is_what_the_accounts_moved() {
    let story = history().await;
    let running = story.start();
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let first = time(0).with_timezone(&INDOCHINA_TIME).date_naive();
    let last = story.now().with_timezone(&INDOCHINA_TIME).date_naive();
    let whole = DayRange {
        from: first,
        to: last,
    };
    let days = u64::try_from((last - first).num_days()).unwrap();
    assert!(days > 7, "{days}");
    let mut dice = Dice(0x00DA_4E50);
    for _ in 0..20 {
        let from = first + Days::new(dice.throw(days));
        let to = from + Days::new(dice.throw(days));
        check(&story, DayRange { from, to }).await;
    }

    // Over all days it is the trial balance itself.
    let sums = check(&story, whole).await;
    let rows = trial_balance::all(&pool).await.unwrap();
    let balance = rows
        .iter()
        .map(|row| ((row.account.to_string(), row.currency), row.amount));
    assert_eq!(sums, balance.collect::<Sums>());
    let found = report::days(&pool, whole).await.unwrap();
    for cause in Cause::ALL {
        let mut movements = found.iter().flat_map(|day| day.figures.movements());
        let is_there = movements.any(|movement| movement.cause == cause);
        assert_eq!(is_there, cause != Cause::None, "{cause:?}");
    }
    assert_eq!(report::active(&pool, whole).await.unwrap(), 2);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_player_is_active_on_the_local_days_on_which_something_moved() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open(2).await;
    // A second before midnight in Bangkok, and a second after it.
    story.set_clock(12 * 3_600 - 1);
    story.submit_slip(1, 1).await;
    story.set_clock(12 * 3_600 - 1);
    story.credit_slip(1, 1, "100").await;
    story.deposit(2, 2, "50").await;
    story.deposit(1, 3, "70").await;
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let first = time(0).with_timezone(&INDOCHINA_TIME).date_naive();
    let range = DayRange {
        from: first,
        to: first + Days::new(1),
    };
    let days: Vec<(NaiveDate, i64)> = report::active_by_day(&pool, range)
        .await
        .unwrap()
        .iter()
        .map(|each| (each.day, each.players))
        .collect();
    assert_eq!(days, [(range.from, 1), (range.to, 2)]);
    assert_eq!(report::active(&pool, range).await.unwrap(), 2);
    let found = report::days(&pool, range).await.unwrap();
    let slips: Vec<Decimal> = found
        .iter()
        .map(|day| day.figures.deposits(Cause::Slip).amount)
        .collect();
    assert_eq!(slips, [Decimal::from(100), Decimal::from(120)]);
    story.audit().await;
    running.stop().await;
}
