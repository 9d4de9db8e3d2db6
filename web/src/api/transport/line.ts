/**
 * The socket of one caller, shared by everything on the page that listens. It comes back by itself,
 * joins with a new ticket each time, and is checked every five seconds.
 */
import { WebSocket as ReconnectingSocket } from 'partysocket';
import { callHeaders } from './headers';
import { noAnswer, type Problem, problemOf } from './problem';

export const CHECK_MS = 5_000;
/** Before the first try to come back; later ones wait longer, up to the next check. */
export const RECONNECT_DELAY_MS = 500;
const KEEP_ALIVE_MS = 25_000;
const ACK_WAIT_MS_MAX = 5_000;
/** A line that nobody needs is kept for a moment: pages change, the caller stays. */
const LINGER_MS = 1_000;
const SESSION_OVER = 4001;

export interface LineFrame {
  event?: string;
  id?: string;
  ok?: boolean;
  data?: Record<string, unknown> | null;
}

export interface LineListener {
  onFrame?: (frame: LineFrame) => void;
  /**
   * From now on nothing is missed; `isAgain`: something may have been before. What was read before
   * `position`, a member's last event, is old.
   */
  onJoined?: (isAgain: boolean, position?: unknown) => void;
  onLost?: () => void;
  /** The credential is no longer good; the line is closed for good. */
  onRefused?: (problem: Problem) => void;
}

export interface Line {
  send: (event: string, data?: unknown) => void;
  leave: () => void;
}

export function parseFrame(text: unknown): LineFrame | null {
  try {
    const frame: unknown = JSON.parse(String(text));
    return frame !== null && typeof frame === 'object' ? (frame as LineFrame) : null;
  } catch {
    return null;
  }
}

/** Where visitors and players get their tickets. */
const TICKETS = '/api/socket/ticket';

async function takeTicket(authorization: string, tickets: string): Promise<string | Problem> {
  try {
    const headers = { ...callHeaders(null, false), Authorization: authorization };
    const response = await fetch(tickets, { method: 'POST', headers });
    const body = await response.json().catch(() => null);
    if (response.ok) return (body as { ticket: string }).ticket;
    return problemOf(response.status, body, response.headers.get('Retry-After'));
  } catch {
    return noAnswer(false);
  }
}

const socketAddress = () => `${location.origin.replace(/^http/, 'ws')}/api/socket`;

function createLine(authorization: string, tickets: string, onClosed: () => void) {
  const listeners = new Set<LineListener>();
  const socket = new ReconnectingSocket(socketAddress(), [], {
    minReconnectionDelay: RECONNECT_DELAY_MS,
    maxReconnectionDelay: CHECK_MS,
  });
  let isJoined = false;
  let hasJoined = false;
  let isOver = false;
  let frames = 0;
  let joinId = '';
  let position: unknown;
  let lastSign = Date.now();
  let lastSent = Date.now();
  /** When an answer was first waited for; 0 when none is. */
  let waitsSince = 0;

  const notify = (work: (listener: LineListener) => void) => {
    for (const listener of [...listeners]) work(listener);
  };
  const send = (event: string, data: unknown = {}) => {
    if (socket.readyState !== socket.OPEN) return '';
    frames += 1;
    const id = String(frames);
    lastSent = Date.now();
    waitsSince ||= lastSent;
    socket.send(JSON.stringify({ event, id, data }));
    return id;
  };
  const lose = () => {
    if (isJoined) notify((listener) => listener.onLost?.());
    isJoined = false;
  };
  const close = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(check);
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onOnline);
    socket.close();
    onClosed();
  };
  const refuse = (problem: Problem) => {
    lose();
    close();
    notify((listener) => listener.onRefused?.(problem));
  };

  /** The socket does not say why the session is over; the refusal of a ticket does. */
  const endWith = async (end: (problem: Problem) => void) => {
    lose();
    close();
    const ticket = await takeTicket(authorization, tickets);
    const isReason = typeof ticket !== 'string' && ticket.status === 401;
    end(isReason ? ticket : { code: 'EXPIRED_AUTH_TOKEN', status: 401 });
  };

  socket.addEventListener('open', async () => {
    waitsSince = 0;
    const ticket = await takeTicket(authorization, tickets);
    if (isOver || socket.readyState !== socket.OPEN) return;
    if (typeof ticket === 'string') {
      joinId = send('join', { ticket });
    } else if (ticket.status === 401 || ticket.status === 403) {
      refuse(ticket);
    } else {
      const wait = Math.max(CHECK_MS, (ticket.retryAfter ?? 0) * 1_000);
      setTimeout(() => !isOver && socket.reconnect(), wait);
    }
  });
  socket.addEventListener('message', (message: MessageEvent) => {
    const frame = parseFrame(message.data);
    if (!frame) return;
    lastSign = Date.now();
    waitsSince = 0;
    position = frame.data?.position ?? position;
    if (frame.event === 'ack') {
      if (frame.id !== joinId || !frame.ok || isJoined) return;
      isJoined = true;
      notify((listener) => listener.onJoined?.(hasJoined, position));
      hasJoined = true;
    } else notify((listener) => listener.onFrame?.(frame));
  });
  socket.addEventListener('close', (event: { code: number }) => {
    if (event.code === SESSION_OVER) {
      void endWith(refuse);
      return;
    }
    lose();
  });

  const look = () => {
    const now = Date.now();
    // A line can be dead without anybody having said so: then no answer comes.
    if (waitsSince && now - waitsSince > ACK_WAIT_MS_MAX) {
      waitsSince = 0;
      lose();
      socket.reconnect();
    } else if (isJoined && now - Math.max(lastSent, lastSign) > KEEP_ALIVE_MS) send('ping');
  };
  const check = setInterval(look, CHECK_MS);
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    // Phones freeze pages in the background, and the line with them.
    if (socket.readyState === socket.OPEN) send('ping');
    else if (socket.readyState === socket.CLOSED) socket.reconnect();
  };
  document.addEventListener('visibilitychange', onVisible);
  // A socket from before is dead, even if nobody has noticed.
  const onOnline = () => {
    lose();
    socket.reconnect();
  };
  window.addEventListener('online', onOnline);

  return {
    send,
    close,
    add(listener: LineListener) {
      listeners.add(listener);
      if (isJoined) listener.onJoined?.(false, position);
    },
    /** Says whether anybody is left. */
    remove(listener: LineListener) {
      listeners.delete(listener);
      return listeners.size > 0;
    },
  };
}

const lines = new Map<string, ReturnType<typeof createLine>>();

/** Listens on the caller's socket; it opens with the first listener and closes after the last. */
export function listenOn(
  authorization: string,
  listener: LineListener,
  tickets: string = TICKETS,
): Line {
  let line = lines.get(authorization);
  if (!line) {
    line = createLine(authorization, tickets, () => lines.delete(authorization));
    lines.set(authorization, line);
  }
  const joined = line;
  joined.add(listener);
  return {
    send: (event, data) => {
      joined.send(event, data);
    },
    leave: () => {
      if (joined.remove(listener)) return;
      setTimeout(() => {
        if (!joined.remove(listener)) joined.close();
      }, LINGER_MS);
    },
  };
}
