//! Activating a bonus or a promotion.

use ledger::posting::movement;
use ledger::wallet::reward::{
    Award, BAND_RULE, DepositUsed, GrantActivated, GrantTerms, Held, ReceivePeriod,
};
use ledger::wallet::{GameCommand, GrantKind, Place};
use ledger::{
    Account, Claim, MoneyError, RewardCommand, RewardError, RewardEvent, WalletCommand,
    WalletError, WalletEvent,
};

use super::reward_support::*;
use super::support::*;

#[test]
fn a_bonus_is_credited_together_with_all_that_it_was_decided_from() {
    let mut player = Player::funded();
    player.moves(start_in, "100");
    let seen = player.seen("150");
    let mut offer = welcome();
    offer.limit = Some(limit(ReceivePeriod::Day, 2));
    offer.quota_no = Some(7);
    let deposit_rule = offer.deposit;
    let written = player.activate_seeing(1, offer, Some(seen)).unwrap();
    let held = |account, amount| Held {
        account,
        amount: baht(amount),
    };
    assert_eq!(
        written[0],
        won("150", "50"),
        "what the provider holds is booked before"
    );
    assert_eq!(
        written[1..],
        [WalletEvent::from(RewardEvent::GrantActivated(
            GrantActivated {
                won: None,
                grant_id: grant(1),
                kind: GrantKind::Bonus,
                reference: "WELCOME".into(),
                amount: baht("300"),
                base: baht("850"),
                award: Award::OfDeposit {
                    percent: 100,
                    cap: baht("300"),
                },
                deposit_rule,
                deposit: Some(DepositUsed {
                    operation: slip(1).0,
                    amount: baht("500"),
                    at: noon(),
                    played: Some(baht("0")),
                }),
                limit: Some(limit(ReceivePeriod::Day, 2)),
                received_before: 0,
                quota_no: Some(7),
                coupon: None,
                terms: terms(),
                rule: BAND_RULE.into(),
                balances: vec![
                    held(Account::Main, "400"),
                    held(Account::InTransit, "0"),
                    held(Account::Game(game("pg")), "150"),
                ],
                at: noon(),
                postings: movement(
                    Account::Reward(GrantKind::Bonus),
                    Account::Main,
                    baht("300")
                ),
            }
        ))]
    );
    assert_eq!(player.main(), "700.00");
}

#[test]
fn while_a_grant_is_active_no_other_is_activated() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    for offer in [welcome(), free(), gift()] {
        assert_eq!(player.activate(2, offer), refused(RewardError::GrantActive));
    }
    assert_eq!(RewardError::GrantActive.code(), "BONUS_ALREADY_ACTIVE");
}

#[test]
fn while_a_grant_is_active_nothing_leaves_for_the_bank_and_no_other_reward_comes_in() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    player.activate(1, welcome()).unwrap();
    let remaining = || refused(RewardError::GrantRemains);
    assert_eq!(player.withdraws(1, "100"), remaining());
    assert_eq!(player.receive(yesterday("-1000")), remaining());
    assert_eq!(player.add_refund(2, terms()), remaining());
    assert_eq!(player.collect(2, terms()), remaining());
    assert_eq!(RewardError::GrantRemains.code(), "BONUS_REMAINING");
}

#[test]
fn while_a_grant_is_active_money_moves_freely_between_the_wallet_and_games() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    player.moves(start_in, "800");
    player.moves(start_out, "800");
    assert_eq!(player.main(), "800.00");
}

#[test]
fn a_grant_with_a_condition_is_decided_by_what_the_providers_say_right_now() {
    let mut player = Player::funded();
    let stale = refused(RewardError::Stale);
    let nobody = player.activate_seeing(1, welcome(), None);
    assert_eq!(nobody, stale, "nobody was asked");
    let mut seen = player.seen("0");
    seen.games.clear();
    let missing = player.activate_seeing(1, welcome(), Some(seen));
    assert_eq!(missing, stale, "one of them was not asked");
    let seen = player.seen("0");
    player.moves(start_in, "100");
    let before = player.activate_seeing(1, welcome(), Some(seen));
    assert_eq!(before, stale, "asked before money moved there");
    assert_eq!(RewardError::Stale.code(), "REQUEST_LIMIT");
    let seen = player.seen("100");
    player.deposits("100");
    let written = player.activate_seeing(1, welcome(), Some(seen));
    assert_eq!(
        granted(written),
        "100.00",
        "what moves elsewhere is no matter"
    );
}

