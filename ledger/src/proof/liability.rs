//! What all wallets are owed, as a tree of sums: each player can find the own money in the total, and nobody
//! else's. `.github/proofs.md`, section 10, defines the format.
//!
//! A node covers the sums of both of its children, since a tree over their total alone can be made to hide
//! money. A wallet has two shares in random places, so that the leaf next to a player's own shows nobody's
//! balance.

use rand::rngs::OsRng;
use rand::seq::SliceRandom;
use rand::{Rng as _, SeedableRng as _, TryRngCore as _, rngs::StdRng};
use sha2::{Digest as _, Sha256};

use crate::id::WalletId;
use crate::journal::Digest;

use super::leaf::SALT_LEN;
use super::tile::WIDTH;

/// Separates these leaves from any other use of SHA-256; a change of format changes it.
const FORMAT: &[u8] = b"wallet-share/1";

/// The fewest leaves of a tree, so that a small one does not show how many players there are.
const LEAVES_MIN: usize = 512;

/// Bytes of a node as it is stored and shown: its hash and its sum.
pub const NODE_LEN: usize = 40;

/// What a wallet is owed, in the smallest unit of its currency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amounts {
    /// In the main wallet.
    pub main: i64,
    /// On its way to games.
    pub in_transit: i64,
    /// On its way to the bank.
    pub withdrawal: i64,
    /// In games, as they were last observed.
    pub games: i64,
}

impl Amounts {
    /// The four together.
    pub fn total(&self) -> Result<i64, LiabilityError> {
        let parts = [self.main, self.in_transit, self.withdrawal, self.games];
        parts.into_iter().try_fold(0, add)
    }

    /// These and others, part by part.
    pub fn plus(&self, other: &Self) -> Result<Self, LiabilityError> {
        Ok(Self {
            main: add(self.main, other.main)?,
            in_transit: add(self.in_transit, other.in_transit)?,
            withdrawal: add(self.withdrawal, other.withdrawal)?,
            games: add(self.games, other.games)?,
        })
    }
}

/// A wallet and what it is owed at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    /// Whose it is.
    pub wallet_id: WalletId,
    /// The number of its last event up to that position.
    pub sequence: i64,
    /// The stream's hash after that event.
    pub stream_hash: Digest,
    /// What it is owed.
    pub amounts: Amounts,
}

/// One of the two parts that a wallet's money is split into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The number of its leaf, from 0.
    pub place: u32,
    /// Random, so that its hash shows nothing.
    pub salt: [u8; SALT_LEN],
    /// Its amount.
    pub amount: i64,
}

/// A node of the tree; a leaf's sum is its share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Its hash.
    pub hash: Digest,
    /// What all leaves below it hold.
    pub sum: i64,
}

