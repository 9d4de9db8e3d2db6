import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatAvailable, unreadCounted } from '../../chat/chatState';
import { acceptAgreement } from '../../client/agreement';
import { gateway, memberStore, show } from '../../stage';
import UserShell from './UserShell';

vi.mock('../../api/transport/live', () => ({ useLive: () => undefined }));
vi.mock('./Credits', () => ({ default: () => null }));
vi.mock('../timeReminder', () => ({ TimeReminder: () => null }));

function open({ isDesktop = false, path = '/user/home' } = {}) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isDesktop,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  window.history.replaceState(null, '', path);
  const { store } = show(<UserShell>Content</UserShell>, memberStore());
  return { store, menu: within(screen.getByRole('navigation', { name: 'Main menu' })) };
}

const entries = (menu: ReturnType<typeof open>['menu']) =>
  menu.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  acceptAgreement();
  gateway(() => Response.json({}));
});
afterEach(() => vi.unstubAllGlobals());

describe('the menu of a member', () => {
  it('is on a phone profile, conditions, home in the middle, statement and contact', () => {
    const { menu } = open();
    expect(entries(menu)).toEqual(['Profile', 'Conditions', 'Home', 'Statement', 'Contact us']);
  });

  it('has on a desktop room for bonus and limits as well', () => {
    const { menu } = open({ isDesktop: true });
    const others = ['Profile', 'Conditions', 'Contact us'];
    expect(entries(menu)).toEqual(['Home', 'Statement', 'Bonus', 'Limits and breaks', ...others]);
  });

  it('opens the conditions in a dialog', () => {
    const { menu, store } = open();
    fireEvent.click(menu.getByRole('button', { name: 'Conditions' }));
    expect(store.getState().dialog.stack).toEqual([{ name: 'conditions', props: {} }]);
  });

  it.each(['/user/bonus', '/user/limits', '/user/spins'])(
    'has home as the way to %s, which has no entry on a phone',
    (path) => {
      const { menu } = open({ path });
      expect(menu.getByRole('link', { current: true })).toHaveTextContent('Home');
    },
  );

  it('leads to the contact page, and to the chat where there is one, with what waits', () => {
    const { menu, store } = open();
    expect(menu.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/user/contact');
    act(() => {
      store.dispatch(chatAvailable(true));
      store.dispatch(unreadCounted(2));
    });
    fireEvent.click(menu.getByRole('button', { name: /^Contact us ?\(2 new messages\)$/ }));
    expect(store.getState().chat.isOpen).toBe(true);
  });
});
