import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/** The real ones, also where a test has put a clock of its own in their place. */
const [later, next] = [setTimeout, setImmediate];

afterEach(async () => {
  cleanup();
  // What closes tidies the history up, and React its tasks, while there still is a window.
  await new Promise((resolve) => later(resolve, 0));
  await new Promise((resolve) => next(resolve));
  localStorage.clear();
  sessionStorage.clear();
});
