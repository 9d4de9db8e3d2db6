/** The filters of the trail: in the address bar by day, for the gateway by moment. */
import { endOfDay, startOfDay } from '../../intl/moment';
import type { ActsFilter } from '../api/trailApi';

/** Decisions come first: they are what is shown until somebody chooses. */
export const FIRST = 'decision';

/** Instead of a group: the acts of every group. */
export const ALL = 'all';

export const GROUPS = [
  FIRST,
  'search',
  'player',
  'change',
  'conversation',
  'login',
  'refused',
  'account',
  'erasure',
  'read',
] as const;

export const FIELDS = ['staff', 'act', 'player', 'from', 'to', 'q'] as const;

export type Asked = Record<(typeof FIELDS)[number], string>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** What is wrong with a field, if anything is. */
export function faultOf(field: keyof Asked, asked: Asked): 'player' | 'day' | null {
  const text = asked[field];
  if (field === 'player') return text === '' || ID.test(text) ? null : 'player';
  if (field === 'to' && isDay(asked.from) && isDay(text)) return text < asked.from ? 'day' : null;
  return null;
}

/** Reads the address; what nobody could have chosen there is left out. */
export function readFilter(search: URLSearchParams): Asked {
  const asked = Object.fromEntries(
    FIELDS.map((field) => [field, search.get(field)?.trim() ?? '']),
  ) as Asked;
  return {
    ...asked,
    staff: ID.test(asked.staff) ? asked.staff : '',
    act: [ALL, ...GROUPS].some((group) => group === asked.act) ? asked.act : FIRST,
    from: isDay(asked.from) ? asked.from : '',
    to: isDay(asked.to) ? asked.to : '',
  };
}

/** The address of a filter: only what was chosen. */
export function writeFilter(asked: Asked): Record<string, string> {
  const chosen = FIELDS.map((field) => [field, asked[field].trim()] as const);
  const isChosen = (field: string, text: string) =>
    text !== '' && !(field === 'act' && text === FIRST);
  return Object.fromEntries(chosen.filter(([field, text]) => isChosen(field, text)));
}

/** What the gateway is asked for. */
export function wireFilter(asked: Asked): ActsFilter {
  const { from, to, act = FIRST, ...rest } = writeFilter(asked);
  const group = act === ALL ? {} : { act };
  return {
    ...rest,
    ...group,
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}

interface Read {
  kind: string;
  by: { id: string } | null;
  problem?: string | null | undefined;
}

/** What a console does by itself while one looks: it counts, and follows what happens live. */
const AUTOMATIC = new Set([
  'read waiting',
  'read conversations',
  'post ticket',
  'socket.open',
  'socket.join',
]);

const isOfTrail = (kind: string) => /^read acts(?:\/|$)/.test(kind);

/**
 * Without the entries that anybody's console has made by itself, and without the caller's own readings
 * of the trail. An entry that something is wrong with always stays.
 */
export const withoutAutomatic = <T extends Read>(acts: readonly T[], selfId: string): T[] =>
  acts.filter(
    ({ kind, by, problem }) =>
      problem || !(AUTOMATIC.has(kind) || (by?.id === selfId && isOfTrail(kind))),
  );
