//! A player's life, replayed: every position, every reason, and what was tampered with.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::story::{
    Story, baht, bank_account, game, reference, slip, time, transfer, wallet, withdrawal,
};
use ledger::journal::{Fold, Link, StoryEvent, link};
use ledger::wallet::{
    GameCommand, NonDeliveryProof, Opened, Place, SlipCommand, TransferCommand, WithdrawalCommand,
};
use ledger::{Account, Actor, Currency, Metadata, WalletCommand, WalletEvent};
use projections::replay::{Bound, Point, Replay, ReplayError, ReplayOptions, Replays, State};
use rust_decimal::Decimal;
use serde_json::json;

const PLAYER: u128 = 1;

/// Rounds that lead beyond the first state that is kept.
const ROUNDS: u128 = 60;

async fn long_story() -> Story {
    let story = Story::begin().await;
    story.open(PLAYER).await;
    story.open_game(PLAYER, "pg").await;
    for round in 1..=ROUNDS {
        story.live(PLAYER, round).await;
    }
    story
}

fn replays(story: &Story) -> Replays {
    Replays::new(
        story.database.pool(),
        ledger::JournalKey::default(),
        ReplayOptions::default(),
    )
}

fn held(state: &State) -> BTreeMap<String, String> {
    let buckets = state.buckets.iter();
    buckets
        .map(|it| (it.account.clone(), it.amount.clone()))
        .collect()
}

/// The balances after each event, added up from the postings alone.
async fn balances(story: &Story, replay: &Replay) -> Vec<BTreeMap<String, Decimal>> {
    let events = ledger::read_events(&story.database.pool(), None, 0, 100_000)
        .await
        .unwrap();
    let mut sums = BTreeMap::new();
    let mut all = vec![BTreeMap::new()];
    for event in events {
        assert_eq!(event.wallet_id, replay.wallet_id());
        for posting in event.event.postings() {
            if posting.account.is_players() {
                let sum: &mut Decimal = sums.entry(posting.account.to_string()).or_default();
                *sum += posting.amount.amount();
            }
        }
        all.push(sums.clone());
    }
    all
}

#[tokio::test]
async fn every_position_holds_what_its_postings_add_up_to() {
    let story = long_story().await;
    let replays = replays(&story);
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    let expected = balances(&story, &replay).await;
    let total = replay.total();
    assert_eq!(usize::try_from(total).unwrap() + 1, expected.len());
    assert!(total > 513, "the stream has {total} events");
    for sequence in (1..=total).filter(|it| it % 23 == 0 || (510..=515).contains(it)) {
        let moment = replay.moment(replays.pool(), sequence).await.unwrap();
        let sums = &expected[usize::try_from(sequence).unwrap()];
        let sums = sums
            .iter()
            .map(|(account, sum)| (account.clone(), sum.to_string()));
        assert_eq!(held(&moment.state), sums.collect(), "at {sequence}");
        assert_eq!(moment.event.stored.sequence, sequence);
    }
    let compared = replay.compare(replays.pool(), 0, total).await.unwrap();
    assert_eq!(compared.a.buckets, []);
    for (account, flow) in &compared.flows {
        let sum = expected.last().unwrap().get(&account.to_string());
        if account.is_players() {
            assert_eq!(Some(&flow.amount()), sum, "{account}");
        }
    }
    let all: Decimal = compared.flows.iter().map(|(_, flow)| flow.amount()).sum();
    assert_eq!(all, Decimal::ZERO);
    // Between two sums in memory, across one, and back.
    for (a, b) in [(3, 490), (490, 515), (512, 513), (total, 510)] {
        let compared = replay.compare(replays.pool(), a, b).await.unwrap();
        let sums = |at: i64| &expected[usize::try_from(at).unwrap()];
        let mut accounts: BTreeSet<&String> = sums(a).keys().collect();
        accounts.extend(sums(b).keys());
        for account in accounts {
            let sum_at = |at| sums(at).get(account).copied().unwrap_or_default();
            let mut flows = compared.flows.iter();
            let flow = flows.find(|flow| flow.0.to_string() == *account);
            let flow = flow.map_or(Decimal::ZERO, |flow| flow.1.amount());
            assert_eq!(flow, sum_at(b) - sum_at(a), "{account} from {a} to {b}");
        }
    }
    for wrong in [-1, 0, total + 1] {
        let refused = replay.moment(replays.pool(), wrong).await;
        assert!(matches!(refused, Err(ReplayError::NoEvent(at)) if at == wrong));
    }
}

