/**
 * Balances in games are requested, not remembered. This slice holds which games are being asked now
 * and which did not answer the last time; the balances themselves come with the wallet.
 */
import { createSlice } from '@reduxjs/toolkit';
import { generatedApi } from './generated/generated';

export interface GameBalances {
  /** The requests in progress: a game's code, or `null` for all games, by the call's id. */
  asked: Record<string, readonly string[] | null>;
  /** Games whose provider did not answer the last question. */
  silent: string[];
}

/** The store, as far as this part of it goes. */
export interface GameBalancesState {
  gameBalances: GameBalances;
}

/** Marks the questions that a screen asks by itself, again and again. */
export const QUIET = 'quiet';

const { matchPending, matchFulfilled, matchRejected } = generatedApi.endpoints.refreshSlots;

const codesOf = (games: string | undefined): string[] | null => games?.split(',') ?? null;

const slice = createSlice({
  name: 'gameBalances',
  initialState: { asked: {}, silent: [] } as GameBalances,
  reducers: {
    balancesForgotten: (): GameBalances => ({ asked: {}, silent: [] }),
  },
  extraReducers: (build) =>
    build
      .addMatcher(matchPending, (state, { meta }) => {
        if (meta.arg.fixedCacheKey === QUIET) return;
        state.asked[meta.requestId] = codesOf(meta.arg.originalArgs);
      })
      .addMatcher(matchFulfilled, (state, { meta, payload }) => {
        delete state.asked[meta.requestId];
        const answered = payload.slots.map(({ code }) => code);
        const silent = payload.slots.filter(({ ok }) => !ok).map(({ code }) => code);
        state.silent = [...state.silent.filter((code) => !answered.includes(code)), ...silent];
      })
      .addMatcher(matchRejected, (state, { meta }) => {
        delete state.asked[meta.requestId];
      }),
});

export const { balancesForgotten } = slice.actions;
export const gameBalancesReducer = slice.reducer;
