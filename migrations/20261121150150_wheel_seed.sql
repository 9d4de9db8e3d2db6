-- Why: a spin's outcome is fixed by a seed that the house has committed to, and whoever knew the
-- seed could tell the outcome in advance. It stands here encrypted, with a key that is not in the
-- database, before the ledger commits to it; the journal holds its digest, and the seed itself once
-- it is not drawn from any more. Which seed is in use is the ledger's word alone: a row that the
-- ledger has never named (a second set-up at once, or one that was cut off) is of no effect.
create table wheel_seed (
    seed_id uuid primary key,
    wallet_id uuid not null,
    -- AES-256-GCM: nonce, ciphertext and tag.
    sealed bytea not null check (octet_length(sealed) = 60),
    created_at timestamptz not null
);

select grant_app('select, insert', 'wheel_seed');
