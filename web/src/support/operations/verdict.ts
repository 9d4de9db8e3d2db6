/** What is not well, by what the operations page has read; nothing means that all is well. */
import { isZero } from '../../intl/money';
import type { OperationsView } from '../api/operationsApi';
import type { SupportMessageId } from '../intl/messages';

/** A view this many events behind does not follow any more, or only just. */
const LAG_MAX = 1_000;

/** Everything stored is checked again within this time, by a person or in the background. */
const CHECKED_MS_MAX = 2 * 86_400_000;

type PartId = 'projections' | 'verification' | 'books' | 'reconciliation';

/** Where differences are worked on; every role may see the work. */
export const DIFFERENCES_HREF = '/work?kind=differences';

export interface Concern {
  /** `negative`: something is wrong; `caution`: something was not done. */
  tone: 'negative' | 'caution';
  message: SupportMessageId;
  values?: Record<string, string | number>;
  /** The part of the page that shows it. */
  part: PartId;
  /** The page that does more about it than the part can. */
  href?: string;
}

function ofViews({ projections }: OperationsView): Concern[] {
  return projections.flatMap(({ view, lag, stopped }): Concern[] => {
    const values = { view, n: lag };
    const part = 'projections';
    if (stopped) return [{ tone: 'negative', message: 'support.verdict.stopped', values, part }];
    if (lag <= LAG_MAX) return [];
    return [{ tone: 'caution', message: 'support.verdict.lagging', values, part }];
  });
}

function ofBooks({ sums }: OperationsView): Concern[] {
  const uneven = sums.filter(({ amount }) => !isZero(amount));
  return uneven.map(({ currency }) => ({
    tone: 'negative',
    message: 'support.verdict.uneven',
    values: { currency },
    part: 'books',
  }));
}

function ofVerification({ verification, backgroundCheck }: OperationsView, now: number): Concern[] {
  const part = 'verification';
  const found: Concern[] = [];
  const failures = backgroundCheck?.failures ?? 0;
  const problems = verification?.problems.length ?? 0;
  if (failures > 0) {
    const values = { n: failures };
    found.push({ tone: 'negative', message: 'support.verdict.changed', values, part });
  }
  if (problems > 0) {
    const values = { n: problems };
    found.push({ tone: 'negative', message: 'support.verdict.problems', values, part });
  }
  const times = [verification?.at, backgroundCheck?.roundAt].map((at) => (at ? Date.parse(at) : 0));
  const last = Math.max(...times);
  if (last === 0) {
    found.push({ tone: 'caution', message: 'support.verdict.unchecked', part });
  } else if (now - last > CHECKED_MS_MAX) {
    const values = { n: Math.floor((now - last) / 86_400_000) };
    found.push({ tone: 'caution', message: 'support.verdict.old', values, part });
  }
  return found;
}

function ofReconciliation({ reconciliation }: OperationsView): Concern[] {
  const part = 'reconciliation';
  return reconciliation.flatMap(({ source, differences, problem }): Concern[] => {
    const values = { source, n: differences };
    if (differences > 0) {
      const message = 'support.verdict.differences';
      return [{ tone: 'negative', message, values, part, href: DIFFERENCES_HREF }];
    }
    if (!problem) return [];
    return [{ tone: 'caution', message: 'support.verdict.notCompared', values, part }];
  });
}

/** How many sources had a record to compare: one without agrees with nothing. */
export function comparedOf(reports: readonly OperationsView['reconciliation'][number][]): {
  compared: number;
  sources: number;
} {
  const compared = reports.filter((report) => report.compared > 0).length;
  return { compared, sources: reports.length };
}

export type State = 'well' | 'unproven' | Concern['tone'];

/** What nothing was held against: that nothing was found says little then. */
export function unprovenOf({
  reconciliation,
  verification,
}: OperationsView): 'both' | 'compared' | 'verified' | null {
  const isCompared = comparedOf(reconciliation).compared > 0;
  if (isCompared) return verification ? null : 'verified';
  return verification ? 'compared' : 'both';
}

/** All is well only if that was looked at: outside records compared, everything verified. */
export function stateOf(operations: OperationsView, now: number): State {
  const [worst] = concernsOf(operations, now);
  return worst?.tone ?? (unprovenOf(operations) ? 'unproven' : 'well');
}

/** What is wrong first, then what was not done. */
export function concernsOf(operations: OperationsView, now: number): Concern[] {
  const all = [
    ...ofBooks(operations),
    ...ofViews(operations),
    ...ofVerification(operations, now),
    ...ofReconciliation(operations),
  ];
  return all.toSorted((a, b) => Number(b.tone === 'negative') - Number(a.tone === 'negative'));
}
