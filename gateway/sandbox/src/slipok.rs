//! Slip verification in SlipOK's protocol, over the payments of the sandbox's bank.

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use chrono::SecondsFormat;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bank::slip_code::SlipCode;
use crate::bank::{mask, payment};
use crate::qr_picture::{self, Unreadable};
use crate::record::{Party, Payment, Receiver, Record};
use crate::sandbox::Sandbox;
use crate::world::World;
use crate::{amount, clock, trouble};

const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
const DELAY_MINUTES: u32 = 5;

/// Everything below `/slipok`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    Router::new()
        .route("/api/line/apikey/{branch}", post(verify_slip))
        .layer(axum::extract::DefaultBodyLimit::max(FILE_BYTES_MAX))
        .layer(middleware::from_fn_with_state(sandbox.clone(), check))
}

/// The service sends its own time with each answer, as servers do.
async fn check(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    let now = sandbox.clock().now();
    let mut response = answer(sandbox, request, next).await;
    let date = now.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    if let Ok(date) = HeaderValue::from_str(&date) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

async fn answer(sandbox: Sandbox, request: Request, next: Next) -> Response {
    let config = sandbox.config();
    let branch = request.uri().path().rsplit('/').next().unwrap_or_default();
    if branch != config.slip_branch {
        return refused(1001, "ไม่พบสาขา / Branch not found");
    }
    let key = request
        .headers()
        .get("x-authorization")
        .and_then(|value| value.to_str().ok());
    if key != Some(config.slip_key.as_str()) {
        return refused(
            1002,
            "x-authorization ไม่ถูกต้อง / Incorrect authorization header",
        );
    }
    trouble::pass(&sandbox, trouble::SLIP, "verify", request, next).await
}

/// What a caller wants to have checked.
#[derive(Default, Deserialize)]
struct Inquiry {
    data: Option<String>,
    amount: Option<Value>,
    #[serde(default)]
    log: bool,
    #[serde(skip)]
    picture: Option<Bytes>,
}

/// `POST /slipok/api/line/apikey/{branch}`
async fn verify_slip(
    State(sandbox): State<Sandbox>,
    Path(_branch): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let inquiry = match read_inquiry(&headers, request).await {
        Ok(inquiry) => inquiry,
        Err(response) => return response,
    };
    let text = match (&inquiry.data, inquiry.picture.clone()) {
        (Some(text), _) => text.clone(),
        (None, Some(picture)) => {
            match tokio::task::spawn_blocking(move || read_qr(&picture)).await {
                Ok(Ok(text)) => text,
                Ok(Err(response)) => return *response,
                Err(_) => return broken(),
            }
        }
        (None, None) => return refused(1000, "กรุณาใส่ข้อมูล QR Code ให้ครบ / Incomplete data"),
    };
    let Some(code) = SlipCode::parse(&text) else {
        return refused(
            1008,
            "QR ดังกล่าวไม่ใช่ QR สำหรับการตรวจสอบการชำระเงิน / Not a slip QR",
        );
    };
    sandbox
        .with(|world, _| Ok(judge(world, &code, &inquiry)))
        .unwrap_or_else(|_| broken())
}

fn judge(world: &mut World, code: &SlipCode, inquiry: &Inquiry) -> Response {
    let Some(payment) = payment::find(world, code).cloned() else {
        return not_found_so_far();
    };
    let slip = describe(&payment);
    if let Some(expected) = &inquiry.amount
        && amount::parse_value(expected) != Some(payment.amount)
    {
        return refused_with(1013, "ยอดที่ส่งมาไม่ตรงกับยอดสลิป / Amount differs", &slip);
    }
    if inquiry.log {
        let own = |receiver: &Receiver| {
            receiver.bank == payment.to.bank && receiver.account_no == payment.to.account_no
        };
        if !world.receivers.is_empty() && !world.receivers.iter().any(own) {
            return refused_with(1014, "บัญชีผู้รับไม่ตรงกับบัญชีหลักของร้าน / Receiver differs", &slip);
        }
        if payment.logged {
            return refused_with(1012, "สลิปซ้ำ / Repeated slip", &slip);
        }
        world.put(Record::Payment(Box::new(Payment {
            logged: true,
            ..payment
        })));
    }
    Json(json!({"success": true, "data": slip})).into_response()
}

/// A slip as the service describes it: names in part, accounts masked.
fn describe(payment: &Payment) -> Value {
    let local = clock::in_bangkok(payment.transferred_at);
    json!({
        "success": true,
        "message": "✅",
        "rqUID": clock::new_id().to_string(),
        "language": "TH",
        "transRef": payment.trans_ref,
        "sendingBank": payment::number(&payment.from),
        "receivingBank": payment::number(&payment.to),
        "transDate": local.format("%Y%m%d").to_string(),
        "transTime": local.format("%H:%M:%S").to_string(),
        "transTimestamp": payment.transferred_at.to_rfc3339_opts(SecondsFormat::Millis, true),
        "sender": side(&payment.from),
        "receiver": side(&payment.to),
        "amount": amount::number(payment.amount),
        "paidLocalAmount": amount::number(payment.amount),
        "paidLocalCurrency": "764",
        "countryCode": "TH",
        "transFeeAmount": 0,
        "ref1": "",
        "ref2": "",
        "ref3": "",
        "toMerchantId": "",
    })
}

fn side(party: &Party) -> Value {
    let name = mask::name(&party.name);
    json!({
        "displayName": name,
        "name": name,
        "proxy": {"type": null, "value": null},
        "account": {"type": "BANKAC", "value": mask::account(&party.account_no)},
    })
}

async fn read_inquiry(headers: &HeaderMap, request: Request) -> Result<Inquiry, Response> {
    let incomplete = || refused(1000, "ข้อมูลไม่ครบ / Incomplete data");
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        let bytes = Bytes::from_request(request, &())
            .await
            .map_err(|_| incomplete())?;
        return serde_json::from_slice(&bytes).map_err(|_| incomplete());
    }
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| incomplete())?;
    let mut inquiry = Inquiry::default();
    while let Some(field) = form.next_field().await.map_err(|_| incomplete())? {
        let name = field.name().unwrap_or_default().to_owned();
        let value = field.bytes().await.map_err(|_| incomplete())?;
        let text = || String::from_utf8_lossy(&value).into_owned();
        match name.as_str() {
            "files" => inquiry.picture = Some(value),
            "data" => inquiry.data = Some(text()),
            "amount" => inquiry.amount = Some(Value::String(text())),
            "log" => inquiry.log = text() == "true",
            _ => {}
        }
    }
    Ok(inquiry)
}

