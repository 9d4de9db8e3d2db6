import type { Slip } from '../../api/types';

/** What stands below a slip's state, as a message id or as a code of the catalogue. */
export function slipNote({ status, note }: Pick<Slip, 'status' | 'note'>) {
  if (!note || status === 'SUCCESS') return null;
  // Why staff looks at it is their word; the player is told that they do.
  return status === 'PENDING' ? { id: 'slip.withStaff' as const } : { code: note };
}
