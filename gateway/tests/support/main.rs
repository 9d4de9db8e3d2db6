//! Support by HTTP: who comes in, what is written down, and what staff may look at and do.
//!
//! A gateway, the sandbox and a separate database for each test.

#![expect(
    clippy::unwrap_used,
    reason = "what these stories rely on must hold, in their helpers as in their tests"
)]

mod accounts;
mod acts;
mod agreed;
mod alone;
mod correction;
mod desk;
mod discrepancy;
mod evidence;
mod export;
mod extremes;
mod forged_checks;
mod forged_row;
mod forged_session;
mod forged_work;
mod freeze;
mod gate;
mod guessing;
mod inbox;
mod insider;
mod kept;
#[path = "../shared/rows.rs"]
mod listed;
mod login;
#[expect(dead_code, reason = "players are the same as in the stories of money")]
#[path = "../money/stage.rs"]
mod money;
mod operations;
mod password;
mod player_access;
mod player_lists;
mod player_notes;
mod qr_review;
mod quota;
mod receipt_match;
mod refused_slip;
mod replay;
mod report;
mod reward;
mod search;
mod second_person;
mod settings;
mod side;
mod signed;
mod signed_columns;
mod staff;
mod stage;
mod tampering;
mod trail;
mod turns;
mod unapproved;
mod void;
mod work;
mod work_claim;
