//! The words behind a command.

/// Each option once, in any order, with a value that says something.
pub(super) fn read_options<const N: usize>(
    words: &[&str],
    names: [&str; N],
) -> Option<[String; N]> {
    if words.len() != 2 * N {
        return None;
    }
    let value = |name: &str| {
        let mut pairs = words.chunks_exact(2);
        let pair = pairs.find(|pair| pair[0] == name)?;
        let text = pair[1].trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let values: Vec<String> = names.into_iter().filter_map(value).collect();
    values.try_into().ok()
}
