//! What an offer is said to come to before it is taken, and what it then comes to.

use chrono::{DateTime, Utc};
use ledger::wallet::GrantKind;
use ledger::wallet::reward::{
    CouponClaim, DepositEnd, DepositGap, GameHeld, GrantActivated, GrantActivation, GrantTerms,
    ReceivePeriod, Seen,
};
use ledger::{
    Account, Currency, Money, RewardCommand, RewardError, RewardEvent, Wallet, WalletCommand,
    WalletError, WalletEvent,
};

use super::reward_support::*;
use super::support::*;
use super::wheel_support;

/// Every activation and every claim in these tests was quoted before with the very same figures,
/// or with the very same refusal. Called with what was decided.
pub(crate) fn was_quoted(
    wallet: &Wallet,
    command: &WalletCommand,
    at: DateTime<Utc>,
    decided: &Result<Vec<WalletEvent>, WalletError>,
) {
    let WalletCommand::Reward(command) = command else {
        return;
    };
    let is_offer = matches!(
        command,
        RewardCommand::ActivateGrant(_) | RewardCommand::ClaimCoupon(_)
    );
    // A repeat is answered by what the first one did.
    if !is_offer || decided.as_ref().is_ok_and(Vec::is_empty) {
        return;
    }
    let quote = wallet.quote_grant(command.clone(), at);
    let events = match decided {
        Ok(events) => events,
        Err(refusal) => {
            assert_eq!(quote.as_ref(), Err(refusal));
            return;
        }
    };
    let quote = quote.unwrap();
    let Some(WalletEvent::Reward(event)) = events.last() else {
        panic!("{events:?}");
    };
    let RewardEvent::GrantActivated(GrantActivated {
        amount,
        base,
        terms,
        balances,
        ..
    }) = event.as_ref()
    else {
        panic!("{event:?}");
    };
    let zero = Money::zero(amount.currency());
    let held = balances
        .iter()
        .fold(zero, |sum, held| sum.checked_add(held.amount).unwrap());
    assert_eq!(
        (quote.amount, quote.base, quote.held, &quote.terms),
        (*amount, *base, held, terms)
    );
    let mut after = wallet.clone();
    for event in events {
        cqrs_es::Aggregate::apply(&mut after, event.clone());
    }
    match after.active_grant() {
        Some(active) => {
            assert_eq!(quote.band, active.band());
            assert_eq!(quote.locked(), active.base);
        }
        None => assert_eq!(quote.locked(), zero),
    }
}

fn asked(offer: Offer, player: &Player) -> RewardCommand {
    asked_seeing(offer, player.seen_as_booked())
}

fn asked_seeing(offer: Offer, seen: Seen) -> RewardCommand {
    RewardCommand::ActivateGrant(GrantActivation {
        grant_id: grant(99),
        kind: offer.kind,
        reference: offer.code.to_owned(),
        award: offer.award,
        deposit: offer.deposit,
        played: offer.played,
        limit: offer.limit,
        quota_no: offer.quota_no,
        terms: offer.terms,
        seen: Some(seen),
    })
}

#[test]
fn a_quote_of_each_kind_of_offer_names_what_the_activation_then_grants() {
    let played_through = Offer {
        terms: GrantTerms {
            turnover_times: 3,
            max_withdraw: Some(baht("2000")),
            expires_at: Some(noon() + hours(48)),
            ..terms()
        },
        ..welcome()
    };
    let promotion = Offer {
        kind: GrantKind::Promotion,
        ..welcome()
    };
    for (offer, amount, success, turnover, locked) in [
        (welcome(), "300.00", "2400", "0", "800.00"),
        (played_through, "300.00", "2400", "2400", "800.00"),
        (free(), "50.00", "1650", "0", "550.00"),
        (gift(), "50.00", "550", "0", "0.00"),
        (promotion, "300.00", "2400", "0", "800.00"),
    ] {
        let mut player = Player::funded();
        let before = player.wallet.clone();
        let command = asked(offer.clone(), &player);
        let quote = player.wallet.quote_grant(command, noon()).unwrap();
        assert_eq!(player.wallet, before, "a quote changes nothing");
        assert_eq!(quote.amount.digits(), amount);
        assert_eq!(quote.band.success_from, success.parse().unwrap());
        assert_eq!(quote.band.turnover, turnover.parse().unwrap());
        assert_eq!(quote.locked().digits(), locked);
        // The figures are compared with what is granted in `was_quoted`.
        assert_eq!(granted(player.activate(1, offer)), amount);
    }
}

