//! A view has the layout that postgres-es reads.

use cqrs_es::persist::PersistedEventRepository;
use ledger::{Metadata, Wallet, WalletEvent};
use ledger_testing::TestDatabase;
use postgres_es::PostgresEventRepository;

use super::support::{ALICE, checked_journal, fund, open_ledger};

#[tokio::test]
async fn postgres_es_reads_our_streams() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "12.34").await;
    let ours = checked_journal(&database.pool()).await;

    let repository =
        PostgresEventRepository::new(database.pool()).with_tables("event_by_aggregate", "snapshot");
    let theirs = repository
        .get_events::<Wallet>(&ALICE.to_string())
        .await
        .unwrap();
    assert_eq!(theirs.len(), ours.len());
    for (their, our) in theirs.into_iter().zip(ours) {
        assert_eq!(i64::try_from(their.sequence).unwrap(), our.sequence);
        let event: WalletEvent = serde_json::from_value(their.payload).unwrap();
        assert_eq!(event, our.event);
        let metadata: Metadata = serde_json::from_value(their.metadata).unwrap();
        assert_eq!(metadata, our.metadata);
    }
}
