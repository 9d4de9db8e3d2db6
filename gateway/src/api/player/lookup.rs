//! The operator's configuration that the portal shows.

pub(crate) mod howto;
pub(crate) mod money;

use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gateway_macros::route;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::state::AppState;
use payments::credit_time;
use platform::config::{Bank, Config, Source, Text};
use platform::extract::Json;
use providers::emv::drawing::draw;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_info))
        .routes(routes!(list_banks))
        .routes(routes!(list_sources))
        .routes(routes!(list_conditions))
        .routes(routes!(list_agreements))
        .routes(routes!(get_notice))
        .routes(routes!(list_public_notices))
        .routes(routes!(get_contact))
        .routes(routes!(get_slip_lookup))
        .routes(routes!(get_register_otp))
        .routes(routes!(get_enable_chat_widget))
        .routes(routes!(get_active))
}

/// The service's name and settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Info {
    /// In the default language.
    name: String,
    website: String,
    /// The currency of a new wallet.
    #[schema(example = "THB")]
    currency: String,
    lao_mode: bool,
    /// The default language: `th` or `la`.
    default_locale: String,
    version: String,
}

/// Returns the service's name and settings.
#[route(get, path = "/lookup/info", tag = "lookup", responses((status = 200, body = Info)))]
async fn get_info(State(state): State<AppState>) -> Json<Info> {
    let service = &state.config.service;
    Json(Info {
        name: state.config.service_name().to_owned(),
        website: service.website.as_str().to_owned(),
        currency: state.config.default_currency().code().to_owned(),
        lao_mode: service.lao_mode,
        default_locale: service.default_locale.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

/// A bank in the register wizard's list.
#[derive(Serialize, ToSchema)]
struct BankItem {
    code: String,
    #[serde(rename = "nameTH")]
    name_th: String,
    #[serde(rename = "nameEN")]
    name_en: String,
    #[serde(rename = "nameLA", skip_serializing_if = "Option::is_none")]
    name_la: Option<String>,
    /// Colour of its badge.
    colour: String,
    /// The address of the operator's picture; if null, the badge shows the bank's code.
    #[schema(example = "/banks/KBANK.svg")]
    logo: Option<String>,
    /// Whether the holder's name must be in English letters.
    #[serde(rename = "englishNameOnly")]
    english_name_only: bool,
}

/// Banks that a player may register with.
#[derive(Serialize, ToSchema)]
struct BankList {
    banks: Vec<BankItem>,
}

/// Lists the banks that a player may register with.
#[route(get, path = "/lookup/banks", tag = "lookup",
    responses((status = 200, body = BankList)))]
async fn list_banks(State(state): State<AppState>) -> Json<BankList> {
    let mut banks = Vec::with_capacity(state.config.banks.len());
    for bank in &state.config.banks {
        banks.push(BankItem {
            code: bank.code.clone(),
            name_th: bank.name_th.clone(),
            name_en: bank.name_en.clone(),
            name_la: bank.name_la.clone(),
            colour: bank.colour.clone(),
            logo: picture_of(&state.config, bank).await,
            english_name_only: bank.english_name_only,
        });
    }
    Json(BankList { banks })
}

/// The address of the operator's picture of a bank, `banks/<code>.svg` in the folder of pictures.
async fn picture_of(config: &Config, bank: &Bank) -> Option<String> {
    let path = format!("banks/{}.svg", bank.code);
    let file = config.brand.pictures.as_ref()?.join(&path);
    let is_there = tokio::fs::try_exists(file).await.unwrap_or(false);
    is_there.then(|| format!("/{path}"))
}

/// The choices for "where did you hear of us".
#[derive(Serialize, ToSchema)]
struct SourceList {
    sources: Vec<Source>,
}

/// Lists the choices for "where did you hear of us".
#[route(get, path = "/lookup/sources", tag = "lookup",
    responses((status = 200, body = SourceList)))]
async fn list_sources(State(state): State<AppState>) -> Json<SourceList> {
    Json(SourceList {
        sources: state.config.sources.clone(),
    })
}

/// The paragraphs of the conditions, in HTML.
#[derive(Serialize, ToSchema)]
struct ConditionList {
    conditions: Vec<Text>,
}

