//! Proofs against the definitions of RFC 6962, written again and without tiles.

use super::*;
use crate::proof::tile::WIDTH;
use crate::proof::tile::node;
use sha2::{Digest as _, Sha256};

/// The tree's hash as section 2.1 defines it.
fn root_of(leaves: &[Digest]) -> Digest {
    match leaves {
        [] => Sha256::digest(b"").into(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            node(&root_of(left), &root_of(right))
        }
    }
}

fn leaf_of(data: &[u8]) -> Digest {
    Sha256::digest([&[0], data].concat()).into()
}

fn tiles_of(leaves: &[Digest]) -> Tiles {
    let mut tiles = Tiles::default();
    let mut hashes = leaves.to_vec();
    for level in 0.. {
        if hashes.is_empty() {
            break;
        }
        for (index, chunk) in (0..).zip(hashes.chunks(WIDTH)) {
            tiles.0.insert((level, index), Tile::new(chunk.to_vec()));
        }
        let full = hashes.chunks_exact(WIDTH);
        hashes = full.map(root_of).collect();
    }
    tiles
}

fn leaves(count: u32) -> Vec<Digest> {
    (0..count).map(|n| leaf_of(&n.to_be_bytes())).collect()
}

fn size(count: usize) -> i64 {
    i64::try_from(count).unwrap()
}

/// Certificate Transparency's own vectors.
#[test]
fn the_roots_are_those_of_the_published_vectors() {
    let data = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ];
    let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    let leaves: Vec<Digest> = data
        .iter()
        .map(|text| leaf_of(&hex::decode(text).unwrap()))
        .collect();
    let tiles = tiles_of(&leaves);
    for (count, root) in (1..).zip(roots) {
        assert_eq!(hex::encode(root_of(&leaves[..count])), root);
        assert_eq!(hex::encode(tiles.root(size(count)).unwrap()), root);
    }
    assert_eq!(hex::encode(empty_root()), hex::encode(root_of(&[])));
}

/// One of a proof's hashes, or the proof's length, or the leaf, is not what it was.
fn mutated(path: &[Digest], lot: usize) -> Vec<Vec<Digest>> {
    let mut changed = path.to_vec();
    let mut longer = path.to_vec();
    longer.push([lot.to_le_bytes()[0]; 32]);
    let mut found = vec![longer];
    if !path.is_empty() {
        changed[lot % path.len()][lot % 32] ^= 1 << (lot % 8);
        found.push(changed);
        found.push(path[..path.len() - 1].to_vec());
        found.push(path[1..].to_vec());
    }
    found
}

#[test]
fn any_leaf_of_any_tree_up_to_six_hundred_is_proved_and_no_mutation_is() {
    let leaves = leaves(600);
    let tiles = tiles_of(&leaves);
    for count in 1..=leaves.len() {
        let root = root_of(&leaves[..count]);
        assert_eq!(tiles.root(size(count)).unwrap(), root);
        for (index, leaf) in leaves[..count].iter().enumerate() {
            let position = size(index) + 1;
            let needed = tiles_of_inclusion(position, size(count));
            let path = Tiles(needed.iter().map(|id| (*id, tiles.0[id].clone())).collect())
                .inclusion(position, size(count))
                .unwrap();
            check_inclusion(leaf, position, &path, size(count), &root).unwrap();
            // What follows is the same for all trees: a share of them is enough.
            if (index + count) % 37 != 0 {
                continue;
            }
            for bad in mutated(&path, index + count) {
                check_inclusion(leaf, position, &bad, size(count), &root).unwrap_err();
            }
            let other = leaf_of(b"other");
            check_inclusion(&other, position, &path, size(count), &root).unwrap_err();
            check_inclusion(leaf, position, &path, size(count), &other).unwrap_err();
            for wrong in [position - 1, position + 1] {
                check_inclusion(leaf, wrong, &path, size(count), &root).unwrap_err();
            }
        }
    }
}

#[test]
fn any_tree_up_to_six_hundred_is_proved_to_begin_any_later_one_and_no_mutation_is() {
    let leaves = leaves(600);
    let tiles = tiles_of(&leaves);
    let roots: Vec<Digest> = (0..=600).map(|count| root_of(&leaves[..count])).collect();
    for to in 1..=600 {
        for from in 1..=to {
            let path = tiles.consistency(size(from), size(to)).unwrap();
            let (old, new) = (size(from), size(to));
            let (old_root, new_root) = (&roots[from], &roots[to]);
            check_consistency(&path, old, old_root, new, new_root).unwrap();
            if (from + to) % 37 != 0 {
                continue;
            }
            for bad in mutated(&path, from + to) {
                check_consistency(&bad, old, old_root, new, new_root).unwrap_err();
            }
            let other = leaf_of(b"other");
            check_consistency(&path, old, &other, new, new_root).unwrap_err();
            check_consistency(&path, old, old_root, new, &other).unwrap_err();
        }
    }
}

#[test]
fn every_tree_begins_with_the_empty_one_and_none_with_a_larger() {
    let leaves = leaves(5);
    let (empty, five) = (empty_root(), root_of(&leaves));
    check_consistency(&[], 0, &empty, 5, &five).unwrap();
    check_consistency(&[], 0, &five, 5, &five).unwrap_err();
    check_consistency(&[five], 0, &empty, 5, &five).unwrap_err();
    check_consistency(&[], 5, &five, 5, &five).unwrap();
    check_consistency(&[], 6, &five, 5, &five).unwrap_err();
    check_consistency(&[], -1, &five, 5, &five).unwrap_err();
    check_inclusion(&five, 0, &[], 1, &five).unwrap_err();
    check_inclusion(&five, 2, &[], 1, &five).unwrap_err();
    check_inclusion(&five, 1, &[], -1, &five).unwrap_err();
    check_inclusion(&five, 1, &[], 1, &five).unwrap();
}

#[test]
fn a_proof_asks_for_a_tile_a_level_and_its_edge() {
    let million = 1 << 30;
    for position in [1, 12_345, 1 << 20, million] {
        assert!(tiles_of_inclusion(position, million).len() <= 8);
    }
    assert!(tiles_of_consistency(123_456_789, million).len() <= 8);
    assert_eq!(tiles_of_inclusion(1, 1).len(), 0);
}
