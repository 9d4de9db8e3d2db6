/**
 * The newest journal position that this tab has received. Reads carry it, so that a screen never
 * shows a state older than the answer to the player's own command.
 */
let newest: bigint | null = null;
/** The oldest state that this tab has been shown. */
let oldestRead: bigint | null = null;

const POSITION = /^\d{1,20}$/;

function parsePosition(position: unknown): bigint | null {
  return typeof position === 'string' && POSITION.test(position) ? BigInt(position) : null;
}

export function notePosition(position: unknown): void {
  const heard = parsePosition(position);
  if (heard !== null && (newest === null || heard > newest)) newest = heard;
}

/**
 * Notes the state that an answer shows. What was shown once is not taken back, whichever gateway
 * and replica answer next.
 */
export function noteRead(asOf: unknown): void {
  notePosition(asOf);
  const read = parsePosition(asOf);
  if (read !== null && (oldestRead === null || read < oldestRead)) oldestRead = read;
}

/** Whether something was read before this position. */
export function isReadBefore(position: unknown): boolean {
  const last = parsePosition(position);
  return last !== null && oldestRead !== null && oldestRead < last;
}

export function newestPosition(): string | null {
  return newest === null ? null : newest.toString();
}

export function forgetPositions(): void {
  newest = null;
  oldestRead = null;
}
