//! What a client says on its socket besides signs of life: that it is writing, and, of staff, which
//! conversation they have open.

use std::time::{Duration, Instant};

use serde_json::Value;
use uuid::Uuid;

use super::ticket::Holder;
use crate::chat::store::{self, Conversation};
use crate::chat::{Owner, Side, Signal, StaffIdentity};
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// Whoever writes is announced once within this time.
const TYPING_EVERY: Duration = Duration::from_millis(1_500);

/// One client's side of a socket.
pub(super) struct Talk {
    holder: Holder,
    typed_at: Option<Instant>,
    /// The conversation that staff have open.
    open: Option<(Uuid, Owner)>,
}

impl Talk {
    /// Begins when the socket is joined.
    pub(super) const fn new(holder: Holder) -> Self {
        Self {
            holder,
            typed_at: None,
            open: None,
        }
    }

    /// Acts on a frame.
    pub(super) async fn hear(
        &mut self,
        state: &AppState,
        event: &str,
        data: &Value,
    ) -> Result<(), ApiError> {
        // Whoever only reads answers nobody.
        if matches!(self.holder, Holder::Staff { may_act: false, .. }) {
            return Err(Code::RoleRequired.into());
        }
        match event {
            "typing" => self.note_typing(state, data).await,
            "answering" => self.note_answering(state, data).await,
            _ => Err(Code::InvalidInput.into()),
        }
    }

    /// Says that staff have left.
    pub(super) fn leave(&mut self, state: &AppState) {
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
        let is_soon = |at: Instant| at.elapsed() < TYPING_EVERY;
        if self.typed_at.is_some_and(is_soon) {
            return Ok(());
        }
        self.typed_at = Some(Instant::now());
        let (found, side, name) = match &self.holder {
            // Whose conversation is meant is told by the socket, whatever the frame names.
            Holder::Member(it) => (
                own(state, Owner::Member(it.id.0)).await?,
                Side::Customer,
                None,
            ),
            Holder::Guest(it) => (own(state, Owner::Guest(it.id)).await?, Side::Customer, None),
            Holder::Staff { staff, .. } => {
                let found = store::find(&state.pool, named(data)?).await?;
                (found, Side::Agent, Some(staff.name.clone()))
            }
        };
        if let Some(found) = found {
            state.chat.signal(Signal::Typing {
                conversation: found.id,
                owner: found.owner,
                side,
                name,
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
        let found = store::find(&state.pool, named(data)?).await?;
        let found = found.ok_or(Code::NoData)?;
        if self.open.is_some_and(|(open, _)| open != found.id) {
            self.leave(state);
        }
        self.open = Some((found.id, found.owner));
        announce(state, &found, staff);
        Ok(())
    }
}

async fn own(state: &AppState, owner: Owner) -> Result<Option<Conversation>, ApiError> {
    Ok(store::find_own(&state.pool, owner).await?)
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