#[tokio::test]
async fn a_balance_is_found_where_it_first_crosses_a_bound() {
    let story = long_story().await;
    let replay = replays(&story).open(wallet(PLAYER)).await.unwrap();
    let expected = balances(&story, &replay).await;
    let main = |at: usize| expected[at].get("main").copied().unwrap_or_default();
    for bound in [70, 100, 500, 100_000].map(Decimal::from) {
        let first = |fits: &dyn Fn(usize) -> bool| (1..expected.len()).find(|at| fits(*at));
        let above = first(&|at| main(at - 1) <= bound && main(at) > bound);
        let below = first(&|at| main(at - 1) >= bound && main(at) < bound);
        let number = |at: Option<usize>| at.map(|at| i64::try_from(at).unwrap());
        assert_eq!(
            replay.find(&Account::Main, Bound::Above(bound), 0),
            number(above)
        );
        assert_eq!(
            replay.find(&Account::Main, Bound::Below(bound), 0),
            number(below)
        );
    }
    let whole = replay.series(&Account::Main, 100_000);
    for Point { sequence, amount } in &whole {
        assert_eq!(*amount, main(usize::try_from(*sequence).unwrap()));
    }
    let thin = replay.series(&Account::Main, 50);
    assert!(thin.len() <= 50 && thin.len() > 20, "{}", thin.len());
    let most = |line: &[Point]| line.iter().map(|it| it.amount).max();
    assert_eq!(most(&thin), most(&whole));
    assert_eq!(thin.last(), whole.last());
}

#[tokio::test]
async fn pages_show_every_event_once_and_by_its_kind() {
    let story = long_story().await;
    let replays = replays(&story);
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    for kinds in [vec![], vec!["TransferReturned".to_owned()]] {
        let mut events = Vec::new();
        let mut after = Some(0);
        let mut total = 0;
        while let Some(at) = after {
            let page = replay.page(replays.pool(), at, 7, &kinds).await.unwrap();
            total = page.total;
            after = page.next_after;
            events.extend(page.events);
        }
        assert_eq!(i64::try_from(events.len()).unwrap(), total);
        assert!(events.is_sorted_by_key(|it| it.stored.sequence));
        if let Some(kind) = kinds.first() {
            assert_eq!(total, i64::try_from(ROUNDS / 3).unwrap());
            assert!(events.iter().all(|it| it.stored.event_type == *kind));
            let first = &events[0];
            assert_eq!(first.summary.reason.as_deref(), Some("PLAYER_SUSPENDED"));
            // The player sees the money come back to the main wallet.
            assert_eq!(first.summary.account.as_deref(), Some("main"));
            assert_eq!(first.summary.change, Some(baht("60")));
        } else {
            assert_eq!(total, replay.total());
            assert_eq!(events[0].metadata.request_id, "request-0");
        }
    }
}

