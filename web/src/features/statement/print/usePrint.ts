import { useEffect, useState } from 'react';
import { readStatement } from '../../../api/statementApi';
import { freshAnswer } from '../../../api/transport/fresh';
import { useAppDispatch, useClientSelector } from '../../../client/hooks';
import { queryOf, type StatementFilter } from '../statementQuery';
import { type PrintedLines, readLines } from './readLines';

export type PrintRun =
  | { kind: 'ready' }
  | { kind: 'reading' }
  /** A warning comes first: not all lines fit, or amounts are hidden on the screen. */
  | { kind: 'asking'; printed: PrintedLines; isHidden: boolean }
  | { kind: 'printing'; printed: PrintedLines }
  | { kind: 'failed'; error: unknown };

const READY: PrintRun = { kind: 'ready' };

/** Reads all lines of the shown period and prints them. */
export function usePrint(filter: StatementFilter) {
  const dispatch = useAppDispatch();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const [run, setRun] = useState<PrintRun>(READY);

  useEffect(() => {
    if (run.kind !== 'printing') return;
    const onDone = () => setRun(READY);
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [run]);

  const print = (printed: PrintedLines) => setRun({ kind: 'printing', printed });
  const start = async () => {
    setRun({ kind: 'reading' });
    try {
      const printed = await readLines(queryOf(filter), (query) =>
        freshAnswer(dispatch(readStatement(query))),
      );
      const hasMore = printed.total > printed.lines.length;
      if (hasMore || isHidden) setRun({ kind: 'asking', printed, isHidden });
      else print(printed);
    } catch (error) {
      setRun({ kind: 'failed', error });
    }
  };
  return { run, start, print, reset: () => setRun(READY) };
}
