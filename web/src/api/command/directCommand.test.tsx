import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { signedIn } from '../../client/session';
import type { Problem } from '../transport/problem';
import { useDirectCommand } from './directCommand';

type Send = (body: { code: string }, key: string) => Promise<string>;

const LOST: Problem = { code: 'NETWORK', status: 0 };
const BUSY: Problem = { code: 'SERVICE_UNAVAILABLE', status: 503 };
const REFUSED: Problem = { code: 'BONUS_CONDITION', status: 422 };
const BODY = { code: 'WELCOME' };

function mount(command: Send) {
  const store = createAppStore();
  const session = { token: 't', username: '0812345678', expiresAt: null };
  store.dispatch(signedIn({ session, remember: false }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  return renderHook(() => useDirectCommand<{ code: string }, string>('bonus', command), {
    wrapper,
  });
}

/** Sends the body after a first answer that failed, and returns the keys that were used. */
async function keysAfter(problem: Problem, second = BODY): Promise<(string | undefined)[]> {
  const command = vi.fn<Send>().mockRejectedValueOnce(problem).mockResolvedValue('done');
  const first = mount(command);
  await act(() => first.result.current.send(BODY));
  // Also on a screen that is mounted again.
  first.unmount();
  const again = mount(command);
  await act(() => again.result.current.send(second));
  expect(again.result.current).toMatchObject({ phase: 'answered', answer: 'done' });
  return command.mock.calls.map(([, key]) => key);
}

describe('a command without a confirm step', () => {
  beforeEach(() => sessionStorage.clear());

  it('keeps its key after a lost answer', async () => {
    const [first, second] = await keysAfter(LOST);
    expect(second).toBe(first);
  });

  it('keeps its key when the service is busy, and says so', async () => {
    const [first, second] = await keysAfter(BUSY);
    expect(second).toBe(first);
    const { result } = mount(() => Promise.reject(BUSY));
    await act(() => result.current.send(BODY));
    expect(result.current).toMatchObject({ phase: 'form', problem: BUSY });
  });

  it('does not know what became of it when no answer came', async () => {
    const { result } = mount(() => Promise.reject(LOST));
    await act(() => result.current.send(BODY));
    expect(result.current).toMatchObject({ phase: 'unknown', problem: null });
  });

  it('has a new key after a refusal, and for another body', async () => {
    const afterRefusal = await keysAfter(REFUSED);
    expect(new Set(afterRefusal).size).toBe(2);
    const forAnother = await keysAfter(LOST, { code: 'DAILY20' });
    expect(new Set(forAnother).size).toBe(2);
  });

  it('is sent once, however often it is pressed', async () => {
    let finish: (answer: string) => void = () => undefined;
    const command = vi.fn(
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );
    const { result } = mount(command);
    await act(async () => {
      const presses = [result.current.send(BODY), result.current.send(BODY)];
      finish('done');
      await Promise.all(presses);
    });
    expect(command).toHaveBeenCalledTimes(1);
  });
});
