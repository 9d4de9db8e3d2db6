/**
 * The promises (SHA-256 of seeds) that this device has been shown before spinning. A promise that
 * the server tells differently later was no promise.
 */
import { readJson, writeJson } from '../../app/storage';

const KEY = 'wallet.wheelPromises';
const KEPT_MAX = 50;

type Promises = [seedId: string, commit: string][];

function isPromises(value: unknown): value is Promises {
  return Array.isArray(value) && value.every((each) => Array.isArray(each) && each.length === 2);
}

const kept = () => readJson(localStorage, KEY, isPromises) ?? [];

/** Keeps what was promised first. */
export function rememberPromise({ seedId, commit }: { seedId: string; commit: string }): void {
  const promises = kept();
  if (promises.some(([known]) => known === seedId)) return;
  writeJson(localStorage, KEY, [...promises, [seedId, commit]].slice(-KEPT_MAX));
}

/** What this device was promised; null when it never saw that seed before. */
export function rememberedPromise(seedId: string): string | null {
  return kept().find(([known]) => known === seedId)?.[1] ?? null;
}
