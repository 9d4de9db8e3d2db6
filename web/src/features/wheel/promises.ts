/**
 * The promises (SHA-256 of seeds) that this device was shown before spinning. A promise that the
 * server changes later proves that it cheated.
 */
import { readJson, writeJson } from '../../client/storage';

const KEY = 'wallet.wheelPromises';
const KEPT_MAX = 50;

type Promises = [seedId: string, commit: string][];

function isPromises(value: unknown): value is Promises {
  return Array.isArray(value) && value.every((each) => Array.isArray(each) && each.length === 2);
}

const kept = () => readJson('local', KEY, isPromises) ?? [];

interface SeedCommitment {
  seedId: string;
  commit: string;
}

/** Stores the first promise of the seed in use and of the next one. */
export function rememberPromises({
  seedId,
  commit,
  next,
}: SeedCommitment & { next: SeedCommitment }): void {
  const promises = kept();
  const fresh = [{ seedId, commit }, next].filter(
    (each) => !promises.some(([known]) => known === each.seedId),
  );
  if (fresh.length === 0) return;
  const pairs = fresh.map((each): Promises[number] => [each.seedId, each.commit]);
  writeJson('local', KEY, [...promises, ...pairs].slice(-KEPT_MAX));
}

/** The promise shown to this device; null if it never saw that seed before. */
export function rememberedPromise(seedId: string): string | null {
  return kept().find(([known]) => known === seedId)?.[1] ?? null;
}
