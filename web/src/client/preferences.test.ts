// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createAppStore } from '../app/store';
import { followTabs } from '../app/tabs';
import { dialogOpened } from '../ui/dialog/dialog';
import { AGREEMENT_KEY, acceptAgreement } from './agreement';
import { balanceVisibilityToggled, localeChosen, themeChosen } from './preferences';

/** The event that the browser sends to the other tabs after one has written. */
function notifyOtherTabs(key: string) {
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}

describe('the choices of a person', () => {
  it('are written one by one: another tab may know better about the rest', () => {
    const one = createAppStore();
    const other = createAppStore();
    one.dispatch(balanceVisibilityToggled());
    other.dispatch(themeChosen('dark'));
    expect(createAppStore().getState().preferences).toMatchObject({
      balanceHidden: true,
      theme: 'dark',
    });
  });

  it('reach the other tabs at once', () => {
    const one = createAppStore();
    const other = createAppStore();
    const leave = followTabs(other);
    one.dispatch(balanceVisibilityToggled());
    notifyOtherTabs('wallet.balanceHidden');
    one.dispatch(localeChosen('la'));
    notifyOtherTabs('wallet.locale');
    expect(other.getState().preferences).toMatchObject({ balanceHidden: true, locale: 'la' });
    leave();
  });
});

describe('the agreement', () => {
  it('is not asked for any more where another tab has accepted it', () => {
    const store = createAppStore();
    const leave = followTabs(store);
    store.dispatch(dialogOpened({ name: 'agreement', props: {} }));
    acceptAgreement();
    notifyOtherTabs(AGREEMENT_KEY);
    expect(store.getState().dialog.stack).toEqual([]);
    leave();
  });
});
