import { addAmounts, isZero } from '../../intl/money';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useCompareMomentsQuery } from '../api/replayApi';
import type { Bucket, Comparison } from '../api/types';
import { useSupportText } from '../intl/text';
import { Part } from './EventCard';
import { moneyText, type ReplayWords, shownOf } from './words';

interface CompareCardProps {
  playerId: string;
  a: number;
  b: number;
  currency: string;
  words: ReplayWords;
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

interface BucketPair {
  account: string;
  a: Bucket;
  b: Bucket;
}

/** Each bucket that one of the two has; the other one held nothing there. */
function pairsOf({ a, b }: Comparison): BucketPair[] {
  const accounts = new Set([...a.buckets, ...b.buckets].map((bucket) => bucket.account));
  return [...accounts].flatMap((account) => {
    const first = a.buckets.find((bucket) => bucket.account === account);
    const second = b.buckets.find((bucket) => bucket.account === account);
    const known = first ?? second;
    if (!known) return [];
    const empty = { ...known, amount: '0' };
    return [{ account, a: first ?? empty, b: second ?? empty }];
  });
}

function Balances({
  comparison,
  words,
  at,
}: {
  comparison: Comparison;
  words: ReplayWords;
  at: [number, number];
}) {
  const t = useSupportText();
  const cell = 'tabular py-1.5 ps-3 text-end whitespace-nowrap';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard.
    <section className="overflow-x-auto" aria-label={t('support.state.buckets')} tabIndex={0}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1.5 text-start font-medium">
              {t('support.postings.account')}
            </th>
            <th scope="col" className={classNames(cell, 'font-medium')}>{`A · ${at[0]}`}</th>
            <th scope="col" className={classNames(cell, 'font-medium')}>{`B · ${at[1]}`}</th>
            <th scope="col" className={classNames(cell, 'font-medium')}>
              {t('support.compare.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairsOf(comparison).map(({ account, a, b }) => {
            const change = addAmounts(b.amount, negated(a.amount));
            return (
              <tr key={account} className="border-b border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {words.account(account)}
                </th>
                <td className={cell}>{moneyText(a)}</td>
                <td className={cell}>{moneyText(b)}</td>
                <td
                  className={classNames(
                    cell,
                    isZero(change) ? 'text-muted' : 'font-semibold',
                    !isZero(change) && !change.startsWith('-') && 'text-positive',
                  )}
                >
                  {isZero(change) ? '—' : moneyText({ ...b, amount: change }, true)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The pinned position (A) next to the present one (B): what differs, and where money went. */
export function CompareCard({ playerId, a, b, currency, words }: CompareCardProps) {
  const t = useSupportText();
  const { data, error, refetch, isFetching } = useCompareMomentsQuery({ id: playerId, a, b });
  const rest = shownOf(data?.diff ?? []).filter((change) => !change.path.startsWith('buckets.'));
  return (
    <Card aria-busy={isFetching}>
      <h2 className="mb-3 text-lg font-semibold">{t('support.compare.title', { a, b })}</h2>
      {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!error && !data && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          <Balances comparison={data} words={words} at={[a, b]} />
          <Part title={t('support.compare.flows')}>
            {data.flows.length === 0 ? (
              <p className="text-sm text-muted">{t('support.compare.noFlows')}</p>
            ) : (
              <ul className="flex flex-wrap gap-2 text-sm">
                {data.flows.map((flow) => (
                  <li
                    key={`${flow.account} ${flow.currency}`}
                    className="rounded-full bg-sunken px-3 py-1"
                  >
                    {words.account(flow.account)}{' '}
                    <strong className="tabular">{moneyText(flow, true)}</strong>
                  </li>
                ))}
              </ul>
            )}
          </Part>
          {rest.length > 0 && (
            <Part title={t('support.compare.others')}>
              <ul className="space-y-1 text-sm">
                {rest.map((change) => (
                  <li key={change.path}>
                    <span className="font-medium">{words.subject(change)}</span>{' '}
                    <span className="tabular text-muted">
                      {words.changed(change, 'before', currency)} →{' '}
                      {words.changed(change, 'after', currency)}
                    </span>
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
    </Card>
  );
}
