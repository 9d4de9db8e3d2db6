//! The application's role without the key: what it appends is next, is chained as it should be, and is
//! void: it has its place, and no content that anybody believes.

use futures_util::TryStreamExt;
use ledger::journal::{
    Digest, Link, events_of, find_claiming_event, head, link, read_again, resign, shut,
    verify_stream,
};
use ledger::proof::verify::{VerifyOptions, verify_database};
use ledger::proof::{NoActs, open_signer, salt, seal, void_leaf_hash};
use ledger::wallet::FreezeCommand;
use ledger::{
    Account, Claim, JournalKey, Ledger, LedgerError, LedgerOptions, StaffId, WalletCommand,
    WalletError, WalletEvent, WalletId, read_events,
};
use ledger_testing::TestDatabase;
use sqlx::PgPool;
use uuid::Uuid;

use super::support::{
    ALICE, baht, checked_journal, context, credit, fund, main_bucket, open_ledger, submit, wallet,
    withdraw,
};

const BOB: WalletId = wallet(2);

/// Two wallets with money.
async fn two_wallets() -> (TestDatabase, Ledger) {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for wallet in [ALICE, BOB] {
        fund(&ledger, wallet, "100").await;
    }
    (database, ledger)
}

/// The payment that the forger makes up.
fn minted(of: WalletId, number: u128) -> Claim {
    Claim::of_payment(&format!("mint{number}{}", of.0.as_u128()))
}

/// Appends a copy of the wallet's credit, as `journal_append` takes it: with another
/// reference, chained, and under a key of the forger's own. Gives its position.
async fn mint(pool: &PgPool, of: WalletId) -> i64 {
    mint_again(pool, of, 0).await
}

/// The same with a number in its reference: a payment is claimed once.
async fn mint_again(pool: &PgPool, of: WalletId, number: u128) -> i64 {
    let (payload, metadata): (String, String) = sqlx::query_as(
        "select replace(payload::text, 'fund', 'mint' || $2), metadata::text from event
         where wallet_id = $1 and event_type = 'Deposited' order by sequence limit 1",
    )
    .bind(of.0)
    .bind(number.to_string())
    .fetch_one(pool)
    .await
    .unwrap();
    let forgery = Forgery {
        of,
        event_type: "Deposited",
        payload,
        metadata,
        claim: Some(minted(of, number)),
    };
    forgery.append(pool).await
}

/// What somebody appends with the application's role and without the journal's key.
pub(crate) struct Forgery {
    pub(crate) of: WalletId,
    pub(crate) event_type: &'static str,
    pub(crate) payload: String,
    pub(crate) metadata: String,
    pub(crate) claim: Option<Claim>,
}

