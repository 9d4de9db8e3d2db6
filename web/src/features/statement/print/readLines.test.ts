import { describe, expect, it } from 'vitest';
import type { StatementQuery } from '../../../api/statementApi';
import type { StatementLine, StatementPage } from '../../../api/types';
import { PRINT_LINES_MAX, readLines } from './readLines';

/** A server with so many lines, newest first, whose cursor is the next line's place. */
function server(count: number) {
  const asked: StatementQuery[] = [];
  const read = async (query: StatementQuery): Promise<StatementPage> => {
    asked.push(query);
    const start = Number(query.cursor ?? 0);
    const end = Math.min(count, start + query.limit);
    const statements = Array.from(
      { length: end - start },
      (_, at) => ({ id: String(start + at) }) as StatementLine,
    );
    return { asOf: '1', statements, total: count, nextCursor: end < count ? String(end) : null };
  };
  return { asked, read };
}

describe('the lines that are printed', () => {
  it('are all of the shown period, not only those of the shown page', async () => {
    const { asked, read } = server(230);
    const shown = { page: 7, limit: 10, type: ['deposit' as const], from: '2026-11-01T00:00:00Z' };
    const { lines, total } = await readLines(shown, read);
    expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, at) => String(at)));
    expect(total).toBe(230);
    expect(asked.map(({ page, cursor }) => [page, cursor])).toEqual([
      [1, undefined],
      [1, '100'],
      [1, '200'],
    ]);
    for (const { type, from } of asked)
      expect({ type, from }).toMatchObject({ type: ['deposit'], from: shown.from });
  });

  it('end at the bound, and the whole number stays known', async () => {
    const { asked, read } = server(812);
    const { lines, total } = await readLines({ page: 1, limit: 10 }, read);
    expect([lines.length, total]).toEqual([PRINT_LINES_MAX, 812]);
    expect(asked).toHaveLength(PRINT_LINES_MAX / 100);
  });

  it('may be none', async () => {
    const { read } = server(0);
    expect(await readLines({ page: 1, limit: 10 }, read)).toEqual({ lines: [], total: 0 });
  });
});
