//! What players see under a configuration: for who changes a section, before it is in force.

use ledger::Currency;
use platform::config::{Banner, Config, Link, Offer, Section, Text, WheelPrize};
use serde::Serialize;
use utoipa::ToSchema;

/// Something that players see.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewItem {
    /// Its name, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Address of its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Its texts, in HTML that was cleaned.
    pub html: Vec<Text>,
    /// What else it says, in the order of the screen.
    pub facts: Vec<PreviewFact>,
}

/// A figure or a state that players see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreviewFact {
    /// What it is.
    #[schema(example = "depositMin")]
    pub name: &'static str,
    /// Its value as digits or a code; empty for a state.
    #[schema(example = "100")]
    pub value: String,
    /// The currency of an amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "THB")]
    pub currency: Option<&'static str>,
}

impl PreviewItem {
    fn titled(title: &Text) -> Self {
        Self {
            title: Some(title.clone()),
            ..Self::default()
        }
    }

    /// A name that is the same in all languages.
    fn named(name: &str) -> Self {
        Self::titled(&Text {
            th: name.to_owned(),
            la: name.to_owned(),
            en: name.to_owned(),
        })
    }

    fn banner(banner: &Banner) -> Self {
        Self {
            image: Some(banner.image.as_str().to_owned()),
            html: vec![banner.html.clone()],
            ..Self::default()
        }
    }

    fn pictured(mut self, image: Option<&Link>) -> Self {
        self.image = image.map(|image| image.as_str().to_owned());
        self
    }

    fn says(mut self, html: Option<&Text>) -> Self {
        self.html.extend(html.cloned());
        self
    }

    fn fact(mut self, name: &'static str, value: &dyn ToString) -> Self {
        self.facts.push(PreviewFact {
            name,
            value: value.to_string(),
            currency: None,
        });
        self
    }

    fn state(self, name: &'static str, is_so: bool) -> Self {
        if is_so { self.fact(name, &"") } else { self }
    }

    fn amount(mut self, name: &'static str, value: &dyn ToString, currency: Currency) -> Self {
        self = self.fact(name, value);
        if let Some(last) = self.facts.last_mut() {
            last.currency = Some(currency.code());
        }
        self
    }
}

/// What players see of a section.
pub fn preview(config: &Config, section: Section) -> Vec<PreviewItem> {
    match section {
        Section::Games => games(config),
        Section::Notices => notices(config),
        Section::Hours => hours(config),
        Section::Accounts => accounts(config),
        Section::Amounts => amounts(config),
        Section::Offers => offers(config),
    }
}

fn games(config: &Config) -> Vec<PreviewItem> {
    let offered = config.providers.iter().filter(|game| game.is_offered);
    let item = offered.map(|game| {
        PreviewItem::named(&game.name)
            .pictured(game.logo.as_ref())
            .says(game.event.as_ref())
            .state("maintenance", game.maintenance)
    });
    item.collect()
}

fn notices(config: &Config) -> Vec<PreviewItem> {
    let line = PreviewItem::default().says(Some(&config.texts.notice));
    let notices = config.notices.iter().map(|notice| {
        PreviewItem::default()
            .pictured(notice.image.as_ref())
            .says(Some(&notice.html))
    });
    notices.chain([line.fact("bonusNotice", &"")]).collect()
}

fn hours(config: &Config) -> Vec<PreviewItem> {
    let closed = config
        .slip
        .closed_from
        .iter()
        .zip(&config.slip.closed_until);
    let mut item = PreviewItem::default();
    for (from, until) in closed {
        item = item
            .fact("slipsClosedFrom", from)
            .fact("slipsClosedUntil", until);
    }
    let is_open = item.facts.is_empty();
    let is_over = config.service.terminated;
    vec![
        item.state("slipsOpen", is_open)
            .state("terminated", is_over),
    ]
}

fn accounts(config: &Config) -> Vec<PreviewItem> {
    let offered = config
        .deposit_accounts
        .iter()
        .filter(|account| account.is_offered);
    let item = offered.map(|account| {
        PreviewItem::titled(&account.account_name)
            .fact("bank", &account.bank_code)
            .fact("accountNo", &account.account_no)
            .fact("currency", &account.currency.code())
            .state("qrOnly", account.bank_type.is_some())
    });
    item.collect()
}

fn amounts(config: &Config) -> Vec<PreviewItem> {
    let bounds = config.bounds.iter().map(|(currency, bounds)| {
        PreviewItem::named(currency.code())
            .amount("depositMin", &bounds.deposit_min, *currency)
            .amount("transferMin", &bounds.transfer_min, *currency)
            .amount("withdrawMin", &bounds.withdraw_min, *currency)
            .amount("withdrawMax", &bounds.withdraw_max, *currency)
    });
    let channels = config.psps.iter().filter_map(|psp| {
        let (_, currency) = config.psp(&psp.bank_code)?;
        let item = PreviewItem::named(&psp.bank_code).amount("depositMin", &psp.minimum, currency);
        let quick = psp.quick_amounts.iter();
        Some(quick.fold(item, |item, amount| {
            item.amount("quickAmount", amount, currency)
        }))
    });
    let gift = PreviewItem::named("TrueMoney");
    let gift = gift.amount("depositMin", &config.gift.minimum, Currency::Thb);
    bounds.chain(channels).chain([gift]).collect()
}

fn offer(offer: &Offer) -> PreviewItem {
    let first = offer.banners.first();
    let item = PreviewItem::titled(&offer.title)
        .pictured(first.map(|banner| &banner.image))
        .says(offer.description.as_ref())
        .says(first.map(|banner| &banner.html))
        .fact("code", &offer.code)
        .fact("successPercent", &offer.success_percent)
        .fact("failPercent", &offer.fail_percent);
    let amounts = [
        ("amount", offer.amount),
        ("cap", offer.cap),
        ("minDeposit", offer.min_deposit),
        ("maxWithdraw", offer.max_withdraw),
    ];
    let item = match offer.percent {
        Some(percent) => item.fact("percent", &percent),
        None => item,
    };
    amounts
        .into_iter()
        .fold(item, |item, (name, amount)| match amount {
            Some(amount) => item.amount(name, &amount, offer.currency),
            None => item,
        })
}

fn offers(config: &Config) -> Vec<PreviewItem> {
    let of_list = config.bonuses.iter().chain(&config.promotions);
    let mut items: Vec<_> = of_list.filter(|offer| offer.is_on).map(offer).collect();
    if let Some(refund) = config.refund.as_ref().filter(|refund| refund.is_on) {
        let item = PreviewItem::titled(&refund.title)
            .says(Some(&refund.info))
            .fact("percent", &refund.percent);
        items.push(item);
        items.extend(refund.banners.iter().map(PreviewItem::banner));
    }
    if config.invite.is_on {
        items.push(PreviewItem::default().fact("invitePercent", &config.invite.percent));
        items.extend(config.invite.banners.iter().map(PreviewItem::banner));
    }
    if config.wheel.is_on {
        let wheel = PreviewItem::titled(&config.wheel.name);
        let slices = config.wheel.slices.iter();
        let slices = slices.map(|slice| {
            let item = PreviewItem::titled(&slice.label).fact("weight", &slice.weight);
            item.state("noPrize", matches!(slice.prize, WheelPrize::Nothing {}))
        });
        items.extend(std::iter::once(wheel).chain(slices));
    }
    items
}
