//! The end of a grant: won, lost, over, given up, and what goes back to the house.

use ledger::posting::movement;
use ledger::wallet::GrantKind;
use ledger::wallet::reward::{BAND_RULE, GrantEnded, GrantOutcome, GrantTerms, Held, Seen};
use ledger::{Account, Currency, Money, MoneyError, RewardError, RewardEvent, WalletError};

use super::reward_support::*;
use super::support::*;

fn under(terms: GrantTerms) -> Player {
    let mut player = Player::funded();
    player.activate(1, Offer { terms, ..welcome() }).unwrap();
    player
}

fn open() -> Result<Vec<ledger::WalletEvent>, WalletError> {
    refused(RewardError::ConditionOpen)
}

#[test]
fn the_worked_example_comes_out_to_the_satang() {
    let mut player = under(terms());
    assert_eq!(player.main(), "800.00");
    let band = player.wallet.active_grant().unwrap().band();
    assert_eq!(band.success_from, baht("2400").amount());
    assert_eq!(band.fail_to, baht("80").amount());
    player.plays_all_to("79.50");
    let lost = player.clear(1);
    assert_eq!(ended(lost), (GrantOutcome::Fail, "0.00".into()));
    assert_eq!(player.main(), "79.50", "the rest stays the player's");

    let mut player = under(terms());
    player.deposits("200");
    let band = player.wallet.active_grant().unwrap().band();
    assert_eq!(player.base(), "1000.00");
    assert_eq!(band.success_from, baht("3000").amount());
    assert_eq!(band.fail_to, baht("100").amount());
    player.plays_all_to("1250");
    assert_eq!(player.clear(1), open());
    assert_eq!(RewardError::ConditionOpen.code(), "BONUS_CONDITION");
}

#[test]
fn a_grant_is_won_and_lost_exactly_at_its_bounds() {
    for (held, outcome) in [
        ("2399.99", None),
        ("2400.00", Some(GrantOutcome::Success)),
        ("80.01", None),
        ("80.00", Some(GrantOutcome::Fail)),
        ("0", Some(GrantOutcome::Fail)),
    ] {
        let mut player = under(terms());
        player.plays_all_to(held);
        let written = player.clear(1);
        match outcome {
            Some(outcome) => assert_eq!(ended(written), (outcome, "0.00".into()), "{held}"),
            None => assert_eq!(written, open(), "{held}"),
        }
    }
}

#[test]
fn what_is_held_at_games_counts_and_is_booked_by_the_same_decision() {
    let mut player = under(terms());
    player.moves(start_in, "800");
    let seen = player.seen("2400");
    let written = player.clear_seeing(1, seen, Some(baht("12"))).unwrap();
    assert_eq!(written[0], won("2400", "1600"));
    let held = |account, amount| Held {
        account,
        amount: baht(amount),
    };
    assert_eq!(
        written[1..],
        [ledger::WalletEvent::from(RewardEvent::GrantEnded(
            GrantEnded {
                won: None,
                grant_id: grant(1),
                outcome: GrantOutcome::Success,
                base: baht("800"),
                total: baht("2400"),
                turnover: Some(baht("12")),
                balances: vec![
                    held(Account::Main, "0"),
                    held(Account::InTransit, "0"),
                    held(Account::Game(game("pg")), "2400"),
                ],
                rule: BAND_RULE.into(),
                taken: baht("0"),
                at: noon(),
                postings: Vec::new(),
            }
        ))]
    );
}

#[test]
fn an_end_is_decided_by_what_the_providers_say_right_now() {
    let mut player = under(terms());
    let seen = player.seen("5000");
    player.moves(start_in, "800");
    let stale = player.clear_seeing(1, seen, None);
    assert_eq!(stale, refused(RewardError::Stale));
    player.does(start_out(1, "100")).unwrap();
    let under_way = Err(WalletError::TransferOpen(transfer(1)));
    assert_eq!(player.clear(1), under_way);
}

