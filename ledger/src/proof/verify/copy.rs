//! `COPY` text: the one form in which rows come, from a running database and from a dump.

use memchr::{memchr, memchr_iter};

/// A table that a verification reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Table {
    Event,
    StreamHead,
    LogHead,
    Claim,
    Idempotency,
    Snapshot,
    /// Of a snapshot the digest of its state only.
    SnapshotDigest,
    Tile,
    Checkpoint,
    Key,
    Head,
}

/// The other tables in a dump: read after the keys and before the events.
pub(super) const STORED_TABLES: [Table; 8] = [
    Table::StreamHead,
    Table::LogHead,
    Table::Claim,
    Table::Idempotency,
    Table::Snapshot,
    Table::Tile,
    Table::Checkpoint,
    Table::Head,
];

/// The same of a running database. Names of commands come in their order behind the events, and
/// states of snapshots a few at a time: nothing is held that has not to be.
pub(super) const STORED_TABLES_ONLINE: [Table; 7] = [
    Table::StreamHead,
    Table::LogHead,
    Table::Claim,
    Table::SnapshotDigest,
    Table::Tile,
    Table::Checkpoint,
    Table::Head,
];

/// The same of an archive of the oldest partitions.
pub(super) const ARCHIVED_TABLES: [Table; 3] = [Table::Tile, Table::Checkpoint, Table::Head];

impl Table {
    /// Its name in the database.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::StreamHead => "stream_head",
            Self::LogHead => "log_head",
            Self::Claim => "claim",
            Self::Idempotency => "idempotency",
            Self::Snapshot | Self::SnapshotDigest => "snapshot",
            Self::Tile => "proof_tile",
            Self::Checkpoint => "proof_checkpoint",
            Self::Key => "proof_key",
            Self::Head => "proof_head",
        }
    }

    /// The columns that are read, in the order in which a row is handed on.
    pub(super) const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Event => &[
                "position",
                "wallet_id",
                "sequence",
                "event_type",
                "event_version",
                "payload",
                "metadata",
                "recorded_at",
                "stream_hash",
                "state_hash",
                "mac",
            ],
            Self::StreamHead => &["wallet_id", "version", "stream_hash"],
            Self::LogHead => &["position"],
            Self::Claim => &["kind", "reference", "wallet_id", "sequence"],
            Self::Idempotency => &["wallet_id", "key", "sequence", "events", "fingerprint"],
            Self::Snapshot => &["wallet_id", "sequence", "format", "state"],
            Self::SnapshotDigest => &[
                "wallet_id",
                "sequence",
                "format",
                "sha256(convert_to(state::text, 'UTF8'))",
            ],
            Self::Tile => &["level", "index", "hashes", "seed"],
            Self::Checkpoint => &["size", "root", "note"],
            Self::Key => &["verifier", "since_size", "until_size", "handover"],
            Self::Head => &["size"],
        }
    }

    /// By a name that a dump has: events are in the partitions of their table.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let name = name.split_once(PARTITION).map_or(name, |(table, _)| table);
        let all = STORED_TABLES.into_iter().chain([Self::Key, Self::Event]);
        all.into_iter().find(|table| table.name() == name)
    }
}

/// Between a table's name and the first position of its partition.
const PARTITION: &str = "_from_";

/// What a source hands on.
#[derive(Debug)]
pub(super) enum Feed {
    /// Rows of this table follow.
    Table(Table, Layout),
    /// Whole lines, each with its end.
    Lines(Vec<u8>),
}

/// Where a line has the wanted columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Of each wanted column, its place among the fields.
    places: Vec<usize>,
    fields: usize,
}

impl Layout {
    /// The columns as they are asked for.
    pub(super) fn asked(table: Table) -> Self {
        let fields = table.columns().len();
        Self {
            places: (0..fields).collect(),
            fields,
        }
    }

    /// The table and columns of a dump's `COPY schema.table (a, b) FROM stdin;`. The inner error
    /// names a column that is missing; `None` is a table that is of no interest.
    pub(super) fn of_dump(line: &str) -> Option<Result<(Table, Self), String>> {
        let rest = line.strip_prefix("COPY ")?;
        let rest = rest.trim_end().strip_suffix(") FROM stdin;")?;
        let (name, columns) = rest.split_once(" (")?;
        let name = name.rsplit('.').next()?.trim_matches('"');
        let table = Table::by_name(name)?;
        let columns: Vec<&str> = columns
            .split(", ")
            .map(|column| column.trim_matches('"'))
            .collect();
        let mut places = Vec::new();
        for wanted in table.columns() {
            let Some(place) = columns.iter().position(|column| column == wanted) else {
                return Some(Err(format!("{name} has no column {wanted}")));
            };
            places.push(place);
        }
        let layout = Self {
            places,
            fields: columns.len(),
        };
        Some(Ok((table, layout)))
    }

