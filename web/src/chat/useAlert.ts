import { useCallback, useEffect, useRef, useState } from 'react';

export const SHOWN_MS = 4_000;

/** A sentence that disappears by itself: `const [alert, showAlert] = useAlert()`. */
export function useAlert(): [string | null, (text: string) => void] {
  const [alert, setAlert] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showAlert = useCallback((text: string) => {
    clearTimeout(timer.current);
    setAlert(text);
    timer.current = setTimeout(() => setAlert(null), SHOWN_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [alert, showAlert];
}
