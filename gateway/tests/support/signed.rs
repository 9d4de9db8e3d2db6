//! Staff's acts under the proof log's checkpoints: a chain that was rewritten, with every hash
//! right, is found by each checkpoint that names one of its acts.

use std::fs;

use gateway::operator::{VerifyArgs, audit, verify};
use ledger::proof::{Checkpoint, remembered};
use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::Value;

use crate::stage::Stage;

/// The newest note that the gateway remembers, and the number of the act that it names, once that
/// is the last one.
async fn sealed(stage: &Stage) -> (String, i64) {
    let last = stage.act_count().await;
    eventually("a checkpoint names the last act", async || {
        let note = remembered(stage.data_dir()).await.unwrap();
        let note = note.map(|(_, note)| note).unwrap_or_default();
        let named = Checkpoint::unverified(&note).and_then(|it| it.last_act);
        match named {
            Some(act) if act.number == last => Ok((note, last)),
            other => Err((last, other)),
        }
    })
    .await
}

/// What an audit finds wrong.
async fn wrong(stage: &Stage) -> Vec<String> {
    let report = audit(&stage.database.url(), stage.data_dir()).await;
    wrong_in(&report.unwrap().text)
}

fn wrong_in(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("WRONG: "));
    lines.map(str::to_owned).collect()
}

/// Whether the gateway says that its log was forked.
async fn is_forked(stage: &Stage) -> bool {
    let url = format!("http://{}/health/ready", stage.app.internal_address());
    let reply = stage.http.get(url).send().await.unwrap();
    let body: Value = reply.json().await.unwrap();
    body["codes"]
        .as_array()
        .is_some_and(|codes| codes.iter().any(|code| code == "LOG_FORKED"))
}

async fn becomes(stage: &Stage, forked: bool) {
    eventually("the gateway says whether the log was forked", async || {
        let is_forked = is_forked(stage).await;
        if is_forked == forked {
            Ok(())
        } else {
            Err(is_forked)
        }
    })
    .await;
}

/// A role that may write an entry may write its head as well.
#[tokio::test(flavor = "multi_thread")]
async fn a_head_without_its_act_is_never_signed() {
    let stage = Stage::set_with(|config| config.proof.seal_every_ms = 50).await;
    stage.player(1).await;
    let (note, _) = sealed(&stage).await;
    for change in [
        "update staff_act_head set hash = sha256('x')",
        "update staff_act_head set id = id + 1000",
    ] {
        stage
            .tamper("create table kept_head as table staff_act_head")
            .await;
        stage.tamper(change).await;
        becomes(&stage, true).await;
        let (_, now) = remembered(stage.data_dir()).await.unwrap().unwrap();
        assert_eq!(now, note, "{change}");
        let repair = "delete from staff_act_head; insert into staff_act_head table kept_head;
                    drop table kept_head";
        stage.tamper(repair).await;
        becomes(&stage, false).await;
    }
}

const EMPTY: &str = "delete from staff_act;
    update staff_act_head set id = 0, hash = decode(repeat('00', 32), 'hex');";

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_were_removed_or_rewritten_are_found_by_what_was_signed() {
    let stage = Stage::set_with(|config| config.proof.seal_every_ms = 50).await;
    stage.player(1).await;
    let agent = stage.staff("agent").await;
    assert_eq!(stage.get_as(&agent, "/support/me").await.0, StatusCode::OK);
    // An event, and so a checkpoint, after the act.
    stage.player(2).await;
    let (note, last) = sealed(&stage).await;
    assert_eq!(wrong(&stage).await, [""; 0]);
    assert!(!is_forked(&stage).await);

    let exported = tempfile::tempdir().unwrap();
    let file = exported.path().join("checkpoint.txt");
    fs::write(&file, &note).unwrap();
    let input = VerifyArgs {
        checkpoints: vec![file.clone()],
        without_data: true,
        ..VerifyArgs::default()
    };
    let size = Checkpoint::unverified(&note).unwrap().size;
    let keep = "alter table staff_act disable trigger append_only;
                create table kept as table staff_act;
                create table kept_head as table staff_act_head";
    stage.tamper(keep).await;
    let again = "select staff_act_append(at, staff_id, session_id, kind, subject_kind, subject_id,
                     case when id = 3 then 'another reason' else reason end, request_id,
                     detail::text, entry, mac)
                 from (select * from kept order by id) as kept";
    for (change, what) in [
        (
            format!("{EMPTY} {again}"),
            format!("staff act {last} is not the one that was signed"),
        ),
        (EMPTY.to_owned(), format!("staff act {last} is gone")),
        (
            format!(
                "update staff_act_head set id = {last} - 1,
                     hash = (select prev_hash from staff_act where id = {last});
                 delete from staff_act where id = {last}"
            ),
            format!("staff act {last} is gone"),
        ),
    ] {
        stage.tamper(&change).await;
        let own = stage.data_dir().join("proof.sealed");
        let named = [
            format!("{}: {what}", own.display()),
            format!("proof_checkpoint, size {size}: {what}"),
        ];
        let found = wrong(&stage).await;
        assert!(
            named.iter().all(|it| found.contains(it)),
            "{change}: {found:?}"
        );
        // Somebody else, who has no more than a checkpoint.
        let report = verify(&stage.database.url(), exported.path(), &input).await;
        let found = wrong_in(&report.unwrap().text);
        let named = format!("{}: {what}", file.display());
        assert!(found.contains(&named), "{change}: {found:?}");
        becomes(&stage, true).await;
        let repair = "delete from staff_act; insert into staff_act table kept;
                    delete from staff_act_head; insert into staff_act_head table kept_head";
        stage.tamper(repair).await;
        becomes(&stage, false).await;
    }
    let guard = "alter table staff_act enable always trigger append_only";
    stage.tamper(guard).await;
    assert_eq!(wrong(&stage).await, [""; 0]);
}
