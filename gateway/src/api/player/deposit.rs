//! Deposit methods: bank slips, QR codes, gift links and announced transfers.

pub(crate) mod gift;
pub(crate) mod manual_deposit;
pub(crate) mod psp_callback;
pub(crate) mod qrcode;
pub(crate) mod slip;
pub(crate) mod slip_list;
