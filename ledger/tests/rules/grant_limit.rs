//! How often a bonus or a promotion is received.

use ledger::RewardError;
use ledger::wallet::GrantKind;
use ledger::wallet::reward::ReceivePeriod;

use super::reward_support::*;
use super::support::*;

#[test]
fn a_bonus_is_received_as_often_as_its_limit_says() {
    let mut player = Player::funded();
    let offer = || Offer {
        limit: Some(limit(ReceivePeriod::Limit, 2)),
        ..gift()
    };
    player.activate(1, offer()).unwrap();
    player.activate(2, offer()).unwrap();
    let most = refused(RewardError::MaxReceived);
    assert_eq!(player.activate(3, offer()), most);
    player.now += hours(24 * 400);
    assert_eq!(player.activate(3, offer()), most, "ever is ever");
    assert_eq!(RewardError::MaxReceived.code(), "BONUS_MAX_CLAIMED");
}

#[test]
fn a_daily_bonus_is_counted_from_midnight_in_bangkok() {
    let mut player = Player::funded();
    let offer = || Offer {
        limit: Some(limit(ReceivePeriod::Day, 1)),
        ..gift()
    };
    player.activate(1, offer()).unwrap();
    player.now = at("2026-03-11T16:59:59Z");
    assert_eq!(
        player.activate(2, offer()),
        refused(RewardError::MaxReceived)
    );
    player.now = at("2026-03-11T17:00:00Z");
    player.activate(2, offer()).unwrap();
    assert_eq!(
        player.activate(3, offer()),
        refused(RewardError::MaxReceived)
    );
}

#[test]
fn a_weekly_bonus_is_counted_from_monday_in_bangkok() {
    let mut player = Player::funded();
    let offer = || Offer {
        limit: Some(limit(ReceivePeriod::Week, 2)),
        ..gift()
    };
    player.activate(1, offer()).unwrap();
    // The last second of Sunday, the 15th.
    player.now = at("2026-03-15T16:59:59Z");
    player.activate(2, offer()).unwrap();
    assert_eq!(
        player.activate(3, offer()),
        refused(RewardError::MaxReceived)
    );
    player.now = at("2026-03-15T17:00:00Z");
    player.activate(3, offer()).unwrap();
}

#[test]
fn a_clock_that_is_behind_opens_no_earlier_day_again() {
    let mut player = Player::funded();
    let offer = || Offer {
        limit: Some(limit(ReceivePeriod::Day, 1)),
        ..gift()
    };
    player.now = at("2026-03-11T17:00:00Z");
    player.activate(1, offer()).unwrap();
    player.now = at("2026-03-11T16:59:00Z");
    assert_eq!(
        player.activate(2, offer()),
        refused(RewardError::MaxReceived)
    );
}

#[test]
fn a_promotion_is_received_once_and_a_bonus_of_the_same_name_is_another_thing() {
    let mut player = Player::funded();
    let promotion = || Offer {
        kind: GrantKind::Promotion,
        limit: Some(limit(ReceivePeriod::Limit, 1)),
        ..gift()
    };
    player.activate(1, promotion()).unwrap();
    assert_eq!(
        player.activate(2, promotion()),
        refused(RewardError::PromotionReceived)
    );
    assert_eq!(RewardError::PromotionReceived.code(), "PROMOTION_RECEIVED");
    let bonus = Offer {
        kind: GrantKind::Bonus,
        ..promotion()
    };
    player.activate(2, bonus).unwrap();
}

#[test]
fn what_was_received_before_there_was_a_limit_counts_towards_it() {
    let mut player = Player::funded();
    player.activate(1, gift()).unwrap();
    let limited = Offer {
        limit: Some(limit(ReceivePeriod::Limit, 1)),
        ..gift()
    };
    assert_eq!(
        player.activate(2, limited),
        refused(RewardError::MaxReceived)
    );
}
