-- Why: guests and staff open the live socket as well. A ticket is for exactly one of the three.
alter table socket_ticket
    alter column session_id drop not null,
    add column guest_id uuid references guest (id) on delete cascade,
    -- The session of a member of staff, who it is, and the name that visitors see.
    add column staff_session_id uuid,
    add column staff_id uuid,
    add column staff_name text,
    add constraint socket_ticket_holder_check
        check (num_nonnulls(session_id, guest_id, staff_session_id) = 1),
    add constraint socket_ticket_staff_check
        check (num_nonnulls(staff_session_id, staff_id, staff_name) in (0, 3));
