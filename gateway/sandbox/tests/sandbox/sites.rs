//! The providers' own websites, to which the wallet leads.

use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, header};

use crate::support::World;

const DEMO: &str = include_str!("../../../demo.toml");
const SANDBOX: &str = "${SANDBOX_URL:-http://127.0.0.1:8090}";

/// The value of `key = ` in a part of the demonstration's configuration.
fn value<'a>(part: &'a str, key: &str) -> Option<&'a str> {
    let lines = part.lines().map_while(|line| {
        let is_inside = !line.starts_with('[');
        is_inside.then_some(line)
    });
    let found = lines.filter_map(|line| line.split_once(" = "));
    let mut found = found.filter(|(name, _)| *name == key);
    found.next().map(|(_, value)| value.trim_matches('"'))
}

async fn log_in(world: &World, username: &str, password: &str) -> Response {
    let http = Client::builder().redirect(Policy::none()).build().unwrap();
    http.post(format!("{}/games/pg/login", world.base))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(format!("username={username}&password={password}&lang=en"))
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn each_address_of_a_game_in_the_demonstration_is_a_page_that_names_it() {
    let world = World::start().await;
    let mut asked = 0;
    for part in DEMO.split("[[provider]]\n").skip(1) {
        let name = value(part, "name").unwrap();
        for key in ["web", "android", "ios"] {
            let Some(address) = value(part, key) else {
                continue;
            };
            assert!(address.starts_with(SANDBOX), "{address}");
            let address = address.replace(SANDBOX, &world.base);
            let answer = world.http.get(&address).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{address}");
            let kind = &answer.headers()[header::CONTENT_TYPE];
            assert_eq!(kind, "text/html; charset=utf-8", "{address}");
            let page = answer.text().await.unwrap();
            assert!(page.contains(&format!("<h1>{name}</h1>")), "{address}");
            assert!(!page.contains("{{"), "{address}");
            asked += 1;
        }
    }
    assert!(asked > 11, "{asked}");
}

#[tokio::test]
async fn a_player_logs_in_with_the_password_of_the_wallet_and_is_led_to_the_game() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    let answer = log_in(&world, "player1", "abcd1234").await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let play = answer.headers()[header::LOCATION].to_str().unwrap();
    assert!(play.starts_with("/games/pg/play?token="), "{play}");
    let game = world.http.get(format!("{}{play}", world.base)).send().await;
    assert_eq!(game.unwrap().status(), StatusCode::OK);
    let (_, session) = world.get(&play.replace("/play?", "/session?")).await;
    assert_eq!(session["username"], "player1");
    assert_eq!(session["lang"], "en");
}

#[tokio::test]
async fn a_wrong_username_and_a_wrong_password_are_answered_alike() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    let mut pages = Vec::new();
    for (username, password) in [("player1", "wrong"), ("nobody", "abcd1234")] {
        let answer = log_in(&world, username, password).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        pages.push(answer.text().await.unwrap());
    }
    assert_eq!(pages[0], pages[1]);
    assert!(pages[0].contains("LOGIN_INVALID"));
}

#[tokio::test]
async fn a_provider_that_does_not_exist_has_no_page() {
    let world = World::start().await;
    let (status, body) = world.get("/games/nobody").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(body["code"], "PROVIDER_NOT_FOUND");
}
