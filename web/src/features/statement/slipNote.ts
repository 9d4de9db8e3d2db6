import type { Slip } from '../../api/types';

/** The note below a slip's state, as a message id or as a code of the catalogue. */
export function slipNote({ status, note, amount }: Pick<Slip, 'status' | 'note' | 'amount'>) {
  if (!note || status === 'SUCCESS') return null;
  if (status === 'FAILED') return { code: note };
  // Other notes of a waiting slip are for staff; the player only sees that staff check it.
  return note === 'DEPOSIT_MINIMUM' && amount
    ? { id: 'slip.belowMinimum' as const, amount }
    : { id: 'slip.withStaff' as const };
}
