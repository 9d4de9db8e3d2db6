/** The last checkpoint that this device has confirmed. Each later one must agree with it. */
import { readJson, writeJson } from '../../client/storage';
import type { SeenCheckpoint } from '../../proof/log';

const KEY = 'wallet.proofLog';

function isSeen(value: unknown): value is SeenCheckpoint {
  const { origin, verifier, size, root, note } = (value ?? {}) as Partial<SeenCheckpoint>;
  const areTexts = [origin, verifier, root, note].every((part) => typeof part === 'string');
  return areTexts && Number.isSafeInteger(size);
}

export const seenCheckpoint = () => readJson('local', KEY, isSeen);

/** Keeps the larger checkpoint, because another tab may have seen a newer one. */
export function keepSeen(seen: SeenCheckpoint): void {
  const kept = seenCheckpoint();
  if (kept && kept.size > seen.size) return;
  writeJson('local', KEY, seen);
}
