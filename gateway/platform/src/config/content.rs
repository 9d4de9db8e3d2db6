//! The content of a file, for what is laid over it later.

use std::fmt;
use std::sync::Arc;

use toml::{Table, Value};

/// The file's content with its variables filled in, which a change of a section is laid over. It holds secrets.
#[derive(Clone)]
pub struct FileContent(pub(super) Arc<Value>);

impl Default for FileContent {
    fn default() -> Self {
        Self(Arc::new(Value::Table(Table::new())))
    }
}

impl fmt::Debug for FileContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileContent(…)")
    }
}
