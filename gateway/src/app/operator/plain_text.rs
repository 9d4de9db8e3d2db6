//! Text for people on the command line.

/// A parser of text for people: 1 to `max` characters, none of them a control character.
pub(super) fn plain_text(
    max: usize,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |text| {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > max {
            return Err(format!("1 to {max} characters are needed"));
        }
        if text.chars().any(char::is_control) {
            return Err("control characters are not allowed".to_owned());
        }
        Ok(text.to_owned())
    }
}
