/** Checks that the newest signed total counts this member's money. */
import { ProofFailure } from '../../proof/failure';
import { checkLiabilities, type ProvenLiabilities } from '../../proof/liabilities';
import { fieldsOf } from '../../proof/members';
import { checkReceipt, confirmSeen } from './checkReceipt';
import type { ProofSource } from './useProofSource';

/** The newest lines: without a later event in the file, none of them is one. */
const LINES = 10;

/** The file is of this member's wallet, and leaves out none of its lines. */
async function compareLines(
  { walletId, own, next, checkpoint }: ProvenLiabilities,
  source: ProofSource,
  signal: AbortSignal,
): Promise<void> {
  const { statements } = await source.lines({ page: 1, limit: LINES });
  // What came after the checkpoint may be missing in a file that rests on it.
  const end = next ? next.position : checkpoint.size + 1;
  const missed = statements.find(
    ({ position }) => Number(position) > own.position && Number(position) < end,
  );
  if (missed) throw new ProofFailure('stale', missed.position);
  const [newest] = statements;
  if (!newest) return;
  // Else many members could be shown the money of one.
  const sealed = await source.receipts([newest.position], { signal });
  const checked = await checkReceipt(newest, sealed, source);
  if (checked.walletId !== walletId) throw new ProofFailure('wrong-wallet');
}

/** What the device has seen of the log comes first, then the file, then the member's own lines. */
export async function checkOwed(
  answer: unknown,
  source: ProofSource,
  signal: AbortSignal,
): Promise<ProvenLiabilities> {
  const { witnesses } = await confirmSeen(fieldsOf(answer, 'file').checkpoint, source);
  const proven = await checkLiabilities(answer);
  await compareLines(proven, source, signal);
  return { ...proven, witnesses };
}
