-- Why: the product shows a player the name and password of a game account, so passwords are kept
-- encrypted (AES-256-GCM, key outside the database, wallet and game as associated data: a row moved
-- to another player does not open). A password is stored before the provider is told, so that no
-- crash leaves an account that nobody can enter.
create table game_credential (
    wallet_id uuid not null,
    game text not null,
    username text not null check (username ~ '^[a-z0-9]{6,16}$'),
    -- Nonce, ciphertext and tag.
    sealed bytea not null,
    -- A new password that the provider may or may not have taken yet.
    sealed_next bytea,
    -- The idempotency key of the request that opened the account, to know its repeat.
    opened_by_key text,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (wallet_id, game),
    -- Two players under one name would play with one purse.
    unique (game, username)
);

select grant_app('select, insert, update', 'game_credential');
