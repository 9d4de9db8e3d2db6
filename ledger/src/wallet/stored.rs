//! The stored form of an event: `{"SlipSubmitted":{…}}`.
//!
//! It names the event and not its subject, so an event may move to another subject and every stored
//! row still reads. Rewards are the exception: `{"Reward":{"GrantActivated":{…}}}`.

use std::fmt;

use serde::de::value::EnumAccessDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, Error, IntoDeserializer, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::WalletEvent;
use super::event::{
    BankAccountEvent, FreezeEvent, GameEvent, GiftEvent, ManualEvent, PayoutEvent, ProtectionEvent,
    QrEvent, SlipEvent, SweepEvent, TransferEvent, WithdrawalEvent,
};
use super::house::HouseEvent;
use super::reward::RewardEvent;

/// Both directions of the stored form. Each event of a subject is stored by its own name; what is
/// tagged is stored by the name of its variant.
macro_rules! stored {
    (
        subjects { $($subject:ident($events:ty)),+ }
        tagged { $($tag:ident),+ }
    ) => {
        /// What a stored name leads to.
        enum Kind {
            $($subject,)+
            $($tag,)+
        }

        impl Kind {
            fn of(text: &str) -> Option<(Self, &'static str)> {
                $(if let Some(name) = <$events>::NAMES.iter().find(|name| **name == text) {
                    return Some((Self::$subject, *name));
                })+
                match text {
                    $(stringify!($tag) => Some((Self::$tag, stringify!($tag))),)+
                    _ => None,
                }
            }
        }

        impl WalletEvent {
            /// Every name that the journal knows.
            #[must_use]
            pub fn names() -> Vec<&'static str> {
                let subjects: &[&[&str]] = &[$(<$events>::NAMES,)+ RewardEvent::NAMES];
                let tags = [$(stringify!($tag)),+];
                // A reward is stored by its own name, below this tag.
                let tags = tags.into_iter().filter(|tag| *tag != "Reward");
                subjects.concat().into_iter().chain(tags).collect()
            }
        }

        impl Serialize for WalletEvent {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$subject(event) => event.serialize(serializer),)+
                    $(Self::$tag(event) => serializer.serialize_newtype_variant(
                        "WalletEvent",
                        Kind::$tag as u32,
                        stringify!($tag),
                        event,
                    ),)+
                    Self::Void => Err(serde::ser::Error::custom("a void event is not stored")),
                }
            }
        }

        impl<'de> Visitor<'de> for WalletEventVisitor {
            type Value = WalletEvent;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event of a wallet")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, event: A) -> Result<WalletEvent, A::Error> {
                let ((kind, name), content) = event.variant_seed(StoredName)?;
                match kind {
                    $(Kind::$subject => {
                        let named = EnumAccessDeserializer::new(Named { name, content });
                        <$events>::deserialize(named).map(WalletEvent::$subject)
                    })+
                    $(Kind::$tag => content.newtype_variant().map(WalletEvent::$tag),)+
                }
            }
        }
    };
}

stored! {
    subjects {
        Slip(SlipEvent),
        Game(GameEvent),
        Transfer(TransferEvent),
        Withdrawal(WithdrawalEvent),
        Qr(QrEvent),
        Gift(GiftEvent),
        Manual(ManualEvent),
        Sweep(SweepEvent),
        BankAccount(BankAccountEvent),
        Payout(PayoutEvent),
        Freeze(FreezeEvent),
        Protection(ProtectionEvent),
        House(HouseEvent)
    }
    tagged {
        Opened,
        Corrected,
        Reward
    }
}

struct WalletEventVisitor;

impl<'de> Deserialize<'de> for WalletEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("WalletEvent", &[], WalletEventVisitor)
    }
}

/// Reads the name that an event is stored by.
struct StoredName;

impl<'de> DeserializeSeed<'de> for StoredName {
    type Value = (Kind, &'static str);

    fn deserialize<D: Deserializer<'de>>(self, name: D) -> Result<Self::Value, D::Error> {
        name.deserialize_identifier(self)
    }
}

impl Visitor<'_> for StoredName {
    type Value = (Kind, &'static str);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an event")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Kind::of(text).ok_or_else(|| E::custom(format!("unknown event `{text}`")))
    }
}

/// An event whose name has been read, for the enum of its subject.
struct Named<A> {
    name: &'static str,
    content: A,
}

impl<'de, A: VariantAccess<'de>> EnumAccess<'de> for Named<A> {
    type Error = A::Error;
    type Variant = A;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, A), A::Error> {
        let name = seed.deserialize(self.name.into_deserializer())?;
        Ok((name, self.content))
    }
}