impl Forgery {
    /// Appends it as `journal_append` takes it: chained as the wallet's next event, and under a key of the
    /// forger's own. Gives its position.
    pub(crate) async fn append(self, pool: &PgPool) -> i64 {
        let (version, before): (i64, Vec<u8>) =
            sqlx::query_as("select version, stream_hash from stream_head where wallet_id = $1")
                .bind(self.of.0)
                .fetch_one(pool)
                .await
                .unwrap();
        let event = Link {
            wallet_id: self.of,
            sequence: version + 1,
            event_type: self.event_type,
            event_version: "1.0.0",
            payload: &self.payload,
            metadata: &self.metadata,
            state_hash: None,
        };
        let hash = link(&Digest::try_from(before.as_slice()).unwrap(), &event);
        let mac = JournalKey::new(&[7; 32]).mac(&event, &hash);
        let claims = self.claim.into_iter();
        let (kinds, references): (Vec<&str>, Vec<String>) =
            claims.map(|claim| (claim.kind, claim.reference)).unzip();
        sqlx::query_scalar(
            "select first_position from journal_append(
                 is_looking => false,
                 head_wallets => array[$1], head_versions => array[$2], head_nexts => array[$2 + 1],
                 head_hashes => array[$3],
                 asked_wallets => '{}', asked_keys => '{}',
                 key_wallets => '{}', key_texts => '{}', key_fingerprints => '{}',
                 key_sequences => '{}', key_events => '{}',
                 claim_kinds => $7, claim_references => $8,
                 claim_wallets => array_fill($1, array[cardinality($7)]),
                 claim_sequences => array_fill($2 + 1, array[cardinality($7)]),
                 snapshot_wallets => '{}', snapshot_sequences => '{}', snapshot_format => 1,
                 snapshot_states => '{}',
                 event_wallets => array[$1], event_sequences => array[$2 + 1],
                 event_types => array[$9], event_versions => array['1.0.0'],
                 event_payloads => array[$4], event_metadatas => array[$5],
                 event_hashes => array[$3], event_states => array[null::bytea],
                 event_macs => array[$6])",
        )
        .bind(self.of.0)
        .bind(version)
        .bind(hash.as_slice())
        .bind(&self.payload)
        .bind(&self.metadata)
        .bind(mac.as_slice())
        .bind(kinds)
        .bind(references)
        .bind(self.event_type)
        .fetch_one(pool)
        .await
        .unwrap()
    }
}

#[tokio::test]
async fn a_minted_credit_is_not_spent() {
    let (database, ledger) = two_wallets().await;
    mint(&database.pool(), ALICE).await;
    let fresh = open_ledger(database.pool()).await;
    for ledger in [&ledger, &fresh] {
        assert_eq!(main_bucket(ledger, ALICE).await, baht("100"));
        // Not even what is the player's: the author of that row may have changed others.
        for amount in ["150", "50"] {
            let spent = ledger.execute(ALICE, withdraw(1, amount), context()).await;
            let Err(LedgerError::Refused(WalletError::Frozen)) = spent else {
                panic!("{amount} was spent: {spent:?}");
            };
        }
        // Another wallet is not held up.
        assert_eq!(main_bucket(ledger, BOB).await, baht("100"));
    }
    ledger
        .execute(BOB, withdraw(1, "1"), context())
        .await
        .unwrap();
}

/// Declares the void rows up to a sequence, as two people of staff.
async fn declare_void(ledger: &Ledger, of: WalletId, last: i64) -> Result<(), LedgerError> {
    let [by, approved_by] = [1, 2].map(|number| StaffId(Uuid::from_u128(number)));
    let command = WalletCommand::Freeze(FreezeCommand::DeclareVoid {
        last,
        by,
        approved_by,
    });
    ledger.execute(of, command, context()).await.map(drop)
}

#[tokio::test]
async fn what_two_people_have_declared_holds_no_money_and_a_later_row_does() {
    let (database, ledger) = two_wallets().await;
    let pool = database.pool();
    mint(&pool, ALICE).await;
    let other = open_ledger(pool.clone()).await;
    let last = other.load(ALICE).await.unwrap().last_void().unwrap();
    declare_void(&other, ALICE, last).await.unwrap();
    let paid = other.execute(ALICE, withdraw(1, "10"), context());
    paid.await.unwrap();
    assert_eq!(main_bucket(&other, ALICE).await, baht("90"));

    mint_again(&pool, ALICE, 1).await;
    let fresh = open_ledger(pool.clone()).await;
    for ledger in [&ledger, &other, &fresh] {
        let spent = ledger.execute(ALICE, withdraw(2, "10"), context()).await;
        let Err(LedgerError::Refused(WalletError::Frozen)) = spent else {
            panic!("it was spent: {spent:?}");
        };
        // The people who agreed on the first row have not seen this one.
        let declared = declare_void(ledger, ALICE, last).await;
        let Err(LedgerError::Refused(WalletError::OtherVoid)) = declared else {
            panic!("it was declared: {declared:?}");
        };
    }
    let events = checked_journal(&pool).await;
    let voids = events.iter().filter(|it| it.event == WalletEvent::Void);
    assert_eq!(voids.count(), 2);
    // The framework's reader has no key, and leaves the wallet out as before.
    let second = read_again(&pool, Some(&JournalKey::default())).await;
    assert_eq!(second.unwrap().difference_count, 0);
}

