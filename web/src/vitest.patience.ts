import { vi } from 'vitest';

/** How long a test waits for an expected result. It stops endless waits; it measures nothing. */
export const PATIENCE_MS = 120_000;

/** Waits until the check throws no more, and answers what it answers. */
export const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
  vi.waitFor(check, { timeout: PATIENCE_MS }) as Promise<Awaited<T>>;