#[test]
fn a_quote_of_a_coupon_with_a_condition_names_what_the_claim_then_grants() {
    let won = [
        wheel_support::earned(20),
        wheel_support::committed(1, wheel_support::example_seed(), "player"),
        wheel_support::spun(1, 0, "CASH5", wheel_support::coupon("5", Some(7)), noon()),
    ];
    let mut wallet = folded(funded().into_iter().chain(won));
    let seen = Seen {
        at_sequence: wallet.sequence(),
        games: vec![GameHeld {
            game: game("pg"),
            balance: baht("0"),
            win_loss: None,
        }],
    };
    let command = RewardCommand::ClaimCoupon(CouponClaim {
        grant_id: grant(1),
        prize: "CASH5".to_owned(),
        is_known: true,
        terms: wheel_support::triple(),
        seen: Some(seen),
    });
    let quote = wallet.quote_grant(command.clone(), noon()).unwrap();
    assert_eq!(
        (quote.amount, quote.base, quote.locked()),
        (baht("5"), baht("505"), baht("505"))
    );
    execute(&mut wallet, WalletCommand::Reward(command), noon()).unwrap();
    assert_eq!(wallet.active_grant().unwrap().band(), quote.band);
}

#[test]
fn a_quote_counts_what_the_providers_say_and_books_none_of_it() {
    let mut player = Player::funded();
    player.moves(start_in, "500");
    let seen = player.seen("700");
    let command = asked_seeing(welcome(), seen.clone());
    let quote = player.wallet.quote_grant(command, noon()).unwrap();
    assert_eq!((quote.held, quote.base), (baht("700"), baht("1000")));
    let booked = player.holds_on(&Account::Game(game("pg")));
    assert_eq!(booked, baht("500"), "the books still say so");
    player
        .activate_seeing(1, welcome(), Some(seen))
        .map(drop)
        .unwrap();
    assert_eq!(player.base(), "1000.00");
}

#[test]
fn nobody_is_quoted_a_reward_that_has_to_be_earned() {
    let player = Player::funded();
    let command = RewardCommand::CollectInvites {
        grant_id: grant(1),
        terms: terms(),
        seen: None,
    };
    let refused = player.wallet.quote_grant(command, noon());
    assert_eq!(refused, Err(WalletError::Unknown("offer")));
}

#[test]
fn a_refused_activation_was_quoted_with_the_same_refusal() {
    let once = Offer {
        limit: Some(limit(ReceivePeriod::Limit, 1)),
        terms: no_terms(),
        ..welcome()
    };
    let mut player = Player::funded();
    player.activate(1, once.clone()).unwrap();
    player.deposits("100");
    let quote = player
        .wallet
        .quote_grant(asked(once.clone(), &player), noon());
    assert_eq!(quote, Err(RewardError::MaxReceived.into()));
    assert_eq!(
        player.activate(2, once),
        refused(RewardError::MaxReceived),
        "as quoted"
    );
    player.activate(3, welcome()).unwrap();
    let quote = player.wallet.quote_grant(asked(welcome(), &player), noon());
    assert_eq!(quote, Err(RewardError::GrantActive.into()));
}

#[test]
fn it_is_known_why_no_deposit_qualifies() {
    let rule = welcome().deposit.unwrap();
    let unplayed = Some(baht("0"));
    let gap = |player: &Player, played| player.wallet.deposit_gap(rule, played);
    let poor = Player::poor(Currency::Thb);
    assert_eq!(gap(&poor, unplayed), Some(DepositGap::Missing));
    let mut player = Player::funded();
    assert_eq!(gap(&player, unplayed), None);
    assert_eq!(gap(&player, Some(baht("0.01"))), Some(DepositGap::Played));
    player.deposits("99.99");
    assert_eq!(gap(&player, unplayed), Some(DepositGap::TooSmall));
    player.deposits("100");
    player.withdraws(1, "100").unwrap();
    let withdrawn = DepositGap::Closed(DepositEnd::Withdrawn);
    assert_eq!(gap(&player, unplayed), Some(withdrawn));
    player.gets_back(1);
    assert_eq!(gap(&player, unplayed), Some(withdrawn), "it stays closed");
    // What comes in opens it again.
    player.deposits("100");
    assert_eq!(gap(&player, unplayed), None);
    player.activate(1, gift()).unwrap();
    let granted = DepositGap::Closed(DepositEnd::Granted);
    assert_eq!(gap(&player, unplayed), Some(granted));
    player.withdraws(2, "100").unwrap();
    assert_eq!(
        gap(&player, unplayed),
        Some(granted),
        "the first reason stays"
    );
}
