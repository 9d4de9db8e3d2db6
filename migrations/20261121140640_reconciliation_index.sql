-- Why: our books are held against the outside's own records a day of all wallets at a time, and an
-- operation that the other side did on another day is found by its id alone. No names: a rebuild
-- makes the table anew, with the names that PostgreSQL gives.
create index on statement_line (kind, created_at);
create index on statement_line (operation_id);

-- Paid orders that wait for a person, or for an answer, longer than they should.
create index on qr_order (channel, created_at)
    where settlement is null or settlement = 'referred';
