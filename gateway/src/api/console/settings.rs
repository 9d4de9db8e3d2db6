//! Settings: what is in force, what was in force before, and changes.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::StaffId;
use ledger::wallet::SettingsAuthor;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::decide::ReasonRequest;
use crate::api::caller::{Reader, Supervisor};
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::settings::{
    self, Change, PreviewItem, SettingsDifference, Version, catch_up, configured, differences,
};
use backoffice::staff::account;
use backoffice::staff::look::reason;
use platform::config::Section;
use platform::error::ApiError;
use platform::extract::{Json, Path, Query};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_settings))
        .routes(routes!(list_setting_versions, change_settings))
        .routes(routes!(check_settings))
        .routes(routes!(approve_settings))
        .routes(routes!(refuse_settings))
}

/// A key whose value differs between two contents of a section.
#[derive(Serialize, ToSchema)]
struct SettingDifference {
    #[schema(example = "provider[2].maintenance")]
    key: String,
    /// The older value; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    /// The newer value.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
}

impl From<SettingsDifference> for SettingDifference {
    fn from(one: SettingsDifference) -> Self {
        Self {
            key: one.key,
            before: one.before,
            after: one.after,
        }
    }
}

/// A version of a section.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingVersion {
    /// Its number, from 1; 0 for the file's content that was not imported yet.
    number: u64,
    /// Number of the change among the changes of all sections; events of wallets name it.
    change: i64,
    /// What it says: the keys of the configuration's file.
    #[schema(value_type = Object)]
    document: Value,
    /// From when it is in force; absent: at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_from: Option<DateTime<Utc>>,
    /// Until when it is in force; then the version before it is again.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_until: Option<DateTime<Utc>>,
    /// When it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<DateTime<Utc>>,
    /// Who changed it: a user name, or the name given at the command line. Absent for the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The user name of the supervisor who agreed, where that took one.
    #[serde(skip_serializing_if = "Option::is_none")]
    approved_by: Option<String>,
    reason: String,
}

/// User names of staff by account.
struct Names(HashMap<Uuid, String>);

impl Names {
    async fn read(state: &AppState) -> Result<Self, ApiError> {
        let accounts = account::list(state).await?.into_iter();
        Ok(Self(
            accounts
                .map(|account| (account.id, account.username))
                .collect(),
        ))
    }

    fn of(&self, StaffId(id): StaffId) -> String {
        self.0.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }
}

impl SettingVersion {
    fn of(version: Version, names: &Names) -> Self {
        Self {
            number: version.number,
            change: version.sequence,
            document: version.document,
            in_force_from: version.from,
            in_force_until: version.until,
            at: Some(version.at),
            by: match version.by {
                SettingsAuthor::File => None,
                SettingsAuthor::Operator(name) => Some(name),
                SettingsAuthor::Staff(id) => Some(names.of(id)),
            },
            approved_by: version.approved_by.map(|id| names.of(id)),
            reason: version.why,
        }
    }

    /// The file's content, before it was imported.
    fn of_file(document: Value) -> Self {
        Self {
            number: 0,
            change: 0,
            document,
            in_force_from: None,
            in_force_until: None,
            at: None,
            by: None,
            approved_by: None,
            reason: String::new(),
        }
    }
}

/// A section as it is in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingSection {
    section: Section,
    /// Whether a change of it takes two supervisors.
    costs_money: bool,
    /// The version in force.
    in_force: SettingVersion,
    /// Number of the newest version, in force or not: what a change names as `before`.
    last_number: u64,
    /// Where the configuration's file was changed since it was imported, which has no effect.
    file_changes: Vec<SettingDifference>,
}

/// A change that waits for a second supervisor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingRequest {
    id: Uuid,
    section: Section,
    /// The version that it was made from.
    before: i64,
    /// What it would say.
    #[schema(value_type = Object)]
    document: Value,
    /// What it would change.
    differences: Vec<SettingDifference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_from: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force_until: Option<DateTime<Utc>>,
    reason: String,
    /// The user name of the requester.
    asked_by: String,
    asked_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// Whether the caller asked.
    is_mine: bool,
}

/// All sections as they are in force, or as they were at a time.
#[derive(Serialize, ToSchema)]
struct Settings {
    /// Number of the last change.
    change: i64,
    sections: Vec<SettingSection>,
    /// Requests that wait for a second supervisor, oldest first.
    requests: Vec<SettingRequest>,
}

#[derive(Deserialize)]
struct SettingsQuery {
    at: Option<DateTime<Utc>>,
    change: Option<i64>,
}

