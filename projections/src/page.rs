//! Pages of long lists, by number or by cursor.

/// The most lines that one page holds.
pub const LIMIT_MAX: i64 = 100;

/// Which rows of a list to show. Newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageQuery {
    /// The page, from 1; not looked at when there is a cursor.
    pub page: i64,
    /// Only rows before this position: the `next_cursor` of the page before.
    pub cursor: Option<i64>,
    /// Rows a page, 1 to 100.
    pub limit: i64,
}

impl Default for PageQuery {
    fn default() -> Self {
        Self {
            page: 1,
            cursor: None,
            limit: 10,
        }
    }
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// How many rows there are on all pages.
    pub total: i64,
    /// The rows, newest first.
    pub rows: Vec<T>,
    /// Where the next page starts; `None` on the last one.
    pub next_cursor: Option<i64>,
}

/// Which stretch of a list a page is.
pub(crate) struct Window {
    /// Rows before this position.
    pub(crate) before: i64,
    /// Rows that the page may hold.
    pub(crate) limit: i64,
    /// Rows of the pages before.
    pub(crate) skipped: i64,
}

impl Window {
    /// `None` where the page lies behind the list's end.
    pub(crate) fn of(query: PageQuery, total: i64) -> Option<Self> {
        let limit = query.limit.clamp(1, LIMIT_MAX);
        let skipped = match query.cursor {
            Some(_) => 0,
            None => query.page.max(1).saturating_sub(1).saturating_mul(limit),
        };
        (skipped < total).then(|| Self {
            before: query.cursor.unwrap_or(i64::MAX),
            limit,
            skipped,
        })
    }

    /// One row more than requested was read: it shows whether there is a next page.
    pub(crate) fn page<T>(
        &self,
        total: i64,
        mut rows: Vec<T>,
        position: impl Fn(&T) -> i64,
    ) -> Page<T> {
        let wanted = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let has_next = rows.len() > wanted;
        rows.truncate(wanted);
        let next_cursor = rows.last().map(position).filter(|_| has_next);
        Page {
            total,
            rows,
            next_cursor,
        }
    }
}

impl<T> Page<T> {
    pub(crate) fn empty(total: i64) -> Self {
        Self {
            total,
            rows: Vec::new(),
            next_cursor: None,
        }
    }
}
