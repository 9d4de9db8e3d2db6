-- What all wallets and the house hold together, account by account. The amounts of one currency
-- sum to zero after every event.
create table trial_balance (
    account text not null,
    currency text not null,
    amount numeric(28, 2) not null,
    position bigint not null,
    primary key (account, currency)
) with (fillfactor = 50);
