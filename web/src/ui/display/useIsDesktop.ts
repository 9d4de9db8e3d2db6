import { useSyncExternalStore } from 'react';

/** Room for the menu at the side, as the `lg` of the styles. */
const DESKTOP = '(min-width: 64rem)';

const subscribe = (notify: () => void) => {
  const query = window.matchMedia?.(DESKTOP);
  query?.addEventListener('change', notify);
  return () => query?.removeEventListener('change', notify);
};

export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(DESKTOP).matches ?? false);
}
