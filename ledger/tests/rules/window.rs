//! What has ended long ago is forgotten.

use super::support::*;
use ledger::{Account, Currency, Wallet, WalletCommand, WalletError};

#[test]
fn the_state_of_a_long_history_stays_small_and_an_old_outcome_is_refused() {
    let mut wallet = Wallet::default();
    let apply = |wallet: &mut Wallet, command| {
        for event in wallet.decide(command, noon()).unwrap() {
            cqrs_es::Aggregate::apply(wallet, event);
        }
    };
    apply(
        &mut wallet,
        WalletCommand::Open {
            currency: Currency::Thb,
        },
    );
    let mut sizes = Vec::new();
    for n in 1..=300 {
        let submit = WalletCommand::SubmitSlip {
            slip_id: slip(n),
            reference: Some(reference()),
        };
        apply(&mut wallet, submit);
        apply(&mut wallet, credit(n, "1"));
        sizes.push(serde_json::to_string(&wallet).unwrap().len());
    }
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("300")));
    assert!(
        sizes[299] < sizes[99] + 100,
        "{} then {}",
        sizes[99],
        sizes[299]
    );
    assert_eq!(
        wallet.decide(credit(1, "1"), noon()),
        Err(WalletError::Unknown("slip"))
    );
}
