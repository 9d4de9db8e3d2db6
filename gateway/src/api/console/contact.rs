//! A player's phone and bank account, as staff see them next to open work.

use serde::Serialize;
use utoipa::ToSchema;

use members::member::Member;
use members::particulars::BankAccount;

/// How many digits of an account number staff see.
const SHOWN: usize = 4;

/// A player's phone number and bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerContact {
    bank_code: String,
    /// The last digits.
    #[schema(example = "••••••2093")]
    account_no: String,
    holder: String,
    phone: String,
}

impl From<Member> for PlayerContact {
    fn from(member: Member) -> Self {
        let account = PlayerAccount::from(member.bank_account);
        Self {
            bank_code: account.bank_code,
            account_no: account.account_no,
            holder: account.holder,
            phone: member.username,
        }
    }
}

/// A player's bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerAccount {
    bank_code: String,
    /// The last digits.
    #[schema(example = "••••••2093")]
    account_no: String,
    holder: String,
}

impl From<BankAccount> for PlayerAccount {
    fn from(account: BankAccount) -> Self {
        Self {
            bank_code: account.bank_code,
            account_no: masked(&account.account_no),
            holder: account.holder,
        }
    }
}

fn masked(number: &str) -> String {
    let hidden = number.chars().count().saturating_sub(SHOWN);
    let shown: String = number.chars().skip(hidden).collect();
    "•".repeat(hidden) + &shown
}
