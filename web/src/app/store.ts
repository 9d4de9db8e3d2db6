/** The one store: server facts live in the api slice, client facts in the others, nothing twice. */
import { combineReducers, configureStore, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { balancesForgotten, gameBalancesReducer } from '../api/gameBalances';
import { walletApi } from '../api/transport/api';
import { forgetPositions } from '../api/transport/position';
import { chatReducer } from '../chat/chatState';
import { preferencesReducer, savePreferences } from '../client/preferences';
import { saveSession, sessionReducer, signedIn, signedOut } from '../client/session';
import { dialogReducer, dialogsClosed } from '../ui/dialog/dialog';
import { toastsReducer } from '../ui/feedback/toasts';

const reducer = combineReducers({
  [walletApi.reducerPath]: walletApi.reducer,
  session: sessionReducer,
  preferences: preferencesReducer,
  dialog: dialogReducer,
  toasts: toastsReducer,
  gameBalances: gameBalancesReducer,
  chat: chatReducer,
});

export type RootState = ReturnType<typeof reducer>;

const changesSession = isAnyOf(signedIn, signedOut);

/** Stores on the device what should be remembered, and clears it after a log-out. */
const memory: Middleware<Record<never, never>, RootState> = (store) => (next) => (action) => {
  const before = store.getState();
  const result = next(action);
  const { session, preferences } = store.getState();
  if (changesSession(action)) {
    const isElsewhere = signedOut.match(action) && action.payload === 'elsewhere';
    saveSession(session, before.session, isElsewhere);
  }
  if (preferences !== before.preferences) savePreferences(preferences, before.preferences);
  if (signedOut.match(action)) {
    // The next person at this device must not see anything of the last one.
    forgetPositions();
    store.dispatch(dialogsClosed());
    store.dispatch(balancesForgotten());
    store.dispatch(walletApi.util.resetApiState());
  }
  return result;
};

export function createAppStore() {
  return configureStore({
    reducer,
    middleware: (defaults) => defaults().prepend(memory).concat(walletApi.middleware),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