#[test]
fn a_grant_with_turnover_is_won_only_when_deposit_and_grant_were_played_so_often() {
    let mut player = under(GrantTerms {
        turnover_times: 5,
        ..terms()
    });
    player.plays_all_to("2400");
    assert_eq!(player.clear(1), open(), "nobody was asked");
    assert_eq!(player.clear_after(1, "3999.99"), open());
    let won = player.clear_after(1, "4000");
    assert_eq!(ended(won), (GrantOutcome::Success, "0.00".into()));
}

#[test]
fn turnover_does_not_make_a_loss_wait() {
    let mut player = under(GrantTerms {
        turnover_times: 5,
        ..terms()
    });
    player.plays_all_to("80");
    assert_eq!(ended(player.clear(1)).0, GrantOutcome::Fail);
}

#[test]
fn a_hundred_percent_with_turnover_is_a_condition() {
    let mut player = under(GrantTerms {
        turnover_times: 1,
        ..no_terms()
    });
    assert_eq!(
        player.withdraws(1, "100"),
        refused(RewardError::GrantRemains)
    );
    assert_eq!(player.clear_after(1, "799.99"), open());
    assert_eq!(ended(player.clear_after(1, "800")).0, GrantOutcome::Success);
}

#[test]
fn nobody_wins_a_grant_by_paying_in() {
    let mut player = under(terms());
    player.deposits("100000");
    assert_eq!(player.base(), "100800.00");
    assert_eq!(player.clear(1), open());
}

#[test]
fn nobody_wins_a_grant_by_a_withdrawal_that_comes_back() {
    let mut player = Player::funded();
    player.withdraws(1, "400").unwrap();
    player.activate(1, free()).unwrap();
    assert_eq!(player.base(), "150.00", "what is set aside is not held");
    player.gets_back(1);
    assert_eq!(player.base(), "550.00");
    assert_eq!(player.clear(1), open());
}

#[test]
fn a_withdrawal_that_comes_back_after_the_end_is_nothing_to_the_next_grant() {
    let mut player = Player::funded();
    player.withdraws(1, "400").unwrap();
    player.activate(1, free()).unwrap();
    player.plays_all_to("0");
    player.clear(1).unwrap();
    player.gets_back(1);
    player.activate(2, free()).unwrap();
    assert_eq!(player.base(), "450.00");
}

