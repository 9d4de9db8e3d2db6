/** Asks games for their balances: when a screen needs it, and each time the player returns. */
import { useCallback, useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useOnReturn } from '../client/useOnReturn';
import { type GameBalances, type GameBalancesState, QUIET } from './gameBalances';
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

/** A balance older than this is asked for again where money is decided. */
const FRESH_MS = 10_000;
/** When these games were last asked, across all screens of this page; the last answer counts. */
const askedAt = new Map<string, number>();
let inFlight = 0;

const note = (codes: readonly string[] | undefined) => {
  for (const code of codes ?? ['']) askedAt.set(code, Date.now());
};

const isStale = (code: string) =>
  Date.now() - Math.max(askedAt.get(code) ?? 0, askedAt.get('') ?? 0) >= FRESH_MS;

/**
 * Asks these games, or all of them, for their balances; the result lists those that answered. A
 * quiet question shows nothing while it is asked.
 */
export function useAskGames(isQuiet = false) {
  const [refresh] = useRefreshSlotsMutation(isQuiet ? { fixedCacheKey: QUIET } : undefined);
  return useCallback(
    async (codes?: readonly string[]): Promise<{ data?: SlotRefresh; error?: unknown }> => {
      note(codes);
      inFlight += 1;
      try {
        return await refresh(codes?.join(','));
      } finally {
        inFlight -= 1;
        note(codes);
      }
    },
    [refresh],
  );
}

const LOOK_MS = 1_000;
/** A page that nobody has touched for so long is left alone; a return to it asks at once. */
const IDLE_MS = 120_000;

/**
 * Asks these games when the caller mounts, and again whenever their balances are older while the
 * page is seen: a game in a window next to this one causes no return. A screen
 * where nothing is decided (`isOverview`) skips fresh balances, and shows their age instead of
 * asking again.
 */
export function useFreshBalances(codes: readonly string[], isOverview = false): void {
  const ask = useAskGames();
  const askQuietly = useAskGames(true);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    const stale = codes.filter((code) => !isOverview || isStale(code));
    if (stale.length > 0) ask(stale);
  }, [ask, codes, isOverview]);
  useEffect(() => {
    if (isOverview) return;
    let touchedAt = Date.now();
    const touch = () => {
      touchedAt = Date.now();
    };
    const look = () => {
      const isSeen = document.visibilityState !== 'hidden' && Date.now() - touchedAt < IDLE_MS;
      const stale = isSeen && inFlight === 0 ? codes.filter(isStale) : [];
      if (stale.length > 0) askQuietly(stale);
    };
    const looking = setInterval(look, LOOK_MS);
    const touches = ['pointerdown', 'keydown', 'focus'] as const;
    for (const name of touches) window.addEventListener(name, touch);
    return () => {
      clearInterval(looking);
      for (const name of touches) window.removeEventListener(name, touch);
    };
  }, [askQuietly, codes, isOverview]);
}

/** Asks every game each time the player returns to this page, e.g. from a game's own page. */
export function useBalancesOnReturn(): void {
  const ask = useAskGames();
  useOnReturn(useCallback(() => void ask(), [ask]));
}
