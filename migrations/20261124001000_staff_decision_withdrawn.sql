-- Why: whoever has asked for a second person's agreement may take the question back until somebody
-- has answered it. That is no refusal by another person, so it is a status of its own.
alter table staff_decision
    drop constraint staff_decision_status_check,
    add constraint staff_decision_status_check
        check (status in ('PENDING', 'AGREED', 'DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'FAILED'));