#[tokio::test]
async fn each_transfer_has_its_events_from_its_start_to_its_end() {
    let story = Story::begin().await;
    story.open(PLAYER).await;
    story.open_game(PLAYER, "pg").await;
    story.deposit(PLAYER, 1, "500").await;
    story.send_in(PLAYER, 1, "pg", "200").await;
    story.complete(PLAYER, 1).await;
    story.send_in(PLAYER, 2, "pg", "60").await;
    story.return_transfer(PLAYER, 2).await;
    let replays = replays(&story);
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    let transfers = replay.transfers();
    let last: Vec<_> = transfers.iter().map(|it| it.last.as_str()).collect();
    assert_eq!(last, ["TransferCompleted", "TransferReturned"]);
    let page = replay.page(replays.pool(), 0, 1_000, &[]).await.unwrap();
    for transfer in transfers {
        let events = page.events.iter();
        let events = events.filter(|it| transfer.steps.contains(&it.stored.sequence));
        let kinds: Vec<_> = events.map(|it| it.stored.event_type.as_str()).collect();
        assert_eq!(kinds.first(), Some(&"TransferStarted"));
        assert_eq!(kinds.last(), Some(&transfer.last.as_str()));
        assert!(
            kinds.iter().all(|it| it.starts_with("Transfer")),
            "{kinds:?}"
        );
    }
}

#[tokio::test]
async fn an_event_says_what_it_changed_and_why() {
    let story = Story::begin().await;
    story.open(PLAYER).await;
    story.open_game(PLAYER, "pg").await;
    story.deposit(PLAYER, 1, "500").await;
    story.send_in(PLAYER, 1, "pg", "200").await;
    story.lose_answer(PLAYER, 1).await;
    story.complete(PLAYER, 1).await;
    story.observe(PLAYER, "pg", "150").await;
    story
        .change_bank_account(PLAYER, bank_account(), 3_600)
        .await;
    story.ask_withdrawal(PLAYER, 1, "100", bank_account()).await;
    let replays = replays(&story);
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    let total = replay.total();

    let asked = replay.moment(replays.pool(), total).await.unwrap();
    assert_eq!(asked.why.code, "WITHDRAWAL_HELD");
    assert_eq!(asked.why.inputs["heldBefore"], json!(baht("300")));
    let causes: Vec<_> = asked.why.causes.iter().map(|it| it.sequence).collect();
    assert_eq!(causes, [total - 1]);
    assert_eq!(asked.why.causes[0].kind, "BankAccountChanged");
    let paths: Vec<_> = asked.diff.iter().map(|it| it.path.as_str()).collect();
    let open = format!("openWithdrawals.{}", withdrawal(1));
    assert_eq!(
        paths,
        ["buckets.main.amount", "buckets.withdrawal", open.as_str()]
    );

    let observed = replay.moment(replays.pool(), total - 2).await.unwrap();
    assert_eq!(observed.why.code, "PLAYER_LOST");
    assert_eq!(observed.why.inputs["provider"], json!(baht("150")));
    assert_eq!(observed.why.inputs["books"], json!(baht("200")));
    assert_eq!(observed.why.inputs["difference"], json!(baht("-50")));

    let done = replay.moment(replays.pool(), total - 3).await.unwrap();
    assert_eq!(done.why.code, "PROVIDER_CONFIRMED");
    let page = replay.page(replays.pool(), 0, 100, &[]).await.unwrap();
    let unknown = page
        .events
        .iter()
        .find(|it| it.stored.event_type == "TransferUnknown");
    assert_eq!(
        done.why.causes[0].sequence,
        unknown.unwrap().stored.sequence
    );
}

