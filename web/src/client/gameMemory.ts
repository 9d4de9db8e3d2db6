/** What this device remembers of a member's games. */
import { useMemo, useSyncExternalStore } from 'react';
import { useClientSelector } from './hooks';
import { followStorage, readJson, writeJson } from './storage';

export interface GameMemory {
  favourites: readonly string[];
  /** Codes of games, the one that was played last first. */
  played: readonly string[];
}

const EMPTY: GameMemory = { favourites: [], played: [] };
const PLAYED_MAX = 6;

const keyOf = (member: string) => `wallet.games.${member}`;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function isGameMemory(value: unknown): value is GameMemory {
  const { favourites, played } = (value ?? {}) as Partial<GameMemory>;
  return isTexts(favourites) && isTexts(played);
}

export function gameMemory(member: string): GameMemory {
  return readJson('local', keyOf(member), isGameMemory) ?? EMPTY;
}

/** Screens that show what is remembered; another tab's changes reach them by the storage event. */
const watching = new Set<() => void>();

function watch(notify: () => void): () => void {
  watching.add(notify);
  const leave = followStorage(notify);
  return () => {
    watching.delete(notify);
    leave();
  };
}

/** Reads before it writes, because another tab may have written in between. */
function remember(member: string, change: (old: GameMemory) => Partial<GameMemory>): void {
  const old = gameMemory(member);
  writeJson('local', keyOf(member), { ...old, ...change(old) });
  for (const notify of watching) notify();
}

export function noteFavourite(member: string, code: string, isFavourite: boolean): void {
  remember(member, ({ favourites }) => {
    const others = favourites.filter((other) => other !== code);
    return { favourites: isFavourite ? [...others, code] : others };
  });
}

export function notePlayed(member: string, code: string): void {
  remember(member, ({ played }) => ({
    played: [code, ...played.filter((other) => other !== code)].slice(0, PLAYED_MAX),
  }));
}

/** The memory of the member who is logged in; it follows each change. */
export function useGameMemory(): GameMemory & { member: string } {
  const member = useClientSelector((state) => state.session.current?.username ?? 'guest');
  // As text, because only that is the same while nothing has changed.
  const text = useSyncExternalStore(watch, () => JSON.stringify(gameMemory(member)));
  return useMemo(() => ({ ...(JSON.parse(text) as GameMemory), member }), [text, member]);
}
