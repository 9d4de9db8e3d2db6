/** The lists of work, and the one that opens first. */
import type { WaitingCounts } from '../api/waitingApi';
import { WORK_KINDS } from '../api/workApi';

export const LISTS = [...WORK_KINDS, 'differences', 'approvals'] as const;
export type List = (typeof LISTS)[number];

/** Where the caller is needed: others wait for an answer, else the first list that has something. */
export function firstList({ approvalsToAnswer, work }: WaitingCounts): List {
  if (approvalsToAnswer > 0) return 'approvals';
  return LISTS.find((each) => work[each] > 0) ?? 'slips';
}

/** The box of a list next to what is open in it. */
export const LIST_LOOK =
  'overflow-hidden rounded-card border border-line bg-surface lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)] lg:w-72 lg:shrink-0 lg:overflow-y-auto min-[90rem]:w-80';
