//! The wheel on a real database: a coin and its prize are one event, no matter who dies in between.

use std::collections::{BTreeMap, HashSet};
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use ledger::wallet::reward::{
    CoinPrices, CouponClaim, GrantTerms, Prize, SeedRotation, WheelSeed, WheelSlice, WheelSpun,
    WheelVersion, draw,
};
use ledger::{
    CommandOutcome, Context, Currency, GrantId, Ledger, LedgerError, LedgerOptions, Money,
    RecordedEvent, RewardCommand, RewardError, RewardEvent, SpinId, WalletCommand, WalletError,
    WalletEvent, WalletId, WheelSeedId,
};
use ledger_testing::TestDatabase;
use sqlx::PgPool;
use uuid::Uuid;

use super::support::{
    ALICE, all, baht, checked_journal, context, credit, fund, keyed, open, spawned, submit, wallet,
};
use ledger_testing::{Fault, Proxy};

/// A ledger on which each full `price` of a day is a coin.
async fn priced_ledger(pool: PgPool, price: &str) -> Ledger {
    let options = LedgerOptions {
        coin_prices: CoinPrices::from_iter([baht(price)]),
        ..LedgerOptions::default()
    };
    Ledger::open(pool, options).await.unwrap()
}

fn seed(n: u8) -> WheelSeed {
    WheelSeed([n; 32])
}

fn commit(n: u8) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::CommitWheelSeed {
        seed_id: WheelSeedId(Uuid::from_u128(n.into())),
        commit: seed(n).commit(),
        client_seed: "alice".to_owned(),
    })
}

fn rotate(n: u8, next: u8) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::RotateWheelSeed(SeedRotation {
        seed_id: WheelSeedId(Uuid::from_u128(n.into())),
        seed: seed(n),
        next_id: WheelSeedId(Uuid::from_u128(next.into())),
        next_commit: seed(next).commit(),
        client_seed: format!("alice-{next}"),
    }))
}

/// No coins among its prizes, so that a coin is a spin.
fn wheel() -> WheelVersion {
    let coupon = Prize::Coupon {
        worth: baht("5"),
        valid_days: None,
    };
    let slice = |code: &str, weight, prize| WheelSlice {
        code: code.to_owned(),
        weight,
        prize,
    };
    WheelVersion {
        id: WheelVersion::id_of([("NOTHING", 7), ("CASH5", 2), ("JACKPOT", 1)]),
        slices: vec![
            slice("NOTHING", 7, Prize::Nothing),
            slice("CASH5", 2, coupon),
            slice("JACKPOT", 1, Prize::Gift),
        ],
    }
}

fn spin_under(number: u128, of: u8) -> WalletCommand {
    WalletCommand::Reward(RewardCommand::SpinWheel {
        spin_id: SpinId(Uuid::from_u128(number)),
        seed_id: WheelSeedId(Uuid::from_u128(of.into())),
        seed: seed(of),
        wheel: wheel(),
    })
}

fn spin(number: u128) -> WalletCommand {
    spin_under(number, 1)
}

fn coins(count: u32) -> Money {
    Money::try_new(count.into(), Currency::Coin).unwrap()
}

async fn coins_of(ledger: &Ledger, player: WalletId) -> Money {
    ledger.load(player).await.unwrap().coins().unwrap()
}

/// A wallet with so many coins, committed to the first seed.
async fn with_coins(ledger: &Ledger, player: WalletId, count: u32) {
    fund(ledger, player, &count.to_string()).await;
    ledger.execute(player, commit(1), context()).await.unwrap();
    assert_eq!(coins_of(ledger, player).await, coins(count));
}

fn first_heard(receipt: CommandOutcome) -> CommandOutcome {
    CommandOutcome {
        is_replayed: false,
        ..receipt
    }
}

