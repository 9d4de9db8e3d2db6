/**
 * The promises (SHA-256 of seeds) that this device has been shown before spinning. A promise that
 * the server tells differently later was no promise.
 */
import { readJson, writeJson } from '../../client/storage';

const KEY = 'wallet.wheelPromises';
const KEPT_MAX = 50;

type Promises = [seedId: string, commit: string][];

function isPromises(value: unknown): value is Promises {
  return Array.isArray(value) && value.every((each) => Array.isArray(each) && each.length === 2);
}

const kept = () => readJson(localStorage, KEY, isPromises) ?? [];

interface Told {
  seedId: string;
  commit: string;
}

/** Keeps what was promised first, of the seed in use and of the one after it. */
export function rememberPromises({ seedId, commit, next }: Told & { next: Told }): void {
  const promises = kept();
  const fresh = [{ seedId, commit }, next].filter(
    (told) => !promises.some(([known]) => known === told.seedId),
  );
  if (fresh.length === 0) return;
  const pairs = fresh.map((told): Promises[number] => [told.seedId, told.commit]);
  writeJson(localStorage, KEY, [...promises, ...pairs].slice(-KEPT_MAX));
}

/** What this device was promised; null when it never saw that seed before. */
export function rememberedPromise(seedId: string): string | null {
  return kept().find(([known]) => known === seedId)?.[1] ?? null;
}
