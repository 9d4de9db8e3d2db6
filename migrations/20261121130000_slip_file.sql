-- Why: a slip's picture is kept as evidence and shown to its owner. The file stands below the data
-- folder under a random name; this row says whose it is and what its QR said. It is written after
-- the file is on the disk and before the slip is submitted to the ledger, so that a submitted slip
-- always has its picture.
create table slip_file (
    slip_id uuid primary key,
    wallet_id uuid not null,
    file_name text not null unique,
    media_type text not null
        check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
    byte_count integer not null check (byte_count > 0),
    sha256 bytea not null check (octet_length(sha256) = 32),
    -- The QR's text in its one spelling, for the verification service.
    payload text,
    -- Or why the picture tells nothing.
    refusal text,
    uploaded_at timestamptz not null,
    check ((payload is null) <> (refusal is null))
);

create index on slip_file (wallet_id, uploaded_at desc);

select grant_app('select, insert', 'slip_file');
