import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signedOut } from '../client/session';
import { memberStore, show } from '../stage';
import { dialogOpened } from '../ui/dialog/dialog';
import { chatAvailable } from './chatState';
import { SlipToSupport } from './SlipToSupport';

const SLIP = { id: 's-1', createdAt: '2026-11-21T10:00:00Z', reference: 'REF-1' };

/** Presses the button in a dialog; `isOn`: the operator offers a chat. */
function press(isOn: boolean, hasLoaded = isOn) {
  vi.stubGlobal('fetch', async () => Response.json({ isOn }));
  const store = memberStore();
  store.dispatch(dialogOpened({ name: 'slips', props: {} }));
  if (hasLoaded) store.dispatch(chatAvailable(true));
  show(<SlipToSupport slip={SLIP} note="NOT_MATCH" />, store);
  fireEvent.click(screen.getByRole('button', { name: /^Send to support/ }));
  return store;
}

beforeEach(() => window.history.replaceState(null, '', '/user/statement'));
afterEach(() => vi.unstubAllGlobals());

describe('a refused slip', () => {
  it.each([true, false])(
    'opens the chat with a reference to it (loaded: %s)',
    async (hasLoaded) => {
      const store = press(true, hasLoaded);
      await waitFor(() => expect(store.getState().chat.isOpen).toBe(true));
      expect(store.getState().chat.handover).toEqual({
        clientId: 'slip-s-1',
        message: {
          message_type: 'postback',
          payload: {
            title: 'Slip from 21/11/2026 17:00:00',
            payload: 'SLIP:s-1',
            message:
              'Slip from 21/11/2026 17:00:00\n' +
              'The account does not match the registered account\n' +
              'Reference REF-1',
          },
        },
      });
      // The chat of a desktop would lie behind a dialog.
      expect(store.getState().dialog.stack).toEqual([]);
    },
  );

  it('leads to the contacts where there is no chat', async () => {
    const store = press(false);
    await waitFor(() => expect(window.location.pathname).toBe('/user/contact'));
    expect(store.getState().chat).toMatchObject({ isOpen: false, handover: null });
  });

  it('is not sent by the next person at this device', async () => {
    const store = press(true);
    await waitFor(() => expect(store.getState().chat.handover).not.toBeNull());
    store.dispatch(signedOut());
    expect(store.getState().chat.handover).toBeNull();
  });
});
