/** The lines of a history: one for each transfer, which unfolds into its events. */
import type { EventSummary, TransferSteps } from '../api/types';

export interface HistoryLine {
  /** The event that is shown; of a transfer, the one that started it. */
  sequence: number;
  /** The whole transfer, if the line is one. */
  transfer: TransferSteps | null;
  /** Whether it is one event of an unfolded transfer. */
  isStep: boolean;
}

/** The lines of some events, in their order. */
export function linesOf(
  sequences: Iterable<number>,
  transfers: readonly TransferSteps[],
  unfolded: ReadonlySet<number>,
): HistoryLine[] {
  const started = new Map(transfers.map((transfer) => [transfer.steps[0], transfer]));
  const later = new Set(transfers.flatMap(({ steps }) => steps.slice(1)));
  const lines: HistoryLine[] = [];
  for (const sequence of sequences) {
    if (later.has(sequence)) continue;
    const transfer = started.get(sequence) ?? null;
    lines.push({ sequence, transfer, isStep: false });
    if (!transfer || !unfolded.has(sequence)) continue;
    for (const step of transfer.steps) {
      lines.push({ sequence: step, transfer: null, isStep: true });
    }
  }
  return lines;
}

/** The line that shows an event: its own, else that of its transfer. */
export function lineAt(lines: readonly HistoryLine[], sequence: number): number {
  const own = lines.findIndex((line) => line.sequence === sequence && !line.transfer);
  if (own >= 0) return own;
  return lines.findIndex((line) => line.transfer?.steps.includes(sequence));
}

/** The event to which a line leads: the last one of a transfer, which shows how it ended. */
export function targetOf({ sequence, transfer }: HistoryLine): number {
  return transfer?.steps.at(-1) ?? sequence;
}

/** The event that an arrow key leads to from a line; `null` beyond the first and the last line. */
export function nextOf(lines: readonly HistoryLine[], at: number, step: -1 | 1): number | null {
  const near = lines[at + step];
  // The heading of an unfolded transfer leads to its last event, which has its own line.
  const isHeading = near?.transfer && lines[at + step + 1]?.isStep;
  const next = isHeading ? lines[at + 2 * step] : near;
  return next ? targetOf(next) : null;
}

const WALLET = 'WALLET';

/** What a transfer has changed in the main wallet; `null` while it has changed nothing. */
export function transferChange(
  { amount, from, to }: EventSummary,
  last: TransferSteps['last'],
): string | null {
  if (!amount) return null;
  if (from === WALLET) return last === 'TransferReturned' ? amount : `-${amount}`;
  return to === WALLET && last === 'TransferCompleted' ? amount : null;
}
