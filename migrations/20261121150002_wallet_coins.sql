-- Why: players hold coins for the wheel beside their money. Nobody had any before.
alter table wallet_balance
    add column coins bigint not null default 0 check (coins >= 0);
