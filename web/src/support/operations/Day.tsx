import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatDay } from '../../intl/moment';
import { addAmounts, isZero } from '../../intl/money';
import { Card } from '../../ui/display/Card';
import { Tabs } from '../../ui/display/Tabs';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { type DayFlow, type OperationsDay, useGetDayQuery } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { HourChart } from './HourChart';

const CHARTS = [
  { part: 'deposits', icon: 'deposit', tint: 'positive' },
  { part: 'withdrawals', icon: 'withdraw', tint: 'gold' },
  { part: 'games', icon: 'game', tint: 'accent' },
] as const;

const NOTHING: DayFlow = {
  today: [],
  todayTotal: '0',
  todayCount: 0,
  yesterday: Array.from({ length: 24 }, () => '0'),
  yesterdayTotal: '0',
  yesterdayCount: 0,
};

interface Figure {
  label: string;
  value: ReactNode;
  before?: string;
}

const count = (n: number) => n.toLocaleString('en');

function FigureRow({ figures }: { figures: Figure[] }) {
  return (
    <Card flush>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line sm:grid-cols-4">
        {figures.map(({ label, value, before }) => (
          <div key={label} className="min-w-0 bg-surface px-5 py-3.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="tabular text-xl font-semibold whitespace-nowrap">{value}</dd>
            {before && <dd className="tabular truncate py-px text-xs text-muted">{before}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface DayProps {
  /** How much work waits for staff. */
  waiting: number;
}

function useFigures(day: OperationsDay, currency: string, { waiting }: DayProps): Figure[] {
  const t = useSupportText();
  const of = day.currencies.find((each) => each.currency === currency);
  const [into, out] = [of?.deposits ?? NOTHING, of?.withdrawals ?? NOTHING];
  const net = (deposits: string, withdrawals: string, withSign: boolean) => {
    const amount = addAmounts(deposits, `-${withdrawals}`);
    return moneyText({ amount, currency }, withSign && !isZero(amount));
  };
  const before = (amount: string) => t('support.day.before', { amount });
  return [
    {
      label: t('support.day.net'),
      value: net(into.todayTotal, out.todayTotal, true),
      before: before(net(into.yesterdayTotal, out.yesterdayTotal, false)),
    },
    {
      label: t('support.day.newMembers'),
      value: count(day.newMembers.today),
      before: before(count(day.newMembers.yesterday)),
    },
    {
      label: t('support.day.active'),
      value: count(day.activePlayers.today),
      before: before(count(day.activePlayers.yesterday)),
    },
    {
      label: t('support.ops.waiting'),
      value: (
        <Link href="/work" className="text-accent underline underline-offset-4">
          {count(waiting)}
        </Link>
      ),
    },
  ];
}

function Shown({ day, ...rest }: DayProps & { day: OperationsDay }) {
  const t = useSupportText();
  const currencies = day.currencies.map(({ currency }) => currency);
  const [chosen, setChosen] = useState('');
  const currency = currencies.find((each) => each === chosen) ?? currencies[0] ?? '';
  const of = day.currencies.find((each) => each.currency === currency);
  const figures = useFigures(day, currency, rest);
  return (
    <section aria-label={t('support.day.title')} className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="flex-1 text-lg font-semibold">
          {t('support.day.title')}
          <span className="tabular ms-2 text-sm font-normal text-muted">{formatDay(day.from)}</span>
        </h2>
        {currencies.length > 1 && (
          <Tabs
            label={t('support.day.currency')}
            tabs={currencies.map((each) => ({ value: each, label: each }))}
            value={currency}
            onChange={setChosen}
          />
        )}
      </div>
      <FigureRow figures={figures} />
      <div className="grid gap-4 lg:grid-cols-3">
        {CHARTS.map(({ part, icon, tint }) => (
          <HourChart
            key={part}
            title={t(`support.day.${part}`)}
            icon={icon}
            tint={tint}
            flow={of?.[part] ?? NOTHING}
            currency={currency}
          />
        ))}
      </div>
    </section>
  );
}

/** Today's figures and charts, next to yesterday's. */
export function Day(props: DayProps) {
  const { data, error, isFetching, refetch } = useGetDayQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (data) return <Shown day={data} {...props} />;
  if (error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  return (
    <div className="space-y-4">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-22 w-full rounded-card max-sm:h-44" />
      <div className="grid gap-4 lg:grid-cols-3">
        {['deposits', 'withdrawals', 'games'].map((each) => (
          <Skeleton key={each} className="h-66 w-full rounded-card max-sm:h-58" />
        ))}
      </div>
    </div>
  );
}
