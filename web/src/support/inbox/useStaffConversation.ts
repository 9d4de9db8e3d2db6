/** The open conversation, on the staff's side. */
import { useCallback, useEffect } from 'react';
import { useStore } from 'react-redux';
import { type Line, listenOn } from '../../api/transport/line';
import { endsSession } from '../../api/transport/problem';
import { createConversation } from '../../chat/conversation';
import { useLiveConversation } from '../../chat/useLiveConversation';
import { type StaffStore, useAuthorization, useRole, useStaffSelector } from '../api/hooks';
import { staffSessionEnded } from '../api/session';
import { createStaffClient, listenTo, STAFF_TICKETS } from '../api/staffLine';

/** How often an open conversation is announced; the server forgets it after 25 s without. */
const ANSWERING_EVERY_MS = 10_000;

/** Announces to colleagues that this conversation is open here. */
function useAnswering(id: string): void {
  const authorization = useAuthorization();
  const isActing = useRole() !== 'auditor';
  useEffect(() => {
    if (!isActing) return;
    let line: Line | null = null;
    const announce = () => {
      if (document.visibilityState === 'visible') line?.send('answering', { conversation: id });
    };
    line = listenOn(
      authorization,
      // The line may be joined already, before there is a name for it here.
      { onJoined: () => setTimeout(announce) },
      STAFF_TICKETS,
    );
    const timer = setInterval(announce, ANSWERING_EVERY_MS);
    return () => {
      clearInterval(timer);
      line?.send('answering', { conversation: null });
      line?.leave();
    };
  }, [id, authorization, isActing]);
}

export function useStaffConversation(id: string) {
  const store = useStore() as unknown as StaffStore;
  const staffId = useStaffSelector((state) => state.staff.current?.staff.id ?? '');
  const authorization = useAuthorization();
  useAnswering(id);
  const make = useCallback(
    () =>
      createConversation({
        side: 'agent',
        client: createStaffClient(id, () => authorization),
        listen: (listener) => listenTo(id, { id: staffId, authorization }, listener),
        onRefused: (problem) => {
          const token = store.getState().staff.current?.token;
          if (token && endsSession(problem)) store.dispatch(staffSessionEnded({ token }));
        },
      }),
    [id, staffId, authorization, store],
  );
  return useLiveConversation(make);
}
