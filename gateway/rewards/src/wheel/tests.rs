//! Seeds whose storing and whose commitment were separated by a crash.

use ledger::{BankAccountId, Currency, WalletId};

use super::*;
use members::member::{self, NewMember};
use members::particulars::BankAccount;
use platform::clock::Clock;
use platform::config::{Config, ConnectionsMax, HashCost, Paces};
use platform::core::Core;

/// A wallet, and a gateway without its listeners.
async fn stage() -> (
    Core,
    Member,
    (ledger_testing::TestDatabase, tempfile::TempDir),
) {
    let mut config = Config::parse(include_str!("../../../demo.toml"), &|_| None).unwrap();
    config.paces = Paces::patient();
    config.hash_cost = HashCost::cheapest();
    config.connections = ConnectionsMax::few();
    let database = ledger_testing::TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let data_dir = folder.path().to_owned();
    let state = Core::open(&database.url(), data_dir, config, Clock::default())
        .await
        .unwrap();
    let caller = Member {
        id: WalletId(new_id()),
        session_id: new_id(),
    };
    let member = NewMember {
        id: caller.id,
        username: "0812345678".to_owned(),
        name: "Somchai".to_owned(),
        password_hash: "none".to_owned(),
        currency: Currency::Thb,
        source_code: "FRIEND".to_owned(),
        invite_code: None,
        bank_account: BankAccount {
            id: BankAccountId(new_id()),
            bank_code: "SCB".to_owned(),
            account_no: "1230102093".to_owned(),
            holder: "สมชาย ใจดี".to_owned(),
        },
    };
    let mut connection = state.pool.acquire().await.unwrap();
    member::insert(&mut connection, &state, &member)
        .await
        .unwrap();
    drop(connection);
    member::ensure_wallet(&state, caller.id, Currency::Thb)
        .await
        .unwrap();
    (state, caller, (database, folder))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_was_stored_and_not_committed_to_is_never_drawn_from() {
    let (state, caller, _kept) = stage().await;
    let lost = WheelSeedId(new_id());
    seed::put(&state, caller.id, lost).await.unwrap();
    let wallet = ensure_seed(&state, caller).await.unwrap();
    let current = wallet.wheel_seed().unwrap().clone();
    assert_ne!(current.seed_id, lost);
    let stored = seed::find(&state, caller.id, current.seed_id)
        .await
        .unwrap();
    assert_eq!(stored.commit(), current.commit);
    let again = ensure_seed(&state, caller).await.unwrap();
    assert_eq!(again.wheel_seed(), Some(&current));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_off_change_of_the_seed_is_taken_up_with_the_seed_that_was_stored() {
    let (state, caller, _kept) = stage().await;
    let wallet = ensure_seed(&state, caller).await.unwrap();
    let first = wallet.wheel_seed().unwrap().clone();
    let promised = after(&state, caller, first.seed_id).await.unwrap();
    let rotated = rotate(&state, caller, None, None).await.unwrap();
    assert_eq!(rotated.seed_id, first.seed_id);
    assert_eq!(rotated.commit, first.commit);
    assert_eq!(
        (rotated.next.seed_id, rotated.next.commit.clone()),
        promised
    );
    assert_eq!(rotated.next.client_seed, first.client_seed);

    // The change of an exhausted seed, interrupted at the same place, and made by two at once.
    let worn_out = rotated.next;
    let promised = after(&state, caller, worn_out.seed_id).await.unwrap();
    let (one, other) = tokio::join!(
        replace(&state, caller, &worn_out),
        replace(&state, caller, &worn_out)
    );
    one.unwrap();
    other.unwrap();
    let wallet = state.ledger.load(caller.id).await.unwrap();
    let current = wallet.wheel_seed().unwrap();
    assert_eq!((current.seed_id, current.commit.clone()), promised);
}

#[tokio::test(flavor = "multi_thread")]
async fn anothers_seed_is_not_found() {
    let (state, caller, _kept) = stage().await;
    let id = WheelSeedId(new_id());
    seed::put(&state, caller.id, id).await.unwrap();
    let other = WalletId(new_id());
    assert!(seed::find(&state, other, id).await.is_err());
    // Nor is another one made under the same id.
    assert!(seed::put(&state, other, id).await.is_err());
}
