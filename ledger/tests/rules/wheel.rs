//! The wheel: seeds that are committed to, draws that anybody can make again, and spins.

use cqrs_es::Aggregate;
use ledger::posting::movement;
use ledger::wallet::reward::{
    Draw, Prize, SPINS_PER_SEED, SeedRotation, WheelSeedRevealed, WheelSlice, WheelSpun,
    WheelVersion, draw, is_client_seed,
};
use ledger::{
    Account, Currency, Money, RewardCommand, RewardError, RewardEvent, Wallet, WalletCommand,
    WalletError, WalletEvent,
};

use super::support::*;
use super::wheel_support::*;

fn refusal(error: RewardError) -> WalletError {
    WalletError::Reward(error)
}

/// Three coins, and the worked example's seed.
fn ready() -> Vec<WalletEvent> {
    vec![earned(3), committed(1, example_seed(), CLIENT)]
}

/// Spins, and gives ticket, slice and coins left.
fn spin_on(wallet: &mut Wallet, n: u128, wheel: WheelVersion) -> (u32, String, Option<Money>) {
    let command = spin(n, 1, example_seed(), wheel);
    let events = execute(wallet, command, noon()).unwrap();
    let [WalletEvent::Reward(event)] = &events[..] else {
        panic!("{events:?}")
    };
    match &**event {
        RewardEvent::WheelSpun(WheelSpun { ticket, slice, .. }) => {
            (*ticket, slice.clone(), wallet.coins())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_worked_example_is_drawn_to_the_ticket() {
    let seed = example_seed();
    let commit = "070dc88d52debc185dbc42c3ee45fb5e257f4fc6634e1e89978eff8c7d64071a";
    assert_eq!(seed.commit(), commit);
    assert_eq!(seed.reveal(), EXAMPLE);
    let drawn: Vec<_> = (0..4)
        .map(|nonce| draw(&seed, CLIENT, nonce, &WEIGHTS).unwrap())
        .collect();
    let expected = [(8_010, 2), (5_868, 1), (2_382, 0), (6_798, 2)];
    assert_eq!(
        drawn,
        expected.map(|(ticket, slice)| Draw { ticket, slice })
    );
}

#[test]
fn a_wheel_without_weight_or_with_too_much_is_not_drawn_from() {
    let seed = example_seed();
    assert_eq!(draw(&seed, CLIENT, 0, &[]), None);
    assert_eq!(draw(&seed, CLIENT, 0, &[0, 0]), None);
    assert_eq!(draw(&seed, CLIENT, 0, &[u32::MAX, 1]), None);
    assert!(draw(&seed, CLIENT, 0, &[u32::MAX - 1, 1]).is_some());
}

#[test]
fn a_slice_without_weight_is_never_won() {
    let seed = example_seed();
    for nonce in 0..1_000 {
        let drawn = draw(&seed, CLIENT, nonce, &[0, 1, 0, 1, 0]).unwrap();
        assert_eq!(drawn.slice, 1 + 2 * usize::try_from(drawn.ticket).unwrap());
    }
}

#[test]
fn the_wheel_shows_each_spin_of_the_worked_example_with_its_coins() {
    let mut wallet = folded(funded().into_iter().chain(ready()));
    let spins: Vec<_> = (1..=4)
        .map(|n| spin_on(&mut wallet, n, example_wheel()))
        .collect();
    let left = |count| Some(coins(count));
    let expected = [
        (8_010, "CASH5".to_owned(), left(2)),
        // The coin that was spent came back.
        (5_868, "COIN1".to_owned(), left(2)),
        (2_382, "NOTHING".to_owned(), left(1)),
        (6_798, "CASH5".to_owned(), left(0)),
    ];
    assert_eq!(spins, expected);
    assert_eq!(wallet.coupons().count(), 2);
    assert_eq!(wallet.wheel_seed().unwrap().nonce, 4);
    let more = wallet.decide(spin(5, 1, example_seed(), example_wheel()), noon());
    assert_eq!(more, Err(refusal(RewardError::NoCoin)));
}

#[test]
fn a_spin_is_one_event_with_the_coin_the_prize_and_the_draw() {
    let five = coupon("5", Some(7));
    given(ready())
        .when(spin(7, 1, example_seed(), sure("CASH5", five)))
        .then_expect_events(vec![spun(7, 0, "CASH5", five, noon())]);
    let won = coins(2);
    let mut wallet = folded(funded().into_iter().chain(ready()));
    let wheel = sure("COIN2", Prize::Coins { count: 2 });
    let events = execute(&mut wallet, spin(1, 1, example_seed(), wheel), noon()).unwrap();
    let back = movement(Account::CoinIssue, Account::Coins, won);
    assert_eq!(events[0].postings(), [coin_spent(), back].concat());
    assert_eq!(wallet.coins(), Some(coins(4)));
}

#[test]
fn a_repeated_spin_writes_nothing_even_without_a_coin_left_or_under_another_seed() {
    let wheel = || sure("NOTHING", Prize::Nothing);
    let once = || {
        [
            earned(1),
            committed(1, example_seed(), CLIENT),
            spun(7, 0, "NOTHING", Prize::Nothing, noon()),
        ]
    };
    given(once())
        .when(spin(7, 1, example_seed(), wheel()))
        .then_expect_events(vec![]);
    given(once())
        .when(spin(7, 9, seed(9), wheel()))
        .then_expect_events(vec![]);
    let claims = once()[2].claims();
    assert_eq!((claims.len(), claims[0].kind), (1, "spin"));
    assert_eq!(claims[0].reference, spin_id(7).to_string());
}

#[test]
fn without_a_coin_nothing_is_drawn() {
    given([committed(1, example_seed(), CLIENT)])
        .when(spin(1, 1, example_seed(), example_wheel()))
        .then_expect_error(refusal(RewardError::NoCoin));
    assert_eq!(RewardError::NoCoin.code(), "SPIN_NO_COIN");
}

#[test]
fn only_the_bytes_that_were_committed_to_are_drawn_from() {
    let refused = || refusal(RewardError::OtherSeed);
    for command in [
        spin(1, 1, seed(9), example_wheel()),
        spin(1, 9, example_seed(), example_wheel()),
    ] {
        given(ready()).when(command).then_expect_error(refused());
    }
    given([earned(1)])
        .when(spin(1, 1, example_seed(), example_wheel()))
        .then_expect_error(refused());
    assert_eq!(RewardError::OtherSeed.code(), "SPIN_SEED");
}

#[test]
fn a_player_who_takes_a_break_does_not_spin() {
    let (exclusion, refused) = on_a_break();
    given(ready().into_iter().chain([exclusion]))
        .when(spin(1, 1, example_seed(), example_wheel()))
        .then_expect_error(refused);
}

#[test]
fn a_wheel_with_a_slice_that_cannot_be_won_is_refused_before_the_draw() {
    let refused = || refusal(RewardError::BrokenWheel);
    let kip = Prize::Coupon {
        worth: Money::parse("5000", Currency::Lak).unwrap(),
        valid_days: None,
    };
    for prize in [
        kip,
        coupon("0", None),
        coupon("-5", None),
        coupon("5", Some(u32::MAX)),
        Prize::Coins { count: 0 },
    ] {
        // Drawn one time in ten thousand: that it is not drawn now must not matter.
        let wheel = wheel(&[("NOTHING", 9_999, Prize::Nothing), ("BAD", 1, prize)]);
        given(ready())
            .when(spin(1, 1, example_seed(), wheel))
            .then_expect_error(refused());
    }
    for slices in [
        &[][..],
        &[("A", 0, Prize::Nothing)],
        &[("A", u32::MAX, Prize::Nothing), ("B", 1, Prize::Nothing)],
    ] {
        given(ready())
            .when(spin(1, 1, example_seed(), wheel(slices)))
            .then_expect_error(refused());
    }
}

#[test]
fn a_wheel_is_named_by_its_slices_and_drawn_from_under_no_other_name() {
    let mut heavier = example_wheel();
    heavier.slices[7].weight += 1;
    let mut renamed = example_wheel();
    renamed.slices[0].code = "NONE".to_owned();
    let mut turned = example_wheel();
    turned.slices.swap(0, 1);
    for wheel in [heavier, renamed, turned] {
        let named = |slice: &WheelSlice| (slice.code.clone(), slice.weight);
        let own: Vec<_> = wheel.slices.iter().map(named).collect();
        let id = WheelVersion::id_of(own.iter().map(|(code, weight)| (code.as_str(), *weight)));
        assert_ne!(id, wheel.id);
        given(ready())
            .when(spin(1, 1, example_seed(), wheel))
            .then_expect_error(refusal(RewardError::BrokenWheel));
    }
}

#[test]
fn a_first_seed_is_committed_to_and_kept() {
    given([])
        .when(commit(1, example_seed()))
        .then_expect_events(vec![committed(1, example_seed(), CLIENT)]);
    given([committed(1, example_seed(), CLIENT)])
        .when(commit(2, seed(2)))
        .then_expect_events(vec![]);
}

#[test]
fn a_rotation_reveals_the_seed_and_commits_to_the_next_from_spin_zero() {
    let revealed = WalletEvent::from(RewardEvent::WheelSeedRevealed(WheelSeedRevealed {
        seed_id: seed_id(1),
        seed: EXAMPLE.to_owned(),
        at: noon(),
    }));
    let next = committed(2, seed(2), "lucky");
    let spun_once = || {
        ready()
            .into_iter()
            .chain([spun(1, 0, "NOTHING", Prize::Nothing, noon())])
    };
    given(spun_once())
        .when(rotate(1, example_seed(), 2, seed(2)))
        .then_expect_events(vec![revealed.clone(), next.clone()]);
    let rotated = || spun_once().chain([revealed.clone(), next.clone()]);
    let wallet = folded(funded().into_iter().chain(rotated()));
    let in_use = wallet.wheel_seed().unwrap();
    assert_eq!((in_use.nonce, in_use.client_seed.as_str()), (0, "lucky"));
    // A repeat writes nothing, and the revealed seed is not drawn from any more.
    given(rotated())
        .when(rotate(1, example_seed(), 2, seed(2)))
        .then_expect_events(vec![]);
    given(rotated())
        .when(spin(2, 1, example_seed(), example_wheel()))
        .then_expect_error(refusal(RewardError::OtherSeed));
}

#[test]
fn a_rotation_reveals_only_what_was_committed_to() {
    for command in [
        rotate(1, seed(9), 2, seed(2)),
        rotate(9, example_seed(), 2, seed(2)),
    ] {
        given(ready())
            .when(command)
            .then_expect_error(refusal(RewardError::OtherSeed));
    }
    given([])
        .when(rotate(1, example_seed(), 2, seed(2)))
        .then_expect_error(refusal(RewardError::OtherSeed));
}

#[test]
fn one_seed_is_committed_to_once_for_ever_over_all_wallets() {
    let claims = committed(1, example_seed(), CLIENT).claims();
    assert_eq!((claims.len(), claims[0].kind), (1, "wheel_seed"));
    assert_eq!(claims[0].reference, example_seed().commit());
    // The id says nothing: the bytes are what must be new.
    assert_eq!(committed(2, example_seed(), "x").claims(), claims);
}

#[test]
fn the_players_part_is_1_to_64_visible_characters_without_a_colon() {
    let longest = "a".repeat(64);
    for text in ["x", "~!", longest.as_str()] {
        assert!(is_client_seed(text), "{text:?}");
    }
    let too_long = "a".repeat(65);
    for text in [
        "",
        " ",
        "a b",
        "a:b",
        "a\n",
        "โชค",
        "\u{7f}",
        too_long.as_str(),
    ] {
        assert!(!is_client_seed(text), "{text:?}");
        let command = RewardCommand::CommitWheelSeed {
            seed_id: seed_id(1),
            commit: seed(1).commit(),
            client_seed: text.to_owned(),
        };
        given([])
            .when(WalletCommand::Reward(command))
            .then_expect_error(refusal(RewardError::BadSeed));
        let command = RewardCommand::RotateWheelSeed(SeedRotation {
            seed_id: seed_id(1),
            seed: example_seed(),
            next_id: seed_id(2),
            next_commit: seed(2).commit(),
            client_seed: text.to_owned(),
        });
        given(ready())
            .when(WalletCommand::Reward(command))
            .then_expect_error(refusal(RewardError::BadSeed));
    }
    assert_eq!(RewardError::BadSeed.code(), "INVALID_INPUT");
}

#[test]
fn what_is_no_sha_256_is_not_committed_to() {
    let good = seed(1).commit();
    for text in ["", &good[1..], &good.to_uppercase(), &format!("{good}0")] {
        let command = RewardCommand::CommitWheelSeed {
            seed_id: seed_id(1),
            commit: text.to_owned(),
            client_seed: CLIENT.to_owned(),
        };
        given([])
            .when(WalletCommand::Reward(command))
            .then_expect_error(refusal(RewardError::BadSeed));
    }
}

#[test]
fn a_seed_is_worn_out_after_its_thousandth_spin_until_it_is_rotated() {
    let nothing = || sure("NOTHING", Prize::Nothing);
    let mut wallet = folded(funded().into_iter().chain([
        earned(SPINS_PER_SEED + 1),
        committed(1, example_seed(), CLIENT),
    ]));
    for nonce in 0..SPINS_PER_SEED {
        wallet.apply(spun(nonce.into(), nonce, "NOTHING", Prize::Nothing, noon()));
    }
    let last = u128::from(SPINS_PER_SEED);
    let refused = wallet.decide(spin(last, 1, example_seed(), nothing()), noon());
    assert_eq!(refused, Err(refusal(RewardError::SeedWornOut)));
    assert_eq!(RewardError::SeedWornOut.code(), "SPIN_SEED");
    execute(&mut wallet, rotate(1, example_seed(), 2, seed(2)), noon()).unwrap();
    execute(&mut wallet, spin(last, 2, seed(2), nothing()), noon()).unwrap();
    assert_eq!(wallet.coins(), Some(coins(0)));
}

#[test]
fn a_seed_shows_nothing_of_itself_in_logs() {
    let command = spin(1, 1, example_seed(), example_wheel());
    let shown = format!("{command:?} {:?}", rotate(1, example_seed(), 2, seed(2)));
    assert!(
        !shown.contains(&EXAMPLE[..8]) && !shown.contains("107, 31"),
        "{shown}"
    );
}
