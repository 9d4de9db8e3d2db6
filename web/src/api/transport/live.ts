/** The live socket: notices say which view has changed; the screens then read it again. */
import { useEffect } from 'react';
import { type AppDispatch, useAppDispatch, useClientSelector } from '../../client/hooks';
import { sessionExpired } from '../../client/session';
import { type Tag, walletApi } from './api';
import { createFlag } from './flag';
import { listenOn } from './line';
import { noteOccasion } from './occasions';
import { isReadBefore, notePosition } from './position';
import { probe } from './probe';
import { endsSession } from './problem';

const NOTICE_GATHER_MS = 120;
/** The socket often comes back by itself before anybody needs to know. */
const LOST_PATIENCE_MS = 3_000;
/** Some networks let no socket through: after this time the page asks instead. */
const POLLING_AFTER_MS = 10_000;
export const POLL_MS = 20_000;

const TAGS_OF_VIEW: Record<string, Tag[]> = {
  wallet: ['Wallet', 'Qr'],
  qr: ['Qr'],
  statement: ['Statement'],
  slip: ['Slip'],
  notice: ['Notice', 'Session'],
  // What the operator decides, such as games, offers and accounts.
  settings: ['Wallet', 'Reward', 'Refund', 'Lookup'],
  // A grant decides what the wallet may do, and shows what it has earned.
  reward: ['Reward', 'Refund', 'Wallet'],
};

const EVERYTHING: Tag[] = ['Wallet', 'Statement', 'Slip', 'Qr', 'Reward', 'Refund', 'Notice'];

/** Gathers notices that come together, so that one command makes one reading of each view. */
function createInvalidator(dispatch: AppDispatch) {
  const waiting = new Set<Tag>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(tags: readonly Tag[]) {
      for (const tag of tags) waiting.add(tag);
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(walletApi.util.invalidateTags([...waiting]));
        waiting.clear();
      }, NOTICE_GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Whether notices arrive; false while the page asks now and then instead. */
const liveness = createFlag(true);
export const useIsLive = liveness.useValue;

/** Asks in place of a line that is down, while somebody looks. */
function createPolling(ask: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    liveness.note(false);
    if (document.visibilityState === 'visible') ask();
    timer = setTimeout(poll, POLL_MS);
  };
  return {
    start() {
      clearTimeout(timer);
      timer = setTimeout(poll, POLLING_AFTER_MS);
    },
    stop() {
      clearTimeout(timer);
      liveness.note(true);
    },
  };
}

/** Listens with this token; the returned function ends it. */
export function connectLive(dispatch: AppDispatch, token: string): () => void {
  const invalidator = createInvalidator(dispatch);
  const polling = createPolling(() => invalidator.add(EVERYTHING));
  let isLeft = false;
  /** Reads again what was read before the line was there, if something has happened since. */
  const readMissed = async (position: unknown) => {
    await Promise.all(dispatch(walletApi.util.getRunningQueriesThunk()));
    if (!isLeft && isReadBefore(position)) invalidator.add(EVERYTHING);
  };
  let lost: ReturnType<typeof setTimeout> | undefined;
  polling.start();
  const line = listenOn(`Bearer ${token}`, {
    // Notices sent while the line was down are lost: read everything again.
    onJoined(isAgain, position) {
      clearTimeout(lost);
      polling.stop();
      notePosition(position);
      if (isAgain) invalidator.add(EVERYTHING);
      else void readMissed(position);
      noteOccasion();
    },
    onLost() {
      clearTimeout(lost);
      lost = setTimeout(probe, LOST_PATIENCE_MS);
      polling.start();
    },
    onFrame({ event, data }) {
      if (event !== 'changed' || typeof data?.view !== 'string') return;
      notePosition(data.position);
      invalidator.add(TAGS_OF_VIEW[data.view] ?? []);
      noteOccasion();
    },
    onRefused: (problem) =>
      endsSession(problem) && dispatch(sessionExpired({ token, code: problem.code })),
  });
  return () => {
    isLeft = true;
    clearTimeout(lost);
    polling.stop();
    invalidator.stop();
    line.leave();
  };
}

const AWAY_MS_MIN = 20_000;

/** Keeps the screens of a signed-in member up to date while mounted. */
export function useLive(): void {
  const dispatch = useAppDispatch();
  const token = useClientSelector((state) =>
    state.session.phase === 'active' ? state.session.current?.token : undefined,
  );

  useEffect(() => {
    if (!token) return;
    return connectLive(dispatch, token);
  }, [dispatch, token]);

  useEffect(() => {
    // Phones freeze background tabs: look again when the player comes back.
    let leftAt = 0;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now();
      else if (Date.now() - leftAt > AWAY_MS_MIN) {
        dispatch(walletApi.util.invalidateTags(EVERYTHING));
      }
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [dispatch]);
}
