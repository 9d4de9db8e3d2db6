/**
 * Who is signed in, on this device. The token lives in local storage when the player asked to be
 * remembered, else in session storage, so that closing the tab forgets it.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.session';

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
  /** The operator has ended the service. */
  gone: boolean;
}

function isStoredSession(value: unknown): value is StoredSession {
  const candidate = value as Partial<StoredSession> | null;
  return typeof candidate?.token === 'string' && typeof candidate.username === 'string';
}

/** Reads the stored session of this device, remembered or of this tab. */
export function loadSession(): SessionState {
  const remembered = readJson(localStorage, KEY, isStoredSession);
  const current = remembered ?? readJson(sessionStorage, KEY, isStoredSession);
  return {
    current,
    remember: remembered !== null,
    phase: current ? 'active' : 'none',
    confirmed: false,
    gone: false,
  };
}

/** Stores the session where the player chose, or clears it. */
export function saveSession(state: SessionState): void {
  removeKey(localStorage, KEY);
  removeKey(sessionStorage, KEY);
  if (state.current) writeJson(state.remember ? localStorage : sessionStorage, KEY, state.current);
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
    },
    signedOut(state) {
      state.current = null;
      state.phase = 'none';
      state.confirmed = false;
    },
    sessionExpired(state, action: PayloadAction<{ token: string }>) {
      // A late refusal of an older token says nothing about the present one.
      if (state.current?.token === action.payload.token) state.phase = 'expired';
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