/// Lists the settings in force. With `at` and `change`, which an event names, the settings that it was decided
/// under.
#[route(get, path = "/settings", tag = "support", security(("staff" = [])),
    params(("at" = Option<DateTime<Utc>>, Query, description = "The time of an event."),
           ("change" = Option<i64>, Query, description = "The change of settings that it names.")),
    responses((status = 200, body = Settings)))]
async fn list_settings(
    State(state): State<AppState>,
    Reader(staff): Reader,
    Query(query): Query<SettingsQuery>,
) -> Result<Json<Settings>, ApiError> {
    refresh(&state).await?;
    let names = Names::read(&state).await?;
    let sections = Section::ALL.map(|section| {
        let in_force = match (query.at, query.change) {
            (Some(at), Some(change)) => state.settings.in_force(section, at, change),
            _ => state.settings.current(section),
        };
        let of_file = || SettingVersion::of_file(state.settings.section_of_file(section));
        let last = state.settings.last(section);
        let changed = state.settings.file_changes(section).into_iter();
        SettingSection {
            section,
            costs_money: section.costs_money(),
            in_force: in_force.map_or_else(of_file, |version| SettingVersion::of(version, &names)),
            last_number: last.map_or(0, |version| version.number),
            file_changes: changed.map(SettingDifference::from).collect(),
        }
    });
    Ok(Json(Settings {
        change: state.settings.last_change(),
        sections: sections.into(),
        requests: requests(&state, &names, staff.id).await?,
    }))
}

/// What waits for a second supervisor, and can still be agreed to.
async fn requests(
    state: &AppState,
    names: &Names,
    caller: Uuid,
) -> Result<Vec<SettingRequest>, ApiError> {
    let mut requests = Vec::new();
    for request in settings::waiting(state).await? {
        let Some((section, document)) = request.content(state).await? else {
            continue;
        };
        let last = state.settings.last(section);
        // Somebody changed the section meanwhile: nobody can agree to it any more.
        if last
            .as_ref()
            .is_some_and(|last| i64::try_from(last.number) != Ok(request.before))
        {
            continue;
        }
        let before = last.map_or_else(
            || state.settings.section_of_file(section),
            |last| last.document,
        );
        let changed = differences(&before, &document).into_iter();
        requests.push(SettingRequest {
            id: request.id,
            section,
            before: request.before,
            differences: changed.map(SettingDifference::from).collect(),
            document,
            in_force_from: request.in_force_from,
            in_force_until: request.in_force_until,
            reason: request.reason,
            asked_by: names.of(StaffId(request.asked_by)),
            asked_at: request.asked_at,
            expires_at: request.expires_at,
            is_mine: request.asked_by == caller,
        });
    }
    Ok(requests)
}

/// Staff sees what another gateway has changed a moment ago.
async fn refresh(state: &AppState) -> Result<(), ApiError> {
    let read = catch_up(state, &state.settings).await;
    Ok(read.map_err(ledger::LedgerError::from)?)
}

/// A version, with what it changed.
#[derive(Serialize, ToSchema)]
struct SettingVersionItem {
    #[serde(flatten)]
    version: SettingVersion,
    /// What it changed in the version before it.
    differences: Vec<SettingDifference>,
}

/// The versions of a section.
#[derive(Serialize, ToSchema)]
struct SettingVersions {
    /// The newest first.
    versions: Vec<SettingVersionItem>,
}

/// Lists all versions of a section.
#[route(get, path = "/settings/{section}", tag = "support", security(("staff" = [])),
    params(("section" = Section, Path, description = "The section.")),
    responses((status = 200, body = SettingVersions)))]
async fn list_setting_versions(
    State(state): State<AppState>,
    _: Reader,
    Path(section): Path<Section>,
) -> Result<Json<SettingVersions>, ApiError> {
    refresh(&state).await?;
    let names = Names::read(&state).await?;
    let mut versions: Vec<SettingVersionItem> = Vec::new();
    for version in state.settings.versions(section) {
        let changed = versions.last().map_or_else(Vec::new, |before| {
            differences(&before.version.document, &version.document)
        });
        versions.push(SettingVersionItem {
            version: SettingVersion::of(version, &names),
            differences: changed.into_iter().map(SettingDifference::from).collect(),
        });
    }
    versions.reverse();
    Ok(Json(SettingVersions { versions }))
}

/// A wanted content of a section.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingsChangeRequest {
    /// Number of the newest version, which it was made from.
    before: u64,
    /// The whole section, with the keys of the configuration's file.
    #[schema(value_type = Object)]
    document: Value,
    /// From when it is to be in force; absent: at once.
    #[serde(default)]
    in_force_from: Option<DateTime<Utc>>,
    /// Until when; then the version before it is in force again.
    #[serde(default)]
    in_force_until: Option<DateTime<Utc>>,
    /// 3 to 300 characters. A check takes none.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
}

