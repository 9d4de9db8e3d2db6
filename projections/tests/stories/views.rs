//! Each view after scripted stories.

use crate::story::{self, Story, baht, game, time};
use ledger::wallet::{
    ExclusionKind, FreezeCommand, FreezeReach, LimitPeriod, Opened, ProtectionCommand, SlipCommand,
    SlipReason, TransferStatus, WithdrawalStatus,
};
use ledger::{Account, Currency, StaffId, WalletCommand};
use projections::PageQuery;
use projections::player_list::{self, Before, Mark};
use projections::statement::Status;
use projections::{open_work, slip, trial_balance, wallet};
use rust_decimal::Decimal;
use uuid::Uuid;

#[tokio::test]
async fn the_wallet_shows_every_bucket_and_their_total() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.deposit(1, 1, "500").await;
    story.open_game(1, "pg").await;
    story.open_game(1, "joker2").await;
    story.send_in(1, 1, "pg", "120").await;
    story.complete(1, 1).await;
    story.set_clock(900);
    story.observe(1, "pg", "150.25").await;
    story.send_in(1, 2, "joker2", "80").await;
    story.request_withdrawal(1, 1, "50").await;
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let shown = wallet::find(&pool, story::wallet(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(shown.currency, Currency::Thb);
    assert_eq!(shown.main, baht("250"));
    assert_eq!(shown.in_transit, baht("80"));
    assert_eq!(shown.withdrawal, baht("50"));
    assert_eq!(shown.total, baht("530.25"));
    assert_eq!(shown.last_sync, Some(time(900)));
    let games: Vec<_> = shown
        .games
        .iter()
        .map(|it| (it.game.as_str(), it.amount, it.observed_at))
        .collect();
    assert_eq!(
        games,
        [
            ("joker2", baht("0"), None),
            ("pg", baht("150.25"), Some(time(900)))
        ]
    );
    assert_eq!(shown.games[1].username, "pr00000001");
    assert_eq!(wallet::find(&pool, story::wallet(2)).await.unwrap(), None);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_wallet_is_marked_by_a_break_and_a_limit_and_by_a_freeze_until_its_end() {
    let story = Story::begin().await;
    let running = story.start();
    let (by, approved_by) = (StaffId(Uuid::from_u128(1)), StaffId(Uuid::from_u128(2)));
    let reach = FreezeReach::All;
    let freeze = WalletCommand::Freeze(FreezeCommand::Freeze {
        reach,
        by,
        approved_by,
    });
    let unfreeze = WalletCommand::Freeze(FreezeCommand::Unfreeze { by, approved_by });
    let limit = WalletCommand::Protection(ProtectionCommand::SetDepositLimit {
        period: LimitPeriod::Day,
        limit: Some(baht("500")),
    });
    let exclude = WalletCommand::Protection(ProtectionCommand::Exclude {
        kind: ExclusionKind::SelfExclusion,
        until: None,
    });
    for (player, commands) in [
        (1, vec![limit, exclude, freeze.clone()]),
        (2, vec![freeze, unfreeze]),
    ] {
        story.open(player).await;
        for command in commands {
            story.execute(story::wallet(player), command).await;
        }
    }
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let before = Before {
        at: time(1_000_000),
        id: Uuid::max(),
    };
    for mark in [Mark::Frozen, Mark::Excluded, Mark::Limited] {
        let marked = player_list::marked(&pool, mark, before, 10).await.unwrap();
        let ids: Vec<_> = marked.iter().map(|it| it.wallet_id).collect();
        assert_eq!(ids, [story::wallet(1).0], "{mark:?}");
    }
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_kip_wallet_is_shown_in_whole_kip() {
    let story = Story::begin().await;
    let running = story.start();
    let currency = Currency::Lak;
    let command = ledger::WalletCommand::Open(Opened {
        currency,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    });
    story.execute(story::wallet(1), command).await;
    story.submit_slip(1, 1).await;
    let command = ledger::WalletCommand::Slip(SlipCommand::Credit {
        slip_id: story::slip(1),
        reference: story::reference(1),
        amount: ledger::Money::parse("250000", currency).unwrap(),
        deposit_account: "bcel-1".to_owned(),
    });
    story.execute(story::wallet(1), command).await;
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let shown = wallet::find(&pool, story::wallet(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(shown.main.digits(), "250000");
    assert_eq!(shown.total.to_string(), "250000 LAK");
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn slips_are_listed_newest_first_with_status_and_reason() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.deposit(1, 1, "100").await;
    story.submit_slip(1, 2).await;
    story.reject_slip(1, 2, SlipReason::ExpiredSlip).await;
    story.submit_slip(1, 3).await;
    story.refer_slip(1, 3, "bank is not sure").await;
    story.submit_slip(1, 4).await;
    story.open(2).await;
    story.submit_slip(2, 5).await;
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let owner = story::wallet(1);
    let query = PageQuery {
        limit: 3,
        ..PageQuery::default()
    };
    let first = slip::page(&pool, owner, query).await.unwrap();
    assert_eq!(first.total, 4);
    let shown: Vec<_> = first
        .rows
        .iter()
        .map(|it| (it.slip_id, it.status, it.reason.as_deref(), it.is_referred))
        .collect();
    assert_eq!(
        shown,
        [
            (story::slip(4), Status::Pending, None, false),
            (
                story::slip(3),
                Status::Pending,
                Some("bank is not sure"),
                true
            ),
            (story::slip(2), Status::Failed, Some("EXPIRED_SLIP"), false),
        ]
    );
    let query = PageQuery {
        cursor: first.next_cursor,
        ..query
    };
    let second = slip::page(&pool, owner, query).await.unwrap();
    assert_eq!(second.rows.len(), 1);
    assert_eq!(second.rows[0].amount, Some(baht("100")));
    assert_eq!(second.rows[0].status, Status::Success);
    assert_eq!(second.next_cursor, None);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_slip_is_found_by_its_owner_only() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open(2).await;
    story.deposit(1, 1, "100").await;
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let (owner, other) = (story::wallet(1), story::wallet(2));
    let by_id = slip::find_by_id(&pool, owner, story::slip(1))
        .await
        .unwrap();
    assert_eq!(by_id.unwrap().reference.as_deref(), Some("REF000000000001"));
    let by_id = slip::find_by_id(&pool, other, story::slip(1))
        .await
        .unwrap();
    assert_eq!(by_id, None);
    let text = "REF000000000001";
    let found = slip::find_by_reference(&pool, owner, text).await.unwrap();
    assert_eq!(found.unwrap().slip_id, story::slip(1));
    let found = slip::find_by_reference(&pool, other, text).await.unwrap();
    assert_eq!(found, None);
    running.stop().await;
}

#[tokio::test]
async fn a_reference_used_twice_leads_to_the_slip_that_was_credited() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.deposit(1, 1, "100").await;
    let command = ledger::WalletCommand::Slip(SlipCommand::Submit {
        slip_id: story::slip(9),
        reference: Some(story::reference(1)),
    });
    story.execute(story::wallet(1), command).await;
    story
        .reject_slip(1, 9, SlipReason::SlipRefnoDuplicated)
        .await;
    story.catch_up(&running).await;

    let text = "REF000000000001";
    let found = slip::find_by_reference(&story.database.pool(), story::wallet(1), text)
        .await
        .unwrap();
    assert_eq!(found.unwrap().slip_id, story::slip(1));
    running.stop().await;
}

#[tokio::test]
async fn the_trial_balance_names_each_account_and_sums_to_zero() {
    let story = Story::begin().await;
    let running = story.start();
    for player in 1..=3 {
        story.open(player).await;
        story.open_game(player, "pg").await;
        story.deposit(player, player, "500").await;
    }
    story.send_in(1, 1, "pg", "100").await;
    story.complete(1, 1).await;
    story.observe(1, "pg", "40").await;
    story.request_withdrawal(2, 1, "200").await;
    story.pay(2, 1).await;
    story.send_in(3, 2, "pg", "10").await;
    story.catch_up(&running).await;

    let rows = trial_balance::all(&story.database.pool()).await.unwrap();
    let held = |account: &Account| {
        let row = rows.iter().find(|row| &row.account == account);
        row.map(|row| row.amount)
    };
    let bank = Account::Bank("scb-1".to_owned());
    assert_eq!(held(&bank), Some(Decimal::from(-1500)));
    assert_eq!(held(&Account::Main), Some(Decimal::from(1190)));
    assert_eq!(held(&Account::InTransit), Some(Decimal::from(10)));
    assert_eq!(held(&Account::Game(game("pg"))), Some(Decimal::from(40)));
    assert_eq!(
        held(&Account::Provider(game("pg"))),
        Some(Decimal::from(60))
    );
    assert_eq!(held(&Account::Payout), Some(Decimal::from(200)));
    let sum: Decimal = rows.iter().map(|row| row.amount).sum();
    assert_eq!(sum, Decimal::ZERO);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn open_work_lists_what_has_not_ended_and_nothing_else() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    story.open_game(1, "joker2").await;
    story.open_game(1, "imi").await;
    story.deposit(1, 1, "1000").await;
    story.send_in(1, 1, "pg", "100").await;
    story.send_in(1, 2, "joker2", "50").await;
    story.lose_answer(1, 2).await;
    story.send_in(1, 3, "imi", "25").await;
    story.complete(1, 3).await;
    story.request_withdrawal(1, 1, "200").await;
    story.request_withdrawal(1, 2, "10").await;
    story.return_withdrawal(1, 2).await;
    story.submit_slip(1, 2).await;
    story.submit_slip(1, 3).await;
    story.refer_slip(1, 3, "bank is not sure").await;
    story.submit_slip(1, 4).await;
    story.reject_slip(1, 4, SlipReason::InvalidSlip).await;
    story.catch_up(&running).await;

    let pool = story.database.pool();
    let open = open_work::transfers(&pool, 10).await.unwrap();
    let shown: Vec<_> = open.iter().map(|it| (it.transfer_id, it.status)).collect();
    assert_eq!(
        shown,
        [
            (story::transfer(1), TransferStatus::Sent),
            (story::transfer(2), TransferStatus::Unknown)
        ]
    );
    assert_eq!(open[1].amount, baht("50"));
    let rest = open_work::transfers_after(&pool, open[0].opened_position, 10)
        .await
        .unwrap();
    assert_eq!(rest, open[1..]);
    let open = open_work::withdrawals(&pool, 10).await.unwrap();
    let shown: Vec<_> = open
        .iter()
        .map(|it| (it.withdrawal_id, it.status, it.bank_account))
        .collect();
    assert_eq!(
        shown,
        [(
            story::withdrawal(1),
            WithdrawalStatus::Sent,
            story::bank_account()
        )]
    );
    let open = open_work::slips(&pool, 10).await.unwrap();
    let shown: Vec<_> = open
        .iter()
        .map(|it| (it.slip_id, it.reference.clone()))
        .collect();
    assert_eq!(shown, [(story::slip(2), Some(story::reference(2)))]);
    let referred = open_work::referred_slips_after(&pool, 0, 10).await.unwrap();
    assert_eq!(referred[0].slip_id, story::slip(3));
    let counts = open_work::counts(&pool).await.unwrap();
    assert_eq!(
        (
            counts.transfers,
            counts.withdrawals,
            counts.slips,
            counts.referred_slips
        ),
        (2, 1, 1, 1)
    );
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn views_made_of_many_rounds_are_the_fold_of_all_events() {
    let story = Story::begin().await;
    let running = story.start();
    for player in 1..=4 {
        story.open(player).await;
        story.open_game(player, "pg").await;
    }
    for round in 1..=6 {
        for player in 1..=4 {
            story.live(player, round).await;
        }
    }
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}