#[tokio::test]
async fn the_end_of_a_grant_says_what_it_was_judged_by() {
    let story = Story::begin_with_coins().await;
    story.open(PLAYER).await;
    story.every_reward(PLAYER, 1).await;
    let replays = replays(&story);
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    let mut ends = 0;
    let mut coins = 0;
    for sequence in 1..=replay.total() {
        let moment = replay.moment(replays.pool(), sequence).await.unwrap();
        let inputs = &moment.why.inputs;
        match moment.event.stored.event_type.as_str() {
            "GrantEnded" => {
                ends += 1;
                assert_eq!(moment.why.rule, "band/1");
                let amount = |name: &str| -> Decimal {
                    inputs[name]["amount"].as_str().unwrap().parse().unwrap()
                };
                let bound =
                    |name: &str| -> Decimal { inputs[name].as_str().unwrap().parse().unwrap() };
                let percent = |name: &str| Decimal::from(inputs["terms"][name].as_u64().unwrap());
                let of_base = |name: &str| amount("base") * percent(name) / Decimal::from(100);
                assert_eq!(bound("successFrom"), of_base("success_percent"));
                assert_eq!(bound("failTo"), of_base("fail_percent"));
                match moment.why.code {
                    "GRANT_WON" => assert!(amount("total") >= bound("successFrom")),
                    "GRANT_LOST" => assert!(amount("total") <= bound("failTo")),
                    other => assert!(["GRANT_TIME_OVER", "GRANT_GIVEN_UP"].contains(&other)),
                }
                let cause = &moment.why.causes[0];
                assert_eq!(cause.kind, "GrantActivated");
            }
            "CoinsEarned" => {
                coins += 1;
                assert!(inputs["earnedOfDay"].is_string(), "{inputs:?}");
                assert_eq!(moment.why.causes[0].sequence, sequence - 1);
            }
            _ => {}
        }
    }
    assert!(ends > 0 && coins > 0, "{ends} ends, {coins} coins");
}

/// Changes an event behind the journal's back.
async fn tamper(story: &Story, sequence: i64) {
    let owner = story.database.owner();
    sqlx::query("alter table event disable trigger user")
        .execute(&owner)
        .await
        .unwrap();
    let changed = sqlx::query(
        "update event set payload = replace(payload::text, '100.00', '900.00')::json
         where wallet_id::text = $1 and sequence = $2 and payload::text like '%100.00%'",
    )
    .bind(wallet(PLAYER).to_string())
    .bind(sequence)
    .execute(&owner)
    .await
    .unwrap();
    assert_eq!(changed.rows_affected(), 1);
}

#[tokio::test]
async fn what_was_tampered_with_is_not_shown() {
    let story = Story::begin().await;
    story.open(PLAYER).await;
    story.deposit(PLAYER, 1, "100").await;
    story.deposit(PLAYER, 2, "100").await;
    let replays = replays(&story);
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    assert!(replay.moment(replays.pool(), 3).await.is_ok());
    tamper(&story, 3).await;
    let refused = replay.moment(replays.pool(), 3).await;
    assert!(
        matches!(refused, Err(ReplayError::Journal(_))),
        "{refused:?}"
    );
    let refused = replay.page(replays.pool(), 0, 10, &[]).await;
    assert!(matches!(refused, Err(ReplayError::Journal(_))));
    let fresh = Replays::new(
        story.database.pool(),
        ledger::JournalKey::default(),
        ReplayOptions::default(),
    );
    assert!(fresh.open(wallet(PLAYER)).await.is_err());
}

#[tokio::test]
async fn few_replays_are_kept_and_each_goes_on_where_it_ended() {
    let story = Story::begin().await;
    for player in 1..=4 {
        story.open(player).await;
        story.deposit(player, player * 1_000, "10").await;
    }
    let options = ReplayOptions {
        kept_max: 2,
        ..ReplayOptions::default()
    };
    let replays = Replays::new(
        story.database.pool(),
        ledger::JournalKey::default(),
        options,
    );
    for player in 1..=4 {
        let replay = replays.open(wallet(player)).await.unwrap();
        assert_eq!(replay.total(), 3);
    }
    assert_eq!(replays.kept(), 2);
    let before = replays.open(wallet(4)).await.unwrap();
    story.deposit(4, 5_001, "15").await;
    let after = replays.open(wallet(4)).await.unwrap();
    assert_eq!((before.total(), after.total()), (3, 5));
    let moment = after.moment(replays.pool(), 5).await.unwrap();
    assert_eq!(held(&moment.state)["main"], "25.00");
    assert_eq!(after.series(&Account::Main, 10).len(), 2);
    let none = replays.open(wallet(99)).await;
    assert!(matches!(none, Err(ReplayError::NoStream)), "{none:?}");
}

