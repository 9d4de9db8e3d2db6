/** The texts of proofs, shared by the portal and the standalone page: plain, with `{name}` only. */
import type { Reason } from './failure';
import type thai from './words/thai.json';

export type WordId = keyof typeof thai;
export type Words = Record<WordId, string>;

export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function wordOf(reason: Reason): WordId {
  return `reason.${reason}`;
}
