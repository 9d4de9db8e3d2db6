//! Transfers out of a game, and observed balances.

use super::support::*;
use ledger::wallet::{GameCommand, TransferEvent};
use ledger::{WalletCommand, WalletError, WalletEvent};

/// 200 are at `pg`, 300 in the main wallet.
fn played() -> Vec<WalletEvent> {
    vec![started_in(1, "200"), sent(1), completed_in(1, "200")]
}

#[test]
fn out_of_a_game_nothing_is_credited_before_the_provider_has_paid() {
    given(played())
        .when(start_out(2, "150"))
        .then_expect_events(vec![started_out(2, "150")]);
    assert!(started_out(2, "150").postings().is_empty());
    let more = played().into_iter().chain([started_out(2, "150"), sent(2)]);
    given(more)
        .when(complete(2, Some("200")))
        .then_expect_events(vec![completed_out(2, "150")]);
}

#[test]
fn winnings_come_out_with_the_transfer_and_are_booked_against_the_provider() {
    let more = played().into_iter().chain([started_out(2, "900"), sent(2)]);
    given(more)
        .when(complete(2, Some("1000")))
        .then_expect_events(vec![won("1000", "800"), completed_out(2, "900")]);
}

#[test]
fn a_provider_that_paid_held_at_least_what_it_paid() {
    for before in [None, Some("10")] {
        let more = played().into_iter().chain([started_out(2, "900"), sent(2)]);
        given(more)
            .when(complete(2, before))
            .then_expect_events(vec![won("900", "700"), completed_out(2, "900")]);
    }
}

#[test]
fn a_refused_transfer_out_of_a_game_moves_nothing() {
    let returned = WalletEvent::Transfer(TransferEvent::Returned {
        transfer_id: transfer(2),
        reason: "refused".into(),
        postings: Vec::new(),
    });
    let more = played().into_iter().chain([started_out(2, "900"), sent(2)]);
    given(more)
        .when(give_back(2))
        .then_expect_events(vec![returned]);
}

#[test]
fn a_balance_above_our_books_is_a_win_and_one_below_a_loss() {
    given(played())
        .when(observe("260.50", 7))
        .then_expect_events(vec![won("260.50", "60.50")]);
    given(played())
        .when(observe("0", 7))
        .then_expect_events(vec![lost("0", "200")]);
    given(played())
        .when(observe("200", 7))
        .then_expect_events(vec![]);
}

#[test]
fn an_answer_older_than_a_transfer_writes_nothing() {
    // The seventh event is the completion: an answer asked for at six does not know of it.
    given(played())
        .when(observe("0", 6))
        .then_expect_events(vec![]);
}

#[test]
fn an_answer_during_a_transfer_writes_nothing() {
    let more = played().into_iter().chain([started_out(2, "150"), sent(2)]);
    given(more)
        .when(observe("50", 99))
        .then_expect_events(vec![]);
}

#[test]
fn a_negative_balance_of_a_provider_is_refused() {
    given(played())
        .when(observe("-1", 7))
        .then_expect_error(WalletError::Money(ledger::MoneyError::NotANumber));
}

#[test]
fn a_game_account_opens_once_under_one_name() {
    let open = |username: &str| {
        WalletCommand::Game(GameCommand::OpenAccount {
            game: game("pg"),
            username: username.into(),
        })
    };
    given([])
        .when(open("pr00000001"))
        .then_expect_events(vec![]);
    given([])
        .when(open("pr00000002"))
        .then_expect_error(WalletError::GameAccountExists(game("pg")));
}