/// Returns the paragraphs of the conditions, in HTML.
#[route(get, path = "/lookup/conditions", tag = "lookup",
    responses((status = 200, body = ConditionList)))]
async fn list_conditions(State(state): State<AppState>) -> Json<ConditionList> {
    Json(ConditionList {
        conditions: state.config.texts.conditions.clone(),
    })
}

/// The paragraphs of the agreement, in HTML.
#[derive(Serialize, ToSchema)]
struct AgreementList {
    agreements: Vec<Text>,
}

/// Returns the paragraphs of the agreement, in HTML.
#[route(get, path = "/lookup/agreements", tag = "lookup",
    responses((status = 200, body = AgreementList)))]
async fn list_agreements(State(state): State<AppState>) -> Json<AgreementList> {
    Json(AgreementList {
        agreements: state.config.texts.agreements.clone(),
    })
}

/// An announcement for all players.
#[derive(Serialize, ToSchema)]
struct NoticeText {
    notice: Text,
}

/// Returns the announcement for all players.
#[route(get, path = "/lookup/notice", tag = "lookup",
    responses((status = 200, body = NoticeText)))]
async fn get_notice(State(state): State<AppState>) -> Json<NoticeText> {
    Json(NoticeText {
        notice: state.config.texts.notice.clone(),
    })
}

/// A notice for all players.
#[derive(Serialize, ToSchema)]
struct PublicNotice {
    /// Address of the picture above the words.
    #[schema(example = "/banners/refund.svg")]
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    /// The words, in HTML.
    html: Text,
}

/// The notices of the players' first page.
#[derive(Serialize, ToSchema)]
struct PublicNotices {
    notices: Vec<PublicNotice>,
}

/// Lists the notices of the players' first page.
#[route(get, path = "/lookup/notices", tag = "lookup",
    responses((status = 200, body = PublicNotices)))]
async fn list_public_notices(State(state): State<AppState>) -> Json<PublicNotices> {
    let notices = state.config.notices.iter().map(|notice| PublicNotice {
        image: notice.image.as_ref().map(|image| image.as_str().to_owned()),
        html: notice.html.clone(),
    });
    Json(PublicNotices {
        notices: notices.collect(),
    })
}

/// A contact of the service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ContactInfo {
    /// The text, in HTML.
    contact_text: Text,
    line_link: String,
    line_name: String,
    /// The address of a picture with the link; it may be a `data:` address.
    #[serde(rename = "lineQR")]
    line_qr: Option<String>,
}

/// Lists the contacts of the service.
#[route(get, path = "/lookup/contact", tag = "lookup",
    responses((status = 200, body = ContactInfo)))]
async fn get_contact(State(state): State<AppState>) -> Json<ContactInfo> {
    let contact = &state.config.contact;
    Json(ContactInfo {
        contact_text: contact.text.clone(),
        line_link: contact.line_link.as_str().to_owned(),
        line_name: contact.line_name.clone(),
        line_qr: line_qr(&state.config),
    })
}

/// The operator's picture, or the link drawn as a QR; none if it is too long for a QR.
fn line_qr(config: &Config) -> Option<String> {
    if let Some(picture) = &config.contact.line_qr {
        return Some(picture.as_str().to_owned());
    }
    let link = config.contact.line_link.as_str();
    // A phone that reads the code cannot resolve a relative path.
    let whole = if link.starts_with('/') {
        format!("{}{link}", config.service.website.as_str())
    } else {
        link.to_owned()
    };
    let picture = STANDARD.encode(draw(&whole)?);
    Some(format!("data:image/svg+xml;base64,{picture}"))
}

/// A bank's names.
#[derive(Serialize, ToSchema)]
pub(crate) struct BankNames {
    #[serde(rename = "nameTH")]
    name_th: String,
    #[serde(rename = "nameEN")]
    name_en: String,
}

impl BankNames {
    /// The names of the bank with that code; the code itself for a bank that the operator has
    /// removed.
    pub(crate) fn of(state: &AppState, code: &str) -> Self {
        match state.config.bank(code) {
            Some(bank) => Self {
                name_th: bank.name_th.clone(),
                name_en: bank.name_en.clone(),
            },
            None => Self {
                name_th: code.to_owned(),
                name_en: code.to_owned(),
            },
        }
    }
}

