//! Long walks through stories take turns.

use std::sync::Arc;

use reqwest::StatusCode;

use crate::stage::Stage;

#[tokio::test]
async fn of_many_long_walks_some_are_asked_to_retry_and_none_is_lost() {
    let stage = Arc::new(Stage::set().await);
    let player = stage.player(1).await;
    stage.deposit(&player, "500").await;
    let token = stage.staff("supervisor").await;
    let look = stage.look(&token, &player).await;
    let walks = ["compare?a=1&b=2", "export?format=pdf"];
    let ask = |walk: &str| {
        let address = stage.app.public_address();
        let url = format!("http://{address}/api/support/players/{}/{walk}", player.id);
        let request = stage.http.get(url).bearer_auth(&token);
        let request = request.header("x-requested-with", "wallet-web");
        let request = request.header("x-look", &look);
        async move {
            let reply = request.send().await.unwrap();
            let again = reply.headers().get("retry-after").cloned();
            (reply.status(), again)
        }
    };
    for walk in walks {
        assert_eq!(ask(walk).await.0, StatusCode::OK, "{walk}");
    }
    // A reader of an event waits now, and holds the turn.
    let owner = stage.database.owner();
    let mut holding = owner.begin().await.unwrap();
    sqlx::query("lock table event in access exclusive mode")
        .execute(&mut *holding)
        .await
        .unwrap();
    let asked: Vec<_> = (0..6).map(|n| tokio::spawn(ask(walks[n % 2]))).collect();
    let mut done = futures_util::future::select_all(asked);
    let mut refused = 0;
    let mut rest = loop {
        let (first, _, left) = done.await;
        let (status, again) = first.unwrap();
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(again.is_some(), "it is not said when to come back");
        refused += 1;
        // Two walk; all others were refused.
        if refused == 4 {
            break left;
        }
        done = futures_util::future::select_all(left);
    };
    holding.commit().await.unwrap();
    for walk in rest.drain(..) {
        assert_eq!(walk.await.unwrap().0, StatusCode::OK);
    }
    for walk in walks {
        assert_eq!(ask(walk).await.0, StatusCode::OK, "{walk}");
    }
}
