/** Choices of the person at this device: language, appearance, hidden amounts. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isFlag, isText, readJson, writeJson } from './storage';

/** The product's own names of its languages; `la` is Lao, as in its storage and addresses. */
export type Locale = 'th' | 'la' | 'en';
export type Theme = 'system' | 'light' | 'dark';

export interface PreferencesState {
  /** `null` until the player has chosen: then the deployment's default counts. */
  locale: Locale | null;
  defaultLocale: Locale;
  theme: Theme;
  balanceHidden: boolean;
}

export function isLocale(value: unknown): value is Locale {
  return value === 'th' || value === 'la' || value === 'en';
}

function loadPreferences(): PreferencesState {
  const theme = readJson(localStorage, 'wallet.theme', isText);
  const known = readJson(localStorage, 'wallet.defaultLocale', isLocale);
  return {
    locale: readJson(localStorage, 'wallet.locale', isLocale),
    defaultLocale: known ?? 'th',
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    balanceHidden: readJson(localStorage, 'wallet.balanceHidden', isFlag) ?? false,
  };
}

const slice = createSlice({
  name: 'preferences',
  initialState: loadPreferences,
  reducers: {
    localeChosen(state, action: PayloadAction<Locale>) {
      state.locale = action.payload;
    },
    defaultLocaleKnown(state, action: PayloadAction<Locale>) {
      state.defaultLocale = action.payload;
    },
    themeChosen(state, action: PayloadAction<Theme>) {
      state.theme = action.payload;
    },
    balanceVisibilityToggled(state) {
      state.balanceHidden = !state.balanceHidden;
    },
  },
});

export function savePreferences(state: PreferencesState): void {
  if (state.locale) writeJson(localStorage, 'wallet.locale', state.locale);
  writeJson(localStorage, 'wallet.defaultLocale', state.defaultLocale);
  writeJson(localStorage, 'wallet.theme', state.theme);
  writeJson(localStorage, 'wallet.balanceHidden', state.balanceHidden);
}

export function selectLocale(state: { preferences: PreferencesState }): Locale {
  return state.preferences.locale ?? state.preferences.defaultLocale;
}

export const { localeChosen, defaultLocaleKnown, themeChosen, balanceVisibilityToggled } =
  slice.actions;
export const preferencesReducer = slice.reducer;
