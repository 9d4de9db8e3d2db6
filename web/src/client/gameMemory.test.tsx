import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAppStore } from '../app/store';
import { gameMemory, noteFavourite, notePlayed, useGameMemory } from './gameMemory';
import { signedIn } from './session';

const ONE = '0812345678';
const OTHER = '0898765432';

beforeEach(() => localStorage.clear());

describe('what a device remembers of games', () => {
  it('is apart for each member', () => {
    noteFavourite(ONE, 'pg', true);
    notePlayed(ONE, 'pg');
    expect(gameMemory(OTHER)).toEqual({ favourites: [], played: [] });
    expect(gameMemory(ONE)).toEqual({ favourites: ['pg'], played: ['pg'] });
  });

  it('has the game that was played last first, each once, and not without end', () => {
    for (const code of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) notePlayed(ONE, code);
    expect(gameMemory(ONE).played).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
  });

  it('ignores what it did not write itself', () => {
    localStorage.setItem(`wallet.games.${ONE}`, '{"favourites":[7],"played":[]}');
    expect(gameMemory(ONE).favourites).toEqual([]);
  });

  it('reaches a screen that shows it', () => {
    const store = createAppStore();
    const session = { token: 't', username: ONE, expiresAt: null };
    store.dispatch(signedIn({ session, remember: false }));
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    );
    const { result } = renderHook(useGameMemory, { wrapper });
    act(() => noteFavourite(ONE, 'pg', true));
    expect(result.current.favourites).toEqual(['pg']);
    act(() => noteFavourite(ONE, 'pg', false));
    expect(result.current.favourites).toEqual([]);
  });
});
