/** The evidence of a failed check, as a file for the player and for support. */
import type { ProofFailure } from '../../proof/failure';
import { seenCheckpoint } from './seenLog';

const KEPT_MS = 60_000;

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
    position: failure.position,
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

export function saveFile(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
