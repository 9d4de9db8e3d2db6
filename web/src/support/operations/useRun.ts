/** A long work, followed while it is under way. */
import { useEffect, useRef } from 'react';
import { type LongWork, type OperationRun, useGetRunQuery } from '../api/operationsApi';
import { supportApi } from '../api/supportApi';
import { useStaffDispatch } from '../app/hooks';

const UNDER_WAY_MS = 1_000;
/** A colleague may begin one. */
const IDLE_MS = 30_000;

/** 0 to 1; null while nobody knows how much there is. */
export function shareOf({ done, total, endedAt }: OperationRun): number | null {
  if (endedAt) return 1;
  return total > 0 ? Math.min(1, done / total) : null;
}

export function useRun(work: LongWork) {
  const dispatch = useStaffDispatch();
  const known = useGetRunQuery(work, { refetchOnMountOrArgChange: true });
  const run = known.data?.run ?? null;
  const isUnderWay = run !== null && run.endedAt === null;
  useGetRunQuery(work, {
    pollingInterval: isUnderWay ? UNDER_WAY_MS : IDLE_MS,
    skipPollingIfUnfocused: true,
  });
  const wasUnderWay = useRef(isUnderWay);
  useEffect(() => {
    // What it found stands on the page with the rest.
    if (wasUnderWay.current && !isUnderWay) {
      dispatch(supportApi.util.invalidateTags(['Operations']));
    }
    wasUnderWay.current = isUnderWay;
  }, [dispatch, isUnderWay]);
  return { run, isUnderWay };
}
