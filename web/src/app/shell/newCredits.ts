import type { StatementLine } from '../../api/types';

const isCredit = (line: StatementLine) => line.status === 'SUCCESS' && line.direction === 'in';

/** The lines credited since the last call; none on the first call. */
export function newCredits(
  lines: readonly StatementLine[],
  known: ReadonlySet<string> | null,
): { fresh: StatementLine[]; all: ReadonlySet<string> } {
  const credits = lines.filter(isCredit);
  return {
    fresh: known ? credits.filter(({ id }) => !known.has(id)) : [],
    all: new Set([...(known ?? []), ...credits.map(({ id }) => id)]),
  };
}
