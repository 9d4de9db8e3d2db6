/** The statement's filters, in the form of the address and in the form of the server. */
import type { StatementQuery } from '../../api/statementApi';
import type { StatementType } from '../../api/types';
import { endOfDay, startOfDay } from '../../intl/moment';
import { type Days, isWrongOrder } from './days';

export const PAGE_SIZE = 10;
export const FILTER_TYPES = [
  'deposit',
  'withdraw',
  'transfer',
  'bonus',
  'finish_bonus',
  'correction',
] as const satisfies readonly StatementType[];
export type FilterType = (typeof FILTER_TYPES)[number];

export interface StatementFilter extends Days {
  page: number;
  type: FilterType | null;
  /** What was typed into the search; empty for none. */
  search: string;
}

/** Letters of a search, at most: what the server takes. */
export const SEARCH_LENGTH = 60;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayOf(text: string | null): string | null {
  return text && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null;
}

/** What the address asks for; anything unreadable counts as not there. */
export function readFilter(search: URLSearchParams): StatementFilter {
  const page = Number(search.get('page'));
  const type = search.get('type');
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    type: FILTER_TYPES.find((known) => known === type) ?? null,
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    search: (search.get('q') ?? '').trim().slice(0, SEARCH_LENGTH),
  };
}

/** The address of a filter; what is at its start value is left out. */
export function filterAddress(filter: StatementFilter): string {
  const search = new URLSearchParams();
  if (filter.type) search.set('type', filter.type);
  if (filter.from) search.set('from', filter.from);
  if (filter.to) search.set('to', filter.to);
  if (filter.search) search.set('q', filter.search);
  if (filter.page > 1) search.set('page', String(filter.page));
  const text = search.toString();
  return text ? `/user/statement?${text}` : '/user/statement';
}

export function isFiltered({ type, from, to, search }: StatementFilter): boolean {
  return type !== null || from !== null || to !== null || search !== '';
}

export function queryOf({ page, type, from, to, search }: StatementFilter): StatementQuery {
  const query: StatementQuery = { page, limit: PAGE_SIZE };
  if (type) query.type = [type satisfies StatementType];
  if (from) query.from = startOfDay(from);
  if (to) query.to = endOfDay(to);
  if (search) query.search = search;
  return query;
}

/** The shown time, all types of lines: only together do their balances follow from each other. */
export function periodOf({ from, to }: Days): Period {
  if (isWrongOrder({ from, to })) return { from: null, to: null };
  return { from: from && startOfDay(from), to: to && endOfDay(to) };
}

interface Period {
  /** RFC 3339, inclusive; null from the first line on. */
  from: string | null;
  /** RFC 3339, exclusive; null until now. */
  to: string | null;
}
