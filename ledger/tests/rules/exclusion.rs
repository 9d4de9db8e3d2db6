//! Breaks from playing: only ever longer; nothing in, everything out.

use chrono::{DateTime, Utc};
use ledger::wallet::ExclusionKind::{SelfExclusion, TimeOut};
use ledger::wallet::{
    ExclusionKind, ExclusionView, GameCommand, ProtectionCommand, ProtectionEvent, QrEnd, QrEvent,
    SlipCommand, TransferCommand,
};
use ledger::{WalletCommand, WalletError, WalletEvent};

use super::support::*;

fn exclude(kind: ExclusionKind, until: Option<DateTime<Utc>>) -> WalletCommand {
    WalletCommand::Protection(ProtectionCommand::Exclude { kind, until })
}

fn hour(n: i64) -> DateTime<Utc> {
    noon() + hours(n)
}

#[test]
fn a_break_begins_at_once_and_ends_on_time() {
    given([])
        .when(exclude(TimeOut, Some(hour(24))))
        .then_expect_events(vec![excluded(TimeOut, Some(hour(24)))]);
    let wallet = folded([opened(), excluded(TimeOut, Some(hour(24)))]);
    let until = Some(hour(24));
    let kind = TimeOut;
    let last = noon() + hours(24) - chrono::TimeDelta::nanoseconds(1);
    assert_eq!(wallet.exclusion(last), Some(ExclusionView { kind, until }));
    assert_eq!(wallet.exclusion(noon() + hours(24)), None);
}

#[test]
fn a_break_is_only_ever_made_longer() {
    let excluded_for_a_day = || given([excluded(TimeOut, Some(hour(24)))]);
    for (kind, until) in [
        (TimeOut, Some(hour(25))),
        (SelfExclusion, Some(hour(25))),
        (SelfExclusion, None),
    ] {
        excluded_for_a_day()
            .when(exclude(kind, until))
            .then_expect_events(vec![excluded(kind, until)]);
    }
    for (kind, until) in [
        (TimeOut, Some(hour(23))),
        (SelfExclusion, Some(hour(24))),
        (TimeOut, Some(hour(-1))),
    ] {
        excluded_for_a_day()
            .when(exclude(kind, until))
            .then_expect_error(WalletError::CannotShorten);
    }
    excluded_for_a_day()
        .when(exclude(TimeOut, Some(hour(24))))
        .then_expect_events(vec![]);
    assert_eq!(WalletError::CannotShorten.code(), "LIMIT_NOT_SHORTER");
}

#[test]
fn a_short_break_does_not_end_a_long_one() {
    for long in [Some(hour(5_000)), None] {
        given([excluded(SelfExclusion, long)])
            .when(exclude(TimeOut, Some(hour(24))))
            .then_expect_error(WalletError::CannotShorten);
    }
    given([excluded(SelfExclusion, None)])
        .when(exclude(SelfExclusion, None))
        .then_expect_events(vec![]);
    given([excluded(SelfExclusion, None)])
        .when(exclude(TimeOut, None))
        .then_expect_error(WalletError::CannotShorten);
}

#[test]
fn a_break_takes_back_the_qr_that_is_shown() {
    let ended = WalletEvent::Qr(QrEvent::Ended {
        order_id: order_id(1),
        end: QrEnd::Cancelled,
    });
    given([ordered(1, "100")])
        .when(exclude(TimeOut, Some(hour(24))))
        .then_expect_events(vec![excluded(TimeOut, Some(hour(24))), ended]);
}

#[test]
fn a_break_that_is_over_leaves_room_for_a_shorter_one() {
    let now = noon() + hours(24);
    let again = WalletEvent::Protection(ProtectionEvent::Excluded {
        kind: TimeOut,
        until: Some(hour(25)),
        at: now,
    });
    given_at(now, [excluded(SelfExclusion, Some(hour(24)))])
        .when(exclude(TimeOut, Some(hour(25))))
        .then_expect_events(vec![again]);
    given([])
        .when(exclude(TimeOut, Some(noon())))
        .then_expect_error(WalletError::CannotShorten);
}

#[test]
fn on_a_break_no_money_goes_into_a_game_and_no_account_is_opened() {
    let (on_a_break, refusal) = on_a_break();
    given([on_a_break.clone()])
        .when(start_in(1, "100"))
        .then_expect_error(refusal.clone());
    let open = WalletCommand::Game(GameCommand::OpenAccount {
        game: game("joker2"),
        username: "pr00000001".into(),
    });
    given([on_a_break])
        .when(open)
        .then_expect_error(refusal.clone());
    assert_eq!(refusal.code(), "PLAYER_EXCLUDED");
}

#[test]
fn on_a_break_everything_comes_out() {
    let (on_a_break, _) = on_a_break();
    given([on_a_break.clone()])
        .when(start_out(1, "100"))
        .then_expect_events(vec![started_out(1, "100")]);
    given([on_a_break.clone()])
        .when(request_withdrawal(1, "400"))
        .then_expect_events(vec![withdrawal_requested(1, "400")]);
    given([started_out(1, "100"), sent(1), on_a_break.clone()])
        .when(complete(1, Some("100")))
        .then_expect_events(vec![won("100", "100"), completed_out(1, "100")]);
    // What was on its way into a game is not stopped half-way.
    given([started_in(1, "100"), on_a_break])
        .when(WalletCommand::Transfer(TransferCommand::MarkSent {
            transfer_id: transfer(1),
        }))
        .then_expect_events(vec![sent(1)]);
}

#[test]
fn on_a_break_a_slip_is_noted_and_its_money_waits_for_staff() {
    let (on_a_break, refusal) = on_a_break();
    let submit = WalletCommand::Slip(SlipCommand::Submit {
        slip_id: slip(2),
        reference: Some(reference()),
    });
    given([on_a_break.clone()])
        .when(submit)
        .then_expect_events(vec![slip_submitted(2)]);
    given([slip_submitted(2), on_a_break.clone()])
        .when(credit(2, "100"))
        .then_expect_error(refusal);
    let refer = WalletCommand::Slip(SlipCommand::Refer {
        slip_id: slip(2),
        reason: "PLAYER_EXCLUDED".into(),
        amount: None,
    });
    let events = given([slip_submitted(2), on_a_break])
        .when(refer)
        .inspect_result();
    assert_eq!(events.unwrap().len(), 1);
}

#[test]
fn limits_can_be_set_on_a_break() {
    let (on_a_break, _) = on_a_break();
    given([on_a_break])
        .when(set_limit(ledger::wallet::LimitPeriod::Day, Some("10")))
        .then_expect_events(vec![limited(ledger::wallet::LimitPeriod::Day, "10")]);
}
