//! What all spans of traces have in common. No crate below the gateway knows who takes them.

use std::collections::BTreeSet;

/// The target of every span that may leave the process. An exporter takes these, and the log leaves
/// them out.
pub const TRACES: &str = "traces";

/// A batch names so many requests; more would make a span larger than it is useful.
const REQUESTS_MAX: usize = 32;

/// The requests of a batch in one text, each once.
pub fn request_ids<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let ids: BTreeSet<&str> = ids.filter(|id| !id.is_empty()).collect();
    let ids: Vec<&str> = ids.into_iter().take(REQUESTS_MAX).collect();
    ids.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_names_each_request_once_and_not_too_many() {
        assert_eq!(request_ids(["b", "a", "", "b"].into_iter()), "a b");
        let many: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let named = request_ids(many.iter().map(String::as_str));
        assert_eq!(named.split(' ').count(), REQUESTS_MAX);
    }
}
