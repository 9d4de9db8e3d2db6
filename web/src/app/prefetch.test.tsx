import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../app/store';
import { memberStore, show } from '../stage';
import { usePrefetch } from './prefetch';

const { fetched, part } = vi.hoisted(() => {
  const fetched: string[] = [];
  const part = (name: string) => async () => {
    fetched.push(name);
  };
  return { fetched, part };
});
vi.mock('./routes', () => {
  const files = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, part(path)]));
  return {
    loadUserShell: part('shell'),
    loadDialogHost: async () => ({ fetchDialog: (name: string) => part(`dialog ${name}`)() }),
    PUBLIC_FILES: files('/register', '/howto'),
    MEMBER_FILES: files('/user/home', '/user/statement', '/user/profile', '/user/bonus'),
  };
});
vi.mock('../features/session/LogInAgain', () => ({}));
vi.mock('../features/home/games/Games', () => ({}));

function Page() {
  usePrefetch();
  return (
    <a href="/user/bonus" data-testid="link">
      Bonus
    </a>
  );
}

function connection(kind: object | undefined) {
  Object.defineProperty(navigator, 'connection', { value: kind, configurable: true });
}

beforeEach(() => {
  fetched.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  connection(undefined);
  Reflect.deleteProperty(navigator, 'onLine');
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('fetching ahead', () => {
  it('waits until the first screen is ready', async () => {
    show(<Page />, memberStore());
    await pass(1_999);
    expect(fetched).toEqual([]);
    await pass(10_000);
    expect(fetched.slice(0, 3)).toEqual(['/user/home', 'dialog deposit', 'dialog transfer']);
    expect(fetched).toContain('/user/statement');
  });

  it('brings a visitor what leads inside, and nothing of the inside beyond the first page', async () => {
    show(<Page />, createAppStore());
    await pass(20_000);
    expect(fetched).toEqual(['shell', '/user/home', '/register']);
  });

  it.each([
    ['who saves data', { saveData: true }],
    ['on a slow line', { effectiveType: '2g' }],
    ['on a very slow line', { effectiveType: 'slow-2g' }],
  ])('is not done for somebody %s', async (_, kind) => {
    connection(kind);
    show(<Page />, memberStore());
    await pass(20_000);
    expect(fetched).toEqual([]);
  });

  it('stops when the line is gone, and when the page is left', async () => {
    const { unmount } = show(<Page />, memberStore());
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    await pass(20_000);
    expect(fetched).toEqual([]);
    unmount();
    Reflect.deleteProperty(navigator, 'onLine');
    const left = show(<Page />, memberStore());
    await pass(1_000);
    left.unmount();
    await pass(20_000);
    expect(fetched).toEqual([]);
    const midway = show(<Page />, memberStore());
    await pass(2_150);
    midway.unmount();
    await pass(20_000);
    expect(fetched).toEqual(['/user/home']);
  });

  it.each(['pointerOver', 'touchStart', 'focusIn'] as const)(
    'brings the page of a link at once when it is meant (%s)',
    async (intent) => {
      const { getByTestId } = show(<Page />, memberStore());
      fireEvent[intent](getByTestId('link'));
      await pass(0);
      expect(fetched).toEqual(['/user/bonus']);
    },
  );
});
