/** The claims in the lists that were read. */
import { useStaffSelector } from '../api/hooks';
import type { WorkClaim } from '../api/workApi';
import { LISTS, type List } from './lists';

/** An item of any list, as far as a claim on it goes. */
export interface Claimed {
  list: List;
  id: string;
  /** The player's name, where there is one. */
  name: string;
  claim: WorkClaim;
}

interface Listed {
  id: string;
  claim?: WorkClaim | null;
  player?: { name: string } | null;
}

interface Read {
  endpointName?: string;
  originalArgs?: unknown;
  data?: unknown;
}

const pagesOf = (data: unknown) =>
  (data as { pages?: { items?: Listed[] }[] } | undefined)?.pages?.flatMap(
    ({ items }) => items ?? [],
  ) ?? [];

/** The list that was read, with its items; null for anything else that was read. */
function listIn({ endpointName, originalArgs, data }: Read): [List, Listed[]] | null {
  if (endpointName === 'listApprovals') {
    return ['approvals', (data as { approvals?: Listed[] } | undefined)?.approvals ?? []];
  }
  if (endpointName === 'listDifferences') return ['differences', pagesOf(data)];
  const kind = LISTS.find((each) => each === originalArgs);
  return endpointName === 'listWork' && kind ? [kind, pagesOf(data)] : null;
}

/** The claims in the lists that were read: nothing is read for it, as each reading is recorded. */
export function claimedIn(reads: Reads): Claimed[] {
  const claimed = new Map<string, Claimed>();
  for (const read of Object.values(reads)) {
    const [list, items] = (read && listIn(read)) ?? [null, []];
    if (!list) continue;
    for (const { id, claim, player } of items) {
      if (claim) claimed.set(id, { list, id, name: player?.name ?? '', claim });
    }
  }
  return [...claimed.values()];
}

type Reads = Record<string, Read | undefined>;

interface WithReads {
  support?: { queries?: Reads };
}

const NONE: Reads = {};

/** Everything that was read and is still kept. */
export const readsIn = (state: unknown): Reads => (state as WithReads).support?.queries ?? NONE;

/**
 * What the caller has opened in this tab. It stays here until a list says that it is released: until
 * then it looks like something that was handed over.
 */
const opened = new Set<string>();

export const isOpened = (id: string): boolean => opened.has(id);

export function setOpened(id: string, is: boolean): void {
  if (is) opened.add(id);
  else opened.delete(id);
}

/** Forgets what is released and no longer on the screen. */
export function forgetReleased(now: readonly Claimed[], isShown: (id: string) => boolean): void {
  const own = new Set(now.filter(({ claim }) => claim.isMine).map(({ id }) => id));
  for (const id of opened) if (!own.has(id) && !isShown(id)) opened.delete(id);
}

interface Held {
  list: List;
  id: string;
}

/** What the caller holds and has not opened, of the lists that were read. */
export function useHeld(): Held[] {
  // One text, so that nothing is drawn again while it stays the same.
  const held = useStaffSelector((state) =>
    claimedIn(readsIn(state))
      .filter(({ id, claim }) => claim.isMine && !isOpened(id))
      .map(({ list, id }) => `${list}/${id}`)
      .join(' '),
  );
  return held
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [list, id = ''] = each.split('/');
      return { list: list as List, id };
    });
}