    /// The wanted fields of a line, still escaped; false when it has not as many as it should, or
    /// is of another type than a wallet's.
    pub(super) fn split<'a>(&self, line: &'a [u8], row: &mut Row<'a>) -> bool {
        row.all.clear();
        let mut rest = line;
        while let Some(end) = memchr(b'\t', rest) {
            row.all.push(&rest[..end]);
            rest = &rest[end + 1..];
        }
        row.all.push(rest);
        row.wanted.clear();
        if row.all.len() != self.fields {
            return false;
        }
        row.wanted
            .extend(self.places.iter().map(|place| row.all[*place]));
        true
    }
}

/// A line's fields; kept from line to line to keep its memory.
#[derive(Debug, Default)]
pub(super) struct Row<'a> {
    all: Vec<&'a [u8]>,
    wanted: Vec<&'a [u8]>,
}

impl<'a> Row<'a> {
    /// A wanted column, escaped as it came.
    pub(super) fn raw(&self, column: usize) -> &'a [u8] {
        self.wanted[column]
    }

    /// Whether a line was split.
    pub(super) fn has_columns(&self) -> bool {
        !self.wanted.is_empty()
    }

    pub(super) fn number(&self, column: usize) -> Option<i64> {
        std::str::from_utf8(self.raw(column)).ok()?.parse().ok()
    }

    /// A text; `None` when it is null or no text.
    pub(super) fn text(&self, column: usize) -> Option<String> {
        let mut text = Vec::new();
        if self.is_null(column) || !unescape(self.raw(column), &mut text) {
            return None;
        }
        String::from_utf8(text).ok()
    }

    /// Bytes; `None` when they are null or not in the form `\x…`.
    pub(super) fn bytes(&self, column: usize) -> Option<Vec<u8>> {
        hex::decode(self.raw(column).strip_prefix(br"\\x")?).ok()
    }

    /// As many bytes as the array has; `None` when they are others.
    pub(super) fn array<const N: usize>(&self, column: usize) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        let digits = self.raw(column).strip_prefix(br"\\x")?;
        hex::decode_to_slice(digits, &mut bytes).ok()?;
        Some(bytes)
    }

    /// Whether the column is null.
    pub(super) fn is_null(&self, column: usize) -> bool {
        self.raw(column) == br"\N"
    }
}

/// Takes the escapes out; false for an escape that `COPY` does not write.
pub(super) fn unescape(field: &[u8], out: &mut Vec<u8>) -> bool {
    let mut rest = field;
    while let Some(at) = memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let Some(sign) = rest.get(at + 1) else {
            return false;
        };
        out.push(match sign {
            b'\\' => b'\\',
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 0x0b,
            _ => return false,
        });
        rest = &rest[at + 2..];
    }
    out.extend_from_slice(rest);
    true
}

/// The lines of a chunk, without their ends.
pub(super) fn lines(chunk: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr_iter(b'\n', chunk).map(move |end| {
        let line = &chunk[start..end];
        start = end + 1;
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dumps_columns_are_found_in_any_order() {
        let line = "COPY public.claim (sequence, note, kind, \"reference\", wallet_id) FROM stdin;";
        let (table, layout) = Layout::of_dump(line).unwrap().unwrap();
        assert_eq!(table, Table::Claim);
        let mut row = Row::default();
        assert!(layout.split(b"7\tx\tslip\ta\\\\b\\tc\tid", &mut row));
        assert_eq!(row.text(0).as_deref(), Some("slip"));
        assert_eq!(row.text(1).as_deref(), Some("a\\b\tc"));
        assert_eq!(row.number(3), Some(7));
        assert!(!layout.split(b"7\tx\tslip", &mut Row::default()));
        assert!(Layout::of_dump("COPY public.member (id) FROM stdin;").is_none());
        let lacking = Layout::of_dump("COPY public.claim (kind) FROM stdin;").unwrap();
        assert!(lacking.is_err());
    }

    #[test]
    fn bytes_come_in_hex_and_null_is_none_of_them() {
        let mut row = Row::default();
        assert!(Layout::asked(Table::LogHead).split(br"\\x0aff", &mut row));
        assert_eq!(row.bytes(0), Some(vec![10, 255]));
        assert_eq!(row.array::<2>(0), Some([10, 255]));
        assert_eq!(row.array::<3>(0), None);
        let mut row = Row::default();
        assert!(Layout::asked(Table::LogHead).split(br"\N", &mut row));
        assert!(row.is_null(0) && row.bytes(0).is_none() && row.text(0).is_none());
    }
}
