//! Receipts: what a player is given to check.

use ledger::proof::{
    ProofError, Receipt, check_inclusion, checkpoint, inclusion, latest, open_note, receipts,
};

use super::super::support::{ALICE, checked_journal, context, fund, open_ledger, wallet, withdraw};
use super::Log;

async fn two_players() -> Log {
    let log = Log::begin().await;
    let ledger = open_ledger(log.pool()).await;
    for player in [ALICE, wallet(2)] {
        fund(&ledger, player, "100").await;
    }
    log.seal_all(4).await;
    for number in 0..3 {
        for player in [ALICE, wallet(2)] {
            let command = withdraw(number, "1");
            ledger.execute(player, command, context()).await.unwrap();
        }
    }
    log.seal_all(5).await;
    log
}

#[tokio::test]
async fn each_event_leads_to_every_checkpoint_that_covers_it() {
    let log = two_players().await;
    let events = checked_journal(&log.pool()).await;
    for (size, root, _) in log.checkpoints().await {
        for player in [ALICE, wallet(2)] {
            let own = events.iter().filter(|event| event.wallet_id == player);
            let mut positions: Vec<i64> = own.map(|event| event.position).collect();
            positions.retain(|position| *position <= size);
            // In the question's order, and as often as asked.
            positions.reverse();
            positions.extend(positions.first().copied());
            let given = receipts(&log.pool(), player, &positions, size).await;
            let given = given.unwrap();
            assert_eq!(given.len(), positions.len());
            for (receipt, position) in given.iter().zip(positions) {
                assert_eq!((receipt.position, receipt.tree_size), (position, size));
                receipt.check(&root).unwrap();
                assert_mutations_fail(receipt, &root);
                let text = serde_json::to_string(receipt).unwrap();
                assert_eq!(serde_json::from_str::<Receipt>(&text).unwrap(), *receipt);
            }
        }
    }
}

fn assert_mutations_fail(receipt: &Receipt, root: &[u8; 32]) {
    let mutations: [fn(&mut Receipt); 12] = [
        |receipt| receipt.position += 1,
        |receipt| receipt.wallet_id = wallet(3),
        |receipt| receipt.sequence += 1,
        |receipt| receipt.event_type.push('x'),
        |receipt| receipt.event_version.push('x'),
        |receipt| receipt.payload.push(' '),
        |receipt| receipt.metadata = receipt.metadata.replace("00\"", "01\""),
        |receipt| receipt.state_hash = Some([1; 32]),
        |receipt| receipt.before[0] ^= 1,
        |receipt| receipt.recorded_at += 1,
        |receipt| receipt.salt[15] ^= 1,
        |receipt| receipt.tree_size += 40,
    ];
    for (number, mutate) in mutations.into_iter().enumerate() {
        let mut changed = receipt.clone();
        mutate(&mut changed);
        assert_ne!(changed, *receipt, "mutation {number}");
        assert!(changed.check(root).is_err(), "mutation {number}");
    }
}

#[tokio::test]
async fn a_receipt_is_written_as_documented() {
    let log = two_players().await;
    let tree = latest(&log.pool()).await.unwrap().unwrap();
    let given = receipts(&log.pool(), ALICE, &[3], tree.size).await.unwrap();
    let json = serde_json::to_value(&given[0]).unwrap();
    let object = json.as_object().unwrap();
    let mut keys: Vec<_> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let names = "before eventType eventVersion format metadata path payload position recordedAt \
                 salt sequence stateHash treeSize walletId";
    assert_eq!(keys.join(" "), names);
    assert_eq!(json["format"], "wallet-receipt/2");
    assert_eq!(json["position"], "3");
    assert_eq!(json["walletId"], ALICE.to_string());
    assert_eq!(json["eventType"], "Deposited");
    assert_eq!(json["salt"].as_str().unwrap().len(), 32);
    assert_eq!(json["before"].as_str().unwrap().len(), 64);
    assert_eq!(json["treeSize"], tree.size.to_string());
    // The running balance is part of what is hashed.
    let metadata = json["metadata"].as_str().unwrap();
    let metadata: serde_json::Value = serde_json::from_str(metadata).unwrap();
    assert_eq!(metadata["main"]["amount"], "100.00");
}

#[tokio::test]
async fn nobody_gets_anothers_receipt_nor_one_that_is_not_sealed() {
    let log = two_players().await;
    let tree = latest(&log.pool()).await.unwrap().unwrap();
    let others = receipts(&log.pool(), ALICE, &[1, 4], tree.size).await;
    assert!(
        matches!(others, Err(ProofError::NoEvent { position: 4 })),
        "{others:?}"
    );
    for (positions, size) in [(vec![tree.size + 1], tree.size), (vec![1], tree.size + 1)] {
        let early = receipts(&log.pool(), ALICE, &positions, size).await;
        assert!(
            matches!(early, Err(ProofError::NotSealed { .. })),
            "{early:?}"
        );
    }
    for (positions, size) in [(vec![0], tree.size), (vec![-1], tree.size), (vec![1], -1)] {
        let nowhere = receipts(&log.pool(), ALICE, &positions, size).await;
        assert!(
            matches!(nowhere, Err(ProofError::OutOfRange(_))),
            "{nowhere:?}"
        );
    }
    assert_eq!(
        checkpoint(&log.pool(), tree.size).await.unwrap(),
        Some(tree.clone())
    );
    assert_eq!(checkpoint(&log.pool(), 3).await.unwrap(), None);
    let opened = open_note(&tree.note, &[log.signer.verifier()]).unwrap();
    assert_eq!((opened.size, opened.root), (tree.size, tree.root));
}

#[tokio::test]
async fn leaves_far_apart_are_proved_together() {
    let log = Log::begin().await;
    log.fill(70_000).await;
    log.seal_all(100_000).await;
    let tree = latest(&log.pool()).await.unwrap().unwrap();
    let leaves = log.leaves().await;
    let positions: Vec<i64> = (0..1_000).map(|n| 1 + (n * 7_919) % 70_000).collect();
    let paths = inclusion(&log.pool(), &positions, tree.size).await.unwrap();
    for (position, path) in positions.into_iter().zip(paths) {
        let leaf = leaves[usize::try_from(position - 1).unwrap()];
        check_inclusion(&leaf, position, &path, tree.size, &tree.root).unwrap();
    }
}
