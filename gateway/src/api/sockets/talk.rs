//! A client's frames in addition to pongs: that it is writing and, for staff, which conversation is
//! open.

use serde_json::Value;
use uuid::Uuid;

use super::ticket::Holder;
use crate::api::state::AppState;
use backoffice::staff::audit_log::{self, AuditEntry};
use chat::store::{self, Conversation};
use chat::{Owner, Side, Signal, StaffIdentity, announce};
use platform::error::{ApiError, Code};
use platform::sockets::Seat;

/// One client's side of a socket.
pub(crate) struct Talk {
    holder: Holder,
    /// The conversation that staff have open.
    open: Option<(Uuid, Owner)>,
    /// The conversation in which staff were last recorded as writing.
    written: Option<Uuid>,
    /// The socket's place among the listeners.
    seat: Uuid,
}

impl Talk {
    /// Starts when the client joins.
    pub(crate) const fn new(holder: Holder, seat: &Seat) -> Self {
        Self {
            holder,
            open: None,
            written: None,
            seat: seat.id,
        }
    }

    /// Handles a frame.
    pub(crate) async fn hear(
        &mut self,
        state: &AppState,
        event: &str,
        data: &Value,
    ) -> Result<(), ApiError> {
        // A role that may only read cannot answer.
        if matches!(self.holder, Holder::Staff { may_act: false, .. }) {
            return Err(Code::RoleRequired.into());
        }
        match event {
            "typing" => self.note_typing(state, data).await,
            "answering" => self.note_answering(state, data).await,
            _ => Err(Code::InvalidInput.into()),
        }
    }

    /// Announces that staff have left.
    pub(super) fn leave(&mut self, state: &AppState) {
        state.live.note_open(self.seat, None);
        if let (Holder::Staff { staff, .. }, Some((conversation, owner))) =
            (&self.holder, self.open.take())
        {
            state.chat.signal(Signal::Answering {
                conversation,
                owner,
                staff: staff.clone(),
                is_on: false,
            });
        }
    }

    async fn note_typing(&mut self, state: &AppState, data: &Value) -> Result<(), ApiError> {
        let staff = match &self.holder {
            // The conversation follows from the socket's identity, whatever the frame names.
            Holder::Member(member) => {
                let owner = Owner::Member(member.id.0);
                return Ok(announce::visitor(&state.chat, owner).await?);
            }
            Holder::Guest(guest) => {
                let owner = Owner::Guest(guest.id);
                return Ok(announce::visitor(&state.chat, owner).await?);
            }
            Holder::Staff { staff, .. } => staff.clone(),
        };
        let conversation = named(data)?;
        if !state.chat.announced.is_due(staff.id, conversation) {
            return Ok(());
        }
        if let Some(found) = store::find(&state.pool, &state.secrets, conversation).await? {
            self.written = self.note_writing(state, found.id).await?;
            state.chat.signal(Signal::Typing {
                who: staff.id,
                conversation: found.id,
                owner: found.owner,
                side: Side::Agent,
                name: Some(staff.name),
            });
        }
        Ok(())
    }

    /// `{conversation}` or, when staff have left it, `{conversation: null}`.
    async fn note_answering(&mut self, state: &AppState, data: &Value) -> Result<(), ApiError> {
        let Holder::Staff { staff, .. } = &self.holder else {
            return Err(Code::InvalidInput.into());
        };
        let staff = staff.clone();
        if data.get("conversation").is_none_or(Value::is_null) {
            self.leave(state);
            return Ok(());
        }
        let found = store::find(&state.pool, &state.secrets, named(data)?).await?;
        let found = found.ok_or(Code::NoData)?;
        if self.open.is_some_and(|(open, _)| open != found.id) {
            self.leave(state);
        }
        if self.open.is_none() {
            self.note(state, "socket.open", found.id).await?;
        }
        self.open = Some((found.id, found.owner));
        state.live.note_open(self.seat, Some(found.id));
        announce(state, &found, staff);
        Ok(())
    }
}

impl Talk {
    /// Records that staff are writing, once, unless they already have the conversation open.
    async fn note_writing(
        &self,
        state: &AppState,
        conversation: Uuid,
    ) -> Result<Option<Uuid>, ApiError> {
        let is_open = self.open.is_some_and(|(open, _)| open == conversation);
        if !is_open && self.written != Some(conversation) {
            self.note(state, "socket.typing", conversation).await?;
        }
        Ok(Some(conversation))
    }

    /// Records an audit entry; an action that cannot be recorded must not happen.
    async fn note(&self, state: &AppState, kind: &str, about: Uuid) -> Result<(), ApiError> {
        let Holder::Staff {
            staff, session_id, ..
        } = &self.holder
        else {
            return Ok(());
        };
        let entry = AuditEntry::of(kind)
            .to("conversation", &about)
            .because(audit_log::CHAT);
        audit_log::record_on_socket(state, staff.id, *session_id, entry).await?;
        Ok(())
    }
}

fn named(data: &Value) -> Result<Uuid, ApiError> {
    let text = data.get("conversation").and_then(Value::as_str);
    let id = text.and_then(|text| text.parse().ok());
    id.ok_or_else(|| Code::InvalidInput.into())
}

fn announce(state: &AppState, found: &Conversation, staff: StaffIdentity) {
    state.chat.signal(Signal::Answering {
        conversation: found.id,
        owner: found.owner,
        staff,
        is_on: true,
    });
}