/// Events of a player who has played for years, chained as the journal chains them.
struct Years {
    fold: Fold,
    rows: Vec<StoryEvent>,
}

impl Years {
    fn execute(&mut self, command: WalletCommand) {
        let seconds = self.fold.version() * 40;
        let events = self.fold.wallet().decide(command, time(seconds)).unwrap();
        for event in events {
            let sequence = self.fold.version() + 1;
            let metadata = Metadata {
                at: time(seconds),
                actor: Actor::Member,
                request_id: format!("request-{sequence:032}"),
                main: self.fold.wallet().bucket(&Account::Main),
                movements: None,
                key: None,
                settings: None,
            };
            let payload = serde_json::to_string(&event).unwrap();
            let metadata = serde_json::to_string(&metadata).unwrap();
            let event_type = type_of(&event);
            let before = self.fold.hash();
            let hash = link(
                &before,
                &Link {
                    wallet_id: wallet(PLAYER),
                    sequence,
                    event_type: &event_type,
                    event_version: "1.0.0",
                    payload: &payload,
                    metadata: &metadata,
                    state_hash: None,
                },
            );
            let row = StoryEvent {
                position: sequence,
                sequence,
                event_type,
                payload,
                metadata,
                before,
                hash,
                event,
            };
            self.fold.follow(wallet(PLAYER), &row).unwrap();
            self.rows.push(row);
        }
    }

    fn play(&mut self, round: u128) {
        let (slip_id, transfer_id, onward) =
            (slip(round), transfer(2 * round), transfer(2 * round + 1));
        let reference = reference(round);
        self.execute(WalletCommand::Slip(SlipCommand::Submit {
            slip_id,
            reference: Some(reference.clone()),
        }));
        self.execute(WalletCommand::Slip(SlipCommand::Credit {
            slip_id,
            reference,
            amount: baht("100"),
            deposit_account: "scb-1".to_owned(),
        }));
        let places = (Place::Wallet, Place::Game(game("pg")));
        for (transfer_id, from, to) in [
            (transfer_id, places.0.clone(), places.1.clone()),
            (onward, places.1, places.0),
        ] {
            self.execute(WalletCommand::Transfer(TransferCommand::Start {
                transfer_id,
                from,
                to,
                amount: baht("50"),
            }));
            self.execute(WalletCommand::Transfer(TransferCommand::MarkSent {
                transfer_id,
            }));
            self.execute(WalletCommand::Transfer(TransferCommand::Complete {
                transfer_id,
                provider_tx: format!("TX{transfer_id}"),
                balance_before: None,
            }));
        }
        let withdrawal_id = withdrawal(round);
        self.execute(WalletCommand::Withdrawal(WithdrawalCommand::Request {
            withdrawal_id,
            amount: baht("90"),
            bank_account: bank_account(),
            limits: ledger::wallet::WithdrawalLimits {
                min: baht("1"),
                max: baht("100000"),
            },
            confirmation: None,
        }));
        self.execute(WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
            withdrawal_id,
        }));
        self.execute(WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id,
            reason: "ACCOUNT_INVALID".to_owned(),
            grounds: NonDeliveryProof::FirstAnswer,
        }));
    }

    async fn write(&self, story: &Story) {
        let pool = story.database.owner();
        for rows in self.rows.chunks(5_000) {
            let texts = |of: fn(&StoryEvent) -> &str| -> Vec<String> {
                rows.iter().map(|row| of(row).to_owned()).collect()
            };
            let sequences: Vec<i64> = rows.iter().map(|row| row.sequence).collect();
            let hashes: Vec<Vec<u8>> = rows.iter().map(|row| row.hash.to_vec()).collect();
            let macs: Vec<Vec<u8>> = rows.iter().map(mac_of).collect();
            sqlx::query(
                "insert into event (wallet_id, sequence, event_type,
                                    event_version, payload, metadata, position, stream_hash, mac)
                 select $1::text::uuid, s, t, '1.0.0', p::json, m::json, s, h, c
                 from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bytea[],
                             $7::bytea[])
                          as it (s, t, p, m, h, c)",
            )
            .bind(wallet(PLAYER).to_string())
            .bind(sequences)
            .bind(texts(|row| &row.event_type))
            .bind(texts(|row| &row.payload))
            .bind(texts(|row| &row.metadata))
            .bind(hashes)
            .bind(macs)
            .execute(&pool)
            .await
            .unwrap();
        }
        sqlx::query(
            "insert into stream_head (wallet_id, version, stream_hash) values ($1, $2, $3)",
        )
        .bind(wallet(PLAYER).0)
        .bind(self.fold.version())
        .bind(self.fold.hash().to_vec())
        .execute(&pool)
        .await
        .unwrap();
        sqlx::query("vacuum analyze event")
            .execute(&pool)
            .await
            .unwrap();
    }
}

