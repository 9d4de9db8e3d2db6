//! Refunds of losses: received for a time that is over, then added to the wallet.

use ledger::wallet::GrantKind;
use ledger::wallet::reward::{GrantActivated, Held, RefundClaim, RefundReceived, SpanFigures};
use ledger::{
    Account, Currency, Money, MoneyError, RewardCommand, RewardError, RewardEvent, WalletCommand,
    WalletError, WalletEvent,
};

use super::reward_support::*;
use super::support::*;

/// Has lost all of the deposit.
fn broke() -> Player {
    let mut player = Player::funded();
    player.plays_all_to("0");
    player
}

fn no_refund() -> Result<Vec<WalletEvent>, WalletError> {
    refused(RewardError::NoRefund)
}

/// Net loss and refund of a receipt.
fn received(written: Result<Vec<WalletEvent>, WalletError>) -> (String, String) {
    match reward(written) {
        RewardEvent::RefundReceived(RefundReceived {
            net_loss, amount, ..
        }) => (net_loss.digits(), amount.digits()),
        other => panic!("{other:?}"),
    }
}

fn pair(net_loss: &str, amount: &str) -> (String, String) {
    (net_loss.to_owned(), amount.to_owned())
}

#[test]
fn a_refund_is_set_aside_with_all_that_it_was_decided_from_and_moves_no_money() {
    let mut player = broke();
    let command = RewardCommand::ReceiveRefund(RefundClaim {
        figures: yesterday("-1000"),
        during_grants: Vec::new(),
        share: share("5", None),
        max_balance: baht("5.00"),
        keep_until: noon() + hours(24),
        seen: player.seen("5.00"),
    });
    let written = player.does(WalletCommand::Reward(command)).unwrap();
    let held = |account, amount| Held {
        account,
        amount: baht(amount),
    };
    assert_eq!(
        written,
        [
            won("5.00", "5.00"),
            WalletEvent::from(RewardEvent::RefundReceived(RefundReceived {
                figures: yesterday("-1000"),
                during_grants: Vec::new(),
                share: share("5", None),
                net_loss: baht("1000"),
                amount: baht("50"),
                max_balance: baht("5.00"),
                balances: vec![
                    held(Account::Main, "0"),
                    held(Account::InTransit, "0"),
                    held(Account::Game(game("pg")), "5.00"),
                ],
                keep_until: noon() + hours(24),
                at: noon(),
            }))
        ]
    );
    assert_eq!(player.main(), "0.00", "no money moves before it is added");
}

#[test]
fn a_refund_is_a_part_of_the_loss_rounded_down() {
    for (percent, cap, lost, refund) in [
        ("5", None, "33.33", pair("33.33", "1.66")),
        ("7.5", None, "100.10", pair("100.10", "7.50")),
        ("5", Some("20"), "1000", pair("1000.00", "20.00")),
        ("5", None, "0.20", pair("0.20", "0.01")),
    ] {
        let figures = yesterday(&format!("-{lost}"));
        let written = broke().receive_of(figures, Vec::new(), share(percent, cap));
        assert_eq!(received(written), refund);
    }
}

#[test]
fn winnings_at_one_provider_count_against_losses_at_another() {
    let day =
        |win_losses: &[&str]| figures("2026-03-09T17:00:00Z", "2026-03-10T17:00:00Z", win_losses);
    let written = broke().receive(day(&["-1000", "300", "-100"]));
    assert_eq!(received(written), pair("800.00", "40.00"));
    assert_eq!(broke().receive(day(&["-1000", "1000"])), no_refund());
    assert_eq!(broke().receive(day(&["-1000", "1500"])), no_refund());
    assert_eq!(broke().receive(day(&[])), no_refund());
}

#[test]
fn losses_made_with_a_grant_are_not_refunded_and_winnings_with_it_do_not_help() {
    let span =
        |win_loss: &str| figures("2026-03-10T01:00:00Z", "2026-03-10T02:00:00Z", &[win_loss]);
    let five = || share("5", None);
    let mut player = broke();
    let written = player.receive_of(yesterday("-1000"), vec![span("-400"), span("250")], five());
    assert_eq!(received(written), pair("600.00", "30.00"));
    let all: Vec<SpanFigures> = vec![span("-600"), span("-600")];
    let written = broke().receive_of(yesterday("-1000"), all, five());
    assert_eq!(written, no_refund());
}

#[test]
fn a_refund_of_nothing_is_below_the_minimum() {
    let minimum = refused(RewardError::RefundMinimum);
    assert_eq!(broke().receive(yesterday("-0.19")), minimum);
    let nothing = broke().receive_of(yesterday("-1000"), Vec::new(), share("0", None));
    assert_eq!(nothing, minimum);
    let below = broke().receive_of(yesterday("-1000"), Vec::new(), share("-5", None));
    assert_eq!(below, minimum);
    assert_eq!(RewardError::RefundMinimum.code(), "REFUND_MINIMUM");
}

