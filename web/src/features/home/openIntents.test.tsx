import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { beginIntent, settleIntent } from '../../api/command/moneyIntent';
import { balanceVisibilityToggled } from '../../client/preferences';
import { MEMBER, memberStore, show } from '../../stage';
import { dialogClosed } from '../../ui/dialog/dialog';
import { OpenIntents } from './OpenIntents';

const BODY = { from: 'WALLET', to: 'PG', amount: '200.00' };

/** The player has reached the confirm step; `isSent`: and pressed its button. */
function begin(kind: string, isSent: boolean, member = MEMBER.username) {
  const { key } = beginIntent(member, kind, BODY);
  if (isSent) sessionStorage.setItem(`wallet.intent.${member}.${kind}.sent`, JSON.stringify(key));
}

const home = () => show(<OpenIntents currency="THB" />, memberStore());
const notices = () => screen.queryAllByRole('status').map((notice) => notice.textContent);

describe('the home screen', () => {
  it.each([
    ['transfer', 'A transfer of ฿200.00 has not been answered yet.', 'transfer'],
    ['transferAll', 'The transfer of all game balances has not been answered yet.', 'transfer'],
    ['withdraw', 'A withdrawal of ฿200.00 has not been answered yet.', 'withdraw'],
  ])('shows a %s that was sent and never answered, and leads to it', (kind, words, dialog) => {
    begin(kind, true);
    const { store } = home();
    expect(notices()).toEqual([words]);
    fireEvent.click(screen.getByRole('button', { name: 'Check its status' }));
    expect(store.getState().dialog.stack.map(({ name }) => name)).toEqual([dialog]);
  });

  it('is silent about what was never sent, and about another member', () => {
    begin('transfer', false);
    begin('withdraw', true, '0899999999');
    home();
    expect(notices()).toEqual([]);
  });

  it('looks again when the dialog is closed: what is answered by then is not shown', () => {
    begin('transfer', true);
    const { store } = home();
    fireEvent.click(screen.getByRole('button', { name: 'Check its status' }));
    expect(notices()).toEqual([]);
    settleIntent(MEMBER.username, 'transfer');
    act(() => {
      store.dispatch(dialogClosed('transfer'));
    });
    expect(notices()).toEqual([]);
  });

  it('keeps hidden amounts hidden here, too', () => {
    begin('withdraw', true);
    const { store } = home();
    act(() => {
      store.dispatch(balanceVisibilityToggled());
    });
    expect(notices()).toEqual(['A withdrawal of •••••• has not been answered yet.']);
  });
});
