import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginIntent } from '../../api/command/moneyIntent';
import { noteOccasion } from '../../api/transport/occasions';
import { balanceVisibilityToggled } from '../../client/preferences';
import { gateway, keyOf, MEMBER, memberStore, show } from '../../stage';
import { dialogClosed } from '../../ui/dialog/dialog';
import { OpenIntents } from './OpenIntents';

const BODY = { from: 'WALLET', to: 'PG', amount: '200.00' };
const DONE = { status: 'SUCCESS', id: '1', position: '7', balance: '90.00', amount: '200.00' };

/** The player has reached the confirm step; `isSent`: and pressed its button. */
function begin(kind: string, isSent: boolean, member = MEMBER.username, body: object = BODY) {
  const { key } = beginIntent(member, kind, { ...body });
  if (isSent) sessionStorage.setItem(`wallet.intent.${member}.${kind}.sent`, JSON.stringify(key));
  return key;
}

const home = () => show(<OpenIntents currency="THB" />, memberStore());
const notices = () =>
  screen.queryAllByRole('status').map((notice) => notice.firstElementChild?.textContent);
const shown = (words: string[]) => waitFor(() => expect(notices()).toEqual(words));
const refused = (message: string, status: number) => Response.json({ message }, { status });

/** No answer comes. */
const silence = () => gateway(() => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  vi.unstubAllGlobals();
});

describe('the home screen', () => {
  it.each([
    ['transfer', 'A transfer of ฿200.00 is not confirmed yet.', 'transfer'],
    ['transferAll', 'The transfer of all game balances is not confirmed yet.', 'transfer'],
    ['withdraw', 'A withdrawal of ฿200.00 is not confirmed yet.', 'withdraw'],
  ])('shows a %s that was sent and never answered, and leads to it', async (kind, words, name) => {
    silence();
    begin(kind, true);
    const { store } = home();
    await shown([words]);
    fireEvent.click(screen.getByRole('button', { name: 'Check its status' }));
    expect(store.getState().dialog.stack.map(({ name }) => name)).toEqual([name]);
  });

  it('is silent about what was never sent, and about another member', () => {
    const calls = silence();
    begin('transfer', false);
    begin('withdraw', true, '0899999999');
    home();
    expect(notices()).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('asks by itself with the same key until the answer is there; then the notice goes', async () => {
    const answers = [refused('SERVICE_UNAVAILABLE', 503), Response.json(DONE)];
    const calls = gateway(() => answers.shift() ?? Response.json({}));
    const key = begin('transfer', true);
    const { store } = home();
    await shown(['A transfer of ฿200.00 is not confirmed yet.']);
    await waitFor(() => expect(answers).toHaveLength(1));
    await waitFor(() => {
      act(noteOccasion);
      expect(notices()).toEqual([]);
    });
    expect(calls.map((call) => [call.path, keyOf(call)])).toEqual([
      ['POST /api/wallet/transfer', key],
      ['POST /api/wallet/transfer', key],
    ]);
    // The notice goes with the answer, and what the toast says is read after it.
    await waitFor(() =>
      expect(store.getState().toasts.notices).toMatchObject([{ tone: 'success' }]),
    );
  });

  it('says why it was refused', async () => {
    gateway(() => refused('MONEY_NOT_ENOUGH', 422));
    begin('transfer', true);
    const { store } = home();
    await waitFor(() =>
      expect(store.getState().toasts.notices).toMatchObject([
        { tone: 'error', text: expect.stringContaining('Insufficient') },
      ]),
    );
    expect(notices()).toEqual([]);
  });

  it('asks for the PIN, which nothing has stored, when a withdrawal has not arrived', async () => {
    gateway(() => refused('PIN_REQUIRED', 403));
    begin('withdraw', true, MEMBER.username, { amount: '200.00', source: 'wallet' });
    home();
    fireEvent.click(await screen.findByRole('button', { name: 'Enter PIN' }));
  });

  it('looks again when the dialog is closed: a command answered meanwhile is not shown', async () => {
    silence();
    begin('transfer', true);
    const { store } = home();
    fireEvent.click(await screen.findByRole('button', { name: 'Check its status' }));
    expect(notices()).toEqual([]);
    sessionStorage.clear();
    act(() => {
      store.dispatch(dialogClosed('transfer'));
    });
    expect(notices()).toEqual([]);
  });

  it('keeps hidden amounts hidden here, too', async () => {
    silence();
    begin('withdraw', true);
    const { store } = home();
    act(() => {
      store.dispatch(balanceVisibilityToggled());
    });
    await shown(['A withdrawal of •••••• is not confirmed yet.']);
  });
});
