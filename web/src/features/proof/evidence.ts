/** The evidence of a failed check, as a file for the player and for support. */
import type { ProofFailure } from '../../proof/failure';
import { seenCheckpoint } from './seenLog';

export interface Evidence {
  failure: ProofFailure | null;
  /** The lines as shown and as received. */
  lines: unknown;
  answer: unknown;
}

export function evidenceOf({ failure, lines, answer }: Evidence): string {
  const found = failure && {
    reason: failure.reason,
    where: failure.where,
    event: failure.event,
  };
  const file = {
    format: 'wallet-evidence/1',
    failure: found,
    lines,
    answer,
    seen: seenCheckpoint(),
  };
  return JSON.stringify(file, null, 2);
}