fn read_qr(picture: &[u8]) -> Result<String, Box<Response>> {
    qr_picture::read(picture).map_err(|unreadable| {
        Box::new(match unreadable {
            Unreadable::NotAPicture => refused(1005, "ไฟล์ไม่ใช่ไฟล์ภาพ / Not an image file"),
            Unreadable::Broken => refused(1006, "รูปภาพไม่ถูกต้อง / Invalid image"),
            Unreadable::NoCode => refused(1007, "รูปภาพไม่มี QR Code / No QR code in the image"),
        })
    })
}

/// 1011: the bank knows no such transaction, so far.
pub(crate) fn not_found_so_far() -> Response {
    refused(
        1011,
        "QR Code หมดอายุ หรือไม่มีรายการอยู่จริง / No such transaction",
    )
}

/// 1010: the sending bank reports only after a while.
pub(crate) fn needs_delay() -> Response {
    let data = json!({"bankCode": "004", "bankName": "KBANK", "delay": DELAY_MINUTES});
    refused_with(
        1010,
        "เนื่องจากเป็นสลิปจากธนาคารที่ต้องรอ กรุณาตรวจสอบใหม่ / Needs a delay",
        &data,
    )
}

/// 1009: the bank's data is not available.
pub(crate) fn bank_down() -> Response {
    refused(
        1009,
        "ขออภัยในความไม่สะดวก ข้อมูลธนาคารขัดข้องชั่วคราว / Bank data temporarily down",
    )
}

/// 500 in the service's shape.
pub(crate) fn broken() -> Response {
    let body = Json(json!({"code": 500, "message": "Internal server error"}));
    (StatusCode::INTERNAL_SERVER_ERROR, body).into_response()
}

fn refused(code: u16, message: &str) -> Response {
    refusal(code, &json!({"code": code, "message": message}))
}

fn refused_with(code: u16, message: &str, data: &Value) -> Response {
    refusal(
        code,
        &json!({"code": code, "message": message, "data": data}),
    )
}

fn refusal(code: u16, body: &Value) -> Response {
    let key_fault = matches!(code, 1001..=1004 | 1015);
    let status = if key_fault {
        StatusCode::UNAUTHORIZED
    } else {
        StatusCode::BAD_REQUEST
    };
    (status, Json(body)).into_response()
}