impl SettingsChangeRequest {
    fn wanted(self, section: Section, by: Uuid) -> Change {
        Change {
            section,
            document: self.document,
            before: self.before,
            from: self.in_force_from,
            until: self.in_force_until,
            by: SettingsAuthor::Staff(StaffId(by)),
            approved_by: None,
            why: self.reason,
        }
    }
}

/// Something that is wrong with a wanted content.
#[derive(Serialize, ToSchema)]
struct SettingMistake {
    /// The key; empty for the whole.
    #[schema(example = "provider[0].maintenance")]
    key: String,
    #[schema(example = "is a text where true or false is expected")]
    what: String,
}

/// What a wanted content would do.
#[derive(Serialize, ToSchema)]
struct SettingsCheck {
    /// All that is wrong with it; without anything, it can be put in force.
    mistakes: Vec<SettingMistake>,
    /// What it would change in the newest version.
    differences: Vec<SettingDifference>,
    /// What players would see; empty while something is wrong.
    preview: Vec<PreviewItem>,
}

/// Checks a wanted content of a section, and shows what players would see. Changes nothing.
#[route(post, path = "/settings/{section}/check", tag = "support", security(("staff" = [])),
    params(("section" = Section, Path, description = "The section.")),
    request_body = SettingsChangeRequest, responses((status = 200, body = SettingsCheck)))]
async fn check_settings(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(section): Path<Section>,
    Json(request): Json<SettingsChangeRequest>,
) -> Result<Json<SettingsCheck>, ApiError> {
    refresh(&state).await?;
    let wanted = request.wanted(section, staff.id);
    let last = state.settings.last(section).map_or_else(
        || state.settings.section_of_file(section),
        |last| last.document,
    );
    let (found, preview) = match configured(&state, &state.settings, &wanted) {
        Ok(config) => (Vec::new(), settings::preview(&config, section)),
        Err(found) => (found, Vec::new()),
    };
    let found = found.into_iter().map(|mistake| SettingMistake {
        key: mistake.key,
        what: mistake.what,
    });
    let changed = differences(&last, &wanted.document).into_iter();
    Ok(Json(SettingsCheck {
        mistakes: found.collect(),
        differences: changed.map(SettingDifference::from).collect(),
        preview,
    }))
}

/// What came of a wanted change.
#[derive(Serialize, ToSchema)]
struct SettingsChangeAnswer {
    /// Number of the new version; absent where a second supervisor has to agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    /// Id of the request that waits for a second supervisor.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<Uuid>,
}

/// Changes a section. What costs money waits for a second supervisor.
#[route(post, path = "/settings/{section}", tag = "support", security(("staff" = [])),
    params(("section" = Section, Path, description = "The section.")),
    request_body = SettingsChangeRequest,
    responses((status = 200, body = SettingsChangeAnswer), (status = 202, body = SettingsChangeAnswer)))]
async fn change_settings(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(section): Path<Section>,
    Json(mut request): Json<SettingsChangeRequest>,
) -> Result<Response, ApiError> {
    request.reason = reason(&request.reason)?.to_owned();
    let wanted = request.wanted(section, staff.id);
    if section.costs_money() {
        let id = settings::ask(&state, &state.settings, &staff, wanted).await?;
        let answer = Json(SettingsChangeAnswer {
            number: None,
            request: Some(id),
        });
        return Ok((StatusCode::ACCEPTED, answer).into_response());
    }
    let number = settings::change_alone(&state, &state.settings, &staff, wanted).await?;
    let answer = Json(SettingsChangeAnswer {
        number: Some(number),
        request: None,
    });
    Ok(answer.into_response())
}

/// Agrees to another supervisor's change, and puts it in force.
#[route(post, path = "/settings-requests/{id}/approve", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The request.")),
    request_body = ReasonRequest, responses((status = 200, body = SettingsChangeAnswer)))]
async fn approve_settings(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<SettingsChangeAnswer>, ApiError> {
    let why = reason(&request.reason)?;
    let number = settings::agree(&state, &state.settings, &staff, id, why).await?;
    Ok(Json(SettingsChangeAnswer {
        number: Some(number),
        request: None,
    }))
}

/// Refuses a supervisor's change, or withdraws the caller's own.
#[route(post, path = "/settings-requests/{id}/refuse", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The request.")),
    request_body = ReasonRequest, responses((status = 200, body = Done)))]
async fn refuse_settings(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    settings::refuse(&state, &staff, id, why).await?;
    Ok(Done::SUCCESS)
}
