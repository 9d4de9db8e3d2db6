/** All lines of the shown period, for paper. */
import type { StatementQuery } from '../../../api/statementApi';
import type { StatementLine, StatementPage } from '../../../api/types';

/** More than this is a book: the PDF file is made for it. */
export const PRINT_LINES_MAX = 500;
/** As many as one answer may hold. */
const BLOCK = 100;

export interface PrintedLines {
  lines: StatementLine[];
  /** In the period; more than `lines` where it has more than are printed. */
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
