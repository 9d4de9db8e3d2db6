//! Sweeps: independent legs, one end, and at most one transfer onward.

use ledger::posting::movement;
use ledger::wallet::{
    GameCommand, GameEvent, NonDeliveryProof, Place, ProtectionCommand, SweepCommand, SweepEvent,
    SweepLeg, TransferCommand, TransferEvent,
};
use ledger::{Account, GameCode, SweepId, Wallet, WalletCommand, WalletError, WalletEvent};
use uuid::Uuid;

use super::support::*;

const ONWARD: u128 = 100;

fn sweep_id(n: u128) -> SweepId {
    SweepId(Uuid::from_u128(n))
}

fn leg(n: u128, code: &str, amount: &str) -> SweepLeg {
    SweepLeg {
        transfer_id: transfer(n),
        game: game(code),
        amount: baht(amount),
    }
}

fn place(code: &str) -> Place {
    code.parse().unwrap()
}

fn sweep(to: &str, legs: &[SweepLeg]) -> WalletCommand {
    WalletCommand::Sweep(SweepCommand {
        sweep_id: sweep_id(1),
        to: place(to),
        legs: legs.to_vec(),
        onward: transfer(ONWARD),
        from_main: None,
    })
}

fn sweep_started(to: &str, legs: &[u128]) -> WalletEvent {
    WalletEvent::Sweep(SweepEvent::Started {
        sweep_id: sweep_id(1),
        to: place(to),
        onward: transfer(ONWARD),
        legs: legs.iter().map(|n| transfer(*n)).collect(),
        from_main: None,
    })
}

fn sweep_ended(collected: &str, refused: Option<&str>) -> WalletEvent {
    WalletEvent::Sweep(SweepEvent::Ended {
        sweep_id: sweep_id(1),
        collected: baht(collected),
        refused: refused.map(str::to_owned),
    })
}

fn started_from(n: u128, code: &str, amount: &str) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Started {
        transfer_id: transfer(n),
        from: place(code),
        to: Place::Wallet,
        amount: baht(amount),
        postings: Vec::new(),
    })
}

fn onward_to(code: &str, amount: &str) -> WalletEvent {
    WalletEvent::Transfer(TransferEvent::Started {
        transfer_id: transfer(ONWARD),
        from: Place::Wallet,
        to: place(code),
        amount: baht(amount),
        postings: movement(Account::Main, Account::InTransit, baht(amount)),
    })
}

fn joined(code: &str) -> WalletEvent {
    WalletEvent::Game(GameEvent::AccountOpened {
        game: game(code),
        username: "pr00000001".into(),
    })
}

/// 100 are at `pg` and at `joker`, nothing at `cq9`, 300 in the main wallet.
fn spread() -> Vec<WalletEvent> {
    let mut wallet = folded(funded());
    let mut events = Vec::new();
    for code in ["joker", "cq9"] {
        let game = game(code);
        let username = "pr00000001".into();
        let open = WalletCommand::Game(GameCommand::OpenAccount { game, username });
        events.extend(execute(&mut wallet, open, noon()).unwrap());
    }
    for (n, code) in [(51, "pg"), (52, "joker")] {
        let commands = [
            start(n, Place::Wallet, place(code), "100"),
            mark_sent(n),
            complete(n, None),
        ];
        for command in commands {
            events.extend(execute(&mut wallet, command, noon()).unwrap());
        }
    }
    events
}

fn mark_sent(n: u128) -> WalletCommand {
    let transfer_id = transfer(n);
    WalletCommand::Transfer(TransferCommand::MarkSent { transfer_id })
}

/// A wallet in the midst of a sweep of 100 from `pg` and 60 from `joker`, both providers called.
fn sweeping(to: &str) -> Wallet {
    let mut wallet = folded(funded().into_iter().chain(spread()));
    let legs = [leg(1, "pg", "100"), leg(2, "joker", "60")];
    execute(&mut wallet, sweep(to, &legs), noon()).unwrap();
    for n in [1, 2] {
        execute(&mut wallet, mark_sent(n), noon()).unwrap();
    }
    wallet
}

fn total(wallet: &Wallet) -> ledger::Money {
    wallet
        .buckets()
        .map(|(_, amount)| amount)
        .try_fold(baht("0"), ledger::Money::checked_add)
        .unwrap()
}

#[test]
fn a_sweep_starts_a_transfer_out_of_each_game() {
    given(spread())
        .when(sweep(
            "WALLET",
            &[leg(1, "pg", "100"), leg(2, "joker", "60")],
        ))
        .then_expect_events(vec![
            sweep_started("WALLET", &[1, 2]),
            started_from(1, "pg", "100"),
            started_from(2, "joker", "60"),
        ]);
}

