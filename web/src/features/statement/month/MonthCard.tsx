import { useState } from 'react';
import { type StatementSummary, useGetSummaryQuery } from '../../../api/statementApi';
import { formatDay } from '../../../intl/moment';
import { addAmounts, compareAmounts, isZero } from '../../../intl/money';
import { useText } from '../../../intl/text';
import { Card } from '../../../ui/display/Card';
import { Icon } from '../../../ui/display/Icon';
import { IconButton } from '../../../ui/display/IconButton';
import { Money } from '../../../ui/display/Money';
import { useIsDesktop } from '../../../ui/display/useIsDesktop';
import { Skeleton } from '../../../ui/feedback/Skeleton';
import type { Days } from '../days';
import { BalanceCurve } from './BalanceCurve';
import { curveOf, daysOfMonth, highestOf, monthLater, monthName, monthOf } from './months';

interface MonthCardProps {
  days: Days;
  onChange: (days: Days) => void;
}

/** A month in figures: what came in, what went out, and how the balance went. */
export function MonthCard({ days, onChange }: MonthCardProps) {
  const t = useText();
  const isDesktop = useIsDesktop();
  const [isOpened, setIsOpened] = useState(false);
  const thisMonth = monthOf({ from: null, to: null }, Date.now());
  const month = monthOf(days, Date.now());
  const { currentData: summary, error } = useGetSummaryQuery(month);
  // The lines say what has happened; the page can do without its sums.
  if (error && !summary) return null;
  const isOpen = isOpened || isDesktop;
  const name = monthName(month, t);
  return (
    <Card flush className="no-print overflow-hidden" aria-label={t('statement.month')}>
      <div className="flex items-center gap-1 p-1.5 lg:px-3">
        <IconButton
          icon="chevronLeft"
          label={t('statement.month.earlier')}
          onClick={() => onChange(daysOfMonth(monthLater(month, -1)))}
        />
        <h2 className="min-w-0 truncate text-base font-semibold">{name}</h2>
        <IconButton
          icon="chevronRight"
          label={t('statement.month.later')}
          disabled={month >= thisMonth}
          onClick={() => onChange(daysOfMonth(monthLater(month, 1)))}
        />
        {!isDesktop && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('statement.month.open')}
            onClick={() => setIsOpened(!isOpened)}
            className="ms-auto inline-flex size-11 shrink-0 items-center justify-center rounded-control text-accent"
          >
            <Icon name="chevronDown" size={20} className={isOpen ? 'rotate-180' : ''} />
          </button>
        )}
      </div>
      <div className="grid gap-x-8 px-4 pb-4 lg:grid-cols-2 lg:px-5">
        <Figures summary={summary} isWhole={isOpen} />
        {isOpen && <Curve summary={summary} isNow={month === thisMonth} />}
      </div>
    </Card>
  );
}

/** What the lines of some types have moved; out is below zero. */
function netOf({ sums }: StatementSummary, types: readonly string[]): string {
  const found = sums.filter(({ statementType }) => types.includes(statementType));
  return addAmounts('0', ...found.flatMap((sum) => [sum.movedIn, `-${sum.movedOut}`]));
}

const ROWS = [
  { id: 'statement.month.in', types: ['deposit'] },
  { id: 'statement.month.out', types: ['withdraw'] },
  { id: 'statement.month.games', types: ['transfer'] },
  { id: 'statement.bonus', types: ['bonus', 'finish_bonus'] },
  { id: 'statement.correction', types: ['correction'] },
] as const;

/** So many are in each month, whether anything moved or not; what is rare comes if it moved. */
const USUAL = 4;

/** Deposits and withdrawals at first; the whole also has what else moved, and both ends. */
function Figures({ summary, isWhole }: { summary?: StatementSummary; isWhole: boolean }) {
  const t = useText();
  if (!summary) return <Skeleton className={isWhole ? 'h-28 w-full' : 'h-6 w-full'} />;
  const { currency } = summary;
  const rows = ROWS.map(({ id, types }) => ({ id, amount: netOf(summary, types) }));
  const shown = rows.filter(
    ({ amount }, place) => place < (isWhole ? USUAL : 2) || (isWhole && !isZero(amount)),
  );
  return (
    <dl
      className={
        isWhole
          ? 'grid grid-cols-2 content-start gap-x-4 gap-y-3'
          : 'flex flex-wrap gap-x-6 *:flex *:items-baseline *:gap-2'
      }
    >
      {isWhole && (
        <Figure name={t('statement.month.opening')} amount={summary.opening} {...{ currency }} />
      )}
      {isWhole && (
        <Figure name={t('statement.month.closing')} amount={summary.closing} {...{ currency }} />
      )}
      {shown.map(({ id, amount }) => (
        <Figure key={id} name={t(id)} amount={amount} currency={currency} isMovement />
      ))}
    </dl>
  );
}

interface FigureProps {
  name: string;
  amount: string;
  currency: string;
  isMovement?: boolean;
}

function Figure({ name, amount, currency, isMovement = false }: FigureProps) {
  const sign = compareAmounts(amount, '0') < 0 ? 'out' : 'in';
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-muted">{name}</dt>
      <dd className="text-base font-semibold">
        {isMovement && isZero(amount) ? (
          <span className="text-muted">–</span>
        ) : (
          <Money
            amount={amount.replace('-', '')}
            currency={currency}
            direction={isMovement ? sign : 'none'}
          />
        )}
      </dd>
    </div>
  );
}

function Curve({ summary, isNow }: { summary?: StatementSummary; isNow: boolean }) {
  if (!summary) return <Skeleton className="mt-4 h-34 w-full lg:mt-0 lg:h-38" />;
  const { month } = summary;
  const { to } = daysOfMonth(month);
  const length = Number(to?.slice(8));
  const today = Number(formatDay(new Date().toISOString()).slice(0, 2));
  const [, number] = month.split('-');
  return (
    <div className="mt-4 lg:mt-0">
      <BalanceCurve
        points={curveOf(month, summary)}
        end={isNow ? today / length : 1}
        highest={highestOf(summary)}
        currency={summary.currency}
      />
      <p aria-hidden="true" className="tabular mt-1 flex justify-between text-xs text-muted">
        <span>01/{number}</span>
        <span>
          {String(length).padStart(2, '0')}/{number}
        </span>
      </p>
    </div>
  );
}
