/**
 * The newest journal position that this tab has received. Reads carry it, so that a screen never
 * shows a state older than the answer to the player's own command.
 */
let newest: bigint | null = null;

const POSITION = /^\d{1,20}$/;

export function notePosition(position: unknown): void {
  if (typeof position !== 'string' || !POSITION.test(position)) return;
  const heard = BigInt(position);
  if (newest === null || heard > newest) newest = heard;
}

export function newestPosition(): string | null {
  return newest === null ? null : newest.toString();
}

export function forgetPositions(): void {
  newest = null;
}
