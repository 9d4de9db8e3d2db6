import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageHandedOver } from '../../chat/chatState';
import { giveDialogs, memberStore, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import ChatWidget from './ChatWidget';

const CONFIG = {
  isOn: true,
  invite: { th: '' },
  maxLength: 2_000,
  image: { bytes: 1, types: ['image/png'] },
  video: { bytes: 1, types: ['video/mp4'] },
};
const SENT = { _id: 'm-1', conversation: 'c', sequence: '1', session_id: 's' };
const MESSAGE = {
  message_type: 'postback',
  payload: { title: 'Slip', payload: 'SLIP:s-1', message: 'Slip of today' },
};

const sent: unknown[] = [];

beforeEach(() => {
  giveDialogs();
  sent.length = 0;
  window.history.replaceState(null, '', '/user/home');
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  // A line that never connects.
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      send() {}
      close() {}
    },
  );
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/chat/config') return Response.json(CONFIG);
    if (path === '/api/chat/history') return Response.json([]);
    if (path === '/api/chat/send-message') {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ ...SENT, createdAt: '2026-11-21T10:00:00Z' });
    }
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the chat', () => {
  it('opens with a message that was handed over before it was there, and sends it once', async () => {
    const store = memberStore();
    const handover = { clientId: 'slip-s-1', message: MESSAGE };
    store.dispatch(messageHandedOver(handover));
    show(<ChatWidget />, store);
    expect(await screen.findByText('Slip of today')).toBeInTheDocument();
    store.dispatch(messageHandedOver(handover));
    await eventually(() => expect(store.getState().chat.handover).toBeNull());
    expect(sent).toEqual([{ message: MESSAGE, clientId: 'slip-s-1' }]);
  });
});
