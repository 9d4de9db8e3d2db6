import { useEffect } from 'react';
import { useAppName } from './useAppName';

/** Names the page in the tab and the history: `Statement · Member Wallet`. */
export function useTitle(title: string): void {
  const appName = useAppName();
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
}
