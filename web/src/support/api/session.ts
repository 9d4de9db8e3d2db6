/**
 * The staff member who is logged in, in this tab. The session ends with the tab, because desks are
 * shared and staff see the data of many players.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readJson, removeKey, writeJson } from '../../client/storage';
import type { Look, StaffMember } from './types';

const KEY = 'support.session';

export interface StaffSession {
  token: string;
  expiresAt: string;
  staff: StaffMember;
}

export interface StaffState {
  current: StaffSession | null;
  /** The server has ended the session: shown once, at the log-in. */
  hasEnded: boolean;
  /** The granted accesses, by player. */
  looks: Record<string, Look>;
}

type Stored = Pick<StaffState, 'current' | 'looks'>;

function isStored(value: unknown): value is Stored {
  const candidate = value as Partial<Stored> | null;
  const { token, staff } = candidate?.current ?? {};
  return typeof token === 'string' && typeof staff?.id === 'string' && !!candidate?.looks;
}

function load(): StaffState {
  const stored = readJson('session', KEY, isStored);
  return { current: stored?.current ?? null, hasEnded: false, looks: stored?.looks ?? {} };
}

export function saveStaff({ current, looks }: StaffState): void {
  if (current) writeJson('session', KEY, { current, looks });
  else removeKey('session', KEY);
}

const slice = createSlice({
  name: 'staff',
  initialState: load,
  reducers: {
    staffSignedIn(_, action: PayloadAction<StaffSession>): StaffState {
      return { current: action.payload, hasEnded: false, looks: {} };
    },
    staffSignedOut(): StaffState {
      return { current: null, hasEnded: false, looks: {} };
    },
    staffSessionEnded(state, action: PayloadAction<{ token: string }>) {
      // A late refusal of an older token says nothing about the present one.
      if (state.current?.token !== action.payload.token) return;
      state.current = null;
      state.looks = {};
      state.hasEnded = true;
    },
    lookOpened(state, action: PayloadAction<{ playerId: string; look: Look }>) {
      state.looks[action.payload.playerId] = action.payload.look;
    },
    lookOver(state, action: PayloadAction<{ playerId: string; lookId: string }>) {
      const { playerId, lookId } = action.payload;
      if (state.looks[playerId]?.lookId === lookId) delete state.looks[playerId];
    },
  },
});

export const { staffSignedIn, staffSignedOut, staffSessionEnded, lookOpened, lookOver } =
  slice.actions;
export const staffReducer = slice.reducer;