#[tokio::test]
async fn what_comes_after_it_is_read_as_ever() {
    let (database, ledger) = two_wallets().await;
    let pool = database.pool();
    for number in 10..13 {
        mint_again(&pool, ALICE, number).await;
        let reference = format!("next{number}");
        for command in [submit(number, &reference), credit(number, &reference, "10")] {
            ledger.execute(ALICE, command, context()).await.unwrap();
        }
    }
    let fresh = open_ledger(pool.clone()).await;
    for ledger in [&ledger, &fresh] {
        assert_eq!(main_bucket(ledger, ALICE).await, baht("130"));
        assert_eq!(ledger.load(ALICE).await.unwrap().voids(), 3);
    }
    let events = checked_journal(&pool).await;
    let voids = events.iter().filter(|it| it.event == WalletEvent::Void);
    assert_eq!(voids.count(), 3);
}

#[tokio::test]
async fn no_reader_takes_it_for_an_event() {
    let (database, _) = two_wallets().await;
    let pool = database.pool();
    let key = JournalKey::default();
    let position = mint(&pool, ALICE).await;
    let page = read_events(&pool, Some(&key), position - 1, 1).await;
    assert_eq!(page.unwrap()[0].event, WalletEvent::Void);
    let checked = verify_stream(&pool, &key, ALICE).await.unwrap();
    assert_eq!(checked.wallet.bucket(&Account::Main), Some(baht("100")));
    let credits: Vec<_> = events_of(&pool, Some(&key), &["Deposited"])
        .try_collect()
        .await
        .unwrap();
    assert_eq!(credits.len(), 2);
    let credited = find_claiming_event(&pool, &key, &minted(ALICE, 0)).await;
    let credited = credited.unwrap();
    assert!(credited.is_none(), "{credited:?}");
}

/// Its chain and its books are right: only the key shows who wrote it.
#[tokio::test]
async fn a_check_with_the_key_names_it() {
    let (database, _) = two_wallets().await;
    let pool = database.pool();
    let position = mint(&pool, ALICE).await;
    let name = format!("position {position} (wallet {ALICE}, event 4)");
    for per_second in [None, Some(10_000)] {
        let options = VerifyOptions {
            key: Some(JournalKey::default()),
            per_second,
            ..VerifyOptions::default()
        };
        let report = verify_database(&pool, &options, |_| {}).await.unwrap();
        let named = report.problems.iter().map(ToString::to_string);
        let named: Vec<_> = named.filter(|text| text.contains("key")).collect();
        let expected = format!("event, {name}: it was not written with this journal's key");
        assert_eq!(named, [expected]);
    }
    // The second reader leaves it to that check.
    let second = read_again(&pool, Some(&JournalKey::default())).await;
    assert_eq!(second.unwrap().difference_count, 0);
}

