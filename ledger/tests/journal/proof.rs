//! The proof log on a real database: the tree is what the journal says, whatever happens.

mod guarded;
mod keys;
mod receipts;
mod sealing;
mod signing;

use std::collections::BTreeMap;
use std::path::Path;

use ledger::journal::Digest;
use ledger::proof::{
    self, Checkpoint, LeafData, NoActs, Registered, Signer, leaf_hash, open_note, open_signer,
    salt, tree,
};
use ledger_testing::TestDatabase;
use sqlx::PgPool;
use tempfile::TempDir;

const ORIGIN: &str = "test.example/journal";

/// A database with a key in a separate folder.
struct Log {
    database: TestDatabase,
    folder: TempDir,
    signer: Signer,
}

impl Log {
    async fn begin() -> Self {
        Self::begin_in(tempfile::tempdir().unwrap()).await
    }

    /// Another log that is signed by the same key.
    async fn begin_with(key: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(key.join("proof.key"), folder.path().join("proof.key")).unwrap();
        Self::begin_in(folder).await
    }

    async fn begin_in(folder: TempDir) -> Self {
        let database = TestDatabase::create().await;
        let (signer, registered) = open_signer(&database.pool(), folder.path(), ORIGIN)
            .await
            .unwrap();
        assert_eq!(registered, Registered::Current);
        Self {
            database,
            folder,
            signer,
        }
    }

    fn pool(&self) -> PgPool {
        self.database.pool()
    }

    async fn seal(&self, max_events: i64) -> Option<i64> {
        let sealed = proof::seal(&self.pool(), &self.signer, None, max_events, &NoActs).await;
        sealed.unwrap().map(|sealed| sealed.size)
    }

    async fn seal_all(&self, max_events: i64) {
        while self.seal(max_events).await.is_some() {}
    }

    /// Events as only hashes: what the sealer reads of them.
    async fn fill(&self, count: i64) {
        sqlx::query(
            "with head as (update log_head set position = position + $1 returning position)
             insert into event (wallet_id, sequence, event_type, event_version,
                                payload, metadata, position, recorded_at, stream_hash, mac)
             select '00000000-0000-0000-0000-0000000000ff'::uuid, at, 'Opened', '1.0.0',
                    '{}', '{}', at, now() + at * interval '1 microsecond',
                    sha256(convert_to(at::text, 'UTF8')), decode(repeat('00', 16), 'hex')
             from head, generate_series(head.position - $1 + 1, head.position) as at",
        )
        .bind(count)
        .execute(&self.database.owner())
        .await
        .unwrap();
    }

    async fn checkpoints(&self) -> Vec<(i64, Digest, String)> {
        let rows: Vec<(i64, Vec<u8>, String)> =
            sqlx::query_as("select size, root, note from proof_checkpoint order by size")
                .fetch_all(&self.pool())
                .await
                .unwrap();
        rows.into_iter()
            .map(|(size, root, note)| (size, root.try_into().unwrap(), note))
            .collect()
    }

    /// Computes leaves, tiles and roots again from the events, and compares all of it.
    async fn check(&self) -> i64 {
        let leaves = self.leaves().await;
        let size = i64::try_from(leaves.len()).unwrap();
        assert_eq!(proof::read::sealed_size(&self.pool()).await.unwrap(), size);
        assert_eq!(self.tiles().await, expected_tiles(&leaves));
        let checkpoints = self.checkpoints().await;
        assert_eq!(checkpoints.last().map_or(0, |last| last.0), size);
        for (size, root, note) in checkpoints {
            let count = usize::try_from(size).unwrap();
            assert_eq!(root, root_of(&leaves[..count]), "the root at {size}");
            let opened = open_note(&note, &[self.signer.verifier()]).unwrap();
            let origin = ORIGIN.to_owned();
            let (last_act, last_of_house) = (None, None);
            let expected = Checkpoint {
                origin,
                size,
                root,
                last_act,
                last_of_house,
            };
            assert_eq!(opened, expected);
        }
        size
    }

    /// The leaves of the sealed events, from the events and the seeds.
    async fn leaves(&self) -> Vec<Digest> {
        let rows: Vec<(i64, i64, Vec<u8>, Vec<u8>)> = sqlx::query_as(
            "select position, (extract(epoch from recorded_at) * 1000000)::bigint, stream_hash, seed
             from event
             join proof_tile on level = 0 and index = (position - 1) / 256
             where position <= (select size from proof_head) order by position",
        )
        .fetch_all(&self.pool())
        .await
        .unwrap();
        let leaf = |(position, recorded_at, hash, seed): (i64, i64, Vec<u8>, Vec<u8>)| {
            leaf_hash(&LeafData {
                salt: salt(&seed.try_into().unwrap(), position),
                position,
                recorded_at,
                stream_hash: hash.try_into().unwrap(),
            })
        };
        rows.into_iter().map(leaf).collect()
    }

    async fn tiles(&self) -> BTreeMap<(i16, i64), Vec<u8>> {
        let rows: Vec<(i16, i64, Vec<u8>)> =
            sqlx::query_as("select level, index, hashes from proof_tile")
                .fetch_all(&self.pool())
                .await
                .unwrap();
        rows.into_iter()
            .map(|(level, index, hashes)| ((level, index), hashes))
            .collect()
    }
}

fn expected_tiles(leaves: &[Digest]) -> BTreeMap<(i16, i64), Vec<u8>> {
    let mut tiles = BTreeMap::new();
    let mut hashes = leaves.to_vec();
    for level in 0.. {
        if hashes.is_empty() {
            break;
        }
        for (index, chunk) in (0..).zip(hashes.chunks(256)) {
            tiles.insert((level, index), chunk.concat());
        }
        hashes = hashes.chunks_exact(256).map(root_of).collect();
    }
    tiles
}

fn root_of(leaves: &[Digest]) -> Digest {
    match leaves {
        [] => tree::empty_root(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            ledger::proof::tile::node(&root_of(left), &root_of(right))
        }
    }
}