#[test]
fn an_account_that_was_opened_after_the_providers_were_asked_has_to_be_asked() {
    let mut player = Player::funded();
    let mut seen = player.seen("0");
    player
        .does(WalletCommand::Game(GameCommand::OpenAccount {
            game: game("joker"),
            username: "pr00000001".into(),
        }))
        .unwrap();
    let stale = refused(RewardError::Stale);
    let written = player.activate_seeing(1, welcome(), Some(seen.clone()));
    assert_eq!(written, stale);
    // Even an answer that claims to know it is from before it was there.
    seen.games.push(ledger::wallet::reward::GameHeld {
        game: game("joker"),
        balance: baht("0"),
        win_loss: None,
    });
    assert_eq!(player.activate_seeing(1, welcome(), Some(seen)), stale);
}

#[test]
fn nothing_is_decided_while_money_is_between_the_wallet_and_a_game() {
    let mut player = Player::funded();
    player.does(start_in(1, "100")).unwrap();
    let open = WalletError::TransferOpen(transfer(1));
    assert_eq!(open.code(), "REQUEST_LIMIT");
    assert_eq!(player.activate(1, welcome()), Err(open));
}

#[test]
fn terms_that_are_met_at_once_need_nobodys_word_and_leave_the_player_free() {
    let mut player = Player::funded();
    player.does(start_in(1, "100")).unwrap();
    player.activate_seeing(1, gift(), None).unwrap();
    assert_eq!(player.wallet.active_grant(), None);
    player.withdraws(1, "450").unwrap();
}

#[test]
fn an_activation_takes_effect_once() {
    let mut player = Player::funded();
    player.activate(1, welcome()).unwrap();
    assert_eq!(player.activate(1, welcome()), Ok(Vec::new()));
    player.plays_all_to("0");
    player.clear(1).unwrap();
    assert_eq!(player.activate(1, welcome()), Ok(Vec::new()));
}

#[test]
fn a_grant_and_its_number_of_a_limited_quantity_are_used_up_for_ever_and_over_all_wallets() {
    let mut player = Player::funded();
    let quota = Offer {
        kind: GrantKind::Promotion,
        quota_no: Some(3),
        ..gift()
    };
    let claims = |event: RewardEvent| event.claims();
    let claim = |kind, reference: &str| Claim {
        kind,
        reference: reference.to_owned(),
    };
    let id = claim("grant", &grant(1).to_string());
    assert_eq!(
        claims(reward(player.activate(1, quota))),
        [id, claim("quota", "promotion:FREE:3")]
    );
    let id = claim("grant", &grant(2).to_string());
    assert_eq!(claims(reward(player.activate(2, gift()))), [id]);
}

#[test]
fn a_player_who_takes_a_break_is_granted_nothing() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    player.takes_a_break();
    let until = Some(player.now + hours(1));
    let excluded = Err(WalletError::Excluded { until });
    assert_eq!(player.activate(1, welcome()), excluded);
    assert_eq!(player.activate(1, gift()), excluded);
    assert_eq!(player.receive(yesterday("-1000")), excluded);
    assert_eq!(player.add_refund(1, no_terms()), excluded);
    assert_eq!(player.collect(1, no_terms()), excluded);
    player.now += hours(1);
    player.activate(1, welcome()).unwrap();
}

#[test]
fn refusals_come_in_their_order() {
    let mut player = Player::funded();
    let offer = || Offer {
        limit: Some(limit(ReceivePeriod::Limit, 1)),
        ..welcome()
    };
    player.activate(1, offer()).unwrap();
    // All of it is wrong now: active, received, no deposit, stale.
    let nothing = |player: &mut Player| player.activate_seeing(2, offer(), None);
    assert_eq!(nothing(&mut player), refused(RewardError::GrantActive));
    player.plays_all_to("0");
    player.clear(1).unwrap();
    assert_eq!(nothing(&mut player), refused(RewardError::MaxReceived));
    let other = Offer {
        code: "OTHER",
        ..offer()
    };
    let written = player.activate_seeing(2, other.clone(), None);
    assert_eq!(written, refused(RewardError::NoQualifyingDeposit));
    player.deposits("100");
    let written = player.activate_seeing(2, other.clone(), None);
    assert_eq!(written, refused(RewardError::Stale));
    player.activate(2, other).unwrap();
}

