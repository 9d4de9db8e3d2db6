-- Why: the portal shows when the providers were last asked for balances. A refresh that found
-- nothing new writes no event, so the journal does not tell.
create table wallet_sync (
    wallet_id uuid primary key,
    synced_at timestamptz not null
);

select grant_app('select, insert, update', 'wallet_sync');
