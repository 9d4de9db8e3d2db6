//! One file for each part of the API; each gives its routes to the router.

pub(crate) mod account;
pub(crate) mod autologin;
pub(crate) mod balance;
pub(crate) mod game;
pub(crate) mod gift;
pub(crate) mod intent;
pub(crate) mod limits;
pub(crate) mod login;
pub(crate) mod lookup;
pub(crate) mod lookup_money;
pub(crate) mod manual_deposit;
pub(crate) mod otp;
pub(crate) mod profile;
pub(crate) mod psp_callback;
pub(crate) mod qrcode;
pub(crate) mod slip;
pub(crate) mod slip_list;
pub(crate) mod socket;
pub(crate) mod statement;
pub(crate) mod sweep;
pub(crate) mod transfer;
pub(crate) mod transfer_all;
pub(crate) mod wallet;
pub(crate) mod withdraw;
