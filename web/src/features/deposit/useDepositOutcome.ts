import { useEffect, useState } from 'react';
import { useGetStatementQuery } from '../../api/statementApi';
import type { StatementLine } from '../../api/types';

const LINES_WATCHED = 10;
/** The socket reports changes at once; this interval applies when it cannot connect. */
const LOOK_AGAIN_MS = 4_000;

/** The statement line of a deposit, read again and again until it has ended; null before it is. */
export function useDepositLine(id: string | null): StatementLine | null {
  const [ended, setEnded] = useState<string | null>(null);
  const isOver = id !== null && ended === id;
  const { data } = useGetStatementQuery(
    { page: 1, limit: LINES_WATCHED },
    {
      skip: id === null,
      pollingInterval: isOver ? 0 : LOOK_AGAIN_MS,
      skipPollingIfUnfocused: true,
    },
  );
  const line = (id !== null && data?.statements.find((item) => item.id === id)) || null;
  useEffect(() => {
    if (line && line.status !== 'PENDING') setEnded(line.id);
  }, [line]);
  return line;
}

/** Becomes true when something has been open for that long. */
export function useIsSlow(isOpen: boolean, patienceMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    setIsSlow(false);
    if (!isOpen) return;
    const timer = setTimeout(() => setIsSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isOpen, patienceMs]);
  return isSlow && isOpen;
}
