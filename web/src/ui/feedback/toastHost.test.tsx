import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveDialogs, show } from '../../stage';
import { Modal } from '../dialog/Modal';
import { NoticePlace } from './NoticePlace';
import { ToastHost } from './ToastHost';
import { type ToastTone, toastShown } from './toasts';

const SHOWN_MS = 4000;

beforeEach(() => {
  giveDialogs();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The page with its host of toasts, and the dialogs in the order in which they were opened. */
const page = (...dialogs: string[]) => (
  <>
    <ToastHost />
    {dialogs.map((title) => (
      <Modal key={title} title={title} onClose={() => undefined}>
        Content
      </Modal>
    ))}
  </>
);

function shown(...dialogs: string[]) {
  const view = show(page(...dialogs));
  const notify = (text: string, tone: ToastTone = 'success') => {
    act(() => {
      view.store.dispatch(toastShown(tone, text));
    });
  };
  return { ...view, notify };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('toasts in the place of a header', () => {
  it.each([{ isOverHeader: true }, { isInHeader: true }])(
    'come one at a time, four seconds each: %j',
    async (place) => {
      const { notify } = shown();
      show(<NoticePlace {...place} />);
      notify('First');
      notify('Second');
      expect(screen.getByText('First')).toBeInTheDocument();
      expect(screen.queryByText('Second')).toBeNull();
      await pass(SHOWN_MS);
      expect(screen.queryByText('First')).toBeNull();
      await pass(SHOWN_MS - 1);
      expect(screen.getByText('Second')).toBeInTheDocument();
      await pass(1);
      expect(screen.queryByText('Second')).toBeNull();
    },
  );
});

describe('toasts', () => {
  it('stay four seconds, each by its own clock', async () => {
    const { notify } = shown();
    notify('First');
    await pass(1000);
    notify('Second');
    await pass(SHOWN_MS - 1001);
    expect(screen.getByText('First')).toBeInTheDocument();
    await pass(1);
    expect(screen.queryByText('First')).toBeNull();
    await pass(999);
    expect(screen.getByText('Second')).toBeInTheDocument();
    await pass(1);
    expect(screen.queryByText('Second')).toBeNull();
  });

  it('interrupt for an error and wait their turn for anything else', () => {
    const { notify } = shown();
    notify('Saved');
    notify('Refused', 'error');
    notify('By the way', 'info');
    expect(screen.getByText('Refused').closest('[role]')).toHaveAttribute('role', 'alert');
    for (const text of ['Saved', 'By the way']) {
      expect(screen.getByText(text).closest('[role]')).toHaveAttribute('role', 'status');
    }
  });

  it('are spoken by a region that was there before them', () => {
    const { container, notify } = shown();
    const region = container.querySelector('[aria-live=polite]');
    expect(region).not.toBeNull();
    notify('Saved');
    expect(region).toContainElement(screen.getByText('Saved'));
  });

  it('are in the top dialog, and on the page again once none is open', () => {
    const { replace, notify } = shown('Lower', 'Upper');
    notify('Saved');
    const placeOf = () => screen.getByText('Saved').closest('dialog')?.textContent ?? 'the page';
    expect(placeOf()).toMatch(/^Upper/);
    act(() => replace(page('Lower')));
    expect(placeOf()).toMatch(/^Lower/);
    act(() => replace(page()));
    expect(placeOf()).toBe('the page');
  });

  it('are below the header of a page that has one', () => {
    const view = show(
      <>
        <NoticePlace />
        <ToastHost />
      </>,
    );
    act(() => {
      view.store.dispatch(toastShown('success', 'Saved'));
    });
    expect(view.container.querySelector('.mx-auto')).toContainElement(screen.getByText('Saved'));
  });

  it('are three at most, the newest, and none of them twice', () => {
    const { notify } = shown();
    for (const text of ['One', 'Two', 'Three', 'Two', 'Four']) notify(text);
    expect(screen.queryByText('One')).toBeNull();
    expect(screen.getAllByText('Two')).toHaveLength(1);
    expect(screen.getAllByRole('status', { hidden: true })).toHaveLength(3);
  });
});
