-- Why: the portal shows the age of each game's balance. A provider that confirms what the books
-- say writes no event, so the journal does not tell when it was asked. One time for all games hid
-- the game that did not answer.
create table game_balance_read (
    wallet_id uuid not null,
    game text not null,
    read_at timestamptz not null,
    primary key (wallet_id, game)
);

select grant_app('select, insert, update', 'game_balance_read');

drop table wallet_sync;
