//! Events in the order of their positions, whatever order they come in.
//!
//! A dump holds the rows as they lie in the table: nearly in order, because the table only grows.
//! What comes too early waits; what is waited for too long is missing.

use std::collections::BTreeMap;

use super::row::Event;

/// So much may wait before the position that is waited for is given up.
const HELD_BYTES_MAX: usize = 512 * 1024 * 1024;

/// Approximate size of a row without its texts.
const ROW_BYTES: usize = 400;

/// Brings events into order.
#[derive(Debug)]
pub(super) struct MergeOrder {
    next: i64,
    held: BTreeMap<i64, (Box<Event>, String)>,
    bytes: usize,
    /// Nothing waits: the source has put them in order.
    is_ordered: bool,
    bytes_max: usize,
}

pub(super) enum Next {
    /// The event of this stream.
    Event(Box<Event>, String),
    /// These positions are missing: the first, and the one behind the last.
    Gap(i64, i64),
}

impl MergeOrder {
    pub(super) fn new(is_ordered: bool) -> Self {
        Self {
            next: 1,
            held: BTreeMap::new(),
            bytes: 0,
            is_ordered,
            bytes_max: HELD_BYTES_MAX,
        }
    }

    /// The position that is waited for.
    pub(super) fn next(&self) -> i64 {
        self.next
    }

    /// Whether the event comes next; then the next one is waited for.
    pub(super) fn is_next(&mut self, position: i64) -> bool {
        let is_next = position == self.next;
        if is_next {
            self.next = self.next.saturating_add(1);
        }
        is_next
    }

    /// Lets an event wait; false when one of its position has been there.
    pub(super) fn hold(&mut self, event: &Event, text: &str) -> bool {
        if event.position < self.next || self.held.contains_key(&event.position) {
            return false;
        }
        let (event, text) = event.detached(text);
        self.bytes += text.len() + ROW_BYTES;
        self.held.insert(event.position, (Box::new(event), text));
        true
    }

    /// What can continue now; at the end, everything that is left.
    pub(super) fn ready(&mut self, is_end: bool) -> Option<Next> {
        let first = *self.held.first_key_value()?.0;
        if first > self.next {
            if !is_end && !self.is_ordered && self.bytes <= self.bytes_max {
                return None;
            }
            let gap = Next::Gap(self.next, first);
            self.next = first;
            return Some(gap);
        }
        let (_, (event, text)) = self.held.pop_first()?;
        self.bytes -= text.len() + ROW_BYTES;
        self.next = self.next.saturating_add(1);
        Some(Next::Event(event, text))
    }
}
