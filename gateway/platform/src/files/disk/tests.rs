//! A disk without room, made with the bound that a system sets on the size of files: it holds for
//! everybody, root included, and needs no rights.

use std::process::Command;

use super::*;

/// Set in the process whose files have a bound.
const BOUNDED: &str = "WALLET_TEST_BOUNDED_FILES";

/// Runs one test of this program again, in a process whose files end at 64 KiB as a full disk
/// would end them.
fn run_bounded(name: &str) {
    let script = "trap '' XFSZ && ulimit -f 64 && exec \"$0\" \"$@\"";
    let output = Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture"])
        .env(BOUNDED, "yes")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.contains("1 passed"), "{text}\n{errors}");
}

#[tokio::test]
async fn a_file_that_the_disk_has_no_room_for_is_an_error_and_leaves_nothing_behind() {
    if std::env::var_os(BOUNDED).is_none() {
        // The name of a test has no crate in front.
        let module = module_path!().split_once("::").unwrap().1;
        let name = "a_file_that_the_disk_has_no_room_for_is_an_error_and_leaves_nothing_behind";
        run_bounded(&format!("{module}::{name}"));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("slips");
    let fitting = Bytes::from(vec![7; 40 * 1024]);
    write(&files, "fitting", &fitting).await.unwrap();
    for _ in 0..16 {
        let written = write(&files, "long", &Bytes::from(vec![7; 200 * 1024])).await;
        assert!(
            written.is_err(),
            "the disk had no room, and nobody was notified"
        );
        assert!(!files.join("long").exists(), "half a file stayed");
    }
    let recorded = Recorded {
        byte_count: 40 * 1024,
        sha256: Some(fingerprint(&fitting).to_vec()),
    };
    compare(files.join("fitting"), recorded).await.unwrap();
}

#[tokio::test]
async fn a_file_is_compared_with_what_was_recorded_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = Bytes::from_static(b"a picture");
    write(folder.path(), "it", &bytes).await.unwrap();
    let path = folder.path().join("it");
    let recorded = |sha256: Option<&[u8]>| Recorded {
        byte_count: 9,
        sha256: sha256.map(|content| fingerprint(content).to_vec()),
    };
    let compared = async |sha256| compare(path.clone(), recorded(sha256)).await;
    compared(Some(&bytes)).await.unwrap();
    compared(None).await.unwrap();
    assert!(matches!(
        compared(Some(b"another")).await,
        Err(FileFault::Changed)
    ));
    std::fs::write(&path, b"a pic").unwrap();
    assert!(matches!(
        compared(None).await,
        Err(FileFault::OtherLength {
            found: 5,
            recorded: 9
        })
    ));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(compared(None).await, Err(FileFault::Missing)));
    std::fs::create_dir(&path).unwrap();
    assert!(matches!(
        compared(None).await,
        Err(FileFault::Unreadable(_))
    ));
}

#[tokio::test]
async fn a_file_of_the_same_name_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let first = Bytes::from_static(b"first");
    write(folder.path(), "it", &first).await.unwrap();
    let second = write(folder.path(), "it", &Bytes::from_static(b"second")).await;
    assert!(second.is_err());
    assert_eq!(std::fs::read(folder.path().join("it")).unwrap(), b"first");
}
