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

const keyOf = (field: string) => `wallet.${field}`;

export const PREFERENCE_KEYS: readonly string[] = ['locale', 'theme', 'balanceHidden'].map(keyOf);

function loadPreferences(): PreferencesState {
  const theme = readJson('local', keyOf('theme'), isText);
  const known = readJson('local', keyOf('defaultLocale'), isLocale);
  return {
    locale: readJson('local', keyOf('locale'), isLocale),
    defaultLocale: known ?? 'th',
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    balanceHidden: readJson('local', keyOf('balanceHidden'), isFlag) ?? false,
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
    /** Another tab has written a choice. */
    preferencesReread: loadPreferences,
  },
});

/** Writes what has changed and nothing else: another tab may know better about the rest. */
export function savePreferences(now: PreferencesState, before?: PreferencesState): void {
  for (const field of Object.keys(now) as (keyof PreferencesState)[]) {
    const isNew = now[field] !== null && now[field] !== before?.[field];
    if (isNew) writeJson('local', keyOf(field), now[field]);
  }
}

export function selectLocale(state: { preferences: PreferencesState }): Locale {
  return state.preferences.locale ?? state.preferences.defaultLocale;
}

export const {
  localeChosen,
  defaultLocaleKnown,
  themeChosen,
  balanceVisibilityToggled,
  preferencesReread,
} = slice.actions;
export const preferencesReducer = slice.reducer;