#[test]
fn losses_are_refunded_once() {
    let mut player = broke();
    player.receive(yesterday("-1000")).unwrap();
    assert_eq!(player.receive(yesterday("-1000")), no_refund());
    player.add_refund(1, no_terms()).unwrap();
    player.plays_all_to("0");
    assert_eq!(player.receive(yesterday("-1000")), no_refund());
    let around = figures("2026-03-08T17:00:00Z", "2026-03-11T03:00:00Z", &["-1000"]);
    assert_eq!(
        player.receive(around),
        no_refund(),
        "nor within a longer time"
    );
    assert_eq!(RewardError::NoRefund.code(), "NO_REFUND");
}

#[test]
fn the_next_day_is_refunded_when_it_is_over() {
    let mut player = broke();
    player.receive(yesterday("-1000")).unwrap();
    player.add_refund(1, no_terms()).unwrap();
    player.plays_all_to("0");
    let today = || figures("2026-03-10T17:00:00Z", "2026-03-11T17:00:00Z", &["-100"]);
    player.now = at("2026-03-11T16:59:59Z");
    assert_eq!(player.receive(today()), no_refund());
    player.now = at("2026-03-11T17:00:00Z");
    assert_eq!(received(player.receive(today())), pair("100.00", "5.00"));
}

#[test]
fn a_time_that_ends_before_it_begins_is_no_time() {
    let turned = figures("2026-03-10T17:00:00Z", "2026-03-09T17:00:00Z", &["-1000"]);
    assert_eq!(broke().receive(turned), no_refund());
}

#[test]
fn a_player_who_still_holds_money_to_play_with_gets_no_refund() {
    let mut player = broke();
    let condition = refused(RewardError::RefundCondition(baht("5.00")));
    player.holds_at_pg("5.01");
    assert_eq!(player.receive(yesterday("-1000")), condition);
    player.holds_at_pg("5.00");
    player.receive(yesterday("-1000")).unwrap();
    let holder = RewardError::RefundCondition(baht("5.00"));
    assert_eq!(holder.code(), "REFUND_CONDITION");
}

#[test]
fn what_is_held_is_asked_from_the_providers() {
    let mut player = broke();
    let ask = |player: &mut Player, seen| {
        player.does(WalletCommand::Reward(RewardCommand::ReceiveRefund(
            RefundClaim {
                figures: yesterday("-1000"),
                during_grants: Vec::new(),
                share: share("5", None),
                max_balance: baht("5.00"),
                keep_until: noon() + hours(24),
                seen,
            },
        )))
    };
    let mut nobody = player.seen("0");
    nobody.games.clear();
    assert_eq!(ask(&mut player, nobody), refused(RewardError::Stale));
    let rich = player.seen("5.01");
    let condition = refused(RewardError::RefundCondition(baht("5.00")));
    assert_eq!(ask(&mut player, rich), condition);
}

