/**
 * Keeps the screen up to date by the staff's socket. Each reading leaves a permanent audit entry,
 * so nothing is polled: the socket says when there is something to read.
 */
import { useEffect } from 'react';
import { type LineFrame, listenOn } from '../../api/transport/line';
import { useAuthorization, useStaffDispatch } from './hooks';
import { STAFF_TICKETS } from './staffLine';
import type { SupportTag } from './supportApi';
import { supportApi } from './supportApi';

/** How long notices are gathered by default. */
const GATHER_MS = 400;

interface Live {
  tags: SupportTag[];
  /** Whether there is something to read since that frame. */
  isRelevant: (frame: LineFrame) => boolean;
  /** How often to poll while there is no socket. */
  checkMs: number;
  /** Notices that come together within it make one reading. */
  gatherMs?: number;
  /** Also while the tab is hidden. */
  whileHidden?: boolean;
}

/** `live` must be a constant. */
export function useLive(live: Live): void {
  const dispatch = useStaffDispatch();
  const authorization = useAuthorization();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isJoined = false;
    let isOld = false;
    const readAgain = () => {
      isOld = document.visibilityState !== 'visible' && !live.whileHidden;
      if (isOld) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(supportApi.util.invalidateTags(live.tags));
      }, live.gatherMs ?? GATHER_MS);
    };
    let isFirst = true;
    const line = listenOn(
      authorization,
      {
        onJoined: () => {
          isJoined = true;
          // Frames sent before the join were missed.
          if (!isFirst) readAgain();
        },
        onLost: () => {
          isJoined = false;
        },
        onFrame: (frame) => {
          if (live.isRelevant(frame)) readAgain();
        },
      },
      STAFF_TICKETS,
    );
    // A connection that was open already has missed nothing.
    isFirst = false;
    const onVisible = () => {
      if (isOld) readAgain();
    };
    document.addEventListener('visibilitychange', onVisible);
    const check = setInterval(() => {
      if (!isJoined && document.visibilityState === 'visible') readAgain();
    }, live.checkMs);
    return () => {
      clearTimeout(timer);
      clearInterval(check);
      document.removeEventListener('visibilitychange', onVisible);
      line.leave();
    };
  }, [dispatch, authorization, live]);
}

/** Keeps the line open from page to page, so that a page finds it joined. */
export function useStaffLine(): void {
  const authorization = useAuthorization();
  useEffect(() => listenOn(authorization, {}, STAFF_TICKETS).leave, [authorization]);
}
