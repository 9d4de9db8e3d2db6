/** Follows a long operation while it runs: the staff's socket reports its progress. */
import { useEffect } from 'react';
import { type LineFrame, listenOn } from '../../api/transport/line';
import { useAuthorization, useStaffDispatch } from '../api/hooks';
import {
  type LongWork,
  type OperationRun,
  operationsApi,
  useGetRunQuery,
} from '../api/operationsApi';
import { STAFF_TICKETS } from '../api/staffLine';
import { supportApi } from '../api/supportApi';

/** How often to poll a running operation while there is no socket. */
const CHECK_MS = 5_000;

/** 0 to 1; null while the total is not known. */
export function shareOf({ done, total, endedAt }: OperationRun): number | null {
  if (endedAt) return 1;
  return total > 0 ? Math.min(1, done / total) : null;
}

/** The run after a frame's progress; null when the result must be read. */
export function runAfter(run: OperationRun | null, { data }: LineFrame): OperationRun | null {
  const { id, done, total, isEnded } = data ?? {};
  if (!run || run.id !== id || isEnded !== false) return null;
  return { ...run, done: Number(done), total: Number(total) };
}

export function useRun(work: LongWork) {
  const dispatch = useStaffDispatch();
  const authorization = useAuthorization();
  const { data } = useGetRunQuery(work, { refetchOnMountOrArgChange: true });
  const run = data?.run ?? null;
  const isUnderWay = run !== null && run.endedAt === null;
  useEffect(() => {
    let isJoined = false;
    const readAgain = () => dispatch(supportApi.util.invalidateTags(['Operations']));
    const onFrame = (frame: LineFrame) => {
      if (frame.event !== 'operation' || frame.data?.work !== work) return;
      const after = runAfter(run, frame);
      if (after) {
        dispatch(operationsApi.util.upsertQueryData('getRun', work, { run: after }));
        return;
      }
      // The page shows the findings with the rest.
      if (run?.id !== frame.data.id || isUnderWay) readAgain();
    };
    const line = listenOn(
      authorization,
      {
        onFrame,
        onJoined: () => {
          isJoined = true;
        },
        onLost: () => {
          isJoined = false;
        },
      },
      STAFF_TICKETS,
    );
    const check = setInterval(() => {
      if (isUnderWay && !isJoined && document.visibilityState === 'visible') readAgain();
    }, CHECK_MS);
    return () => {
      clearInterval(check);
      line.leave();
    };
  }, [dispatch, authorization, work, run, isUnderWay]);
  return { run, isUnderWay };
}
