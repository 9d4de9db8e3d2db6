import { useSyncExternalStore } from 'react';

/** Room for three columns, as the `xl` of the styles. */
const WIDE = '(min-width: 80rem)';

const subscribe = (notify: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
