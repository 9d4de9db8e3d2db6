/** Asks games for their balances: when a screen needs it, and each time the player returns. */
import { useCallback, useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useOnReturn } from '../client/useOnReturn';
import type { GameBalances, GameBalancesState } from './gameBalances';
import type { SlotRefresh } from './types';
import { useRefreshSlotsMutation } from './walletApi';

/** State of a game's balance: `asked` while its provider is asked, `silent` without an answer. */
export type BalanceState = 'asked' | 'silent' | 'known';

function isAsked({ asked }: GameBalances, code: string): boolean {
  return Object.values(asked).some((codes) => codes === null || codes.includes(code));
}

export function useBalanceState(code: string): BalanceState {
  return useSelector(({ gameBalances }: GameBalancesState) => {
    if (isAsked(gameBalances, code)) return 'asked';
    return gameBalances.silent.includes(code) ? 'silent' : 'known';
  });
}

/** Whether any game is being asked. */
export function useIsAnyAsked(): boolean {
  return useSelector(
    ({ gameBalances }: GameBalancesState) => Object.keys(gameBalances.asked).length > 0,
  );
}

/** Games whose provider did not answer the last question. */
export function useSilentGames(): readonly string[] {
  return useSelector(({ gameBalances }: GameBalancesState) => gameBalances.silent);
}

/** When these games were last asked, across all screens of this page. */
const askedAt = new Map<string, number>();

/** Asks these games, or all of them, for their balances; the result lists those that answered. */
export function useAskGames() {
  const [refresh] = useRefreshSlotsMutation();
  return useCallback(
    (codes?: readonly string[]): Promise<{ data?: SlotRefresh; error?: unknown }> => {
      for (const code of codes ?? ['']) askedAt.set(code, Date.now());
      return refresh(codes ? { games: codes.join(',') } : {});
    },
    [refresh],
  );
}

/**
 * Asks these games when the caller mounts. A screen that is often revisited may skip those that
 * were asked within `freshMs`.
 */
export function useFreshBalances(codes: readonly string[], freshMs = 0): void {
  const ask = useAskGames();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    const isStale = (code: string) =>
      Date.now() - Math.max(askedAt.get(code) ?? 0, askedAt.get('') ?? 0) >= freshMs;
    const stale = codes.filter(isStale);
    if (stale.length > 0) ask(stale);
  }, [ask, codes, freshMs]);
}

/** Asks every game each time the player returns to this page, e.g. from a game's own page. */
export function useBalancesOnReturn(): void {
  const ask = useAskGames();
  useOnReturn(useCallback(() => void ask(), [ask]));
}