#[test]
fn a_sweep_asked_for_again_is_not_started_again() {
    let mut wallet = sweeping("WALLET");
    let again = sweep("WALLET", &[leg(11, "pg", "1")]);
    assert_eq!(execute(&mut wallet, again.clone(), noon()), Ok(vec![]));
    for n in [1, 2] {
        execute(&mut wallet, complete(n, None), noon()).unwrap();
    }
    assert_eq!(execute(&mut wallet, again, noon()), Ok(vec![]));
}

#[test]
fn what_cannot_be_moved_is_left_out_and_the_rest_goes() {
    let busy = [
        started_from(60, "joker", "5"),
        WalletEvent::Transfer(TransferEvent::Sent {
            transfer_id: transfer(60),
        }),
    ];
    let legs = [
        leg(1, "pg", "100"),
        leg(2, "joker", "60"),
        leg(3, "nobody", "7"),
        leg(4, "pg", "50"),
        leg(5, "cq9", "8"),
    ];
    given(spread().into_iter().chain(busy.clone()))
        .when(sweep("cq9", &legs))
        .then_expect_events(vec![
            sweep_started("cq9", &[1]),
            started_from(1, "pg", "100"),
        ]);
    for (legs, refusal) in [
        (
            vec![leg(2, "joker", "60")],
            WalletError::TransferOpen(transfer(60)),
        ),
        (
            vec![leg(3, "nobody", "7")],
            WalletError::NoGameAccount(game("nobody")),
        ),
    ] {
        given(spread().into_iter().chain(busy.clone()))
            .when(sweep("WALLET", &legs))
            .then_expect_error(refusal);
    }
}

#[test]
fn a_sweep_of_nothing_is_refused() {
    let nothing = || WalletError::InsufficientFunds {
        needed: baht("0"),
        held: baht("0"),
    };
    for legs in [vec![], vec![leg(1, "cq9", "0")]] {
        given(spread())
            .when(sweep("WALLET", &legs))
            .then_expect_error(nothing());
    }
    given(spread())
        .when(sweep("pg", &[leg(1, "pg", "100")]))
        .then_expect_error(nothing());
    given(spread())
        .when(sweep(
            "WALLET",
            &[leg(1, "pg", "100"), leg(2, "joker", "-1")],
        ))
        .then_expect_error(WalletError::AmountNotPositive);
}

#[test]
fn the_destination_must_be_ready_before_anything_leaves() {
    let pg = [leg(1, "pg", "100")];
    given(spread())
        .when(sweep("nobody", &pg))
        .then_expect_error(WalletError::NoGameAccount(game("nobody")));
    given(spread().into_iter().chain([started_from(60, "cq9", "5")]))
        .when(sweep("cq9", &pg))
        .then_expect_error(WalletError::TransferOpen(transfer(60)));
}

#[test]
fn every_id_of_a_sweep_is_new_and_its_own() {
    let taken = || WalletError::IdTaken("transfer");
    let cases = [
        // One id for two legs, an id of a leg for the way onward, ids of transfers that were.
        vec![leg(1, "pg", "100"), leg(1, "joker", "60")],
        vec![leg(1, "pg", "100"), leg(ONWARD, "joker", "60")],
        vec![leg(51, "pg", "100"), leg(2, "joker", "60")],
    ];
    for legs in cases {
        given(spread())
            .when(sweep("cq9", &legs))
            .then_expect_error(taken());
    }
    let mut onward_was = sweep("cq9", &[leg(1, "pg", "100")]);
    if let WalletCommand::Sweep(SweepCommand { onward, .. }) = &mut onward_was {
        *onward = transfer(51);
    }
    given(spread()).when(onward_was).then_expect_error(taken());
    // The way onward of a sweep that has not ended.
    let mut second = sweep("WALLET", &[leg(ONWARD, "cq9", "1")]);
    if let WalletCommand::Sweep(SweepCommand {
        sweep_id: id,
        onward,
        ..
    }) = &mut second
    {
        (*id, *onward) = (sweep_id(2), transfer(101));
    }
    let first = [sweep_started("WALLET", &[1]), started_from(1, "pg", "100")];
    given(spread().into_iter().chain(first))
        .when(second)
        .then_expect_error(taken());
}

