/** Keeps the lists of the inbox up to date by the staff's socket. */
import { useEffect } from 'react';
import { listenOn } from '../../api/line';
import { supportApi } from '../api/supportApi';
import { useStaffDispatch } from '../app/hooks';
import { STAFF_TICKETS } from './staffLine';
import { useAuthorization } from './useStaffConversation';

/** Notices that come together make one reading: each reading is written down. */
const GATHER_MS = 400;
/** Where a socket cannot be, the lists are asked for. */
const CHECK_MS = 15_000;

const TELLING = new Set(['messaging', 'inbox', 'presence', 'read']);

export function useInboxLive(): void {
  const dispatch = useStaffDispatch();
  const authorization = useAuthorization();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isJoined = false;
    const readAgain = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(supportApi.util.invalidateTags(['Conversation']));
      }, GATHER_MS);
    };
    const line = listenOn(
      authorization,
      {
        onJoined: (isAgain) => {
          isJoined = true;
          if (isAgain) readAgain();
        },
        onLost: () => {
          isJoined = false;
        },
        onFrame: ({ event = '' }) => TELLING.has(event) && readAgain(),
      },
      STAFF_TICKETS,
    );
    const check = setInterval(() => {
      if (!isJoined && document.visibilityState === 'visible') readAgain();
    }, CHECK_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(check);
      line.leave();
    };
  }, [dispatch, authorization]);
}
