//! Pictures whose rows are missing, and pictures whose rows are being written.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;
use ledger::SlipId;

use super::{FileKind, NewSlipFile, find, store};
use crate::harness::{Harness, harness};
use picture::MediaType;
use platform::clock::new_id;
use platform::core::Core;
use platform::files::abandoned::{GONE_MAX, is_kept, sweep};

const LEFT: &str = "00112233445566778899aabbccddeeff.png";

async fn swept(state: &Core) -> Result<u64, sqlx::Error> {
    sweep(&state.pool, &state.files, state.clock.now()).await
}

/// A harness with a picture that has its row, and a picture without a row.
async fn left() -> (Harness, PathBuf, PathBuf) {
    let harness = harness("http://127.0.0.1:9").await;
    let state = &harness.state;
    let new = NewSlipFile {
        slip_id: SlipId(new_id()),
        wallet_id: harness.wallet_id,
        kind: MediaType::Png,
        reading: Err("CANNOT_READ_CROPPED_IMAGE"),
        uploaded_at: state.clock.now(),
        per_hour_max: 10,
    };
    let bytes = Bytes::from_static(b"picture");
    let stored = store(state, &new, &bytes).await;
    stored.unwrap();
    let row = find(&state.pool, new.slip_id).await.unwrap().unwrap();
    let folder = state.data_dir.join(FileKind::Slip.folder());
    let written = state.files.write(FileKind::Slip, LEFT, &bytes).await;
    written.unwrap();
    (harness, folder.join(row.file_name), folder.join(LEFT))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_no_row_names_is_swept_after_a_week_and_no_other() {
    let (harness, kept, abandoned) = left().await;
    let strange = abandoned.with_file_name("notes.txt");
    std::fs::write(&strange, b"of the operator's").unwrap();
    harness.state.clock.advance(Duration::from_hours(6 * 24));
    assert_eq!(swept(&harness.state).await.unwrap(), 0);
    harness.state.clock.advance(Duration::from_hours(2 * 24));
    assert_eq!(swept(&harness.state).await.unwrap(), 1);
    assert!(kept.exists() && strange.exists() && !abandoned.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_files_without_rows_are_another_databases_and_stay() {
    let (harness, _, abandoned) = left().await;
    for number in 0..GONE_MAX {
        let name = format!("{number:032x}.png");
        std::fs::write(abandoned.with_file_name(name), b"picture").unwrap();
    }
    harness.state.clock.advance(Duration::from_hours(8 * 24));
    assert_eq!(swept(&harness.state).await.unwrap(), 0);
    assert!(abandoned.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_whose_row_is_being_written_is_not_swept_whatever_the_clock_says() {
    let (harness, _, abandoned) = left().await;
    let state = &harness.state;
    let mut writing = state.pool.begin().await.unwrap();
    assert!(
        is_kept(&mut writing, &state.files, FileKind::Slip, LEFT)
            .await
            .unwrap()
    );
    state.clock.advance(Duration::from_hours(30 * 24));
    let sweeping = tokio::spawn({
        let state = state.clone();
        async move { swept(&state).await }
    });
    harness.database.locked_out(1).await;
    sqlx::query(
        "insert into slip_file (slip_id, wallet_id, file_name, media_type, byte_count,
             sha256, refusal, uploaded_at, mac)
         values ($1, $1, $2, 'image/png', 7, sha256('picture'), 'INVALID_SLIP', now(),
                 sha256('none'))",
    )
    .bind(new_id())
    .bind(LEFT)
    .execute(&mut *writing)
    .await
    .unwrap();
    writing.commit().await.unwrap();
    assert_eq!(sweeping.await.unwrap().unwrap(), 0);
    assert!(abandoned.exists());
    // The other way round: a file that was swept before gets no row.
    std::fs::remove_file(&abandoned).unwrap();
    let mut late = state.pool.begin().await.unwrap();
    assert!(
        !is_kept(&mut late, &state.files, FileKind::Slip, LEFT)
            .await
            .unwrap()
    );
}
