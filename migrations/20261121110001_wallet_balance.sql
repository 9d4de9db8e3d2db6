-- The view behind the home screen: what a player holds, bucket by bucket and game by game.
-- Indexes of view tables carry the names that PostgreSQL gives: a rebuild makes the tables anew
-- and would lose any other name.
create table wallet_balance (
    wallet_id uuid primary key,
    currency text not null,
    main numeric(20, 2) not null check (main >= 0),
    in_transit numeric(20, 2) not null check (in_transit >= 0),
    withdrawal numeric(20, 2) not null check (withdrawal >= 0),
    last_sync timestamptz,
    position bigint not null
) with (fillfactor = 70);

create table game_account (
    wallet_id uuid not null,
    game text not null,
    username text not null,
    amount numeric(20, 2) not null check (amount >= 0),
    observed_at timestamptz,
    position bigint not null,
    primary key (wallet_id, game)
) with (fillfactor = 70);
