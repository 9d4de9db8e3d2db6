-- One table for all kinds of open work: what a process walks is the same for a transfer, a
-- payout or a gift link, and with QR orders, gift links and manual deposits there are six kinds.
-- `amount` is unknown for a slip and for a gift that was not looked at yet; `detail` holds what
-- only one kind has. A QR order that ended unpaid stays, since its payload can still be paid.
create table open_work (
    kind text not null
        check (kind in ('transfer', 'withdrawal', 'slip', 'qr', 'gift', 'manual_deposit')),
    wallet_id uuid not null,
    work_id uuid not null,
    status text not null check (status in ('started', 'sent', 'unknown', 'referred', 'ended')),
    currency text,
    amount numeric(20, 2) check (amount > 0),
    detail jsonb not null,
    begun_at timestamptz not null,
    changed_at timestamptz not null,
    opened_position bigint not null,
    position bigint not null,
    primary key (kind, wallet_id, work_id),
    check ((currency is null) = (amount is null))
);

-- The walk of a process: one stretch for each status that it goes through.
create unique index on open_work (kind, status, opened_position);
-- Ended orders pile up for ever; who looks for late money wants those of the last days.
create index on open_work (changed_at) where status = 'ended';

select grant_app('select, insert, update, delete', 'open_work');

-- A running database keeps its open work: these are the rows that folding its events makes.
insert into open_work
select 'transfer', wallet_id, transfer_id, status, currency, amount,
       jsonb_build_object('transfer', jsonb_build_object('from', from_place, 'to', to_place)),
       started_at, changed_at, opened_position, position
from open_transfer
union all
select 'withdrawal', wallet_id, withdrawal_id,
       case status when 'requested' then 'started' else status end, currency, amount,
       jsonb_build_object('withdrawal', jsonb_build_object('bank_account', bank_account)),
       requested_at, changed_at, opened_position, position
from open_withdrawal
union all
select 'slip', wallet_id, slip_id,
       case status when 'submitted' then 'started' else status end, null, null,
       jsonb_build_object('slip', jsonb_build_object('reference', case
           when trans_ref is not null
               then jsonb_build_object('sending_bank', sending_bank, 'trans_ref', trans_ref)
       end)),
       submitted_at, changed_at, opened_position, position
from open_slip;

drop table open_transfer, open_withdrawal, open_slip;