#[test]
fn what_is_won_beyond_the_cap_goes_back_to_the_house() {
    let mut player = under(GrantTerms {
        max_withdraw: Some(baht("1000")),
        ..terms()
    });
    player.plays_all_to("2500");
    match reward(player.clear(1)) {
        RewardEvent::GrantEnded(GrantEnded {
            taken, postings, ..
        }) => {
            assert_eq!(taken, baht("1500"));
            let house = Account::Reward(GrantKind::Bonus);
            assert_eq!(postings, movement(Account::Main, house, baht("1500")));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(player.main(), "1000.00");
    player.withdraws(1, "1000").unwrap();
}

#[test]
fn a_cap_never_takes_what_the_player_had_before_or_put_in_since() {
    let mut player = Player::funded();
    let small = GrantTerms {
        success_percent: 150,
        max_withdraw: Some(baht("100")),
        ..terms()
    };
    let offer = Offer {
        terms: small,
        ..free()
    };
    player.activate(1, offer).unwrap();
    player.deposits("200");
    player.plays_all_to("1125");
    let won = ended(player.clear(1));
    assert_eq!(won, (GrantOutcome::Success, "425.00".into()));
    assert_eq!(player.main(), "700.00");
}

#[test]
fn what_goes_back_must_be_in_the_main_wallet_first() {
    let mut player = under(GrantTerms {
        max_withdraw: Some(baht("1000")),
        ..terms()
    });
    player.moves(start_in, "800");
    player.holds_at_pg("2500");
    player.moves(start_out, "1499.99");
    let first = refused(RewardError::CollectFirst(baht("1500")));
    assert_eq!(player.clear(1), first);
    assert_eq!(
        RewardError::CollectFirst(baht("1")).code(),
        "BONUS_COLLECT_FIRST"
    );
    assert!(player.wallet.active_grant().is_some());
    player.moves(start_out, "0.01");
    assert_eq!(ended(player.clear(1)).1, "1500.00");
}

fn for_a_day(takes_back: bool) -> GrantTerms {
    GrantTerms {
        expires_at: Some(noon() + hours(24)),
        takes_back,
        ..terms()
    }
}

#[test]
fn a_grant_is_over_when_its_time_is_and_not_before() {
    let mut player = under(for_a_day(false));
    player.now = noon() + hours(24) - chrono::TimeDelta::milliseconds(1);
    assert_eq!(player.clear(1), open());
    player.now = noon() + hours(24);
    let over = ended(player.clear(1));
    assert_eq!(over, (GrantOutcome::Expired, "0.00".into()));
    assert_eq!(player.main(), "800.00");
}

#[test]
fn a_grant_that_was_only_lent_goes_back_when_its_time_is_over() {
    let mut player = under(for_a_day(true));
    player.plays_all_to("450");
    player.now += hours(24);
    let over = ended(player.clear(1));
    assert_eq!(over, (GrantOutcome::Expired, "300.00".into()));
    assert_eq!(player.main(), "150.00");
}

#[test]
fn no_more_goes_back_than_the_player_holds() {
    let mut player = under(for_a_day(true));
    player.plays_all_to("200");
    player.now += hours(24);
    let over = ended(player.clear(1));
    assert_eq!(over, (GrantOutcome::Expired, "200.00".into()));
    assert_eq!(player.main(), "0.00");
}

#[test]
fn waiting_for_the_end_of_time_does_not_lift_the_cap() {
    let mut player = under(GrantTerms {
        max_withdraw: Some(baht("1000")),
        ..for_a_day(false)
    });
    player.plays_all_to("2399");
    player.now += hours(24);
    let over = ended(player.clear(1));
    assert_eq!(over, (GrantOutcome::Expired, "1399.00".into()));
}

#[test]
fn a_grant_that_is_won_or_lost_when_its_time_is_over_is_won_or_lost() {
    for (held, outcome) in [("2400", GrantOutcome::Success), ("80", GrantOutcome::Fail)] {
        let mut player = under(for_a_day(true));
        player.plays_all_to(held);
        player.now += hours(24);
        assert_eq!(ended(player.clear(1)), (outcome, "0.00".into()));
    }
}

#[test]
fn a_clock_that_is_behind_does_not_give_time_back() {
    let mut player = under(for_a_day(false));
    player.now += hours(24);
    player.deposits("100");
    player.now -= hours(1);
    assert_eq!(ended(player.clear(1)).0, GrantOutcome::Expired);
}

#[test]
fn a_player_who_takes_a_break_may_end_the_grant_and_then_withdraw() {
    let mut player = under(terms());
    player.takes_a_break();
    assert_eq!(
        player.withdraws(1, "500"),
        refused(RewardError::GrantRemains)
    );
    let given_up = ended(player.clear(1));
    assert_eq!(given_up, (GrantOutcome::Excluded, "300.00".into()));
    player.withdraws(1, "500").unwrap();
}

#[test]
fn who_gives_a_grant_up_keeps_the_own_money_and_nothing_that_was_won_with_it() {
    // Of 500 own and 300 granted.
    for (held, taken) in [
        ("2399", "1899.00"),
        ("900", "400.00"),
        ("800", "300.00"),
        ("500", "300.00"),
        ("450", "300.00"),
        ("200", "200.00"),
    ] {
        let mut player = under(terms());
        player.plays_all_to(held);
        player.takes_a_break();
        let given_up = ended(player.clear(1));
        assert_eq!(given_up, (GrantOutcome::Excluded, taken.into()), "{held}");
    }
}

#[test]
fn what_staff_end_goes_back_with_all_that_was_won_with_it_and_leaves_the_own_money() {
    // Of 500 own and 300 granted, neither won nor lost.
    for (held, taken) in [("900", "400.00"), ("800", "300.00"), ("450", "300.00")] {
        let mut player = under(terms());
        player.plays_all_to(held);
        assert_eq!(player.clear(1), refused(RewardError::ConditionOpen));
        assert_eq!(
            ended(player.cancel(1)),
            (GrantOutcome::Cancelled, taken.into()),
            "{held}"
        );
        assert_eq!(player.cancel(1), Ok(Vec::new()));
        player.withdraws(1, "100").unwrap();
    }
    let mut player = under(terms());
    assert_eq!(player.cancel(9), refused(RewardError::NoGrant));
}

#[test]
fn what_a_player_puts_in_while_a_grant_is_active_stays_when_it_is_given_up() {
    let mut player = under(terms());
    player.deposits("200");
    player.takes_a_break();
    player.clear(1).unwrap();
    assert_eq!(player.main(), "700.00");
}

#[test]
fn a_grant_that_is_won_or_lost_during_a_break_is_won_or_lost() {
    for (held, outcome) in [("2400", GrantOutcome::Success), ("80", GrantOutcome::Fail)] {
        let mut player = under(terms());
        player.plays_all_to(held);
        player.takes_a_break();
        assert_eq!(ended(player.clear(1)), (outcome, "0.00".into()));
    }
}

#[test]
fn a_break_that_is_over_ends_no_grant() {
    let mut player = under(terms());
    player.takes_a_break();
    player.now += hours(1);
    assert_eq!(player.clear(1), open());
}

#[test]
fn an_end_takes_effect_once_and_of_a_known_grant_only() {
    let mut player = under(terms());
    let none = refused(RewardError::NoGrant);
    assert_eq!(player.clear(2), none);
    player.plays_all_to("0");
    player.clear(1).unwrap();
    assert_eq!(player.clear(1), Ok(Vec::new()));
    assert_eq!(player.clear(2), none);
    assert_eq!(RewardError::NoGrant.code(), "NO_DATA");
}

#[test]
fn after_the_end_the_way_to_the_bank_is_open() {
    let mut player = under(terms());
    player.plays_all_to("2400");
    player.clear(1).unwrap();
    player.withdraws(1, "1000").unwrap();
}

#[test]
fn turnover_in_another_currency_is_refused_and_never_compared() {
    let mut player = under(terms());
    let kip = Money::parse("100000", Currency::Lak).unwrap();
    let seen = player.seen_as_booked();
    let mismatch = Err(WalletError::Money(MoneyError::CurrencyMismatch));
    assert_eq!(player.clear_seeing(1, seen, Some(kip)), mismatch);
}

/// What the only game says: what it holds, and what was won there altogether.
fn report(player: &Player, balance: &str, won: &str) -> Seen {
    let mut seen = player.seen(balance);
    seen.games[0].win_loss = Some(baht(won));
    seen
}

/// 500 deposited, 300 granted, and 800 moved to the game.
fn with_everything_at_the_game() -> Player {
    let mut player = Player::funded();
    let seen = report(&player, "0", "-120");
    let offer = Offer {
        terms: terms(),
        ..welcome()
    };
    player.activate_seeing(1, offer, Some(seen)).unwrap();
    player.moves(start_in, "800");
    player
}

#[test]
fn a_stake_that_may_come_back_does_not_lose_a_grant() {
    let mut player = with_everything_at_the_game();
    // All of it is bet, and no bet has ended: nothing was won or lost since.
    let running = report(&player, "0", "-120");
    assert_eq!(player.clear_seeing(1, running, None), open());
    let settled = report(&player, "0", "-920");
    let lost = player.clear_seeing(1, settled, None);
    assert_eq!(ended(lost), (GrantOutcome::Fail, "0.00".into()));
}

#[test]
fn a_stake_that_comes_back_does_not_win_a_grant() {
    let mut player = with_everything_at_the_game();
    // Bet before the grant, and given back after it.
    let returned = report(&player, "5800", "-120");
    assert_eq!(player.clear_seeing(1, returned, None), open());
    let won = report(&player, "5800", "4880");
    let won = player.clear_seeing(1, won, None);
    assert_eq!(ended(won), (GrantOutcome::Success, "0.00".into()));
}

#[test]
fn a_running_bet_hides_nothing_from_what_goes_back() {
    let mut player = with_everything_at_the_game();
    player.takes_a_break();
    let running = report(&player, "0", "-120");
    let refusal = RewardError::CollectFirst(baht("300"));
    assert_eq!(player.clear_seeing(1, running, None), refused(refusal));
}
