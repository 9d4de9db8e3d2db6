//! The built portal's files.

use std::path::Path;

use gateway::config::{BrandColour, Colour};
use reqwest::Method;
use serde_json::Value;

use crate::stage::Stage;

fn build(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("index.html", "<!doctype html>portal");
    write("api.html", "<!doctype html>reference");
    write("api.html.br", "brotli of the reference");
    write("favicon.svg", "<svg/>");
    write("verify.html", "<!doctype html>verifier");
    write("verify.html.br", "brotli of the verifier");
    write("assets/app-abc123.js", "plain");
    write("assets/app-abc123.js.br", "brotli");
    write("assets/app-abc123.js.gz", "gzip");
    write("../secret.key", "secret");
}

async fn text_of(stage: &Stage, path: &str, accepted: &str) -> (u16, String, String, String) {
    let request = stage
        .request(Method::GET, path)
        .header("accept-encoding", accepted);
    let answer = request.send().await.unwrap();
    let header = |name: &str| {
        let value = answer.headers().get(name);
        value.map_or(String::new(), |value| value.to_str().unwrap().to_owned())
    };
    let (kept, encoding) = (header("cache-control"), header("content-encoding"));
    (
        answer.status().as_u16(),
        kept,
        encoding,
        answer.text().await.unwrap(),
    )
}

#[tokio::test]
async fn hashed_files_are_kept_for_ever_and_come_compressed() {
    let stage = Stage::set_without_otp().await;
    build(&stage.portal());
    let file = "/assets/app-abc123.js";
    let (status, kept, encoding, text) = text_of(&stage, file, "br, gzip").await;
    assert_eq!(
        (status, encoding.as_str(), text.as_str()),
        (200, "br", "brotli")
    );
    assert_eq!(kept, "public, max-age=31536000, immutable");
    let (_, _, encoding, text) = text_of(&stage, file, "gzip").await;
    assert_eq!((encoding.as_str(), text.as_str()), ("gzip", "gzip"));
    let (_, _, encoding, text) = text_of(&stage, file, "identity").await;
    assert_eq!((encoding.as_str(), text.as_str()), ("", "plain"));
}

#[tokio::test]
async fn every_address_of_the_portal_is_its_one_page_and_never_kept() {
    let stage = Stage::set_without_otp().await;
    build(&stage.portal());
    for path in [
        "/",
        "/login",
        "/user/statement",
        "/nowhere",
        "/register?code=PR1",
    ] {
        let (status, kept, _, text) = text_of(&stage, path, "identity").await;
        assert_eq!(
            (status, text.as_str()),
            (200, "<!doctype html>portal"),
            "{path}"
        );
        assert_eq!(kept, "no-store", "{path}");
    }
    let (status, _, _, _) = text_of(&stage, "/api", "identity").await;
    assert_eq!(status, 404);
    let (status, kept, _, _) = text_of(&stage, "/assets/app-old.js", "identity").await;
    assert_eq!((status, kept.as_str()), (404, "no-store"));
}

#[tokio::test]
async fn no_path_leaves_the_portals_folder() {
    let stage = Stage::set_without_otp().await;
    build(&stage.portal());
    for path in [
        "/..%2fsecret.key",
        "/%2e%2e/secret.key",
        "/assets/..%2f..%2fsecret.key",
        "/....//secret.key",
        "/assets%2f..%2f..%2fsecret.key",
    ] {
        let (_, _, _, text) = text_of(&stage, path, "identity").await;
        assert!(!text.contains("secret"), "{path} {text}");
    }
}

