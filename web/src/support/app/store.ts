/**
 * The console's store. Parts of the portal that it shares (language, appearance, toasts, lookups)
 * find their slices under the usual names; it has no member's session.
 */
import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { walletApi } from '../../api/transport/api';
import { preferencesReducer, savePreferences } from '../../client/preferences';
import type { SessionState } from '../../client/session';
import { toastsReducer } from '../../ui/feedback/toasts';
import { saveStaff, staffReducer } from '../api/session';
import { supportApi } from '../api/supportApi';

const NO_MEMBER: SessionState = {
  current: null,
  remember: false,
  phase: 'none',
  confirmed: false,
  revokedAt: null,
  gone: false,
};

const reducer = combineReducers({
  [walletApi.reducerPath]: walletApi.reducer,
  [supportApi.reducerPath]: supportApi.reducer,
  session: () => NO_MEMBER,
  preferences: preferencesReducer,
  toasts: toastsReducer,
  staff: staffReducer,
});

export type SupportState = ReturnType<typeof reducer>;

/** Saves state in this tab and on this device, and removes it after a log-out. */
const memory: Middleware<Record<never, never>, SupportState> = (store) => (next) => (action) => {
  const before = store.getState();
  const result = next(action);
  const { staff, preferences } = store.getState();
  if (preferences !== before.preferences) savePreferences(preferences);
  if (staff !== before.staff) saveStaff(staff);
  if (before.staff.current && before.staff.current.token !== staff.current?.token) {
    store.dispatch(supportApi.util.resetApiState());
  }
  return result;
};

export function createSupportStore() {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults().prepend(memory).concat(walletApi.middleware, supportApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type SupportStore = ReturnType<typeof createSupportStore>;
export type SupportDispatch = SupportStore['dispatch'];

/** Mirrors the chosen appearance to `<html data-theme>`; `system` leaves it to the device. */
export function followAppearance(store: SupportStore): void {
  const apply = () => {
    const { theme } = store.getState().preferences;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply();
  store.subscribe(apply);
}