#[test]
fn a_refund_that_was_received_is_added_once() {
    let mut player = broke();
    player.receive(yesterday("-1000")).unwrap();
    match reward(player.add_refund(1, no_terms())) {
        RewardEvent::GrantActivated(GrantActivated {
            kind,
            reference,
            amount,
            ..
        }) => {
            assert_eq!(kind, GrantKind::Refund);
            assert_eq!(reference, "2026-03-10", "the first day of what was lost");
            assert_eq!(amount, baht("50"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(player.main(), "50.00");
    assert_eq!(player.add_refund(1, no_terms()), Ok(Vec::new()));
    assert_eq!(player.add_refund(2, no_terms()), no_refund());
    assert_eq!(player.main(), "50.00");
}

#[test]
fn a_refund_with_a_condition_is_a_grant_like_any_other() {
    let mut player = broke();
    player.receive(yesterday("-10000")).unwrap();
    player.add_refund(1, terms()).unwrap();
    assert_eq!(
        player.withdraws(1, "100"),
        refused(RewardError::GrantRemains)
    );
    assert_eq!(
        player.activate(2, free()),
        refused(RewardError::GrantActive)
    );
    player.plays_all_to("1500");
    player.clear(1).unwrap();
    player.withdraws(1, "100").unwrap();
}

#[test]
fn without_a_receipt_nothing_is_added() {
    assert_eq!(broke().add_refund(1, no_terms()), no_refund());
}

#[test]
fn a_refund_that_was_kept_too_long_is_gone_and_its_losses_stay_refunded() {
    let mut player = broke();
    player.receive(yesterday("-1000")).unwrap();
    let last = noon() + hours(24) - chrono::TimeDelta::milliseconds(1);
    assert!(player.wallet.pending_refund(last).is_some());
    player.now = noon() + hours(24);
    assert_eq!(player.wallet.pending_refund(player.now), None);
    assert_eq!(player.add_refund(1, no_terms()), no_refund());
    assert_eq!(player.receive(yesterday("-1000")), no_refund());
}

#[test]
fn a_refund_that_could_never_be_added_uses_no_losses_up() {
    let mut player = broke();
    let seen = player.seen_as_booked();
    let keep_until = player.now;
    let written = player.does(WalletCommand::Reward(RewardCommand::ReceiveRefund(
        RefundClaim {
            figures: yesterday("-1000"),
            during_grants: Vec::new(),
            share: share("5", None),
            max_balance: baht("5.00"),
            keep_until,
            seen,
        },
    )));
    assert_eq!(written, Err(WalletError::OverAlready("refund")));
    player.receive(yesterday("-1000")).unwrap();
}

#[test]
fn a_clock_that_is_behind_does_not_bring_a_refund_back() {
    let mut player = broke();
    player.receive(yesterday("-1000")).unwrap();
    player.now = noon() + hours(24);
    player.deposits("100");
    player.now = noon();
    assert_eq!(player.wallet.pending_refund(noon()), None);
    assert_eq!(player.add_refund(1, no_terms()), no_refund());
}

#[test]
fn a_refund_that_waits_is_not_forgotten_for_the_next_one() {
    let mut player = broke();
    player.receive(yesterday("-1000")).unwrap();
    player.now = noon() + hours(23);
    let today = || figures("2026-03-10T17:00:00Z", "2026-03-11T17:00:00Z", &["-100"]);
    assert_eq!(player.receive(today()), refused(RewardError::RefundPending));
    assert_eq!(RewardError::RefundPending.code(), "REFUND_CONDITION");
    assert_eq!(granted(player.add_refund(1, no_terms())), "50.00");
    player.plays_all_to("0");
    player.receive(today()).unwrap();
    assert_eq!(granted(player.add_refund(2, no_terms())), "5.00");
}

#[test]
fn refusals_come_in_their_order() {
    let mut player = Player::funded();
    player.activate(1, free()).unwrap();
    let all_wrong =
        |player: &mut Player, figures| player.receive_of(figures, Vec::new(), share("5", None));
    let remaining = refused(RewardError::GrantRemains);
    assert_eq!(all_wrong(&mut player, yesterday("-0.10")), remaining);
    player.plays_all_to("0");
    player.clear(1).unwrap();
    player.receive(yesterday("-1000")).unwrap();
    player.deposits("100");
    let minimum = refused(RewardError::RefundMinimum);
    assert_eq!(all_wrong(&mut player, yesterday("-0.10")), minimum);
    assert_eq!(all_wrong(&mut player, yesterday("-1000")), no_refund());
}

#[test]
fn figures_and_bounds_in_another_currency_are_refused_and_never_compared() {
    let mismatch = Err(WalletError::Money(MoneyError::CurrencyMismatch));
    let kip = Money::parse("5", Currency::Lak).unwrap();
    let mut lao = yesterday("-1000");
    lao.games[0].win_loss = Money::parse("-1000", Currency::Lak).unwrap();
    assert_eq!(broke().receive(lao.clone()), mismatch);
    let five = share("5", None);
    let during = broke().receive_of(yesterday("-1000"), vec![lao], five);
    assert_eq!(during, mismatch);
    let mut capped = five;
    capped.cap = Some(kip);
    let written = broke().receive_of(yesterday("-1000"), Vec::new(), capped);
    assert_eq!(written, mismatch);
    let mut player = broke();
    let command = RewardCommand::ReceiveRefund(RefundClaim {
        figures: yesterday("-1000"),
        during_grants: Vec::new(),
        share: five,
        max_balance: kip,
        keep_until: noon() + hours(24),
        seen: player.seen_as_booked(),
    });
    assert_eq!(player.does(WalletCommand::Reward(command)), mismatch);
}

#[test]
fn losses_beyond_the_books_are_refused() {
    let trillion = "-1000000000000";
    let day = figures(
        "2026-03-09T17:00:00Z",
        "2026-03-10T17:00:00Z",
        &[trillion, trillion],
    );
    let too_large = Err(WalletError::Money(MoneyError::TooLarge));
    assert_eq!(broke().receive(day), too_large);
    let mut player = broke();
    let vast = share("79228162514264337593543950335", None);
    let written = player.receive_of(yesterday(trillion), Vec::new(), vast);
    assert_eq!(written, too_large);
}
