//! Which page of a list a request asks for.

use projections::PageQuery;

use crate::platform::error::ApiError;

/// A page number beyond this is a mistake, not a page.
const PAGE_MAX: i64 = 1_000_000;

/// Bounds of a page; beyond them the field is wrong.
pub(crate) fn check_page(page: i64, limit: i64) -> Result<(), ApiError> {
    if !(1..=PAGE_MAX).contains(&page) {
        return Err(ApiError::invalid_fields(&["page"]));
    }
    if !(1..=100).contains(&limit) {
        return Err(ApiError::invalid_fields(&["limit"]));
    }
    Ok(())
}

/// What is asked for; `cursor` is the `nextCursor` of the page before.
pub(crate) fn page_query(
    page: i64,
    limit: i64,
    cursor: Option<&str>,
) -> Result<PageQuery, ApiError> {
    check_page(page, limit)?;
    let cursor = cursor
        .map(|text| {
            text.parse()
                .map_err(|_| ApiError::invalid_fields(&["cursor"]))
        })
        .transpose()?;
    Ok(PageQuery {
        page,
        cursor,
        limit,
    })
}
