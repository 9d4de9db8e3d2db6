/** The live socket: notices say which view has changed; the screens then read it again. */
import { WebSocket as ReconnectingSocket } from 'partysocket';
import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { sessionExpired } from '../app/session';
import type { AppDispatch } from '../app/store';
import { type Tag, walletApi } from './api';
import { generatedApi } from './generated';
import { notePosition } from './position';

const SESSION_OVER = 4001;
const NOTICE_GATHER_MS = 120;
const KEEP_ALIVE_MS = 25_000;

const TAGS_OF_VIEW: Record<string, Tag[]> = {
  wallet: ['Wallet', 'Qr'],
  qr: ['Qr'],
  statement: ['Statement'],
  slip: ['Slip'],
  // A grant decides what the wallet may do, and what it earned stands with it.
  reward: ['Reward', 'Wallet'],
};

const EVERYTHING: Tag[] = ['Wallet', 'Statement', 'Slip', 'Qr', 'Reward'];

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

interface Frame {
  event?: string;
  data?: { view?: string; position?: string };
}

function parseFrame(text: unknown): Frame | null {
  try {
    return JSON.parse(String(text)) as Frame;
  } catch {
    return null;
  }
}

/** Opens the socket for this token; the returned function closes it for good. */
export function connectLive(dispatch: AppDispatch, token: string): () => void {
  const address = `${location.origin.replace(/^http/, 'ws')}/api/socket`;
  const socket = new ReconnectingSocket(address, [], {
    minReconnectionDelay: 500,
    maxReconnectionDelay: 15_000,
  });
  const invalidator = createInvalidator(dispatch);
  let hasJoined = false;
  let frames = 0;
  const send = (event: string, data?: unknown) => {
    frames += 1;
    socket.send(JSON.stringify({ event, id: String(frames), data }));
  };
  const keepAlive = setInterval(() => {
    if (socket.readyState === socket.OPEN) send('ping', {});
  }, KEEP_ALIVE_MS);

  socket.addEventListener('open', async () => {
    const opened = dispatch(
      generatedApi.endpoints.createSocketTicket.initiate(undefined, { track: false }),
    );
    const answer = await opened;
    if (!answer.data || socket.readyState !== socket.OPEN) return socket.reconnect();
    send('join', { ticket: answer.data.ticket });
    // Notices sent while the line was down are lost: read everything again.
    if (hasJoined) invalidator.add(EVERYTHING);
    hasJoined = true;
  });
  socket.addEventListener('message', (message: MessageEvent) => {
    const frame = parseFrame(message.data);
    if (frame?.event !== 'changed' || !frame.data?.view) return;
    notePosition(frame.data.position);
    invalidator.add(TAGS_OF_VIEW[frame.data.view] ?? []);
  });
  socket.addEventListener('close', (event: { code: number }) => {
    if (event.code !== SESSION_OVER) return;
    socket.close();
    dispatch(sessionExpired({ token }));
  });

  return () => {
    clearInterval(keepAlive);
    invalidator.stop();
    socket.close();
  };
}

const AWAY_MS_MIN = 20_000;

/** Keeps the screens of a signed-in member up to date while mounted. */
export function useLive(): void {
  const dispatch = useAppDispatch();
  const token = useAppSelector((state) =>
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
