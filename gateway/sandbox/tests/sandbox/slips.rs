//! Slip verification: the whole way from a payment to a picture and back.

use reqwest::StatusCode;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::{World, answer};

async fn picture(world: &World, url: &str) -> Vec<u8> {
    let reply = world
        .http
        .get(format!("{}{url}", world.base))
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    reply.bytes().await.unwrap().to_vec()
}

fn read_qr(bytes: &[u8]) -> String {
    let picture = image::load_from_memory(bytes).unwrap();
    assert_eq!((picture.width(), picture.height()), (720, 1280));
    let mut picture = rqrr::PreparedImage::prepare(picture.into_luma8());
    picture.detect_grids()[0].decode().unwrap().1
}

#[tokio::test]
async fn a_paid_slip_is_read_from_its_picture_and_verified() {
    let world = World::start().await;
    let input = json!({"amount": "1234.50", "transferredAt": "2026-11-21T10:15:07Z"});
    let (status, payment) = world.pay(&input).await;
    assert_eq!(status, StatusCode::CREATED);
    let url = payment["slipUrl"].as_str().unwrap();
    let text = read_qr(&picture(&world, url).await);
    assert_eq!(payment["qrPayload"], text);
    assert_eq!(
        read_qr(&picture(&world, &url.replace(".png", ".jpg")).await),
        text
    );

    let (status, slip) = world.verify(&json!({"data": text, "amount": 1234.5})).await;
    assert_eq!((status, &slip["success"]), (StatusCode::OK, &json!(true)));
    let slip = &slip["data"];
    assert_eq!(slip["transRef"], payment["transRef"]);
    assert_eq!(
        (&slip["sendingBank"], &slip["receivingBank"]),
        (&json!("014"), &json!("004"))
    );
    assert_eq!(slip["transDate"], "20261121");
    assert_eq!(slip["transTime"], "17:15:07");
    assert_eq!(slip["transTimestamp"], "2026-11-21T10:15:07.000Z");
    assert_eq!(slip["amount"].to_string(), "1234.5");
    assert_eq!(slip["sender"]["name"], "นาย สมชาย ใ");
    assert_eq!(
        slip["sender"]["account"],
        json!({"type": "BANKAC", "value": "xxx-x-x0209-x"})
    );
    assert_eq!(slip["receiver"]["account"]["value"], "xxx-x-x3456-x");
}

#[tokio::test]
async fn a_picture_is_read_by_the_service_itself() {
    let world = World::start().await;
    let (_, payment) = world.pay(&json!({})).await;
    let send = async |bytes: Vec<u8>| {
        let form = Form::new().part("files", Part::bytes(bytes).file_name("slip.png"));
        answer(world.slip_request().multipart(form).send().await.unwrap()).await
    };
    let bytes = picture(&world, payment["slipUrl"].as_str().unwrap()).await;
    let (status, slip) = send(bytes.clone()).await;
    assert_eq!(
        (status, &slip["data"]["transRef"]),
        (StatusCode::OK, &payment["transRef"])
    );
    assert_eq!(send(b"just text".to_vec()).await.1["code"], 1005);
    assert_eq!(send(bytes[..200].to_vec()).await.1["code"], 1006);
    let mut blank = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(200, 200)
        .write_to(&mut blank, image::ImageFormat::Png)
        .unwrap();
    assert_eq!(send(blank.into_inner()).await.1["code"], 1007);
}

#[tokio::test]
async fn what_is_not_a_known_slip_is_refused_with_the_services_codes() {
    let world = World::start().await;
    let code = async |inquiry: Value| {
        let (status, body) = world.verify(&inquiry).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{inquiry}");
        body["code"].clone()
    };
    assert_eq!(code(json!({})).await, 1000);
    assert_eq!(code(json!({"data": 5})).await, 1000);
    let payment_qr =
        "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.006304BC16";
    assert_eq!(code(json!({"data": payment_qr})).await, 1008);
    let unknown = "0041000600000101030040220015073144041ATF009995102TH91048693";
    assert_eq!(code(json!({"data": unknown})).await, 1011);
    let (_, payment) = world.pay(&json!({})).await;
    assert_eq!(
        code(json!({"data": payment["qrPayload"], "amount": 499})).await,
        1013
    );

    let wrong_key = world
        .http
        .post(format!("{}/slipok/api/line/apikey/demo", world.base))
        .header("x-authorization", "wrong")
        .json(&json!({"data": unknown}));
    let (status, body) = answer(wrong_key.send().await.unwrap()).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::UNAUTHORIZED, &json!(1002))
    );
}

#[tokio::test]
async fn a_logged_slip_is_a_repetition_the_second_time_and_still_has_its_data() {
    let world = World::start().await;
    let (_, payment) = world.pay(&json!({})).await;
    let inquiry = json!({"data": payment["qrPayload"], "log": true});
    assert_eq!(world.verify(&inquiry).await.0, StatusCode::OK);
    let (status, body) = world.verify(&inquiry).await;
    assert_eq!((status.as_u16(), &body["code"]), (400, &json!(1012)));
    assert_eq!(body["data"]["transRef"], payment["transRef"]);
    assert_eq!(
        world.verify(&json!({"data": payment["qrPayload"]})).await.0,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_slip_to_another_receiver_is_reported_when_receivers_are_registered() {
    let world = World::start().await;
    let register = |account: &str| {
        let input = json!({"receivers": [{"bank": "004", "accountNo": account}]});
        world
            .http
            .put(format!("{}/__sandbox/receivers", world.base))
            .json(&input)
            .send()
    };
    let (_, payment) = world.pay(&json!({})).await;
    let inquiry = json!({"data": payment["qrPayload"], "log": true});
    register("9999999999").await.unwrap();
    assert_eq!(world.verify(&inquiry).await.1["code"], 1014);
    register("0421234567").await.unwrap();
    assert_eq!(world.verify(&inquiry).await.0, StatusCode::OK);
}
