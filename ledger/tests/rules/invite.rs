//! What inviting earns: noted for each invited player and day, collected all at once.

use ledger::wallet::GrantKind;
use ledger::wallet::reward::{GrantActivated, InviteEarned};
use ledger::{
    Claim, Currency, Money, MoneyError, RewardError, RewardEvent, WalletError, WalletEvent,
    WalletId,
};
use uuid::Uuid;

use super::reward_support::*;
use super::support::*;

#[test]
fn what_an_invited_player_loses_earns_the_inviter_a_part_and_moves_no_money() {
    let mut player = Player::funded();
    let earned = reward(player.earn(5, yesterday("-1234.56")));
    assert_eq!(
        earned,
        RewardEvent::InviteEarned(InviteEarned {
            invitee: WalletId(Uuid::from_u128(5)),
            figures: yesterday("-1234.56"),
            share: share("1", None),
            net_loss: baht("1234.56"),
            amount: baht("12.34"),
            at: noon(),
        })
    );
    assert_eq!(player.main(), "500.00");
    assert_eq!(player.wallet.invites().uncollected, Some(baht("12.34")));
}

#[test]
fn an_invited_player_who_wins_or_loses_next_to_nothing_earns_nothing() {
    let mut player = Player::funded();
    for win_loss in ["0", "1000", "-0.99"] {
        assert_eq!(player.earn(5, yesterday(win_loss)), Ok(Vec::new()));
    }
    assert_eq!(player.wallet.invites().uncollected, None);
}

#[test]
fn one_day_of_one_invited_player_is_used_up_for_ever_and_over_all_wallets() {
    let claims = |invitee, figures| reward(Player::funded().earn(invitee, figures)).claims();
    let of_five = claims(5, yesterday("-1000"));
    let invitee = WalletId(Uuid::from_u128(5));
    assert_eq!(
        of_five,
        [Claim {
            kind: "invite",
            reference: format!("{invitee}:2026-03-09T17:00:00Z"),
        }]
    );
    assert_eq!(claims(5, yesterday("-77777")), of_five, "whatever was lost");
    assert_ne!(claims(6, yesterday("-1000")), of_five);
    let before = figures("2026-03-08T17:00:00Z", "2026-03-09T17:00:00Z", &["-1000"]);
    assert_ne!(claims(5, before), of_five);
}

#[test]
fn a_day_that_is_not_over_earns_nothing_yet() {
    let mut player = Player::funded();
    let today = || figures("2026-03-10T17:00:00Z", "2026-03-11T17:00:00Z", &["-1000"]);
    player.now = at("2026-03-11T16:59:59Z");
    assert_eq!(player.earn(5, today()), refused(RewardError::Stale));
    player.now = at("2026-03-11T17:00:00Z");
    player.earn(5, today()).unwrap();
}

#[test]
fn all_that_was_earned_is_collected_at_once() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    player.earn(6, yesterday("-2500")).unwrap();
    match reward(player.collect(1, no_terms())) {
        RewardEvent::GrantActivated(GrantActivated {
            kind,
            reference,
            amount,
            ..
        }) => {
            assert_eq!(kind, GrantKind::Invite);
            assert_eq!(reference, "1", "the first collection");
            assert_eq!(amount, baht("35"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(player.main(), "535.00");
    assert_eq!(player.wallet.invites().uncollected, None);
    assert_eq!(player.collect(1, no_terms()), Ok(Vec::new()), "once");
    assert_eq!(player.main(), "535.00");
}

#[test]
fn who_has_earned_nothing_collects_nothing() {
    let mut player = Player::funded();
    let nothing = refused(RewardError::NoInviteBonus);
    assert_eq!(player.collect(1, no_terms()), nothing);
    assert_eq!(RewardError::NoInviteBonus.code(), "NO_INVITE_BONUS");
}

#[test]
fn what_was_collected_is_not_collected_again() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    player.collect(1, no_terms()).unwrap();
    let collected = refused(RewardError::InviteCollected);
    assert_eq!(player.collect(2, no_terms()), collected);
    assert_eq!(RewardError::InviteCollected.code(), "INVITE_COLLECT");
    let before = figures("2026-03-08T17:00:00Z", "2026-03-09T17:00:00Z", &["-300"]);
    player.earn(5, before).unwrap();
    match reward(player.collect(2, no_terms())) {
        RewardEvent::GrantActivated(GrantActivated {
            reference, amount, ..
        }) => assert_eq!((reference.as_str(), amount), ("2", baht("3"))),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_invite_bonus_with_a_condition_is_a_grant_like_any_other() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    player.collect(1, terms()).unwrap();
    assert_eq!(player.base(), "510.00");
    assert_eq!(
        player.withdraws(1, "100"),
        refused(RewardError::GrantRemains)
    );
    player.earn(6, yesterday("-1000")).unwrap();
    assert_eq!(
        player.collect(2, terms()),
        refused(RewardError::GrantRemains)
    );
}

#[test]
fn an_active_grant_is_named_before_an_empty_hand() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    let remaining = refused(RewardError::GrantRemains);
    assert_eq!(player.collect(2, no_terms()), remaining);
}

#[test]
fn inviting_earns_during_a_break_and_a_grant_but_is_collected_after_them() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    player.takes_a_break();
    player.earn(5, yesterday("-1000")).unwrap();
    let until = Some(player.now + hours(1));
    assert_eq!(
        player.collect(2, no_terms()),
        Err(WalletError::Excluded { until })
    );
    player.clear(1).unwrap();
    player.now += hours(1);
    assert_eq!(granted(player.collect(2, no_terms())), "10.00");
}

#[test]
fn a_deposit_still_qualifies_after_an_invite_bonus_without_a_condition() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    player.collect(1, no_terms()).unwrap();
    player.activate(2, welcome()).unwrap();
}

#[test]
fn figures_in_another_currency_are_refused() {
    let mut player = Player::funded();
    let mut lao = yesterday("-1000");
    lao.games[0].win_loss = Money::parse("-1000", Currency::Lak).unwrap();
    let mismatch = Err(WalletError::Money(MoneyError::CurrencyMismatch));
    assert_eq!(player.earn(5, lao), mismatch);
}

#[test]
fn more_than_the_books_hold_is_forgone_and_does_not_end_the_process() {
    let mut player = Player::funded();
    let most: Result<Vec<WalletEvent>, _> = player.earn(5, yesterday("-1000000000000"));
    most.unwrap();
    for invitee in 6..106 {
        player.earn(invitee, yesterday("-1000000000000")).unwrap();
    }
    let held = player.wallet.invites().uncollected.unwrap();
    assert_eq!(held, baht("1000000000000"));
}
