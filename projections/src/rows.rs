//! [`Rows`]: the part of one table that a fold needs, in memory.

use std::collections::{BTreeMap, BTreeSet};

/// Rows of one table by their key, with a note of what must be written back.
///
/// A writer loads the rows that a batch needs, folds the batch and writes back what changed; the
/// audit folds all events on empty rows. Both run the same fold.
#[derive(Debug)]
pub(crate) struct Rows<K, V> {
    by_key: BTreeMap<K, V>,
    changed: BTreeSet<K>,
    /// The rows that the table does not have yet.
    added: BTreeSet<K>,
    removed: BTreeSet<K>,
}

impl<K: Ord, V> Default for Rows<K, V> {
    fn default() -> Self {
        Self {
            by_key: BTreeMap::new(),
            changed: BTreeSet::new(),
            added: BTreeSet::new(),
            removed: BTreeSet::new(),
        }
    }
}

impl<K: Ord + Clone, V> Rows<K, V> {
    /// A row as stored in the table.
    pub(crate) fn load(&mut self, key: K, row: V) {
        self.by_key.insert(key, row);
    }

    /// Whether the key has a row.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.by_key.contains_key(key)
    }

    /// The row, to look at.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.by_key.get(key)
    }

    /// The row, to change; noted as changed.
    pub(crate) fn change(&mut self, key: &K) -> Option<&mut V> {
        let row = self.by_key.get_mut(key)?;
        if !self.changed.contains(key) {
            self.changed.insert(key.clone());
        }
        Some(row)
    }

    /// Writes a new row, or replaces an existing one.
    pub(crate) fn put(&mut self, key: K, row: V) {
        let was_stored = self.removed.remove(&key);
        self.changed.insert(key.clone());
        let before = self.by_key.insert(key.clone(), row);
        if before.is_none() && !was_stored {
            self.added.insert(key);
        }
    }

    /// Takes a row out.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        self.changed.remove(key);
        let row = self.by_key.remove(key)?;
        if !self.added.remove(key) {
            self.removed.insert(key.clone());
        }
        Some(row)
    }

    /// The rows to write back, by key.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (&K, &V)> {
        self.changed
            .iter()
            .filter_map(|key| self.by_key.get(key).map(|row| (key, row)))
    }

    /// The keys to delete.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &K> {
        self.removed.iter()
    }

    /// All rows by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.by_key.iter()
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.by_key.len()
    }
}

/// The first row in which a table differs from the fold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Name of the table.
    pub table: &'static str,
    /// Key of the row, as a text.
    pub row: String,
    /// The row as the events say; empty when there should be none.
    pub expected: String,
    /// The row as stored; empty when there is none.
    pub found: String,
}

/// Compares a table's stored rows with the folded ones, in the order of their keys.
pub(crate) fn first_difference<K, V>(
    table: &'static str,
    folded: &Rows<K, V>,
    stored: &Rows<K, V>,
) -> Option<Difference>
where
    K: Ord + std::fmt::Debug,
    V: PartialEq + std::fmt::Debug,
{
    let text = |row: Option<&V>| row.map(|row| format!("{row:?}")).unwrap_or_default();
    let keys: BTreeSet<&K> = folded.by_key.keys().chain(stored.by_key.keys()).collect();
    keys.into_iter()
        .find(|key| folded.by_key.get(key) != stored.by_key.get(key))
        .map(|key| Difference {
            table,
            row: format!("{key:?}"),
            expected: text(folded.by_key.get(key)),
            found: text(stored.by_key.get(key)),
        })
}