#[tokio::test]
async fn the_checker_of_files_is_served_as_it_was_built() {
    let stage = Stage::set_without_otp().await;
    build(&stage.portal());
    let answer = stage
        .request(Method::GET, "/verify.html")
        .send()
        .await
        .unwrap();
    let policy = answer.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert!(policy.contains("connect-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert_eq!(answer.headers()["cache-control"], "no-cache");
    assert!(!answer.headers().contains_key("content-disposition"));
    assert_eq!(answer.text().await.unwrap(), "<!doctype html>verifier");
    let (_, _, encoding, text) = text_of(&stage, "/verify.html", "br").await;
    assert_eq!(
        (encoding.as_str(), text.as_str()),
        ("br", "brotli of the verifier")
    );
    let portal = stage.request(Method::GET, "/login").send().await.unwrap();
    let policy = portal.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    assert!(!policy.contains("script-src 'unsafe-inline'"), "{policy}");
}

#[tokio::test]
async fn the_reference_of_the_api_is_a_page_without_a_script() {
    let stage = Stage::set_without_otp().await;
    build(&stage.portal());
    let request = stage.request(Method::GET, "/api/docs");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "text/html");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let policy = answer.headers()["content-security-policy"].to_str();
    assert!(policy.unwrap().contains("script-src 'self'"));
    assert_eq!(answer.text().await.unwrap(), "<!doctype html>reference");
    // Half a megabyte: it comes as it was built.
    let (_, kept, encoding, text) = text_of(&stage, "/api/docs", "br").await;
    assert_eq!(
        (encoding.as_str(), text.as_str(), kept.as_str()),
        ("br", "brotli of the reference", "no-store")
    );
}

#[tokio::test]
async fn the_operators_name_colours_and_pictures_replace_the_portals_own_without_a_build() {
    let pictures = tempfile::tempdir().unwrap();
    std::fs::write(pictures.path().join("mark.svg"), "<svg>theirs</svg>").unwrap();
    std::fs::write(pictures.path().join("index.html"), "theirs").unwrap();
    std::fs::create_dir(pictures.path().join("banks")).unwrap();
    std::fs::write(pictures.path().join("banks/KBANK.svg"), "<svg>kbank</svg>").unwrap();
    let stage = Stage::set_with(|config, _| {
        config.service.name.en = "Gold </script> & Co".to_owned();
        config.brand.pictures = Some(pictures.path().to_owned());
        config.brand.first = Some(BrandColour {
            light: Colour::of(0x0b_6e_4f),
            dark: Colour::of(0x7b_e0_b5),
        });
    })
    .await;
    let folder = stage.portal();
    build(&folder);
    let page = "<head><link rel=\"manifest\" href=\"/app.webmanifest\" /><title>Wallet</title>\
        <script type=\"application/json\" id=\"brand\">null</script>\
        <meta name=\"member-files\" content=\"/assets/home-1.js th:/assets/th-1.js\"></head>\
        <div class=\"shell\" data-area=\"member\"><span>Wallet</span></div>";
    std::fs::write(folder.join("index.html"), page).unwrap();
    std::fs::write(folder.join("mark.svg"), "<svg>ours</svg>").unwrap();
    std::fs::write(folder.join("app.webmanifest"), "{\"name\":\"x\"}").unwrap();

    for path in ["/login", "/index.html"] {
        let (status, _, _, page) = text_of(&stage, path, "br").await;
        assert_eq!(status, 200);
        assert!(page.contains("<title>กระเป๋าเงินสมาชิก</title>"), "{page}");
        assert!(page.contains("Gold \\u003c/script> & Co"), "{page}");
        assert!(
            page.contains("<style>:root{--color-accent:light-dark(#0b6e4f,#7be0b5);"),
            "{page}"
        );
        assert!(page.contains("<span>กระเป๋าเงินสมาชิก</span>"), "{page}");
        assert!(!page.contains("modulepreload"), "{page}");
    }
    let (_, _, _, page) = text_of(&stage, "/login", "br").await;
    assert!(page.contains("data-area=\"public login\""), "{page}");
    let (_, _, _, page) = text_of(&stage, "/user/home", "br").await;
    assert!(page.contains("data-area=\"member\""), "{page}");
    for file in ["/assets/home-1.js", "/assets/th-1.js"] {
        let link = format!("<link rel=\"modulepreload\" href=\"{file}\" />");
        assert!(page.contains(&link), "{page}");
    }
    let (_, _, _, mark) = text_of(&stage, "/mark.svg", "br").await;
    assert_eq!(mark, "<svg>theirs</svg>");
    let reply = stage
        .send(stage.request(Method::GET, "/api/lookup/banks"))
        .await;
    let banks = reply.body["banks"].as_array().unwrap();
    let logo_of = |code: &str| &banks.iter().find(|bank| bank["code"] == code).unwrap()["logo"];
    assert_eq!(logo_of("KBANK"), "/banks/KBANK.svg");
    assert!(logo_of("SCB").is_null());
    let (_, _, _, logo) = text_of(&stage, "/banks/KBANK.svg", "br").await;
    assert_eq!(logo, "<svg>kbank</svg>");
    let (_, _, _, manifest) = text_of(&stage, "/app.webmanifest", "br").await;
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["name"], "กระเป๋าเงินสมาชิก");
    assert_eq!(manifest["theme_color"], "#0b6e4f");
}

#[tokio::test]
async fn a_portal_with_its_own_look_has_no_further_style() {
    let stage = Stage::set_without_otp().await;
    build(&stage.portal());
    std::fs::write(stage.portal().join("index.html"), "<head></head>").unwrap();
    let (status, _, _, page) = text_of(&stage, "/login", "br").await;
    assert_eq!((status, page.as_str()), (200, "<head></head>"));
}