/// Every spin of the journal, drawn again: nonces dense under each seed, each ticket right.
fn checked_spins(events: &[RecordedEvent]) -> HashSet<SpinId> {
    let mut nonces: BTreeMap<Uuid, u32> = BTreeMap::new();
    let mut spins = HashSet::new();
    for recorded in events {
        let WalletEvent::Reward(event) = &recorded.event else {
            continue;
        };
        if let RewardEvent::WheelSpun(WheelSpun {
            spin_id,
            seed_id,
            client_seed,
            nonce,
            ticket,
            slice,
            weights,
            ..
        }) = &**event
        {
            assert!(spins.insert(*spin_id), "spun twice");
            let next = nonces.entry(seed_id.0).or_default();
            assert_eq!(nonce, next, "each number of a seed is drawn once");
            *next += 1;
            let bytes = seed(u8::try_from(seed_id.0.as_u128()).unwrap());
            let listed: Vec<u32> = weights.iter().map(|it| it.weight).collect();
            let drawn = draw(&bytes, client_seed, *nonce, &listed).unwrap();
            assert_eq!((*ticket, slice), (drawn.ticket, &weights[drawn.slice].code));
        }
    }
    spins
}

/// Sends a command and goes away at once, as a caller that is killed does.
async fn send_and_die(ledger: &Ledger, command: WalletCommand, context: Context) {
    let mut request = pin!(ledger.execute(ALICE, command, context));
    // One look hands the command over; the answer takes a way to the database and back.
    let is_waiting = poll_fn(|cx| Poll::Ready(request.as_mut().poll(cx).is_pending())).await;
    assert!(is_waiting, "gone before the answer");
}

/// G1: kill between draw and answer.
#[tokio::test]
async fn who_dies_between_draw_and_answer_finds_the_same_prize_for_one_coin() {
    let database = TestDatabase::create().await;
    let here = priced_ledger(database.pool(), "1").await;
    with_coins(&here, ALICE, 20).await;
    let there = priced_ledger(database.pool(), "1").await;
    for number in 0..10_u32 {
        let key = || keyed(&format!("spin-{number}"), 1);
        send_and_die(&here, spin(number.into()), key()).await;
        // Whether the first one is still under way or done: another process asks again, and again.
        let mut heard = Vec::new();
        for ledger in [&there, &here, &there] {
            // Another id each time: only the key shows that it is the same spin.
            let other = u128::from(number) + 1_000 * (1 + heard.len() as u128);
            let id = if number % 2 == 0 {
                number.into()
            } else {
                other
            };
            let receipt = ledger.execute(ALICE, spin(id), key()).await.unwrap();
            assert_eq!(receipt.events.len(), 1);
            heard.push(first_heard(receipt));
        }
        assert!(heard.iter().all(|receipt| *receipt == heard[0]));
        assert_eq!(coins_of(&here, ALICE).await, coins(20 - number - 1));
    }
    let events = checked_journal(&database.pool()).await;
    assert_eq!(checked_spins(&events).len(), 10);
}

