//! Three witnesses of the wallet's proof log. In one program of one operator they prove nothing: they show how
//! the gateway, the portal and its checkers work with witnesses.

use std::io;
use std::path::Path;
use std::sync::Arc;

use ::witness::{Witness, WitnessKey, routes as routes_of};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::body;
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;

/// The last parts of their addresses and names.
const NAMES: [&str; 3] = ["one", "two", "three"];

/// The witnesses, by the last part of their addresses; none where nothing is kept.
#[derive(Debug, Default)]
pub(crate) struct Witnesses(Vec<(&'static str, Arc<Witness>)>);

impl Witnesses {
    /// With keys that everybody knows, as all keys of the sandbox, and a memory below the folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let mut witnesses = Vec::with_capacity(NAMES.len());
        for (number, name) in (1..).zip(NAMES) {
            let key = WitnessKey::new(&format!("witness-{name}.example"), &[number; 32]);
            let key = key.ok_or_else(|| io::Error::other("a witness has no such name"))?;
            let folder = folder.join(format!("witness-{name}"));
            let opened = Witness::open(key, &folder, &[]).map_err(io::Error::other)?;
            witnesses.push((name, Arc::new(opened)));
        }
        Ok(Self(witnesses))
    }
}

/// Everything below `/witness`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let witnesses = &sandbox.witnesses().0;
    let one = |router: Router<Sandbox>, (name, opened): &(&str, Arc<Witness>)| {
        router.nest_service(&format!("/{name}"), routes_of(Arc::clone(opened)))
    };
    witnesses.iter().fold(Router::new(), one)
}

/// A log that the witnesses are to sign for.
#[derive(Deserialize)]
struct NewLog {
    verifier: String,
}

/// `POST /__sandbox/witness/logs`
pub(crate) async fn add_log(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let NewLog { verifier } = body::parse(&bytes)?;
    for (_, witness) in &sandbox.witnesses().0 {
        witness
            .add_log(&verifier)
            .map_err(|error| Refusal::invalid(error.to_string()))?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
