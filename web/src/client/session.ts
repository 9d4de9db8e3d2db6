/**
 * Who is signed in, in this tab. Each tab keeps its own session, so that two members can use two
 * tabs; closing the tab forgets it. The device remembers one more when the player asked for that,
 * and a new tab begins with it.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.session';
/** The refusal of a token that has not run out: by a log-out elsewhere or another password. */
const REVOKED = 'invalid-token';

export interface StoredSession {
  token: string;
  username: string;
  expiresAt: string | null;
}

export interface SessionState {
  current: StoredSession | null;
  remember: boolean;
  /** `expired`: the server no longer accepts the token; the screen stays and asks to log in again. */
  phase: 'none' | 'active' | 'expired';
  /** Whether the server has accepted this token since the page was loaded. */
  confirmed: boolean;
  /** When this page learnt that the session was ended on purpose, elsewhere; null if it ran out. */
  revokedAt: string | null;
  /** The operator has ended the service. */
  gone: boolean;
}

function isStoredSession(value: unknown): value is StoredSession {
  const candidate = value as Partial<StoredSession> | null;
  return typeof candidate?.token === 'string' && typeof candidate.username === 'string';
}

/** The session that the device remembers: it may be another member's than this tab's. */
export function rememberedSession(): StoredSession | null {
  return readJson('local', KEY, isStoredSession);
}

/** Reads the session that this tab begins with: its own, else the remembered one, which it keeps. */
export function loadSession(): SessionState {
  const remembered = rememberedSession();
  const own = readJson('session', KEY, isStoredSession);
  const current = own ?? remembered;
  if (current && !own) writeJson('session', KEY, current);
  return {
    current,
    remember: current !== null && current.username === remembered?.username,
    phase: current ? 'active' : 'none',
    confirmed: false,
    revokedAt: null,
    gone: false,
  };
}

/**
 * Stores the tab's session, on the device too where the player chose that, or clears it. Another
 * member's stays remembered; of a log-out elsewhere, so does a later session of the same member.
 */
export function saveSession(
  { current, remember }: SessionState,
  before: SessionState,
  isElsewhere: boolean,
): void {
  const remembered = rememberedSession();
  const isSame = remembered?.username === (current ?? before.current)?.username;
  const isEnded = remembered?.token === before.current?.token;
  if (isEnded || (isSame && !isElsewhere)) removeKey('local', KEY);
  if (current) writeJson('session', KEY, current);
  else removeKey('session', KEY);
  if (current && remember) writeJson('local', KEY, current);
}

const slice = createSlice({
  name: 'session',
  initialState: loadSession,
  reducers: {
    signedIn(state, action: PayloadAction<{ session: StoredSession; remember: boolean }>) {
      state.current = action.payload.session;
      state.remember = action.payload.remember;
      state.phase = 'active';
      state.confirmed = true;
      state.revokedAt = null;
    },
    /** `elsewhere`: another tab has ended this session. */
    signedOut(state, _: PayloadAction<'elsewhere' | undefined>) {
      state.current = null;
      state.revokedAt = null;
      state.phase = 'none';
      state.confirmed = false;
    },
    sessionExpired: {
      prepare: ({ token, code }: { token: string; code?: string }) => ({
        payload: { token, revokedAt: code === REVOKED ? new Date().toISOString() : null },
      }),
      reducer(state, action: PayloadAction<{ token: string; revokedAt: string | null }>) {
        // A late refusal of an older token says nothing about the present one.
        if (state.current?.token !== action.payload.token || state.phase === 'expired') return;
        const { revokedAt } = action.payload;
        const { expiresAt } = state.current;
        // The server forgets sessions that ran out long ago.
        const hasRunOut = expiresAt && revokedAt && Date.parse(expiresAt) <= Date.parse(revokedAt);
        state.phase = 'expired';
        state.revokedAt = hasRunOut ? null : revokedAt;
      },
    },
    sessionConfirmed(state) {
      state.confirmed = true;
    },
    serviceGone(state) {
      state.gone = true;
    },
    serviceActive(state) {
      state.gone = false;
    },
  },
});

export const { signedIn, signedOut, sessionExpired, sessionConfirmed, serviceGone, serviceActive } =
  slice.actions;
export const sessionReducer = slice.reducer;
export const SESSION_STORAGE_KEY = KEY;
