/** Groups entries by request: a call leaves an entry, and what it does may leave further ones. */
import type { ActLine } from '../api/trailApi';

export interface Act {
  /** The entry that says most about it. */
  main: ActLine;
  /** All of its entries, in the order in which they are listed. */
  entries: ActLine[];
  /** Whether the call was refused. */
  isRefused: boolean;
}

const CALL = /^(?:get|post|put|patch|delete|read) /;
const REFUSED = 'refused';

/** How much the kind of an entry says: a decision most, a refusal only that there was one. */
function weightOf(kind: string): number {
  if (kind.startsWith('decision.')) return 3;
  if (kind === REFUSED) return 0;
  return CALL.test(kind) ? 1 : 2;
}

/** The acts of some entries, each where its first entry is listed. */
export function actsOf(entries: readonly ActLine[]): Act[] {
  const acts = new Map<string, Act>();
  for (const entry of entries) {
    // Entries on the live socket, and those of commands, belong to no request.
    const key = entry.requestId || `${entry.id}`;
    const act = acts.get(key);
    const isRefused = entry.kind === REFUSED;
    if (!act) {
      acts.set(key, { main: entry, entries: [entry], isRefused });
      continue;
    }
    act.entries.push(entry);
    act.isRefused ||= isRefused;
    if (weightOf(entry.kind) > weightOf(act.main.kind)) act.main = entry;
  }
  return [...acts.values()];
}

interface Stated {
  what?: { kind?: unknown };
  /** The list of players that an export continued to read. */
  list?: unknown;
  route?: unknown;
  places?: unknown[];
}

const LISTS = '/api/support/players/lists/';

/** The decision that an entry is about, by its code. */
export function decisionIn({ detail }: Pick<ActLine, 'detail'>): string | null {
  const kind = (detail as Stated | null)?.what?.kind;
  return typeof kind === 'string' ? kind : null;
}

/** The list of players that was read: such a reading is recorded as a search. */
export function listIn({ kind, detail }: Pick<ActLine, 'kind' | 'detail'>): string | null {
  if (!kind.startsWith('search')) return null;
  const { list, route, places } = (detail ?? {}) as Stated;
  const name = typeof route === 'string' && route.startsWith(LISTS) ? places?.[0] : list;
  return typeof name === 'string' ? name : null;
}
