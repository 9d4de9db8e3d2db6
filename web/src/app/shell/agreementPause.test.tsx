import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptAgreement } from '../../client/agreement';
import { gateway, memberStore, show } from '../../stage';
import UserShell from './UserShell';

vi.mock('../../api/transport/live', () => ({ useLive: () => undefined }));
vi.mock('./Credits', () => ({ default: () => null }));
vi.mock('../timeReminder', () => ({ TimeReminder: () => null }));

beforeEach(() => {
  vi.useFakeTimers();
  gateway(() => Response.json({}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function enter() {
  const { store, unmount } = show(<UserShell>Content</UserShell>, memberStore());
  const asked = () => store.getState().dialog.stack.map(({ name }) => name);
  return { asked, unmount };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the terms', () => {
  it('are asked for one and a half seconds after the first screen', async () => {
    const { asked } = enter();
    expect(screen.getByText('Content')).toBeVisible();
    await pass(1_499);
    expect(asked()).toEqual([]);
    await pass(1);
    expect(asked()).toEqual(['agreement']);
  });

  it('are not asked for where they have been accepted', async () => {
    acceptAgreement();
    const { asked } = enter();
    await pass(10_000);
    expect(asked()).toEqual([]);
  });

  it('are not asked for where another tab has accepted them meanwhile', async () => {
    const { asked } = enter();
    await pass(1_000);
    acceptAgreement();
    await pass(10_000);
    expect(asked()).toEqual([]);
  });

  it('do not follow who has left', async () => {
    const { asked, unmount } = enter();
    unmount();
    await pass(10_000);
    expect(asked()).toEqual([]);
  });
});