#[test]
fn what_has_to_be_earned_is_not_activated_like_a_bonus() {
    let mut player = Player::funded();
    player.earn(5, yesterday("-1000")).unwrap();
    for kind in [GrantKind::Refund, GrantKind::Invite] {
        let written = player.activate(1, Offer { kind, ..gift() });
        assert_eq!(written, Err(WalletError::Unknown("bonus or promotion")));
    }
}

#[test]
fn a_coupon_that_no_spin_has_won_is_given_once_like_a_bonus() {
    let mut player = Player::funded();
    let coupon = || Offer {
        kind: GrantKind::Coupon,
        ..gift()
    };
    player.activate(1, coupon()).unwrap();
    assert_eq!(player.activate(1, coupon()), Ok(Vec::new()));
}

#[test]
fn a_grant_that_would_be_over_at_once_is_not_given() {
    let mut player = Player::funded();
    let until = |end| Offer {
        terms: GrantTerms {
            expires_at: Some(end),
            ..terms()
        },
        ..welcome()
    };
    let over = Err(WalletError::OverAlready("grant"));
    assert_eq!(player.activate(1, until(noon())), over);
    let next = noon() + chrono::TimeDelta::milliseconds(1);
    player.activate(1, until(next)).unwrap();
}

#[test]
fn a_cap_below_nothing_is_refused() {
    let mut player = Player::funded();
    let offer = Offer {
        terms: GrantTerms {
            max_withdraw: Some(baht("-0.01")),
            ..terms()
        },
        ..welcome()
    };
    let written = player.activate(1, offer);
    assert_eq!(written, Err(WalletError::AmountNotPositive));
}

#[test]
fn amounts_beyond_the_books_are_refused() {
    let mut player = Player::funded();
    let fixed = |amount: &str| Offer {
        award: Award::Fixed {
            amount: baht(amount),
        },
        ..free()
    };
    let too_large = Err(WalletError::Money(MoneyError::TooLarge));
    assert_eq!(player.activate(1, fixed("1000000000000")), too_large);
    for amount in ["0", "-1"] {
        let written = player.activate(1, fixed(amount));
        assert_eq!(written, Err(WalletError::AmountNotPositive));
    }
    let part = Award::OfDeposit {
        percent: u32::MAX,
        cap: baht("1000000000000"),
    };
    let offer = Offer {
        award: part,
        ..welcome()
    };
    player.activate(1, offer).unwrap();
    assert_eq!(player.base(), "21474836975.00");
}

#[test]
fn bounds_of_huge_terms_are_far_and_do_not_end_the_process() {
    let mut player = Player::funded();
    let mut offer = free();
    offer.award = Award::Fixed {
        amount: baht("999999999000"),
    };
    offer.terms = GrantTerms {
        success_percent: u32::MAX,
        fail_percent: 0,
        turnover_times: u32::MAX,
        ..terms()
    };
    player.activate(1, offer).unwrap();
    // Lost, and as much paid in again: the base is the most that the books hold.
    player.plays_all_to("1000");
    player.deposits("1000");
    assert_eq!(player.base(), "1000000000000.00");
    let band = player.wallet.active_grant().unwrap().band();
    assert!(band.success_from > band.fail_to);
    let open = refused(RewardError::ConditionOpen);
    assert_eq!(player.clear_after(1, "1000000000000"), open);
}

#[test]
fn a_grant_that_nobody_opened_a_wallet_for_is_refused() {
    let wallet = ledger::Wallet::default();
    let command = WalletCommand::Reward(RewardCommand::CollectInvites {
        grant_id: grant(1),
        terms: no_terms(),
        seen: None,
    });
    assert_eq!(wallet.decide(command, noon()), Err(WalletError::NotOpen));
}

#[test]
fn money_between_the_wallet_and_a_game_belongs_to_the_base() {
    let mut player = Player::funded();
    player.does(start_in(1, "100")).unwrap();
    match reward(player.activate_seeing(1, gift(), None)) {
        RewardEvent::GrantActivated(GrantActivated { base, .. }) => assert_eq!(base, baht("550")),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        player.wallet.transfer(transfer(1)).unwrap().to,
        Place::Game(game("pg"))
    );
}
