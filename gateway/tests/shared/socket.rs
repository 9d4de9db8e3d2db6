//! The live socket as a page has it.

#![allow(dead_code, reason = "each program uses a part")]

use futures_util::{SinkExt, StreamExt};
use ledger_testing::PATIENCE;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a socket with an `Origin`, or without one.
pub(crate) async fn open_socket(address: &str, origin: Option<&str>) -> Result<Socket, Error> {
    let url = format!("ws://{address}/api/socket");
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = origin.parse().unwrap();
        request.headers_mut().insert("origin", origin);
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

/// Opens a socket as the portal's page does.
pub(crate) async fn open_own_socket(address: &str) -> Socket {
    let origin = format!("http://{address}");
    open_socket(address, Some(&origin)).await.unwrap()
}

pub(crate) async fn join(socket: &mut Socket, ticket: &str) -> Result<Value, u16> {
    let frame = json!({ "event": "join", "id": "1", "data": { "ticket": ticket } });
    send_frame(socket, &frame).await;
    hear(socket).await
}

pub(crate) async fn send_frame(socket: &mut Socket, frame: &Value) {
    let text = Message::text(frame.to_string());
    socket.send(text).await.unwrap();
}

/// The next frame with text, or the code that the socket was closed with.
pub(crate) async fn hear_any(socket: &mut Socket) -> Result<Value, u16> {
    let next = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    };
    tokio::time::timeout(PATIENCE, next)
        .await
        .expect("the socket says something")
}

/// As [`hear_any`], past the notices of a changed view: that of the registration may come at any time.
pub(crate) async fn hear(socket: &mut Socket) -> Result<Value, u16> {
    loop {
        let heard = hear_any(socket).await;
        if !heard.as_ref().is_ok_and(|it| it["event"] == "changed") {
            return heard;
        }
    }
}

/// The next frame of a kind.
pub(crate) async fn hear_event(socket: &mut Socket, event: &str) -> Value {
    loop {
        let frame = hear_any(socket).await.unwrap();
        if frame["event"] == event {
            return frame["data"].clone();
        }
    }
}

/// The next message with that text; earlier ones may arrive twice.
pub(crate) async fn hear_text(socket: &mut Socket, text: &str) -> Value {
    loop {
        let record = hear_event(socket, "messaging").await;
        if record["message"]["payload"]["message"] == text {
            return record;
        }
    }
}
