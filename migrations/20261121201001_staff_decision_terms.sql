-- Why: what is carried out is what was agreed on, field by field, so the terms are kept as they
-- were when it was asked for; and what one person moves alone, or moves into or out of one wallet,
-- is summed over a day, so that a large amount is not cut into small ones.
alter table staff_decision
    add column terms       jsonb,
    add column moves_money boolean not null default false,
    -- When it was carried out.
    add column ended_at    timestamptz;

update staff_decision
set moves_money = decision ->> 'kind' in ('accept_slip', 'accept_qr', 'accept_manual',
                                          'release_withdrawal', 'settle_transfer', 'correct'),
    ended_at    = case when status = 'DONE' then coalesce(decided_at, asked_at) end;

-- What one person has moved alone: by who asked, and by whose wallet.
create index staff_decision_alone_by_idx on staff_decision (asked_by, asked_at)
    where moves_money and not needs_second;
create index staff_decision_alone_wallet_idx on staff_decision (wallet_id, asked_at)
    where moves_money and not needs_second;
-- What is being carried out, or was cut off.
create index staff_decision_agreed_idx on staff_decision (asked_at) where status = 'AGREED';
