import type { AppStore } from './store';

/** Mirrors the chosen appearance to `<html data-theme>`; `system` leaves it to the device. */
export function followTheme(store: AppStore): void {
  const apply = () => {
    const { theme } = store.getState().preferences;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply();
  store.subscribe(apply);
}
