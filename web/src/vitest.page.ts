import { webcrypto } from 'node:crypto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { isModalEntry } from './client/modalHistory';
import { PATIENCE_MS } from './vitest.patience';

/** A page in a test has no layout: whatever is watched counts as near the screen. */
class NothingIsFar {
  readonly notify: (entries: object[]) => void;
  constructor(notify: (entries: object[]) => void) {
    this.notify = notify;
  }
  observe(target: Element) {
    this.notify([{ isIntersecting: true, target }]);
  }
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: NothingIsFar });
// jsdom's has no `subtle`, and every browser has it at a safe address.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });

configure({ asyncUtilTimeout: PATIENCE_MS });

/** The real timers, saved before a test replaces them with fake ones. */
const [later, next] = [setTimeout, setImmediate];

/** As many turns as a step back in the history may take. */
const TURNS_MAX = 20;

afterEach(async () => {
  cleanup();
  // Dialogs that close step back in the history, and React has tasks left: both want the window,
  // and the next test wants neither.
  for (let turn = 0; turn === 0 || (isModalEntry() && turn < TURNS_MAX); turn += 1) {
    await new Promise((resolve) => later(resolve, 0));
  }
  await new Promise((resolve) => next(resolve));
  localStorage.clear();
  sessionStorage.clear();
});
