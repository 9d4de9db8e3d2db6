//! One socket, from its join to its end.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::talk::Talk;
use super::ticket;
use super::ticket::Holder;
use crate::api::state::AppState;
use backoffice::staff::audit_log::{self, AuditEntry};
use platform::error::ApiError;
use platform::sockets::{Notice, Seat};

/// Frames that a client may send within [`Paces::flood`](platform::config::Paces::flood).
const FRAMES_MAX: u32 = 40;
/// How long the client may take to read a frame; a slower client ends the socket.
const WRITE_WITHIN: Duration = Duration::from_secs(5);

/// The product's close code for an ended session.
const SESSION_OVER: u16 = 4001;

/// A frame from the client.
#[derive(Deserialize)]
struct Frame {
    event: String,
    id: Option<String>,
    #[serde(default)]
    data: Value,
}

/// The answer to a client that tries to join another visitor's room.
const JOIN_DENIED: &str = "JOIN_DENIED";

/// A frame to the client.
#[derive(Serialize)]
#[serde(untagged)]
enum Push<'a> {
    Ack {
        event: &'static str,
        id: Option<&'a str>,
        ok: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<&'static str>,
    },
    Changed {
        event: &'static str,
        data: Value,
    },
}

impl<'a> Push<'a> {
    fn accepted(id: Option<&'a str>, data: Value) -> Self {
        Self::Ack {
            event: "ack",
            id,
            ok: true,
            data: Some(data),
            code: None,
        }
    }

    fn refused(id: Option<&'a str>, code: &'static str) -> Self {
        Self::Ack {
            event: "ack",
            id,
            ok: false,
            data: None,
            code: Some(code),
        }
    }
}

/// Why a socket ends: its close code.
struct End(u16);

/// Serves one client until either side ends the connection.
pub(crate) async fn hold(state: AppState, mut socket: WebSocket) {
    let End(code) = speak(&state, &mut socket).await;
    if code != close_code::ABNORMAL {
        let frame = CloseFrame {
            code,
            reason: "".into(),
        };
        // The client may be gone already, which is an end as well.
        let _ = within(socket.send(Message::Close(Some(frame)))).await;
        // Further reading lets the client's close frame arrive, which ends the connection cleanly.
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.recv()).await;
    }
}

async fn speak(state: &AppState, socket: &mut WebSocket) -> End {
    let longest = state.config.paces.join;
    let joined = tokio::select! {
        joined = tokio::time::timeout(longest, join(state, socket)) => joined,
        () = state.stop.cancelled() => return End(close_code::AWAY),
    };
    let (mut talk, mut seat) = match joined {
        Ok(Ok(joined)) => joined,
        Ok(Err(end)) => return end,
        Err(_) => return End(close_code::POLICY),
    };
    let end = listen(state, socket, &mut talk, &mut seat).await;
    talk.leave(state);
    end
}

/// Sends notices and answers frames until either side ends the connection.
async fn listen(state: &AppState, socket: &mut WebSocket, talk: &mut Talk, seat: &mut Seat) -> End {
    let paces = &state.config.paces;
    let mut budget = Budget::new(paces.flood);
    let mut silent_pings = 0;
    let mut ping = tokio::time::interval(paces.ping);
    ping.reset();
    loop {
        let outcome = tokio::select! {
            notice = seat.notices.recv() => send_notice(socket, notice).await,
            message = socket.recv() => {
                silent_pings = 0;
                answer(state, socket, message, &mut budget, talk).await
            }
            _ = ping.tick() => {
                silent_pings += 1;
                if silent_pings > 2 {
                    return End(close_code::ABNORMAL);
                }
                send_raw(socket, Message::Ping(bytes::Bytes::new())).await
            }
            () = state.stop.cancelled() => Err(End(close_code::AWAY)),
        };
        if let Err(end) = outcome {
            return end;
        }
    }
}

/// Reads the first frame, which must join with a ticket.
async fn join(state: &AppState, socket: &mut WebSocket) -> Result<(Talk, Seat), End> {
    #[derive(Deserialize)]
    struct Join {
        ticket: String,
        /// `PREFIX` and the id of the ticket's member or guest, if it is given.
        room: Option<String>,
    }
    let frame = loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => break read_frame(text.as_str())?,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            other => return Err(end_of(other)),
        }
    };
    let id = frame.id.as_deref();
    let (ticket, room) = match serde_json::from_value::<Join>(frame.data) {
        Ok(join) if frame.event == "join" => (join.ticket, join.room),
        _ => {
            send(socket, &Push::refused(id, "INVALID_INPUT")).await?;
            return Err(End(close_code::POLICY));
        }
    };
    let holder = match ticket::take(state, &ticket).await {
        Ok(holder) => holder,
        Err(error) => {
            send(socket, &Push::refused(id, error.code.as_str())).await?;
            return Err(End(close_code_of(&error)));
        }
    };
    let own_room = holder.room();
    if room.is_some() && room != own_room {
        send(socket, &Push::refused(id, JOIN_DENIED)).await?;
        return Err(End(close_code::POLICY));
    }
    // Registered before the acknowledgement, so that every change after it is sent.
    let (subject, session_id) = holder.subject();
    let Some(seat) = state.live.listen(subject, session_id) else {
        send(socket, &Push::refused(id, "REQUEST_LIMIT")).await?;
        return Err(End(close_code::AGAIN));
    };
    if let Err(error) = note_join(state, &holder).await {
        send(socket, &Push::refused(id, error.code.as_str())).await?;
        return Err(End(close_code_of(&error)));
    }
    let joined = joined(state, &holder).await;
    send(socket, &Push::accepted(id, joined)).await?;
    Ok((Talk::new(holder, &seat), seat))
}

