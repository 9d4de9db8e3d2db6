/** Up to which notice this device has shown a member's notices. */
import { useCallback, useEffect, useState } from 'react';
import { followStorage, isText, readJson, writeJson } from './storage';

const keyOf = (username: string) => `wallet.noticeSeen.${username}`;

/** The id of the last one that was answered; ids sort by time. */
export function seenNotice(username: string): string {
  return readJson('local', keyOf(username), isText) ?? '';
}

/** Never goes back: another tab may have answered a later one. */
export function noteSeenNotice(username: string, id: string): void {
  if (id > seenNotice(username)) writeJson('local', keyOf(username), id);
}

/** The same for a component; what is answered in another tab is answered here. */
export function useSeenNotice(username: string): readonly [string, (id: string) => void] {
  const [answered, setAnswered] = useState(() => seenNotice(username));
  useEffect(
    () =>
      followStorage((key) => {
        if (key === keyOf(username)) setAnswered(seenNotice(username));
      }),
    [username],
  );
  const answer = useCallback(
    (id: string) => {
      noteSeenNotice(username, id);
      setAnswered((old) => (id > old ? id : old));
    },
    [username],
  );
  return [answered, answer];
}
