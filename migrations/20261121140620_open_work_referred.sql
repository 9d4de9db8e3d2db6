-- A QR order that has ended unpaid is no open work: the gateway's own rows say when it is asked
-- about again. One that was paid and left for staff is, with the reason, until they have decided.
delete from open_work where status = 'ended';

-- Made for the ended orders alone.
drop index open_work_changed_at_idx;

-- When a QR expires is not open work either; `reason` takes its place once it waits for staff.
update open_work set detail = detail #- '{qr,expires_at}' where kind = 'qr';

alter table open_work
    drop constraint open_work_status_check,
    add constraint open_work_status_check
        check (status in ('started', 'sent', 'unknown', 'referred'));
