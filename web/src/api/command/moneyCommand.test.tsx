import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { signedIn } from '../../client/session';
import { noteOccasion } from '../transport/occasions';
import { NOT_SENT, type Problem } from '../transport/problem';
import { noteReach } from '../transport/reach';
import type { CommandAnswer } from '../types';
import { useMoneyCommand } from './moneyCommand';

const DONE: CommandAnswer = { status: 'SUCCESS', id: '1', position: '7', balance: '90.00' };
const LOST: Problem = { code: 'NETWORK', status: 0 };

type TransferInput = { from: string; to: string; amount: string };
type Send = (body: TransferInput, key: string) => Promise<CommandAnswer>;

const BODY: TransferInput = { from: 'WALLET', to: 'pg', amount: '10.00' };

function mount(command: Send) {
  const store = createAppStore();
  const session = { token: 't', username: '0812345678', expiresAt: null };
  store.dispatch(signedIn({ session, remember: false }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  return renderHook(() => useMoneyCommand<TransferInput>('transfer', command), { wrapper });
}

const keysOf = (command: ReturnType<typeof vi.fn>) =>
  command.mock.calls.map(([, key]) => key as string);

describe('a command that moves money', () => {
  it('is sent once, however often the button is pressed', async () => {
    let finish: (answer: CommandAnswer) => void = () => undefined;
    const command = vi.fn(
      () =>
        new Promise<CommandAnswer>((resolve) => {
          finish = resolve;
        }),
    );
    const { result } = mount(command);
    act(() => result.current.review(BODY));
    await act(async () => {
      const presses = [result.current.send(), result.current.send(), result.current.send()];
      finish(DONE);
      await Promise.all(presses);
    });
    expect(command).toHaveBeenCalledTimes(1);
    expect(result.current).toMatchObject({ phase: 'answered', answer: DONE });
  });

  it('keeps its key after a lost answer, also across a reload, after which it asks by itself', async () => {
    const command = vi.fn<Send>().mockRejectedValue(LOST);
    const first = mount(command);
    act(() => first.result.current.review(BODY));
    await act(() => first.result.current.send());
    expect(first.result.current.phase).toBe('unknown');
    first.unmount();

    const second = mount(command.mockResolvedValue(DONE));
    expect(second.result.current).toMatchObject({ phase: 'unknown', body: BODY, isBusy: true });
    await act(async () => undefined);
    const [before, after] = command.mock.calls.map(([argument]) => JSON.stringify(argument));
    expect(after).toBe(before);
    expect(second.result.current.phase).toBe('answered');
    second.unmount();
    expect(mount(command).result.current.phase).toBe('form');
  });

  it('says nothing about a review that was left before anything was sent', () => {
    const command = vi.fn();
    const first = mount(command);
    act(() => first.result.current.review(BODY));
    first.unmount();
    expect(mount(command).result.current.phase).toBe('form');
    expect(command).not.toHaveBeenCalled();
  });

  it('goes back to the form after a definite refusal, and the next try is a new intent', async () => {
    const refusal: Problem = { code: 'MONEY_NOT_ENOUGH', status: 422 };
    const command = vi.fn<Send>().mockRejectedValue(refusal);
    const { result } = mount(command);
    for (const _ of [1, 2]) {
      act(() => result.current.review(BODY));
      await act(() => result.current.send());
      expect(result.current).toMatchObject({ phase: 'form', problem: refusal });
    }
    const [one, two] = keysOf(command);
    expect(one).not.toBe(two);
  });

  it.each([
    ['a lost session', { code: 'EXPIRED_AUTH_TOKEN', status: 401 }],
    ['a refused caller', { code: 'KEY_MISSING', status: 403 }],
    ['a service that has ended', { code: 'gone', status: 410 }],
    ['too many requests', { code: 'REQUEST_LIMIT', status: 429 }],
  ])('keeps the key of an unanswered command when asking ends in %s', async (_, refusal) => {
    const command = vi
      .fn<Send>()
      .mockRejectedValueOnce(LOST)
      .mockRejectedValueOnce(refusal)
      .mockResolvedValueOnce(DONE);
    const { result } = mount(command);
    act(() => result.current.review(BODY));
    for (const phase of ['unknown', 'unknown', 'answered']) {
      await act(() => result.current.send());
      expect(result.current.phase).toBe(phase);
    }
    expect(new Set(keysOf(command)).size).toBe(1);
  });

  it('starts a new intent when the player gives the old one up', async () => {
    const command = vi.fn<Send>().mockRejectedValue(LOST);
    const { result } = mount(command);
    for (const _ of [1, 2]) {
      act(() => result.current.review(BODY));
      await act(() => result.current.send());
      act(() => result.current.startOver());
    }
    const [one, two] = keysOf(command);
    expect(one).not.toBe(two);
  });

  it('waits for the right PIN with the same key, and was not sent as long as it is wrong', async () => {
    const wrong: Problem = { code: 'PIN_INVALID', status: 403 };
    const command = vi.fn<Send>().mockRejectedValue(wrong);
    const first = mount(command);
    act(() => first.result.current.review(BODY));
    await act(() => first.result.current.send());
    expect(first.result.current).toMatchObject({ phase: 'confirm', problem: wrong });
    first.unmount();
    expect(mount(command).result.current.phase).toBe('form');

    const second = mount(command);
    act(() => second.result.current.review(BODY));
    await act(() => second.result.current.send());
    command.mockResolvedValue(DONE);
    await act(() => second.result.current.send());
    expect(second.result.current.phase).toBe('answered');
    expect(new Set(keysOf(command)).size).toBe(1);
  });

  it.each([
    ['a notice comes', () => noteOccasion()],
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['the server answers again', () => [false, true].forEach(noteReach)],
    ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('asks again with the same key when %s', async (_, happens) => {
    const command = vi.fn<Send>().mockRejectedValueOnce(LOST).mockResolvedValueOnce(DONE);
    const { result } = mount(command);
    act(() => result.current.review(BODY));
    await act(() => result.current.send());
    expect(result.current.phase).toBe('unknown');
    await act(async () => void happens());
    expect(result.current).toMatchObject({ phase: 'answered', answer: DONE });
    await act(async () => void happens());
    const [one, two, three] = keysOf(command);
    expect([two, three]).toEqual([one, undefined]);
  });

  it('is no new intent when occasions come between the answer and the next drawing', async () => {
    const command = vi.fn<Send>().mockRejectedValueOnce(LOST).mockResolvedValue(DONE);
    const { result } = mount(command);
    act(() => result.current.review(BODY));
    await act(() => result.current.send());
    await act(async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        noteOccasion();
        await Promise.resolve();
      }
    });
    const [one, ...others] = keysOf(command);
    expect(others).toEqual([one]);
  });

  it('is not sent without a network, and never by itself afterwards', async () => {
    const command = vi.fn<Send>().mockRejectedValue(NOT_SENT);
    const first = mount(command);
    act(() => first.result.current.review(BODY));
    await act(() => first.result.current.send());
    expect(first.result.current).toMatchObject({ phase: 'confirm', problem: NOT_SENT });
    await act(async () => noteOccasion());
    first.unmount();
    expect(mount(command).result.current.phase).toBe('form');
    expect(command).toHaveBeenCalledTimes(1);
  });

  it('remembers a lost command that needs the PIN until the player decides', async () => {
    const command = vi.fn<Send>().mockRejectedValue(LOST);
    const first = mount(command);
    act(() => first.result.current.review(BODY));
    await act(() => first.result.current.send());
    command.mockRejectedValue({ code: 'PIN_REQUIRED', status: 403 });
    await act(async () => noteOccasion());
    expect(first.result.current).toMatchObject({ phase: 'confirm', body: BODY });
    first.unmount();
    const second = mount(command);
    await act(async () => undefined);
    expect(second.result.current).toMatchObject({ phase: 'confirm', body: BODY });
    act(() => second.result.current.startOver());
    second.unmount();
    expect(mount(command).result.current.phase).toBe('form');
  });

  it('asks for the PIN when a lost command turns out not to have been started', async () => {
    const command = vi.fn<Send>().mockRejectedValue(LOST);
    const { result } = mount(command);
    act(() => result.current.review(BODY));
    await act(() => result.current.send());
    expect(result.current.phase).toBe('unknown');
    command.mockRejectedValue({ code: 'PIN_REQUIRED', status: 403 });
    await act(() => result.current.send());
    expect(result.current.phase).toBe('confirm');
    const [one, two] = keysOf(command);
    expect(one).toBe(two);
  });

  it('ends when the operator demands a PIN and there is none', async () => {
    const refusal: Problem = { code: 'PIN_UNSET', status: 403 };
    const command = vi.fn<Send>().mockRejectedValue(refusal);
    const { result } = mount(command);
    act(() => result.current.review(BODY));
    await act(() => result.current.send());
    expect(result.current).toMatchObject({ phase: 'form', problem: refusal });
  });
});
