-- Why: orders that may be paid any moment are looked at before the many that ended and are asked
-- about for two days in case late money comes. These are few, and this finds them without reading
-- the others; the others are found by the index on (channel, next_at) that the table has.
create index on qr_order (channel, expires_at) where settlement is null and not is_withdrawn;
