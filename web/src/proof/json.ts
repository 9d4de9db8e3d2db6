/** JSON of somebody else: read only where each member is written once. */
import { ProofFailure } from './failure';

const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce((sum, part) => sum + membersIn(part), own);
}

export function jsonOf(text: string, where: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProofFailure('unreadable', where);
  }
  // Of two members with one name, another reader may see the other one.
  let written = 0;
  for (const [, colon] of text.matchAll(TEXTS)) written += colon ? 1 : 0;
  if (written !== membersIn(value)) throw new ProofFailure('unreadable', where);
  return value;
}

/** As `jsonOf`, where all numbers are counts: written with digits alone, and exact when read. */
export function countedJsonOf(text: string, where: string): unknown {
  if (/[^\s\d[\]{}:,]/.test(text.replace(TEXTS, ''))) throw new ProofFailure('unreadable', where);
  return jsonOf(text, where);
}
