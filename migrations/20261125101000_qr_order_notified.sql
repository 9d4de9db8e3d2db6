-- Why: a notification may come before the payment service's own status says the same. The order then
-- stays open and is asked about again. This column remembers the notification, so that an order whose
-- payment the service never confirms goes to staff and is not forgotten as unpaid.
alter table qr_order
    add column is_notified boolean not null default false;
