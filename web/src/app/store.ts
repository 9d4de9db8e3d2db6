/** The one store: server facts live in the api slice, client facts in the others, nothing twice. */
import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  isAnyOf,
} from '@reduxjs/toolkit';
import { walletApi } from '../api/api';
import { forgetPositions } from '../api/position';
import { dialogReducer, dialogsClosed } from './dialog';
import {
  balanceVisibilityToggled,
  defaultLocaleKnown,
  localeChosen,
  preferencesReducer,
  savePreferences,
  themeChosen,
} from './preferences';
import { saveSession, sessionReducer, signedIn, signedOut } from './session';
import { toastsReducer } from './toasts';

const reducer = combineReducers({
  [walletApi.reducerPath]: walletApi.reducer,
  session: sessionReducer,
  preferences: preferencesReducer,
  dialog: dialogReducer,
  toasts: toastsReducer,
});

export type RootState = ReturnType<typeof reducer>;

export function createAppStore() {
  const listener = createListenerMiddleware<RootState>();
  listener.startListening({
    matcher: isAnyOf(signedIn, signedOut),
    effect: (_action, { getState }) => saveSession(getState().session),
  });
  listener.startListening({
    actionCreator: signedOut,
    effect: (_action, { dispatch }) => {
      // The next person at this device must not see a trace of the last one.
      forgetPositions();
      dispatch(dialogsClosed());
      dispatch(walletApi.util.resetApiState());
    },
  });
  listener.startListening({
    matcher: isAnyOf(localeChosen, defaultLocaleKnown, themeChosen, balanceVisibilityToggled),
    effect: (_action, { getState }) => savePreferences(getState().preferences),
  });
  return configureStore({
    reducer,
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(walletApi.middleware),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