/// Why there is no tree.
#[derive(Debug, thiserror::Error)]
pub enum LiabilityError {
    /// An amount below zero: the books are wrong, and a sum with it would hide what others are owed.
    #[error("an amount is below zero")]
    Negative,
    /// A sum beyond 8 bytes.
    #[error("a sum is beyond its bounds")]
    TooLarge,
    /// More wallets than places.
    #[error("there are too many wallets for one tree")]
    TooMany,
    /// The stored tree is not one.
    #[error("the stored tree is damaged: {0}")]
    Corrupt(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// A tree over the shares of wallets.
#[derive(Debug)]
pub struct SumTree {
    leaves: Vec<Node>,
    /// The nodes of the levels that are stored above the leaves: each [`WIDTH`] of one are a node of the next.
    tops: Vec<Vec<Node>>,
    /// The root.
    pub root: Node,
    /// By wallet, in the order in which the wallets were given.
    pub shares: Vec<[Share; 2]>,
}

fn add(left: i64, right: i64) -> Result<i64, LiabilityError> {
    if left < 0 || right < 0 {
        return Err(LiabilityError::Negative);
    }
    left.checked_add(right).ok_or(LiabilityError::TooLarge)
}

/// The leaf of a share.
#[must_use]
pub fn share_leaf(owed: &Owed, share: &Share) -> Node {
    let mut hash = Sha256::new();
    hash.update([0]);
    hash.update(FORMAT);
    hash.update(i64::from(share.place).to_be_bytes());
    hash.update(share.salt);
    hash.update(owed.wallet_id.0.as_bytes());
    hash.update(owed.sequence.to_be_bytes());
    hash.update(owed.stream_hash);
    let parts = owed.amounts;
    for amount in [
        parts.main,
        parts.in_transit,
        parts.withdrawal,
        parts.games,
        share.amount,
    ] {
        hash.update(amount.to_be_bytes());
    }
    Node {
        hash: hash.finalize().into(),
        sum: share.amount,
    }
}

impl Node {
    /// The node above two.
    pub fn above(left: &Self, right: &Self) -> Result<Self, LiabilityError> {
        let mut hash = Sha256::new();
        hash.update([1]);
        for child in [left, right] {
            hash.update(child.hash);
            hash.update(child.sum.to_be_bytes());
        }
        Ok(Self {
            hash: hash.finalize().into(),
            sum: add(left.sum, right.sum)?,
        })
    }

    /// Its hash and its sum.
    #[must_use]
    pub fn bytes(&self) -> [u8; NODE_LEN] {
        let mut bytes = [0; NODE_LEN];
        let (hash, sum) = bytes.split_at_mut(32);
        hash.copy_from_slice(&self.hash);
        sum.copy_from_slice(&self.sum.to_be_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; NODE_LEN]) -> Self {
        let (hash, sum) = bytes.split_at(32);
        let hash = hash.try_into().expect("32 bytes");
        let sum = i64::from_be_bytes(sum.try_into().expect("8 bytes"));
        Self { hash, sum }
    }
}

/// The row above a row of nodes.
fn halve(row: &[Node]) -> Result<Vec<Node>, LiabilityError> {
    let pairs = row.as_chunks::<2>().0.iter();
    pairs
        .map(|[left, right]| Node::above(left, right))
        .collect()
}

/// The root of a power of two of nodes.
fn top_of(nodes: &[Node]) -> Result<Node, LiabilityError> {
    let mut row = nodes.to_vec();
    while row.len() > 1 {
        row = halve(&row)?;
    }
    let top = row.first().copied();
    top.ok_or_else(|| LiabilityError::Corrupt("a row has no node".to_owned()))
}

/// The way from a node up to the top of a row of nodes.
pub(super) fn path_in(nodes: &[Node], mut index: usize) -> Result<Vec<Node>, LiabilityError> {
    let (mut row, mut path) = (nodes.to_vec(), Vec::new());
    while row.len() > 1 {
        let sibling = row.get(index ^ 1);
        let sibling = sibling.ok_or_else(|| LiabilityError::Corrupt("a row is cut".to_owned()))?;
        path.push(*sibling);
        row = halve(&row)?;
        index >>= 1;
    }
    Ok(path)
}

/// The node that a path leads to from a leaf. A wrong path leads to another one.
pub fn climb(leaf: Node, place: u32, path: &[Node]) -> Result<Node, LiabilityError> {
    path.iter()
        .enumerate()
        .try_fold(leaf, |node, (bit, sibling)| {
            if place >> bit & 1 == 1 {
                Node::above(sibling, &node)
            } else {
                Node::above(&node, sibling)
            }
        })
}

impl SumTree {
    /// A tree over what wallets are owed, with new salts, splits and places.
    pub fn build(owed: &[Owed]) -> Result<Self, LiabilityError> {
        let count = owed.len().saturating_mul(2).max(LEAVES_MIN);
        let count = count.checked_next_power_of_two();
        let count = count.and_then(|count| u32::try_from(count).ok());
        let count = count.ok_or(LiabilityError::TooMany)?;
        let mut seed = [0; 32];
        OsRng
            .try_fill_bytes(&mut seed)
            .expect("the system has a random source");
        let mut random = StdRng::from_seed(seed);
        let mut places: Vec<u32> = (0..count).collect();
        places.shuffle(&mut random);
        let padding = Node {
            hash: Digest::default(),
            sum: 0,
        };
        let mut leaves = vec![padding; count as usize];
        let mut shares = Vec::with_capacity(owed.len());
        for (owed, [first, second]) in owed.iter().zip(places.as_chunks::<2>().0) {
            let total = owed.amounts.total()?;
            let part = random.random_range(0..=total);
            let pair = [(*first, part), (*second, total - part)].map(|(place, amount)| Share {
                place,
                salt: random.random(),
                amount,
            });
            for share in &pair {
                leaves[share.place as usize] = share_leaf(owed, share);
            }
            shares.push(pair);
        }
        for place in &places[2 * owed.len()..] {
            random.fill(&mut leaves[*place as usize].hash);
        }
        Self::over(leaves, shares)
    }

    fn over(leaves: Vec<Node>, shares: Vec<[Share; 2]>) -> Result<Self, LiabilityError> {
        let mut tops: Vec<Vec<Node>> = Vec::new();
        let mut row = &leaves;
        while row.len() > WIDTH {
            let above: Result<Vec<Node>, _> = row.chunks(WIDTH).map(top_of).collect();
            tops.push(above?);
            row = tops.last().expect("one was pushed");
        }
        Ok(Self {
            root: top_of(row)?,
            leaves,
            tops,
            shares,
        })
    }

    /// How many leaves it has: a power of two.
    #[must_use]
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Never: it has padding.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The rows of nodes that are stored, from the leaves up.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Vec<Node>> {
        std::iter::once(&self.leaves).chain(&self.tops)
    }
}

#[cfg(test)]
mod tests;
