import { type PointerEvent, useState } from 'react';
import { addAmounts } from '../../intl/money';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { moneyText } from '../replay/words';
import { shownDay } from '../ui/days';
import { barsOf, CHART } from './figures';

const TINTS = { positive: 'fill-positive', gold: 'fill-gold' } as const;

interface DayChartProps {
  title: string;
  tint: keyof typeof TINTS;
  days: readonly string[];
  /** One for each day. */
  amounts: readonly string[];
  currency: string;
}

/** A bar for each day; the table below has the same amounts for anyone who cannot see the bars. */
export function DayChart({ title, tint, days, amounts, currency }: DayChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * days.length);
    setChosen(Math.min(days.length - 1, Math.max(0, at)));
  };
  const amount = chosen === null ? addAmounts(...amounts) : (amounts[chosen] ?? '0');
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <Card className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <p className="tabular text-sm text-muted">
          {chosen === null ? '' : shownDay(days[chosen] ?? '')}
        </p>
      </div>
      <p className="tabular text-2xl leading-tight font-bold whitespace-nowrap">
        {moneyText({ amount, currency })}
      </p>
      <div
        className="mt-3 h-28 touch-pan-y border-b border-line max-sm:mt-2 max-sm:h-14"
        onPointerMove={onPointer}
        onPointerLeave={() => setChosen(null)}
      >
        <svg
          viewBox={`0 0 ${CHART.width} ${CHART.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-full w-full"
        >
          {barsOf(amounts).map(({ at, ...bar }) => (
            <rect
              key={at}
              {...bar}
              className={classNames(TINTS[tint], chosen !== null && chosen !== at && 'opacity-45')}
            />
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="tabular mt-1 flex justify-between text-xs text-muted">
        <span>{shownDay(first)}</span>
        <span>{shownDay(last)}</span>
      </p>
    </Card>
  );
}