/// When slips are accepted, and how long they usually take.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SlipLookup {
    window_minutes: u32,
    /// Local time, `HH:MM`; null when always open.
    closed_from: Option<String>,
    closed_until: Option<String>,
    /// Nine of ten recent slips were credited within this many seconds; null if there are too few.
    usual_seconds: Option<i64>,
}

/// Returns the daily hours in which slips are accepted, and how long they usually take.
#[route(get, path = "/lookup/slip", tag = "lookup",
    responses((status = 200, body = SlipLookup)))]
async fn get_slip_lookup(State(state): State<AppState>) -> Json<SlipLookup> {
    let slip = &state.config.slip;
    Json(SlipLookup {
        window_minutes: slip.window_minutes,
        closed_from: slip.closed_from.clone(),
        closed_until: slip.closed_until.clone(),
        usual_seconds: credit_time::usual_seconds(&state).await,
    })
}

/// Whether registration requires a one-time code.
#[derive(Serialize, ToSchema)]
struct RegisterOtp {
    #[serde(rename = "registerOTP")]
    register_otp: bool,
}

/// Returns whether registration requires a one-time code.
#[route(get, path = "/lookup/registerOTP", tag = "lookup",
    responses((status = 200, body = RegisterOtp)))]
async fn get_register_otp(State(state): State<AppState>) -> Json<RegisterOtp> {
    Json(RegisterOtp {
        register_otp: state.config.otp.is_on,
    })
}

/// Whether the chat is on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatWidget {
    enable_chat_widget: bool,
}

/// Returns whether the chat is on.
#[route(get, path = "/lookup/enableChatWidget", tag = "lookup",
    responses((status = 200, body = ChatWidget)))]
async fn get_enable_chat_widget(State(state): State<AppState>) -> Json<ChatWidget> {
    Json(ChatWidget {
        enable_chat_widget: state.config.chat.is_on,
    })
}

/// The state of the service.
#[derive(Serialize, ToSchema)]
struct ServiceState {
    /// `gone` if the service has ended permanently.
    terminated: Option<&'static str>,
    /// `gone` or `active`.
    message: &'static str,
}

/// Returns whether the service is active.
#[route(get, path = "/lookup/active", tag = "lookup",
    responses((status = 200, body = ServiceState)))]
async fn get_active(State(state): State<AppState>) -> Json<ServiceState> {
    let is_gone = state.config.service.terminated;
    Json(ServiceState {
        terminated: is_gone.then_some("gone"),
        message: if is_gone { "gone" } else { "active" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEMO: &str = include_str!("../../../demo.toml");
    const LINK: &str = "https://line.me/R/ti/p/@wallet-demo";

    fn qr_with(old: &str, new: &str) -> String {
        assert!(DEMO.contains(old), "{old}");
        let config = Config::parse(&DEMO.replacen(old, new, 1), &|_| None).unwrap();
        line_qr(&config).unwrap()
    }

    /// The content of the `data:` address.
    fn picture(address: &str) -> String {
        let coded = address.strip_prefix("data:image/svg+xml;base64,").unwrap();
        String::from_utf8(STANDARD.decode(coded).unwrap()).unwrap()
    }

    #[test]
    fn the_qr_of_the_contact_page_is_the_lines_own_link() {
        assert_eq!(Some(picture(&qr_with(LINK, LINK))), draw(LINK));
        let other = "https://line.me/R/ti/p/@another";
        assert_eq!(Some(picture(&qr_with(LINK, other))), draw(other));
    }

    #[test]
    fn the_qr_of_a_page_of_ours_names_our_host() {
        let own = picture(&qr_with(LINK, "/talk"));
        assert_eq!(Some(own), draw("http://127.0.0.1:8080/talk"));
    }

    #[test]
    fn the_operators_own_picture_of_the_qr_goes_before_the_drawn_one() {
        let old = "# line_qr = \"https://example.test/line-qr.png\"";
        let shown = qr_with(old, "line_qr = \"https://example.test/line-qr.png\"");
        assert_eq!(shown, "https://example.test/line-qr.png");
    }
}
