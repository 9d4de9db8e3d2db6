/** Which slips are listed, as the address has it. */
import { useSearchParams } from 'wouter';
import { SLIP_STATES, type SlipFilter, type WorkItem, type WorkKind } from '../api/workApi';
import { detailOf } from './useDetail';

/** Null for the slips that wait, which are a list of work like others. */
export function slipFilterOf(search: URLSearchParams): SlipFilter | null {
  const reference = search.get('reference')?.trim();
  if (reference) return { reference };
  const player = search.get('player');
  if (player) return { player };
  const state = SLIP_STATES.find((each) => each === search.get('state'));
  return state ? { state } : null;
}

export function useSlipFilter(): SlipFilter | null {
  const [search] = useSearchParams();
  return slipFilterOf(search);
}

export function listHref(kind: WorkKind, filter: SlipFilter | null): string {
  return `/work?${new URLSearchParams({ kind, ...filter })}`;
}

/** A slip next to the list that the filter finds. */
export function slipHref(id: string, filter: SlipFilter | null): string {
  return filter ? `/work/slips/${id}?${new URLSearchParams({ ...filter })}` : `/work/slips/${id}`;
}

/** What became of a slip; until staff are needed, the bank is asked. */
export type SlipState = 'open' | 'waiting' | 'refused' | 'returned' | 'credited';

export function slipStateOf(item: WorkItem): SlipState {
  const status = detailOf(item, 'status');
  if (status === 'SUCCESS') return 'credited';
  if (status === 'FAILED') return item.reason === 'SLIP_RETURNED' ? 'returned' : 'refused';
  return item.reason ? 'waiting' : 'open';
}
