import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../app/store';
import { dialogOpened } from '../ui/dialog/dialog';
import { useLeaveFor } from '../ui/dialog/useLeaveFor';
import { eventually } from '../vitest.patience';
import { enterModal, topPlace } from './modalHistory';

const depth = () => (window.history.state as { modalDepth?: number } | null)?.modalDepth ?? 0;
const settledAt = (wanted: number) => eventually(() => expect(depth()).toBe(wanted));

async function pressBack() {
  const gone = new Promise((resolve) =>
    window.addEventListener('popstate', resolve, { once: true }),
  );
  window.history.back();
  await gone;
}

const left: (() => void)[] = [];

/** A dialog that closes when it is asked to, as components do. */
function openDialog(place: HTMLElement | null = null) {
  const dismiss = vi.fn(() => leave());
  const leave = enterModal(dismiss, place);
  left.push(leave);
  return { dismiss, leave };
}

afterEach(async () => {
  for (const leave of left.splice(0)) leave();
  await settledAt(0);
});

describe('the back button', () => {
  it('closes the top dialog only, then the one below, then leaves the page', async () => {
    window.history.pushState(null, '', '/before');
    window.history.pushState(null, '', '/here');
    const lower = openDialog();
    const upper = openDialog();
    await settledAt(2);
    await pressBack();
    expect(upper.dismiss).toHaveBeenCalledTimes(1);
    expect(lower.dismiss).not.toHaveBeenCalled();
    await settledAt(1);
    await pressBack();
    expect(lower.dismiss).toHaveBeenCalledTimes(1);
    expect(window.location.pathname).toBe('/here');
    await pressBack();
    expect(window.location.pathname).toBe('/before');
  });

  it('finds a dialog that has refused still there the next time', async () => {
    const dismiss = vi.fn(() => false);
    left.push(enterModal(dismiss));
    await settledAt(1);
    await pressBack();
    await settledAt(1);
    await pressBack();
    expect(dismiss).toHaveBeenCalledTimes(2);
    await settledAt(1);
  });

  it('stops at a dialog that refuses: what lies below stays', async () => {
    const lower = openDialog();
    const upper = vi.fn(() => false);
    left.push(enterModal(upper));
    await settledAt(2);
    const gone = new Promise((resolve) =>
      window.addEventListener('popstate', resolve, { once: true }),
    );
    window.history.go(-2);
    await gone;
    expect(upper).toHaveBeenCalledTimes(1);
    expect(lower.dismiss).not.toHaveBeenCalled();
    await settledAt(2);
  });
});

describe('the history', () => {
  it('is left alone by a dialog that closes and opens again in one go', async () => {
    const first = openDialog();
    await settledAt(1);
    const { length } = window.history;
    first.leave();
    openDialog();
    await new Promise((resolve) => setTimeout(resolve));
    expect(depth()).toBe(1);
    expect(window.history.length).toBe(length);
  });

  it('gives the entry of a dialog to the page that it leads to', async () => {
    window.history.pushState(null, '', '/user/home');
    const store = createAppStore();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    );
    const { result } = renderHook(() => useLeaveFor(), { wrapper });
    store.dispatch(dialogOpened({ name: 'withdraw', props: {} }));
    const dialog = openDialog();
    await settledAt(1);
    const { length } = window.history;
    act(() => result.current('/user/statement'));
    dialog.leave();
    await settledAt(0);
    expect(store.getState().dialog.stack).toEqual([]);
    expect(window.location.pathname).toBe('/user/statement');
    expect(window.history.length).toBe(length);
    await pressBack();
    expect(window.location.pathname).toBe('/user/home');
  });
});

describe('the place of notices', () => {
  it('is the one of the top dialog', () => {
    const [low, high] = [document.createElement('div'), document.createElement('div')];
    expect(topPlace()).toBeNull();
    openDialog(low);
    const upper = openDialog(high);
    expect(topPlace()).toBe(high);
    upper.leave();
    expect(topPlace()).toBe(low);
  });
});
