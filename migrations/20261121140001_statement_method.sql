-- Deposits come in by several ways now, and a payout may be held back after a change of the bank
-- account: a line says by which way, and until when.
alter table statement_line
    add column method text check (method in ('slip', 'qr', 'gift', 'manual')),
    add column held_until timestamptz;

-- A running database needs no rebuild: until now a slip was the only way in, so this is what
-- folding its events makes.
update statement_line set method = 'slip' where kind = 'deposit';

-- A program of the release before does not know the column: it must stop here, not write lines
-- that differ from the fold.
alter table statement_line
    add check ((method is not null) = (kind = 'deposit'));

-- Where the money of a running sweep goes on to: the event that ends a sweep does not repeat it,
-- and the line of a transfer that was refused needs it.
create table statement_sweep (
    wallet_id uuid not null,
    sweep_id uuid not null,
    onward uuid not null,
    to_place text not null,
    primary key (wallet_id, sweep_id)
);

select grant_app('select, insert, update, delete', 'statement_sweep');