#[test]
fn the_last_leg_ends_the_sweep_and_takes_everything_onward_once() {
    let mut wallet = sweeping("cq9");
    let before = total(&wallet);
    let first = execute(&mut wallet, complete(1, None), noon()).unwrap();
    assert_eq!(first.len(), 1, "{first:?}");
    let last = execute(&mut wallet, complete(2, None), noon()).unwrap();
    assert_eq!(
        last[1..],
        [sweep_ended("160", None), onward_to("cq9", "160")]
    );
    // A repeated outcome of either leg writes nothing more.
    for n in [1, 2] {
        assert_eq!(execute(&mut wallet, complete(n, None), noon()), Ok(vec![]));
    }
    let state = wallet.sweep(sweep_id(1)).unwrap();
    assert!(!state.is_open);
    assert_eq!(state.collected, baht("160"));
    assert_eq!(wallet.bucket(&Account::InTransit), Some(baht("160")));
    assert_eq!(total(&wallet), before);
}

#[test]
fn a_leg_that_comes_back_takes_nothing_with_it() {
    for (fails, collected) in [(1, "60"), (2, "100")] {
        for fails_last in [false, true] {
            let mut wallet = sweeping("cq9");
            let mut order = [give_back(fails), complete(3 - fails, None)];
            if fails_last {
                order.reverse();
            }
            let [first, last] = order;
            execute(&mut wallet, first, noon()).unwrap();
            let events = execute(&mut wallet, last, noon()).unwrap();
            assert_eq!(
                events[1..],
                [sweep_ended(collected, None), onward_to("cq9", collected)]
            );
        }
    }
    let mut wallet = sweeping("cq9");
    execute(&mut wallet, give_back(1), noon()).unwrap();
    let events = execute(&mut wallet, give_back(2), noon()).unwrap();
    assert_eq!(events[1..], [sweep_ended("0", None)]);
}

#[test]
fn an_unknown_leg_keeps_the_sweep_open() {
    let mut wallet = sweeping("cq9");
    let unknown = WalletCommand::Transfer(TransferCommand::MarkUnknown {
        transfer_id: transfer(1),
        reason: "time-out".into(),
    });
    execute(&mut wallet, unknown, noon()).unwrap();
    let events = execute(&mut wallet, complete(2, None), noon()).unwrap();
    assert_eq!(events.len(), 1, "{events:?}");
    assert!(wallet.sweep(sweep_id(1)).unwrap().is_open);
    let back = give_back_on(1, NonDeliveryProof::ForEver);
    let events = execute(&mut wallet, back, noon()).unwrap();
    assert_eq!(
        events[1..],
        [sweep_ended("60", None), onward_to("cq9", "60")]
    );
}

#[test]
fn into_the_wallet_nothing_goes_onward() {
    let mut wallet = sweeping("WALLET");
    execute(&mut wallet, complete(1, None), noon()).unwrap();
    let events = execute(&mut wallet, complete(2, None), noon()).unwrap();
    assert_eq!(events[1..], [sweep_ended("160", None)]);
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("460")));
}

/// What a sweep to `cq9` ends with when something happened before its last leg did.
fn ends_after(between: Vec<WalletCommand>) -> Vec<WalletEvent> {
    let mut wallet = sweeping("cq9");
    execute(&mut wallet, complete(1, None), noon()).unwrap();
    for command in between {
        execute(&mut wallet, command, noon()).unwrap();
    }
    let before = wallet.bucket(&Account::Main).unwrap();
    let events = execute(&mut wallet, complete(2, None), noon()).unwrap();
    let after = before.checked_add(baht("60")).unwrap();
    assert_eq!(wallet.bucket(&Account::Main), Some(after), "{events:?}");
    events
}

#[test]
fn what_cannot_go_onward_stays_in_the_wallet_with_the_reason() {
    let to_cq9 = |n| start(n, Place::Wallet, place("cq9"), "1");
    let on_a_break = WalletCommand::Protection(ProtectionCommand::Exclude {
        kind: ledger::wallet::ExclusionKind::TimeOut,
        until: Some(noon() + hours(1)),
    });
    let cases = [
        (vec![to_cq9(70)], "REQUEST_LIMIT"),
        (vec![on_a_break], "PLAYER_EXCLUDED"),
        (vec![request_withdrawal(1, "350")], "MONEY_NOT_ENOUGH"),
        // Somebody used the id that was meant for the way onward.
        (
            vec![to_cq9(ONWARD), mark_sent(ONWARD), complete(ONWARD, None)],
            "INVALID_INPUT",
        ),
    ];
    for (between, code) in cases {
        let events = ends_after(between);
        assert_eq!(events[1..], [sweep_ended("160", Some(code))]);
    }
}

