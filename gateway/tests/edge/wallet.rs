//! Who gets no answer from the home screen's reads, though the session is alive.

use crate::stage::Stage;

#[tokio::test]
async fn a_wallet_that_the_view_does_not_hold_is_not_made_up() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let shown = stage.get("/api/wallet?after=1", &token).await;
    shown.expect_success();
    assert_eq!(shown.body["invite"]["amount"], "0.00");
    stage.tamper("delete from wallet_balance").await;
    let refused = stage.get("/api/wallet", &token).await;
    refused.expect_error(404, "NO_WALLET");
    // The profile is not of the view.
    let profile = stage.get("/api/account/profile", &token).await;
    profile.expect_success();
    assert_eq!(profile.body["bankAccount"], shown.body["bankAccount"]);
}

#[tokio::test]
async fn a_member_whose_bank_account_is_gone_is_nobody() {
    let stage = Stage::set_without_otp().await;
    let (token, other) = (stage.member(1).await, stage.member(2).await);
    let gone = "delete from bank_account
                where member_id = (select id from member where username = '0800000001')";
    stage.tamper(gone).await;
    for path in [
        "/api/wallet?after=2",
        "/api/account/profile",
        "/api/lookup/withdraw",
    ] {
        let refused = stage.get(path, &token).await;
        refused.expect_error(401, "invalid-token");
        stage.get(path, &other).await.expect_success();
    }
}
