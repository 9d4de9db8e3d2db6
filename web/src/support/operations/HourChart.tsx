import { type PointerEvent, useState } from 'react';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import type { DayFlow } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { barsOf, CHART, HOURS, stepsOf, topOf } from './hours';

const LABELLED = [0, 6, 12, 18, 24];

/** `14:00`. */
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

interface Tint {
  sign: string;
  bar: string;
}

const TINTS = {
  positive: { sign: 'bg-positive-soft text-positive', bar: 'fill-positive' },
  gold: { sign: 'bg-gold-soft text-gold-strong', bar: 'fill-gold' },
  accent: { sign: 'bg-accent-soft text-accent', bar: 'fill-accent' },
} as const satisfies Record<string, Tint>;

interface HourChartProps {
  title: string;
  icon: IconName;
  tint: keyof typeof TINTS;
  flow: DayFlow;
  currency: string;
}

/** The same figures for who cannot see the bars. */
function HourTable({ title, flow, money }: Pick<HourChartProps, 'title' | 'flow'> & Money) {
  const t = useSupportText();
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('support.day.hour')}</th>
          <th scope="col">{t('support.day.today')}</th>
          <th scope="col">{t('support.day.yesterday')}</th>
        </tr>
      </thead>
      <tbody>
        {flow.yesterday.map((before, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
          <tr key={hour}>
            <th scope="row">{clock(hour)}</th>
            <td>{flow.today[hour] === undefined ? '—' : money(flow.today[hour])}</td>
            <td>{money(before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Money {
  money: (amount: string) => string;
}

function Bars({ flow, tint, chosen }: Pick<HourChartProps, 'flow' | 'tint'> & Chosen) {
  const top = topOf(flow.today, flow.yesterday);
  return (
    <svg
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-full w-full"
    >
      {top && <path d={stepsOf(flow.yesterday, top)} className="fill-line" />}
      {top &&
        barsOf(flow.today, top).map(({ hour, ...bar }) => (
          <rect
            key={hour}
            {...bar}
            rx="1.5"
            className={classNames(
              TINTS[tint].bar,
              chosen !== null && chosen !== hour && 'opacity-45',
            )}
          />
        ))}
    </svg>
  );
}

interface Chosen {
  chosen: number | null;
}

/** What moved hour by hour: today as bars, yesterday as a shadow behind them. */
export function HourChart({ title, icon, tint, flow, currency }: HourChartProps) {
  const t = useSupportText();
  const [chosen, setChosen] = useState<number | null>(null);
  const money = (amount: string) => moneyText({ amount, currency });
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const hour = Math.floor(((event.clientX - left) / width) * HOURS);
    setChosen(Math.min(HOURS - 1, Math.max(0, hour)));
  };
  const [today, yesterday] =
    chosen === null
      ? [flow.todayTotal, flow.yesterdayTotal]
      : [flow.today[chosen], flow.yesterday[chosen] ?? '0'];
  return (
    <Card className="min-w-0">
      <div className="flex items-center gap-3">
        <span
          className={classNames(
            'flex size-10 shrink-0 items-center justify-center rounded-full',
            TINTS[tint].sign,
          )}
        >
          <Icon name={icon} size={20} />
        </span>
        <h3 className="min-w-0 flex-1 font-semibold">{title}</h3>
        <p className="tabular text-sm text-muted">
          {chosen === null
            ? t('support.day.count', { n: flow.todayCount })
            : `${clock(chosen)}–${clock(chosen + 1)}`}
        </p>
      </div>
      <p className="tabular mt-3 text-2xl leading-tight font-bold whitespace-nowrap">
        {today === undefined ? '—' : money(today)}
      </p>
      <p className="tabular flex items-center gap-1.5 text-sm whitespace-nowrap text-muted">
        {/* The colour of yesterday's shadow. */}
        <span aria-hidden="true" className="size-2.5 rounded-[3px] bg-line" />
        {t('support.day.before', { amount: money(yesterday) })}
      </p>
      <div
        className="mt-3 h-28 touch-pan-y border-b border-line max-sm:mt-2 max-sm:h-14"
        onPointerMove={onPointer}
        onPointerLeave={() => setChosen(null)}
      >
        <Bars flow={flow} tint={tint} chosen={chosen} />
      </div>
      <p aria-hidden="true" className="tabular mt-1 flex justify-between text-xs text-muted">
        {LABELLED.map((hour) => (
          <span key={hour} className={classNames(hour % 12 !== 0 && 'max-sm:hidden')}>
            {clock(hour)}
          </span>
        ))}
      </p>
      <HourTable title={title} flow={flow} money={money} />
    </Card>
  );
}