/// One row that anybody appends stops no proof, and the tree says no more of it than that it is void.
#[tokio::test]
async fn it_is_sealed_as_a_place_and_what_is_around_it_is_proven() {
    let (database, ledger) = two_wallets().await;
    let (pool, key) = (database.pool(), JournalKey::default());
    let position = mint(&pool, ALICE).await;
    ledger
        .execute(ALICE, submit(10, "more"), context())
        .await
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let opened = open_signer(&pool, folder.path(), "test.example/journal").await;
    let (signer, _) = opened.unwrap();
    // In two steps: the second one looks at the last leaf of the first.
    for most in [position, 100] {
        let sealed = seal(&pool, &signer, Some(&key), most, &NoActs).await;
        sealed.unwrap().unwrap();
    }
    let (seed, stored, stream): (Vec<u8>, Vec<u8>, Vec<u8>) = sqlx::query_as(
        "select seed, substring(hashes from 32 * ($1 - 1)::int + 1 for 32), stream_hash
         from proof_tile, event where level = 0 and position = $1",
    )
    .bind(position)
    .fetch_one(&pool)
    .await
    .unwrap();
    let salt = salt(&seed.try_into().unwrap(), position);
    let stream = stream.try_into().unwrap();
    assert_eq!(stored, void_leaf_hash(&salt, position, &stream));

    let found = |key| {
        let pool = pool.clone();
        async move {
            let options = VerifyOptions {
                key,
                ..VerifyOptions::default()
            };
            let report = verify_database(&pool, &options, |_| {}).await.unwrap();
            let named = report.problems.iter().map(ToString::to_string);
            named
                .filter(|text| text.contains("journal's key"))
                .collect()
        }
    };
    let name = format!("event, position {position} (wallet {ALICE}, event 4)");
    let problems: Vec<String> = found(Some(key)).await;
    assert_eq!(
        problems,
        [format!(
            "{name}: it was not written with this journal's key"
        )]
    );
    let problems: Vec<String> = found(None).await;
    assert_eq!(
        problems,
        [format!(
            "{name}: it was sealed as void: nobody with the journal's key wrote it"
        )]
    );
}

#[tokio::test]
async fn the_owner_gives_all_events_another_key() {
    let (database, _) = two_wallets().await;
    let (pool, owner) = (database.pool(), database.owner());
    let before = checked_journal(&pool).await;
    let key = JournalKey::new(&[7; 32]);
    let options = LedgerOptions {
        key: key.clone(),
        ..LedgerOptions::default()
    };
    let other = Ledger::open(pool.clone(), options.clone()).await.unwrap();
    assert_eq!(other.load(ALICE).await.unwrap().voids(), 3);

    // The application may not.
    let mut transaction = pool.begin().await.unwrap();
    assert!(resign(&mut transaction, &key).await.is_err());
    transaction.rollback().await.unwrap();
    let mut transaction = owner.begin().await.unwrap();
    assert_eq!(
        shut(&mut transaction).await.unwrap(),
        head(&pool).await.unwrap()
    );
    resign(&mut transaction, &key).await.unwrap();
    transaction.commit().await.unwrap();

    let other = Ledger::open(pool.clone(), options).await.unwrap();
    assert_eq!(main_bucket(&other, ALICE).await, baht("100"));
    let after = read_events(&pool, Some(&key), 0, 100).await.unwrap();
    assert_eq!(after, before);
    let former = open_ledger(pool.clone()).await.load(ALICE).await;
    assert_eq!(former.unwrap().voids(), 3);
    let changed = sqlx::query("update event set payload = '{}'").execute(&owner);
    assert!(changed.await.is_err(), "the journal is append-only again");
}

/// With a hash that does not fit, it looks like an event that the owner has changed: that wallet is not shown
/// and not written to. The log continues.
#[tokio::test]
async fn a_row_that_does_not_match_its_hash_stops_its_wallet_and_nobody_else() {
    let (database, ledger) = two_wallets().await;
    mint(&database.pool(), ALICE).await;
    database
        .tamper(
            "alter table event disable trigger user;
             update event set payload = '{}' where position = 7;
             alter table event enable trigger user",
        )
        .await;
    let fresh = open_ledger(database.pool()).await;
    assert!(fresh.load(ALICE).await.is_err());
    let credited = fresh.execute(ALICE, submit(10, "more"), context()).await;
    assert!(matches!(credited, Err(LedgerError::Corrupt { .. })));
    assert_eq!(main_bucket(&ledger, BOB).await, baht("100"));
    let log = read_events(&database.pool(), Some(&JournalKey::default()), 0, 100).await;
    assert_eq!(log.unwrap()[6].event, WalletEvent::Void);
}
