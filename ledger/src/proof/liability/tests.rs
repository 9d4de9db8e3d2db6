//! The tree of sums against a plain one, and against what a dishonest operator would like to do.

use uuid::Uuid;

use super::*;

fn owed(number: u32, main: i64, games: i64) -> Owed {
    Owed {
        wallet_id: WalletId(Uuid::from_u128(u128::from(number))),
        sequence: i64::from(number) + 3,
        stream_hash: [7; 32],
        amounts: Amounts {
            main,
            games,
            ..Amounts::default()
        },
    }
}

fn wallets(count: u32) -> Vec<Owed> {
    (1..=count)
        .map(|number| owed(number, i64::from(number) * 101, i64::from(number % 3)))
        .collect()
}

/// The root as it is defined, without rows.
fn root_of(nodes: &[Node]) -> Node {
    if let [node] = nodes {
        return *node;
    }
    let (left, right) = nodes.split_at(nodes.len() / 2);
    Node::above(&root_of(left), &root_of(right)).unwrap()
}

/// The siblings on a leaf's way, without rows.
fn path_of(nodes: &[Node], place: usize) -> Vec<Node> {
    if nodes.len() == 1 {
        return Vec::new();
    }
    let (left, right) = nodes.split_at(nodes.len() / 2);
    let (own, other) = if place < left.len() {
        (left, right)
    } else {
        (right, left)
    };
    let mut path = path_of(own, place % left.len());
    path.push(root_of(other));
    path
}

#[test]
fn the_total_is_everything_that_is_owed_and_each_share_leads_to_it() {
    for count in [0, 1, 2, 255, 256, 257, 900] {
        let owed = wallets(count);
        let tree = SumTree::build(&owed).unwrap();
        assert!(tree.len().is_power_of_two() && tree.len() >= LEAVES_MIN.max(2 * owed.len()));
        let total: i64 = owed.iter().map(|it| it.amounts.total().unwrap()).sum();
        assert_eq!(tree.root.sum, total, "{count} wallets");
        assert_eq!(tree.root, root_of(&tree.leaves));
        let mut places: Vec<u32> = Vec::new();
        for (owed, shares) in owed.iter().zip(&tree.shares) {
            let parts: i64 = shares.iter().map(|share| share.amount).sum();
            assert_eq!(parts, owed.amounts.total().unwrap());
            assert!(shares.iter().all(|share| share.amount >= 0));
            for share in shares {
                let path = path_of(&tree.leaves, share.place as usize);
                let top = climb(share_leaf(owed, share), share.place, &path).unwrap();
                assert_eq!(top, tree.root);
                places.push(share.place);
            }
        }
        let found = places.len();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), found, "two shares lie in one place");
    }
}

/// Two totals of the same wallets show nothing of who has moved money between them.
#[test]
fn every_tree_has_new_places_salts_and_parts() {
    let owed = wallets(200);
    let (one, other) = (
        SumTree::build(&owed).unwrap(),
        SumTree::build(&owed).unwrap(),
    );
    assert_ne!(one.root.hash, other.root.hash);
    let same = one.shares.iter().zip(&other.shares);
    let same = same.filter(|(one, other)| one[0].amount == other[0].amount);
    assert!(same.count() < 20);
    let salts = one.shares.iter().flatten().map(|share| share.salt);
    let salts: std::collections::HashSet<_> = salts.collect();
    assert_eq!(salts.len(), 400);
    let moved = one.shares.iter().zip(&other.shares);
    let moved = moved.filter(|(one, other)| one[0].place != other[0].place);
    assert!(moved.count() > 180);
}

/// A leaf is one wallet's at one moment: whatever else is claimed of it leads to another root.
#[test]
fn a_leaf_fits_nobody_else_and_no_other_amount() {
    let owed = wallets(3);
    let tree = SumTree::build(&owed).unwrap();
    let share = tree.shares[0][0];
    let path = path_of(&tree.leaves, share.place as usize);
    let leads = |owed: &Owed, share: &Share| {
        climb(share_leaf(owed, share), share.place, &path).is_ok_and(|top| top == tree.root)
    };
    assert!(leads(&owed[0], &share));
    assert!(!leads(&owed[1], &share), "two players are shown one leaf");
    let mut changed = [owed[0]; 5];
    changed[0].sequence -= 1;
    changed[1].stream_hash = [8; 32];
    changed[2].amounts.main += 1;
    changed[3].amounts.in_transit += 1;
    changed[4].amounts.withdrawal += 1;
    for owed in changed {
        assert!(!leads(&owed, &share), "{owed:?}");
    }
    for share in [
        Share {
            amount: share.amount + 1,
            ..share
        },
        Share {
            salt: [0; SALT_LEN],
            ..share
        },
        Share {
            place: share.place ^ 1,
            ..share
        },
    ] {
        assert!(!leads(&owed[0], &share), "{share:?}");
    }
}

/// With a node over the total alone, an operator could move a sum from one child to the other.
#[test]
fn a_node_covers_the_sums_of_both_children() {
    let node = |sum| Node { hash: [1; 32], sum };
    let (one, other) = (
        Node::above(&node(3), &node(5)).unwrap(),
        Node::above(&node(5), &node(3)).unwrap(),
    );
    assert_eq!(one.sum, other.sum);
    assert_ne!(one.hash, other.hash);
}

#[test]
fn a_debt_below_zero_and_a_sum_beyond_the_bounds_are_refused() {
    let negative = [owed(1, 500, 0), owed(2, -500, 0)];
    assert!(matches!(
        SumTree::build(&negative),
        Err(LiabilityError::Negative)
    ));
    let too_large = [owed(1, i64::MAX, 0), owed(2, i64::MAX, 0)];
    assert!(matches!(
        SumTree::build(&too_large),
        Err(LiabilityError::TooLarge)
    ));
    assert!(matches!(
        Node::above(
            &Node {
                hash: [0; 32],
                sum: -1
            },
            &Node {
                hash: [0; 32],
                sum: 1
            }
        ),
        Err(LiabilityError::Negative)
    ));
}

/// The documented bytes, put together by hand.
#[test]
fn the_format_is_the_documented_one() {
    let owed = Owed {
        wallet_id: WalletId(Uuid::from_u128(9)),
        sequence: 4,
        stream_hash: [5; 32],
        amounts: Amounts {
            main: 1,
            in_transit: 2,
            withdrawal: 3,
            games: 4,
        },
    };
    let share = Share {
        place: 6,
        salt: [3; 16],
        amount: 7,
    };
    let mut bytes = vec![0];
    bytes.extend(b"wallet-share/1");
    bytes.extend(6_i64.to_be_bytes());
    bytes.extend([3; 16]);
    bytes.extend(9_u128.to_be_bytes());
    bytes.extend(4_i64.to_be_bytes());
    bytes.extend([5; 32]);
    for amount in [1_i64, 2, 3, 4, 7] {
        bytes.extend(amount.to_be_bytes());
    }
    let leaf = share_leaf(&owed, &share);
    let digest: Digest = Sha256::digest(&bytes).into();
    assert_eq!((leaf.hash, leaf.sum), (digest, 7));
    let mut bytes = vec![1];
    bytes.extend(leaf.bytes());
    bytes.extend([2; 32]);
    bytes.extend(8_i64.to_be_bytes());
    let above = Node::above(
        &leaf,
        &Node {
            hash: [2; 32],
            sum: 8,
        },
    );
    let digest: Digest = Sha256::digest(&bytes).into();
    assert_eq!(
        above.unwrap(),
        Node {
            hash: digest,
            sum: 15
        }
    );
}
