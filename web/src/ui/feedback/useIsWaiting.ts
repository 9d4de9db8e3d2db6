import { useEffect, useState } from 'react';
import { isProblem } from '../../api/transport/problem';

/** Whether the wait that a refusal has asked for still runs: until then no try can succeed. */
export function useIsWaiting(error: unknown): boolean {
  const retryAt = isProblem(error) ? error.retryAt : undefined;
  const [over, setOver] = useState<number>();
  useEffect(() => {
    if (retryAt === undefined) return;
    const timer = setTimeout(() => setOver(retryAt), Math.max(0, retryAt - Date.now()));
    return () => clearTimeout(timer);
  }, [retryAt]);
  return retryAt !== undefined && retryAt !== over;
}
