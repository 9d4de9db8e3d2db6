import type { MemberNotice } from '../../api/accessApi';

/**
 * The oldest notice that this device has not shown. What this device did itself is no news here,
 * except another password: a stranger may have set it here.
 */
export function nextNotice(list: readonly MemberNotice[], seen: string): MemberNotice | null {
  const fresh = list.filter(
    ({ id, kind, isThisDevice }) => id > seen && (kind === 'PASSWORD_SET' || !isThisDevice),
  );
  return fresh.reduce<MemberNotice | null>(
    (oldest, each) => (oldest === null || each.id < oldest.id ? each : oldest),
    null,
  );
}
