//! The stored tree: its nodes in rows of 256, like the log's tiles, and the amounts of each wallet.
//!
//! It holds nothing that is believed. What it says leads to the root that is in the journal, or to nothing.

use sqlx::PgConnection;
use uuid::Uuid;

use super::liability::{
    Amounts, LiabilityError, NODE_LEN, Node, Owed, Share, SumTree, climb, path_in, share_leaf,
};
use super::tile::{HEIGHT, WIDTH};
use crate::id::WalletId;
use crate::journal::Digest;

/// Wallets of a stored row.
const WALLETS: usize = 256;

/// Bytes of a wallet in a stored row.
const ENTRY_LEN: usize = 144;

/// Rows that are written at once.
const ROWS_AT_ONCE: usize = 128;

/// A wallet's counted amounts, and the paths of its two shares to the root.
#[derive(Debug, Clone)]
pub struct ProvenShares {
    /// The wallet as it was counted.
    pub owed: Owed,
    /// Each share, and the siblings on its way from the leaf up.
    pub shares: [(Share, Vec<Node>); 2],
}

/// Stores a tree. `owed` are the wallets that it was built over, by id.
pub async fn keep(
    connection: &mut PgConnection,
    tree: &SumTree,
    owed: &[Owed],
) -> Result<(), LiabilityError> {
    for (level, row) in (0_i16..).zip(tree.rows()) {
        let tiles: Vec<&[Node]> = row.chunks(WIDTH).collect();
        for (batch, tiles) in (0_i64..).zip(tiles.chunks(ROWS_AT_ONCE)) {
            let first = batch * i64::try_from(ROWS_AT_ONCE).expect("it is small");
            let nodes: Vec<Vec<u8>> = tiles.iter().map(|nodes| written(nodes)).collect();
            sqlx::query!(
                "insert into liability_tile (root, level, index, nodes)
                 select $1, $2, $3 + place - 1, nodes
                 from unnest($4::bytea[]) with ordinality as tile (nodes, place)",
                tree.root.hash.as_slice(),
                level,
                first,
                &nodes
            )
            .execute(&mut *connection)
            .await?;
        }
    }
    let wallets: Vec<_> = owed.iter().zip(&tree.shares).collect();
    let rows: Vec<_> = wallets.chunks(WALLETS).collect();
    for rows in rows.chunks(ROWS_AT_ONCE) {
        let first: Vec<Uuid> = rows.iter().map(|row| row[0].0.wallet_id.0).collect();
        let entries = rows.iter().map(|row| {
            let entries = row.iter().flat_map(|(owed, shares)| entry(owed, shares));
            entries.collect::<Vec<u8>>()
        });
        let entries: Vec<Vec<u8>> = entries.collect();
        sqlx::query!(
            "insert into liability_share (root, first, entries)
             select $1, * from unnest($2::uuid[], $3::bytea[])",
            tree.root.hash.as_slice(),
            &first,
            &entries
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Deletes all trees but those of these roots.
pub async fn forget_others(
    connection: &mut PgConnection,
    roots: &[Digest],
) -> Result<(), sqlx::Error> {
    let roots: Vec<Vec<u8>> = roots.iter().map(|root| root.to_vec()).collect();
    sqlx::query!("delete from liability_tile where root <> all ($1)", &roots)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from liability_share where root <> all ($1)", &roots)
        .execute(connection)
        .await?;
    Ok(())
}

/// A wallet's shares in the tree of a root; none where it was not counted or the tree is gone.
pub async fn shares_of(
    connection: &mut PgConnection,
    root: &Digest,
    leaves: u64,
    wallet_id: WalletId,
) -> Result<Option<ProvenShares>, LiabilityError> {
    let entries = sqlx::query_scalar!(
        "select entries from liability_share where root = $1 and first <= $2
         order by first desc limit 1",
        root.as_slice(),
        wallet_id.0
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(entries) = entries else {
        return Ok(None);
    };
    let found = entries.as_chunks::<ENTRY_LEN>().0.iter();
    let found = found.map(read_entry).find(|it| it.0.wallet_id == wallet_id);
    let Some((owed, [first, second])) = found else {
        return Ok(None);
    };
    let mut paths = Vec::with_capacity(2);
    for share in [first, second] {
        let path = path(&mut *connection, root, leaves, share.place).await?;
        let top = climb(share_leaf(&owed, &share), share.place, &path)?;
        if top.hash != *root {
            let what = format!("leaf {} does not lead to the root", share.place);
            return Err(LiabilityError::Corrupt(what));
        }
        paths.push(path);
    }
    let [of_first, of_second] = paths.try_into().expect("two shares have two paths");
    Ok(Some(ProvenShares {
        owed,
        shares: [(first, of_first), (second, of_second)],
    }))
}

async fn path(
    connection: &mut PgConnection,
    root: &Digest,
    leaves: u64,
    place: u32,
) -> Result<Vec<Node>, LiabilityError> {
    let (mut path, mut place, mut row) = (Vec::new(), place, leaves);
    for level in 0_i16.. {
        let index = i64::from(place >> HEIGHT);
        let nodes = sqlx::query_scalar!(
            "select nodes from liability_tile where root = $1 and level = $2 and index = $3",
            root.as_slice(),
            level,
            index
        )
        .fetch_optional(&mut *connection)
        .await?;
        let missing = || LiabilityError::Corrupt(format!("tile {level}/{index} is missing"));
        let nodes = nodes.ok_or_else(missing)?;
        let nodes = nodes.as_chunks::<NODE_LEN>().0.iter();
        let nodes: Vec<Node> = nodes.map(Node::from_bytes).collect();
        path.extend(path_in(&nodes, place as usize % WIDTH)?);
        place >>= HEIGHT;
        row >>= HEIGHT;
        if row <= 1 {
            break;
        }
    }
    Ok(path)
}

fn written(nodes: &[Node]) -> Vec<u8> {
    nodes.iter().flat_map(Node::bytes).collect()
}

fn entry(owed: &Owed, shares: &[Share; 2]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ENTRY_LEN);
    bytes.extend(owed.wallet_id.0.as_bytes());
    bytes.extend(owed.sequence.to_be_bytes());
    bytes.extend(owed.stream_hash);
    let parts = owed.amounts;
    for amount in [parts.main, parts.in_transit, parts.withdrawal, parts.games] {
        bytes.extend(amount.to_be_bytes());
    }
    for share in shares {
        bytes.extend(share.place.to_be_bytes());
        bytes.extend(share.salt);
        bytes.extend(share.amount.to_be_bytes());
    }
    bytes
}

fn read_entry(entry: &[u8; ENTRY_LEN]) -> (Owed, [Share; 2]) {
    let mut rest = entry.as_slice();
    let wallet_id = WalletId(Uuid::from_bytes(take(&mut rest)));
    let sequence = i64::from_be_bytes(take(&mut rest));
    let stream_hash = take(&mut rest);
    let amounts = Amounts {
        main: i64::from_be_bytes(take(&mut rest)),
        in_transit: i64::from_be_bytes(take(&mut rest)),
        withdrawal: i64::from_be_bytes(take(&mut rest)),
        games: i64::from_be_bytes(take(&mut rest)),
    };
    let shares = [(), ()].map(|()| Share {
        place: u32::from_be_bytes(take(&mut rest)),
        salt: take(&mut rest),
        amount: i64::from_be_bytes(take(&mut rest)),
    });
    let owed = Owed {
        wallet_id,
        sequence,
        stream_hash,
        amounts,
    };
    (owed, shares)
}

fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (taken, behind) = rest
        .split_first_chunk()
        .expect("an entry has all its parts");
    *rest = behind;
    *taken
}
