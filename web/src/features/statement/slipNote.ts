import type { Slip } from '../../api/types';

/** The note below a slip's state, as a message id or as a code of the catalogue. */
export function slipNote({ status, note }: Pick<Slip, 'status' | 'note'>) {
  if (!note || status === 'SUCCESS') return null;
  // The note of a waiting slip is for staff; the player only sees that staff check it.
  return status === 'PENDING' ? { id: 'slip.withStaff' as const } : { code: note };
}