fn type_of(event: &WalletEvent) -> String {
    let value = serde_json::to_value(event).unwrap();
    value.as_object().unwrap().keys().next().unwrap().clone()
}

/// `REPLAY_EVENTS=100000 cargo test --release -p projections --test replay -- --nocapture years`
/// says how long a long life takes to open; without it the story is short and only has to hold.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_life_of_many_years_opens_whole() {
    let wanted = std::env::var("REPLAY_EVENTS").ok();
    let wanted: i64 = wanted.map_or(2_000, |text| text.parse().unwrap());
    let story = Story::begin().await;
    let mut years = Years {
        fold: Fold::default(),
        rows: Vec::new(),
    };
    years.execute(WalletCommand::Open(Opened {
        currency: Currency::Thb,
        bank_account: ledger_testing::FIRST_ACCOUNT,
    }));
    years.execute(WalletCommand::Game(GameCommand::OpenAccount {
        game: game("pg"),
        username: "pr00000001".to_owned(),
    }));
    let mut round = 0;
    while years.fold.version() < wanted {
        round += 1;
        years.play(round);
    }
    years.write(&story).await;
    let replays = replays(&story);
    let began = Instant::now();
    let replay = replays.open(wallet(PLAYER)).await.unwrap();
    let read = began.elapsed();
    let page = replay.page(replays.pool(), 0, 100, &[]).await.unwrap();
    let head = replay.moment(replays.pool(), replay.total()).await.unwrap();
    let line = replay.series(&Account::Main, 400);
    let opened = began.elapsed();
    assert_eq!(page.events.len(), 100);
    assert_eq!(
        line.last().unwrap().amount.to_string(),
        held(&head.state)["main"]
    );
    assert_eq!(replay.wallet(), years.fold.wallet());
    let mut slowest = std::time::Duration::ZERO;
    for step in 1..=40 {
        let began = Instant::now();
        let sequence = replay.total() * step / 40;
        let moment = replay.moment(replays.pool(), sequence).await.unwrap();
        assert_eq!(moment.event.stored.sequence, sequence);
        slowest = slowest.max(began.elapsed());
    }
    let began = Instant::now();
    replays.open(wallet(PLAYER)).await.unwrap();
    let again = began.elapsed();
    if std::env::var("REPLAY_EVENTS").is_ok() {
        use std::io::Write as _;
        let figures = format!(
            "{} events: read {read:?}, opened {opened:?}, slowest of 40 positions {slowest:?}, \
             opened again {again:?}",
            replay.total()
        );
        writeln!(std::io::stderr(), "{figures}").unwrap();
    }
}

fn mac_of(row: &StoryEvent) -> Vec<u8> {
    let event = Link {
        wallet_id: wallet(PLAYER),
        sequence: row.sequence,
        event_type: &row.event_type,
        event_version: "1.0.0",
        payload: &row.payload,
        metadata: &row.metadata,
        state_hash: None,
    };
    ledger::JournalKey::default()
        .mac(&event, &row.hash)
        .to_vec()
}
