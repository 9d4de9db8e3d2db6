-- Why: one-time codes and the numbers that they proved. The code itself is never stored, only its
-- HMAC, bound to token, phone and purpose.
create table otp (
    id uuid primary key,
    token_hash bytea not null,
    ref text not null,
    phone text not null,
    purpose text not null,
    code_mac bytea not null,
    tries integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Set by the right code; the number counts as proved for a while after it.
    verified_at timestamptz,
    -- Set when a registration has used the proof, or when a later code replaced this one.
    consumed_at timestamptz,
    constraint otp_token_key unique (token_hash)
);

create index otp_phone_idx on otp (phone, purpose, created_at desc);
create index otp_created_idx on otp (created_at);

select grant_app('select, insert, update, delete', 'otp');
