-- Why: a payment service knows an order by a short reference of ours and the ledger by its id; this
-- row ties both to the wallet. It is written before the ledger and the service are asked, so that a
-- notification always finds its wallet, also when the answer to the order's creation was lost.
-- Nothing here decides about money: the ledger says which order is open, paid or ended. What is lost
-- with a row is the way from a notification to its wallet.
create table qr_order (
    order_id uuid primary key,
    -- As it stands in the QR.
    order_ref text not null unique check (order_ref ~ '^[A-Z0-9]{1,20}$'),
    wallet_id uuid not null,
    channel text not null,
    currency text not null check (currency in ('THB', 'LAK')),
    amount numeric(20, 2) not null check (amount > 0),
    created_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > created_at),
    -- Whether the service may know the order: set before it is called.
    is_placed boolean not null default false,
    -- The QR, once it was seen to be the one that was ordered.
    payload text,
    -- Nothing is left to give up at the service: it was told so, or the order's time was over.
    is_withdrawn boolean not null default false,
    -- How it ended; null while the service is still asked about it. 'unpaid': nobody is asked any
    -- more, but a notification is still believed. 'unplaced': the service was never asked for it.
    settlement text check (settlement in ('paid', 'referred', 'unpaid', 'unplaced')),
    -- Questions that found nothing new, and when to look again.
    questions integer not null default 0,
    next_at timestamptz not null
);

create index on qr_order (channel, next_at) where settlement is null;
create index on qr_order (wallet_id, created_at desc);

select grant_app('select, insert, update', 'qr_order');
