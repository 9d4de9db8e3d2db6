import type { SealedReceipts } from '../../api/proofApi';
import { writeInstant } from '../../proof/instant';
import { type Receipt, readReceipt } from '../../proof/receipt';
import { Figure } from '../../ui/display/FigureList';
import { Moment } from '../../ui/display/Moment';
import { Skeleton } from '../../ui/feedback/Skeleton';
import type { ProofText } from './useProofText';

/** Shows what is readable; the check reports what is not. */
function readable(answer: SealedReceipts | null): Receipt | null {
  try {
    return answer && readReceipt(answer.receipts[0]);
  } catch {
    return null;
  }
}

interface SealedFiguresProps {
  answer: SealedReceipts | null;
  text: ProofText;
}

/** The line's place in the log. The rows have their space before the values are known. */
export function SealedFigures({ answer, text }: SealedFiguresProps) {
  const receipt = readable(answer);
  const coming = answer ? '–' : <Skeleton className="inline-block h-4 w-32" />;
  return (
    <>
      <Figure label={text('event')}>
        {receipt ? (
          <span className="font-mono text-xs break-all">
            {receipt.walletId}/{receipt.sequence}
          </span>
        ) : (
          coming
        )}
      </Figure>
      <Figure label={text('recorded')}>
        {receipt ? <Moment time={writeInstant(receipt.recordedAt)} show="absolute" /> : coming}
      </Figure>
      <Figure label={text('checkpoint')}>
        {receipt ? <span className="tabular">{receipt.treeSize}</span> : coming}
      </Figure>
    </>
  );
}
