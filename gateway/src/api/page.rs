//! The requested page of a list.

use projections::PageQuery;

use platform::error::ApiError;

/// The largest page number; a greater one is a mistake.
const PAGE_MAX: i64 = 1_000_000;

/// Checks the bounds of a page; outside of them the field is invalid.
pub(crate) fn check_page(page: i64, limit: i64) -> Result<(), ApiError> {
    if !(1..=PAGE_MAX).contains(&page) {
        return Err(ApiError::invalid_fields(&["page"]));
    }
    if !(1..=100).contains(&limit) {
        return Err(ApiError::invalid_fields(&["limit"]));
    }
    Ok(())
}

/// The requested page; `cursor` is the `nextCursor` of the previous page.
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
