import type { ClientStore } from './hooks';
import type { Theme } from './preferences';

/** `--color-canvas`: the browser's own bars continue the page. */
const CANVAS = { light: '#f4f5f9', dark: '#0f1220' };

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // One for each look of the device: a choice makes them the same.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
    meta.content = CANVAS[theme === 'system' ? own : theme];
  }
}

/** Mirrors the chosen appearance to `<html data-theme>`; `system` leaves it to the device. */
export function followTheme(store: ClientStore): void {
  let applied: Theme | null = null;
  const follow = () => {
    const { theme } = store.getState().preferences;
    if (theme !== applied) apply(theme);
    applied = theme;
  };
  follow();
  store.subscribe(follow);
}
