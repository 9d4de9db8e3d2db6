import { useSyncExternalStore } from 'react';

/** Room for three columns, as the `2xl` of the styles. */
const WIDE = '(min-width: 96rem)';

const subscribe = (notify: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
