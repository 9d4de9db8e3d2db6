-- Why: whoever knows a gift link's hash can take the gift, so the hash never enters the events. It
-- stands here, sealed with a key outside the database, only while the gift has not ended; the row
-- is written before the gift is submitted to the ledger, so that a submitted gift always has it.
-- Afterwards the row says how a gift ended that brought nothing, for a repeat of the request.
create table gift_link (
    gift_id uuid primary key,
    wallet_id uuid not null,
    -- The hash's own SHA-256, as in the events: it names the voucher and takes nothing.
    voucher text not null check (voucher ~ '^[0-9a-f]{64}$'),
    -- Nothing once the gift has ended.
    sealed bytea,
    -- Why it brought nothing: a code of the catalogue.
    reason text,
    submitted_at timestamptz not null
);

create index on gift_link (wallet_id, submitted_at desc);
create index on gift_link (submitted_at) where sealed is not null;

select grant_app('select, insert, update, delete', 'gift_link');