/// What a client learns when it joins. A member's `position` is that of the wallet's last event: what
/// they read before may be older, and no notice comes for it any more.
async fn joined(state: &AppState, holder: &Holder) -> Value {
    let mut joined = json!({});
    if let Some(room) = holder.room() {
        joined["room"] = json!(room);
    }
    if let Holder::Member(member) = holder {
        match state.ledger.load_positioned(member.id).await {
            Ok((_, last)) => joined["position"] = json!(last.to_string()),
            Err(error) => tracing::warn!(%error, "a wallet's last event is not known"),
        }
    }
    joined
}

/// Records what staff do on a socket, as their calls are recorded.
async fn note_join(state: &AppState, holder: &Holder) -> Result<(), ApiError> {
    let Holder::Staff {
        staff, session_id, ..
    } = holder
    else {
        return Ok(());
    };
    audit_log::record_on_socket(state, staff.id, *session_id, AuditEntry::of("socket.join"))
        .await?;
    Ok(())
}

fn close_code_of(error: &ApiError) -> u16 {
    if error.status().is_server_error() {
        close_code::AGAIN
    } else {
        close_code::POLICY
    }
}

fn read_frame(text: &str) -> Result<Frame, End> {
    serde_json::from_str(text).map_err(|_| End(close_code::POLICY))
}

async fn send_notice(socket: &mut WebSocket, notice: Option<Notice>) -> Result<(), End> {
    match notice {
        Some(Notice::Changed { view, position }) => {
            let data = json!({ "view": view, "position": position.to_string() });
            let push = Push::Changed {
                event: "changed",
                data,
            };
            send(socket, &push).await
        }
        Some(Notice::Push(frame)) => send_raw(socket, Message::Text(frame)).await,
        Some(Notice::SessionEnded) => Err(End(SESSION_OVER)),
        // Too many notices waited: the client reconnects and reads everything again.
        None => Err(End(close_code::AGAIN)),
    }
}

async fn answer(
    state: &AppState,
    socket: &mut WebSocket,
    message: Option<Result<Message, axum::Error>>,
    budget: &mut Budget,
    talk: &mut Talk,
) -> Result<(), End> {
    if !budget.spend() {
        return Err(End(close_code::POLICY));
    }
    match message {
        Some(Ok(Message::Text(text))) => {
            let frame = read_frame(text.as_str())?;
            let id = frame.id.as_deref();
            let push = match frame.event.as_str() {
                "ping" => Push::accepted(id, json!({})),
                event => match talk.hear(state, event, &frame.data).await {
                    Ok(()) => Push::accepted(id, json!({})),
                    Err(error) => Push::refused(id, error.code.as_str()),
                },
            };
            send(socket, &push).await
        }
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
        other => Err(end_of(other)),
    }
}

fn end_of(message: Option<Result<Message, axum::Error>>) -> End {
    match message {
        Some(Ok(Message::Close(_))) => End(close_code::NORMAL),
        Some(Ok(_)) => End(close_code::UNSUPPORTED),
        Some(Err(error)) if is_too_big(&error) => End(close_code::SIZE),
        Some(Err(_)) | None => End(close_code::ABNORMAL),
    }
}

fn is_too_big(error: &axum::Error) -> bool {
    // The library behind axum is not part of its interface; its text for a size error is stable.
    error.to_string().contains("too long") || error.to_string().contains("Space limit")
}

async fn send(socket: &mut WebSocket, push: &Push<'_>) -> Result<(), End> {
    let text = serde_json::to_string(push).expect("a frame is JSON");
    send_raw(socket, Message::Text(text.into())).await
}

async fn send_raw(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    within(socket.send(message))
        .await
        .map_err(|()| End(close_code::ABNORMAL))
}

async fn within<E>(sent: impl Future<Output = Result<(), E>>) -> Result<(), ()> {
    match tokio::time::timeout(WRITE_WITHIN, sent).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// How many frames a client may send.
struct Budget {
    counted: Duration,
    since: Instant,
    frames: u32,
}

impl Budget {
    /// The time window in which frames are counted.
    fn new(counted: Duration) -> Self {
        Self {
            counted,
            since: Instant::now(),
            frames: 0,
        }
    }

    fn spend(&mut self) -> bool {
        if self.since.elapsed() >= self.counted {
            *self = Self::new(self.counted);
        }
        self.frames += 1;
        self.frames <= FRAMES_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_floods_is_out_of_budget() {
        let mut budget = Budget::new(Duration::from_hours(1));
        let taken = (0..100).filter(|_| budget.spend()).count();
        assert_eq!(taken, FRAMES_MAX as usize);
    }

    #[test]
    fn an_acknowledgement_names_the_frame_that_it_answers() {
        let text = serde_json::to_string(&Push::accepted(Some("7"), json!({}))).unwrap();
        assert_eq!(text, r#"{"event":"ack","id":"7","ok":true,"data":{}}"#);
        let text = serde_json::to_string(&Push::refused(Some("7"), "NO")).unwrap();
        assert_eq!(text, r#"{"event":"ack","id":"7","ok":false,"code":"NO"}"#);
    }
}