#[tokio::test]
async fn a_spin_whose_commit_was_not_heard_of_is_found_after_a_restart() {
    let database = TestDatabase::create().await;
    let proxy = Proxy::before(&database).await;
    let ledger = priced_ledger(proxy.pool.clone(), "1").await;
    with_coins(&ledger, ALICE, 6).await;
    for number in 0..6_u32 {
        let fault = if number % 2 == 0 {
            Fault::LoseAnswer
        } else {
            Fault::LoseRequest
        };
        proxy.set(fault);
        let key = || keyed(&format!("spin-{number}"), 1);
        send_and_die(&ledger, spin(number.into()), key()).await;
        let restarted = priced_ledger(database.pool(), "1").await;
        let first = restarted.execute(ALICE, spin(number.into()), key()).await;
        let again = ledger.execute(ALICE, spin(number.into()), key()).await;
        let (first, again) = (first.unwrap(), again.unwrap());
        assert_eq!(first_heard(first), first_heard(again));
        assert_eq!(coins_of(&restarted, ALICE).await, coins(6 - number - 1));
    }
    let events = checked_journal(&database.pool()).await;
    assert_eq!(checked_spins(&events).len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_thousand_spins_with_a_hundred_coins_exactly_a_hundred_turn_the_wheel() {
    let database = TestDatabase::create().await;
    let books = [
        priced_ledger(database.pool(), "1").await,
        priced_ledger(database.pool(), "1").await,
    ];
    with_coins(&books[0], ALICE, 100).await;
    let answers = all((0..1_000_u16).map(|number| {
        let key = keyed(&format!("spin-{number}"), 1);
        spawned(
            &books[usize::from(number % 2)],
            ALICE,
            spin(number.into()),
            key,
        )
    }))
    .await;
    let (spun, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(spun.len(), 100);
    for answer in refused {
        let error = answer.unwrap_err();
        let no_coin = WalletError::Reward(RewardError::NoCoin);
        assert!(
            matches!(&error, LedgerError::Refused(it) if *it == no_coin),
            "{error}"
        );
    }
    for ledger in &books {
        assert_eq!(coins_of(ledger, ALICE).await, coins(0));
    }
    let events = checked_journal(&database.pool()).await;
    assert_eq!(checked_spins(&events).len(), 100);
    let nonce = books[1]
        .load(ALICE)
        .await
        .unwrap()
        .wheel_seed()
        .unwrap()
        .nonce;
    assert_eq!(nonce, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_spin_asked_for_a_hundred_times_at_once_costs_one_coin() {
    let database = TestDatabase::create().await;
    let books = [
        priced_ledger(database.pool(), "1").await,
        priced_ledger(database.pool(), "1").await,
    ];
    with_coins(&books[0], ALICE, 100).await;
    // The same spin, half of the time without a key.
    let answers = all((0..100_u16).map(|number| {
        let context = if number % 4 < 2 {
            keyed("spin", 1)
        } else {
            context()
        };
        spawned(&books[usize::from(number % 2)], ALICE, spin(7), context)
    }))
    .await;
    let written: usize = answers
        .into_iter()
        .map(|answer| answer.unwrap())
        .filter(|receipt| !receipt.is_replayed)
        .map(|receipt| receipt.events.len())
        .sum();
    assert_eq!(written, 1);
    assert_eq!(coins_of(&books[0], ALICE).await, coins(99));
    checked_spins(&checked_journal(&database.pool()).await);
}

#[tokio::test]
async fn a_spin_and_a_seed_are_used_once_over_all_wallets() {
    let database = TestDatabase::create().await;
    let ledger = priced_ledger(database.pool(), "1").await;
    with_coins(&ledger, ALICE, 100).await;
    let bob = wallet(2);
    fund(&ledger, bob, "100").await;
    // The bytes that Alice's spins are drawn from would reveal Bob's.
    let taken = ledger.execute(bob, commit(1), context()).await;
    let is_taken = |answer: &Result<CommandOutcome, LedgerError>, fact: &str| matches!(answer, Err(LedgerError::ClaimTaken { kind, by, .. }) if *kind == fact && *by == ALICE);
    assert!(is_taken(&taken, "wheel_seed"), "{taken:?}");
    ledger.execute(bob, commit(2), context()).await.unwrap();
    let back = ledger.execute(bob, rotate(2, 1), context()).await;
    assert!(is_taken(&back, "wheel_seed"), "{back:?}");
    // One that she has revealed is known to everybody, and to her.
    ledger
        .execute(ALICE, rotate(1, 3), context())
        .await
        .unwrap();
    let again = ledger.execute(ALICE, rotate(3, 1), context()).await;
    assert!(is_taken(&again, "wheel_seed"), "{again:?}");
    ledger
        .execute(ALICE, spin_under(7, 3), context())
        .await
        .unwrap();
    let copied = ledger.execute(bob, spin_under(7, 2), context()).await;
    assert!(is_taken(&copied, "spin"), "{copied:?}");
    assert_eq!(coins_of(&ledger, bob).await, coins(100));
}

#[tokio::test]
async fn a_spin_repeated_long_after_is_no_second_one() {
    let database = TestDatabase::create().await;
    let ledger = priced_ledger(database.pool(), "1").await;
    with_coins(&ledger, ALICE, 100).await;
    for number in 0..80 {
        ledger
            .execute(ALICE, spin(number), context())
            .await
            .unwrap();
    }
    // Forgotten by the wallet, not by the journal.
    let again = ledger.execute(ALICE, spin(0), context()).await;
    assert!(
        matches!(&again, Err(LedgerError::ClaimTaken { kind: "spin", by, .. }) if *by == ALICE),
        "{again:?}"
    );
    assert_eq!(coins_of(&ledger, ALICE).await, coins(20));
}

#[tokio::test(flavor = "multi_thread")]
async fn spins_that_race_with_rotations_are_each_drawn_from_the_seed_that_they_name() {
    let database = TestDatabase::create().await;
    let books = [
        priced_ledger(database.pool(), "1").await,
        priced_ledger(database.pool(), "1").await,
    ];
    with_coins(&books[0], ALICE, 400).await;
    let answers = all((0..400_u16).map(|number| {
        let ledger = &books[usize::from(number % 2)];
        let current = u8::try_from(number / 40).unwrap() + 1;
        let command = if number % 40 == 39 {
            rotate(current, current + 1)
        } else {
            spin_under(number.into(), current)
        };
        spawned(ledger, ALICE, command, context())
    }))
    .await;
    let refused = answers.iter().filter(|answer| answer.is_err()).count();
    for error in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        let other = WalletError::Reward(RewardError::OtherSeed);
        assert!(
            matches!(error, LedgerError::Refused(it) if *it == other),
            "{error}"
        );
    }
    let events = checked_journal(&database.pool()).await;
    let spins = checked_spins(&events).len();
    assert!(spins > 0);
    let rotations = events.iter().filter(|it| match &it.event {
        WalletEvent::Reward(event) => matches!(**event, RewardEvent::WheelSeedRevealed(_)),
        _ => false,
    });
    assert_eq!(spins + rotations.count() + refused, 400);
    let left = u32::try_from(400 - spins).unwrap();
    assert_eq!(coins_of(&books[0], ALICE).await, coins(left));
}

#[tokio::test(flavor = "multi_thread")]
async fn deposits_that_race_earn_each_coin_once() {
    let database = TestDatabase::create().await;
    let books = [
        priced_ledger(database.pool(), "500").await,
        priced_ledger(database.pool(), "500").await,
    ];
    books[0].execute(ALICE, open(), context()).await.unwrap();
    let paid = (0..40_u16).map(|number| {
        let ledger = books[usize::from(number % 2)].clone();
        async move {
            let (slip, name) = (u128::from(number), format!("S{number}"));
            for command in [submit(slip, &name), credit(slip, &name, "130")] {
                ledger.execute(ALICE, command, context()).await.unwrap();
            }
        }
    });
    all(paid).await;
    // 40 × 130 are ten full prices and a rest.
    assert_eq!(coins_of(&books[0], ALICE).await, coins(10));
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn claims_that_race_for_one_coupon_credit_it_once() {
    let database = TestDatabase::create().await;
    let books = [
        priced_ledger(database.pool(), "1").await,
        priced_ledger(database.pool(), "1").await,
    ];
    with_coins(&books[0], ALICE, 1).await;
    let mut sure = wheel();
    sure.slices.remove(2);
    sure.slices.remove(0);
    sure.id = WheelVersion::id_of([("CASH5", 2)]);
    let certain = WalletCommand::Reward(RewardCommand::SpinWheel {
        spin_id: SpinId(Uuid::from_u128(1)),
        seed_id: WheelSeedId(Uuid::from_u128(1)),
        seed: seed(1),
        wheel: sure,
    });
    books[0].execute(ALICE, certain, context()).await.unwrap();
    let claims = (0..50_u16).map(|number| {
        let claim = WalletCommand::Reward(RewardCommand::ClaimCoupon(CouponClaim {
            grant_id: GrantId(Uuid::from_u128(number.into())),
            prize: "CASH5".to_owned(),
            is_known: true,
            terms: GrantTerms {
                success_percent: 100,
                fail_percent: 0,
                turnover_times: 0,
                max_withdraw: None,
                expires_at: None,
                takes_back: false,
            },
            seen: None,
        }));
        spawned(&books[usize::from(number % 2)], ALICE, claim, context())
    });
    let answers = all(claims).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for error in answers.into_iter().filter_map(Result::err) {
        let none = WalletError::Reward(RewardError::NoCoupon);
        assert!(
            matches!(&error, LedgerError::Refused(it) if *it == none),
            "{error}"
        );
    }
    let held = super::support::main_bucket(&books[1], ALICE).await;
    assert_eq!(held, baht("6"));
    checked_journal(&database.pool()).await;
}
