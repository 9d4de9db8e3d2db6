import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../api/transport/problem';
import type { SpinAnswer } from '../../api/wheelApi';
import { createAppStore } from '../../app/store';
import { signedIn } from '../../client/session';
import { useSpin } from './useSpin';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../api/wheelApi', () => ({ useSpinWheelMutation: () => [call, {}] }));

const label = { th: '5 บาท', la: '5 ບາດ', en: '5 baht' };
const WON: SpinAnswer = {
  success: true,
  result: { code: 'CASH5', label, remainingCoin: 1 },
  spin: { id: 'a', seedId: 's', nonce: 0, ticket: 8010, wheel: 'w' },
  position: '7',
};
const LOST: Problem = { code: 'NETWORK', status: 0 };

function mount() {
  const store = createAppStore();
  const session = { token: 't', username: '0812345678', expiresAt: null };
  store.dispatch(signedIn({ session, remember: false }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  return renderHook(() => useSpin(), { wrapper });
}

const keys = () =>
  call.mock.calls.map(([body]) => (body as Record<string, string>)['Idempotency-Key']);

describe('a spin', () => {
  beforeEach(() => call.mockReset());

  it('is one spin, however often the button is pressed', async () => {
    call.mockResolvedValue({ data: WON });
    const { result } = mount();
    await act(async () => {
      await Promise.all([result.current.spin(), result.current.spin(), result.current.spin()]);
    });
    expect(result.current).toMatchObject({ phase: 'turning', answer: WON });
    await act(() => result.current.spin());
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('shows nothing before the answer, and the prize only when the wheel rests', async () => {
    let answer: (value: unknown) => void = () => undefined;
    call.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const { result } = mount();
    act(() => {
      result.current.spin();
    });
    expect(result.current).toMatchObject({ phase: 'asking', answer: null });
    await act(async () => answer({ data: WON }));
    expect(result.current.phase).toBe('turning');
    act(() => result.current.showPrize());
    expect(result.current.phase).toBe('prize');
  });

  it('is asked about with the same key after a lost answer, also after a reload', async () => {
    call.mockResolvedValueOnce({ error: LOST }).mockResolvedValue({ data: WON });
    const first = mount();
    await act(() => first.result.current.spin());
    expect(first.result.current.phase).toBe('unanswered');
    first.unmount();
    const { result } = mount();
    expect(result.current.phase).toBe('unanswered');
    await act(() => result.current.spin());
    expect(result.current.answer).toEqual(WON);
    expect(new Set(keys()).size).toBe(1);
  });

  it('keeps its key until its prize was shown', async () => {
    call.mockResolvedValue({ data: WON });
    const closed = mount();
    await act(() => closed.result.current.spin());
    // The dialog is closed while the wheel turns.
    closed.unmount();
    const { result } = mount();
    expect(result.current.phase).toBe('unanswered');
    await act(() => result.current.spin());
    act(() => result.current.showPrize());
    act(() => result.current.finish());
    await act(() => result.current.spin());
    const [one, two, three] = keys();
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('keeps its key when the session ended, and when the server was busy', async () => {
    call
      .mockResolvedValueOnce({ error: LOST })
      .mockResolvedValueOnce({ error: { code: 'invalid-token', status: 401 } })
      .mockResolvedValueOnce({ error: { code: 'REQUEST_LIMIT', status: 429 } })
      .mockResolvedValue({ data: WON });
    const { result } = mount();
    for (let tries = 0; tries < 3; tries += 1) {
      await act(() => result.current.spin());
      expect(result.current.phase).toBe('unanswered');
    }
    await act(() => result.current.spin());
    expect(new Set(keys()).size).toBe(1);
  });

  it('is over when the server refuses it', async () => {
    const refusal: Problem = { code: 'SPIN_NO_COIN', status: 422 };
    call.mockResolvedValueOnce({ error: refusal }).mockResolvedValue({ data: WON });
    const { result } = mount();
    await act(() => result.current.spin());
    expect(result.current).toMatchObject({ phase: 'ready', problem: refusal });
    await act(() => result.current.spin());
    expect(new Set(keys()).size).toBe(2);
  });
});
