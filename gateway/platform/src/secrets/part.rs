//! The parts of a row that its MAC covers, and their one encoding.

use chrono::{DateTime, NaiveDate, Utc};
use ledger::WalletId;
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

/// A value that a row's MAC covers.
pub trait Part {
    /// Its bytes, which differ for different values of its type.
    fn encoded(&self) -> Vec<u8>;
}

macro_rules! parts {
    ($($type:ty, $value:ident => $bytes:expr;)+) => {
        $(impl Part for $type {
            fn encoded(&self) -> Vec<u8> {
                let $value = self;
                $bytes
            }
        })+
    };
}

parts! {
    [u8], bytes => bytes.to_vec();
    Vec<u8>, bytes => bytes.clone();
    str, text => text.as_bytes().to_vec();
    String, text => text.as_bytes().to_vec();
    WalletId, id => id.0.encoded();
    Uuid, id => id.as_bytes().to_vec();
    bool, flag => vec![u8::from(*flag)];
    u16, number => number.to_be_bytes().to_vec();
    u32, number => number.to_be_bytes().to_vec();
    i32, number => number.to_be_bytes().to_vec();
    i64, number => number.to_be_bytes().to_vec();
    // As precise as the database stores it.
    DateTime<Utc>, time => time.timestamp_micros().encoded();
    NaiveDate, day => day.to_string().into_bytes();
    // The database returns an amount with other zeros at its end.
    Decimal, amount => amount.normalize().to_string().into_bytes();
}

impl Part for Value {
    /// The database returns the keys of an object in another order.
    fn encoded(&self) -> Vec<u8> {
        let mut sorted = self.clone();
        sorted.sort_all_objects();
        sorted.to_string().into_bytes()
    }
}

impl<T: Part> Part for Option<T> {
    /// An absent value differs from an empty one.
    fn encoded(&self) -> Vec<u8> {
        match self {
            Some(value) => [vec![1], value.encoded()].concat(),
            None => Vec::new(),
        }
    }
}

impl<T: Part + ?Sized> Part for &T {
    fn encoded(&self) -> Vec<u8> {
        (**self).encoded()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_absent_value_is_no_empty_one_and_keys_have_no_order() {
        assert_ne!(None::<&str>.encoded(), Some("").encoded());
        let (one, other) = (json!({ "a": 1, "b": 2 }), json!({ "b": 2, "a": 1 }));
        assert_eq!(one.encoded(), other.encoded());
        assert_ne!(one.encoded(), json!({ "a": 2, "b": 1 }).encoded());
    }
}
