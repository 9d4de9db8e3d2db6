/** Whether the last call reached the server. */
import { createFlag } from './flag';

export const {
  note: noteReach,
  /** Calls back when the server becomes unreachable and when it is reachable again. */
  follow: onReach,
  read: isServerReached,
  useValue: useIsServerReached,
} = createFlag(true);
