import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../../app/store';
import { eventually } from '../../../vitest.patience';
import { useSlipUpload } from './useSlipUpload';

/** A line that sends as much as the test says. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void } = {};
  onabort?: () => void;
  onload?: () => void;
  ontimeout?: () => void;
  status = 0;
  responseText = '';
  isAborted = false;
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send() {
    FakeRequest.sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
  refuse(status: number, message: string) {
    Object.assign(this, { status, responseText: JSON.stringify({ message }) });
    this.onload?.();
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 });
  }
}

const PICTURE = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'slip.jpg', {
  type: 'image/jpeg',
});

beforeEach(() => {
  FakeRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

async function begin() {
  const store = createAppStore();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(() => useSlipUpload(), { wrapper });
  await act(() => result.current.pick(PICTURE));
  expect(result.current.phase).toBe('preview');
  const send = async () => {
    act(() => {
      result.current.send();
    });
    await eventually(() => expect(result.current.phase).toBe('sending'));
  };
  await send();
  await eventually(() => expect(FakeRequest.sent).toHaveLength(1));
  return { result, send };
}

describe('sending a slip', () => {
  it('is stopped half-way, keeps the picture, and continues as the same intent', async () => {
    const { result, send } = await begin();
    act(() => FakeRequest.sent[0]?.progress(40));
    expect(result.current.share).toBe(0.4);
    await act(async () => result.current.cancel());
    expect(FakeRequest.sent[0]?.isAborted).toBe(true);
    await eventually(() => expect(result.current.phase).toBe('preview'));
    expect(result.current.isCancelled).toBe(true);
    expect(result.current.file).toBe(PICTURE);

    await send();
    await eventually(() => expect(FakeRequest.sent).toHaveLength(2));
    expect(result.current.isCancelled).toBe(false);
    const keys = FakeRequest.sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  it('is not stopped once all of it is under way: the server may have it', async () => {
    const { result } = await begin();
    act(() => FakeRequest.sent[0]?.progress(100));
    await act(async () => result.current.cancel());
    expect(FakeRequest.sent[0]?.isAborted).toBe(false);
    expect(result.current.phase).toBe('sending');
  });

  it.each([
    ['the server', (request: FakeRequest) => request.refuse(408, 'REQUEST_TIMEOUT')],
    ['this device', (request: FakeRequest) => request.ontimeout?.()],
  ])('that %s found too slow is the same intent when it is tried again', async (_, giveUp) => {
    const { result, send } = await begin();
    act(() => FakeRequest.sent[0]?.progress(40));
    await act(async () => giveUp(FakeRequest.sent[0] as FakeRequest));
    await eventually(() => expect(result.current.phase).toBe('preview'));
    expect(result.current.problem).not.toBeNull();
    expect(result.current.file).toBe(PICTURE);

    await send();
    await eventually(() => expect(FakeRequest.sent).toHaveLength(2));
    const keys = FakeRequest.sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[1]).toBe(keys[0]);
  });

  it('of which all has left this device may have arrived, although no answer came', async () => {
    const { result } = await begin();
    act(() => FakeRequest.sent[0]?.progress(100));
    await act(async () => FakeRequest.sent[0]?.ontimeout?.());
    await eventually(() => expect(result.current.phase).toBe('unknown'));
  });
});
