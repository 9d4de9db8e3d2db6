//! The routes of the support console. The guard of `staff::audit_guard` is in front of all of
//! them: it admits staff only and records every call.

pub(crate) mod accounts;
pub(crate) mod acts;
pub(crate) mod approval;
mod bank_change;
mod contact;
pub(crate) mod correction;
pub(crate) mod day;
pub(crate) mod decide;
pub(crate) mod discrepancy;
pub(crate) mod export;
pub(crate) mod freeze;
pub(crate) mod inbox;
pub(crate) mod inbox_file;
pub(crate) mod inbox_hold;
pub(crate) mod inbox_search;
pub(crate) mod inbox_side;
pub(crate) mod login;
pub(crate) mod look;
pub(crate) mod me;
pub(crate) mod operations;
pub(crate) mod own;
pub(crate) mod password_reset;
mod payment_credit;
pub(crate) mod player_access;
pub(crate) mod player_limit;
pub(crate) mod player_lists;
pub(crate) mod player_notes;
pub(crate) mod player_reward;
pub(crate) mod player_side;
pub(crate) mod players;
pub(crate) mod replay;
pub(crate) mod replies;
pub(crate) mod report;
pub(crate) mod settings;
mod situation;
pub(crate) mod staff;
pub(crate) mod waiting;
pub(crate) mod work;
pub(crate) mod work_claim;
pub(crate) mod work_item;
pub(crate) mod work_manual;
pub(crate) mod work_qr;
pub(crate) mod work_side;

use utoipa_axum::router::OpenApiRouter;

use super::state::AppState;

/// All routes of the console, below `/support`.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let parts = OpenApiRouter::new()
        .merge(login::routes())
        .merge(me::routes())
        .merge(inbox::routes())
        .merge(inbox_hold::routes())
        .merge(inbox_search::routes())
        .merge(inbox_side::routes())
        .merge(inbox_file::routes())
        .merge(replies::routes())
        .merge(look::routes())
        .merge(players::routes())
        .merge(player_lists::routes())
        .merge(replay::routes())
        .merge(export::routes())
        .merge(waiting::routes())
        .merge(work::routes())
        .merge(work_claim::routes())
        .merge(work_item::routes())
        .merge(work_manual::routes())
        .merge(work_qr::routes())
        .merge(work_side::routes())
        .merge(decide::routes())
        .merge(discrepancy::routes())
        .merge(correction::routes())
        .merge(password_reset::routes())
        .merge(freeze::routes())
        .merge(player_access::routes())
        .merge(player_limit::routes())
        .merge(player_notes::routes())
        .merge(player_reward::routes())
        .merge(approval::routes())
        .merge(accounts::routes())
        .merge(operations::routes())
        .merge(day::routes())
        .merge(report::routes())
        .merge(acts::routes())
        .merge(settings::routes())
        .merge(staff::routes())
        .merge(own::routes());
    OpenApiRouter::new().nest("/support", parts)
}
