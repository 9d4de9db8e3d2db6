/** The outcome of a command that was still open when its answer came. */
import { useGetStatementQuery } from './statementApi';
import type { CommandAnswer, StatementLine } from './types';

const LINES_WATCHED = 10;
/** The socket reports changes at once; this interval applies when it cannot connect. */
const LOOK_AGAIN_MS = 4_000;

/** The statement line of the command, once it has ended; null before. */
export function useCommandOutcome(answer: CommandAnswer | null): StatementLine | null {
  const isOpen = answer !== null && answer.status === 'PENDING';
  const { data } = useGetStatementQuery(
    { page: 1, limit: LINES_WATCHED },
    { skip: !isOpen, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true },
  );
  if (!isOpen) return null;
  const line = data?.statements.find((statement) => statement.id === answer.id);
  return line && line.status !== 'PENDING' ? line : null;
}
