/** The lists of work, and the one that opens first. */
import type { WaitingCounts } from '../api/waitingApi';
import { WORK_KINDS } from '../api/workApi';

export const LISTS = [...WORK_KINDS, 'approvals'] as const;
export type List = (typeof LISTS)[number];

/** Where the caller is needed: others wait for an answer, else the first list that has something. */
export function firstList({ approvalsToAnswer, work }: WaitingCounts): List {
  if (approvalsToAnswer > 0) return 'approvals';
  return LISTS.find((each) => work[each] > 0) ?? 'slips';
}