#[test]
fn on_a_break_a_sweep_goes_into_the_wallet_and_into_no_game() {
    let (on_a_break, refusal) = on_a_break();
    let pg = [leg(1, "pg", "100")];
    let more = || spread().into_iter().chain([on_a_break.clone()]);
    given(more())
        .when(sweep("WALLET", &pg))
        .then_expect_events(vec![
            sweep_started("WALLET", &[1]),
            started_from(1, "pg", "100"),
        ]);
    given(more())
        .when(sweep("cq9", &pg))
        .then_expect_error(refusal);
}

#[test]
fn legs_that_sum_beyond_the_books_are_refused_before_anything_leaves() {
    let most = "1000000000000";
    given(spread())
        .when(sweep(
            "WALLET",
            &[leg(1, "pg", most), leg(2, "joker", most)],
        ))
        .then_expect_error(WalletError::Money(ledger::MoneyError::TooLarge));
}

#[test]
fn a_game_that_was_joined_later_can_be_swept_as_well() {
    let code: GameCode = game("sa");
    given(spread().into_iter().chain([joined("sa")]))
        .when(sweep("WALLET", &[leg(1, code.as_str(), "5")]))
        .then_expect_events(vec![
            sweep_started("WALLET", &[1]),
            started_from(1, "sa", "5"),
        ]);
}

/// A sweep into a game that takes of the main wallet.
fn sweep_along(to: &str, legs: &[SweepLeg], amount: &str) -> WalletCommand {
    let mut command = sweep(to, legs);
    if let WalletCommand::Sweep(SweepCommand { from_main, .. }) = &mut command {
        *from_main = Some(baht(amount));
    }
    command
}

fn started_along(to: &str, legs: &[u128], amount: &str) -> WalletEvent {
    let mut event = sweep_started(to, legs);
    if let WalletEvent::Sweep(SweepEvent::Started { from_main, .. }) = &mut event {
        *from_main = Some(baht(amount));
    }
    event
}

#[test]
fn the_main_wallets_part_goes_on_with_what_the_games_held() {
    let mut wallet = folded(funded().into_iter().chain(spread()));
    let along = sweep_along("cq9", &[leg(1, "pg", "100")], "250");
    let started = execute(&mut wallet, along, noon()).unwrap();
    assert_eq!(started[0], started_along("cq9", &[1], "250"));
    assert_eq!(total(&wallet), baht("500"));
    execute(&mut wallet, mark_sent(1), noon()).unwrap();
    let ended = execute(&mut wallet, complete(1, None), noon()).unwrap();
    assert_eq!(
        ended[1..],
        [sweep_ended("350", None), onward_to("cq9", "350")]
    );
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("50")));
}

#[test]
fn without_a_leg_the_main_wallets_part_goes_at_once() {
    given(spread())
        .when(sweep_along("cq9", &[], "300"))
        .then_expect_events(vec![
            started_along("cq9", &[], "300"),
            sweep_ended("300", None),
            onward_to("cq9", "300"),
        ]);
    // The main wallet is where it is already.
    given(spread())
        .when(sweep_along("WALLET", &[], "300"))
        .then_expect_error(WalletError::InsufficientFunds {
            needed: baht("0"),
            held: baht("0"),
        });
}

#[test]
fn the_main_wallet_gives_what_it_holds_and_no_more() {
    let too_much = WalletError::InsufficientFunds {
        needed: baht("300.01"),
        held: baht("300"),
    };
    given(spread())
        .when(sweep_along("cq9", &[leg(1, "pg", "100")], "300.01"))
        .then_expect_error(too_much);
    for nothing in ["0", "-1"] {
        given(spread())
            .when(sweep_along("cq9", &[leg(1, "pg", "100")], nothing))
            .then_expect_error(WalletError::AmountNotPositive);
    }
}

#[test]
fn what_was_paid_out_meanwhile_keeps_all_of_it_in_the_main_wallet() {
    let mut wallet = folded(funded().into_iter().chain(spread()));
    let along = sweep_along("cq9", &[leg(1, "pg", "100")], "300");
    execute(&mut wallet, along, noon()).unwrap();
    execute(&mut wallet, mark_sent(1), noon()).unwrap();
    let away = start(60, Place::Wallet, place("joker"), "250");
    execute(&mut wallet, away, noon()).unwrap();
    let ended = execute(&mut wallet, complete(1, None), noon()).unwrap();
    assert_eq!(ended[1..], [sweep_ended("400", Some("MONEY_NOT_ENOUGH"))]);
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("150")));
    assert_eq!(total(&wallet), baht("500"));
}
