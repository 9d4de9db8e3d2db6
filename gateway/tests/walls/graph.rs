//! Findings about arrows: those that lead up, and rings.

use std::collections::{BTreeMap, BTreeSet};

use crate::arrows::{Arrow, Code};

/// The room of a file: its first folder, or its own name.
fn room(path: &str) -> &str {
    path.split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs")
}

/// The crate's root declares the rooms and passes on what others may use.
fn is_root(path: &str) -> bool {
    ["lib.rs", "main.rs"].contains(&path)
}

/// Arrows to a higher floor, and files of rooms that have no floor.
pub(crate) fn up(arrows: &[Arrow], floors: &[(&str, &str)]) -> Vec<String> {
    let floor = |path: &str| floors.iter().position(|(name, _)| *name == room(path));
    let arrows = arrows
        .iter()
        .filter(|it| !is_root(&it.from) && !is_root(&it.to));
    arrows
        .filter_map(|Arrow { from, to }| match (floor(from), floor(to)) {
            (Some(low), Some(high)) if low < high => Some(format!("{from} -> {to}: leads up")),
            (None, _) => Some(format!("{from}: its room has no floor in the table")),
            (_, None) => Some(format!("{to}: its room has no floor in the table")),
            _ => None,
        })
        .collect()
}

/// Rings between neighbours: files and folders in one folder. The file of a folder's own
/// name declares it and passes its parts on, so it is no neighbour of theirs.
pub(crate) fn rings(arrows: &[Arrow], exempt: &[&str]) -> Vec<String> {
    let mut folders: BTreeSet<&str> = BTreeSet::from([""]);
    for Arrow { from, .. } in arrows {
        folders.extend(from.match_indices('/').map(|(at, _)| &from[..at]));
    }
    let looked_at = folders.into_iter().filter(|it| !exempt.contains(it));
    looked_at
        .flat_map(|folder| rings_in(folder, arrows))
        .collect()
}

/// Folders whose own file holds code that needs one of its parts, while a part needs that file.
pub(crate) fn rings_through_parents(code: &Code) -> BTreeSet<String> {
    let leads = |from: &str, to: &str| {
        let is_it = |arrow: &&Arrow| arrow.from.starts_with(from) && arrow.to.starts_with(to);
        code.arrows.iter().any(|arrow| is_it(&arrow))
    };
    let parents = code.definers.iter().filter(|path| !is_root(path));
    parents
        .filter_map(|parent| {
            let folder = parent.strip_suffix(".rs")?;
            let parts = format!("{folder}/");
            let is_ring = leads(parent, &parts) && leads(&parts, parent);
            is_ring.then(|| folder.to_owned())
        })
        .collect()
}

fn rings_in(folder: &str, arrows: &[Arrow]) -> Vec<String> {
    let node = |path: &str| {
        let rest = path.strip_prefix(folder)?;
        let rest = match folder {
            "" => rest,
            _ => rest.strip_prefix('/')?,
        };
        Some(room(rest).to_owned())
    };
    let mut next: BTreeMap<String, BTreeMap<String, &Arrow>> = BTreeMap::new();
    for arrow in arrows
        .iter()
        .filter(|it| !is_root(&it.from) && !is_root(&it.to))
    {
        if let (Some(from), Some(to)) = (node(&arrow.from), node(&arrow.to))
            && from != to
        {
            next.entry(from).or_default().entry(to).or_insert(arrow);
        }
    }
    let reached = |from: &str| {
        let mut seen = BTreeSet::new();
        let mut ways = vec![from.to_owned()];
        while let Some(node) = ways.pop() {
            for to in next.get(&node).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(to.clone()) {
                    ways.push(to.clone());
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&String, BTreeSet<String>> =
        next.keys().map(|it| (it, reached(it))).collect();
    let is_ring = |one: &String, other: &String| {
        let leads = |from, to| {
            reach
                .get(from)
                .is_some_and(|it: &BTreeSet<_>| it.contains(to))
        };
        leads(one, other) && leads(other, one)
    };
    let edges = next.iter().flat_map(|(from, ways)| {
        let back = ways.iter().filter(|(to, _)| is_ring(from, to));
        back.map(|(_, arrow)| {
            format!(
                "{} -> {}: part of a ring in {folder:?}",
                arrow.from, arrow.to
            )
        })
    });
    edges.collect()
}
