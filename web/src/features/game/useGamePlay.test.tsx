import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { useGamePlay, webAddress } from './useGamePlay';

const LINK = 'https://games.example/play?token=once';

class PageRequest extends Request {
  constructor(address: RequestInfo | URL, init?: RequestInit) {
    super(new URL(String(address), 'http://127.0.0.1'), init);
  }
}

function mount(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer));
  // Node, unlike a browser, has no page that a relative address could belong to.
  vi.stubGlobal('Request', PageRequest);
  const store = createAppStore();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  return renderHook(() => useGamePlay({ name: 'PG Soft', text: 'Opening' }), { wrapper });
}

const ready = async () => ({ username: 'u1' });

const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    });

function stubTab() {
  const tab = {
    opener: window as unknown,
    closed: false,
    document: document.implementation.createHTMLDocument(),
    location: { replace: vi.fn() },
    close: vi.fn(),
  };
  const open = vi.fn(() => tab);
  vi.stubGlobal('open', open);
  return { tab, open };
}

afterEach(() => vi.unstubAllGlobals());

describe('playing a game', () => {
  it('opens the tab within the press, and the address follows when it is known', async () => {
    const { tab, open } = stubTab();
    const { result } = mount(json({ link: LINK }));
    await act(async () => {
      const playing = result.current.play('pg', ready);
      expect(open).toHaveBeenCalledTimes(1);
      expect(tab.location.replace).not.toHaveBeenCalled();
      expect(tab.document.title).toBe('PG Soft – Opening');
      expect(tab.document.body.textContent).toBe('PG SoftOpening');
      await playing;
    });
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(LINK);
    expect(tab.opener).toBeNull();
  });

  it('leaves no tab waiting when the portal is left', async () => {
    const { tab } = stubTab();
    const { result } = mount(() => new Promise(() => undefined));
    act(() => void result.current.play('pg', ready));
    window.dispatchEvent(new Event('pagehide'));
    expect(tab.close).toHaveBeenCalledTimes(1);
  });

  it('offers the link when the browser refuses the tab', async () => {
    vi.stubGlobal('open', () => null);
    const { result } = mount(json({ link: LINK }));
    await act(() => result.current.play('pg', ready));
    expect(result.current.blockedLink).toBe(LINK);
  });

  it('closes the empty tab and says why when there is no link', async () => {
    const { tab } = stubTab();
    const { result } = mount(json({ message: 'SLOT_NO_ACCOUNT' }, 404));
    await act(() => result.current.play('pg', ready));
    expect(tab.close).toHaveBeenCalledTimes(1);
    expect(result.current.problem).toMatchObject({ code: 'SLOT_NO_ACCOUNT' });
  });

  it('never opens anything but a web address', () => {
    expect(webAddress('javascript:alert(1)')).toBeNull();
    expect(webAddress('data:text/html,x')).toBeNull();
    expect(webAddress(LINK)).toBe(LINK);
  });
});
