/** All lines of the shown period, for paper. */
import type { StatementQuery } from '../../../api/statementApi';
import type { StatementLine, StatementPage } from '../../../api/types';

/** For more lines than this there is the PDF file. */
export const PRINT_LINES_MAX = 500;
/** The maximum of lines in one answer. */
const BLOCK = 100;

export interface PrintedLines {
  lines: StatementLine[];
  /** How many lines the period has; more than `lines` if not all are printed. */
  total: number;
}

type ReadPage = (query: StatementQuery) => Promise<StatementPage>;

/** Newest first, each line once, also while new ones arrive. */
export async function readLines(query: StatementQuery, read: ReadPage): Promise<PrintedLines> {
  const lines: StatementLine[] = [];
  let total: number | null = null;
  let cursor: string | null = null;
  do {
    const page: StatementPage = await read({
      ...query,
      page: 1,
      limit: BLOCK,
      ...(cursor && { cursor }),
    });
    total ??= page.total;
    lines.push(...page.statements);
    cursor = page.nextCursor ?? null;
  } while (cursor && lines.length < PRINT_LINES_MAX);
  return { lines: lines.slice(0, PRINT_LINES_MAX), total };
}
