import { useText } from '../../../intl/text';
import { Money } from '../../../ui/display/Money';
import type { Point } from './months';

const [WIDTH, HEIGHT] = [600, 120];
/** The line stays whole where it is at the top, and the dots at both ends. */
const ROOM = 8;

interface BalanceCurveProps {
  points: readonly Point[];
  /** How much of the month has passed, from 0 to 1. */
  end: number;
  /** The balance at the upper edge; nothing is at the lower one. */
  highest: string;
  currency: string;
}

/** A month's balance as steps, with a dot for each day that moved it, up to today. */
export function BalanceCurve({ points, end, highest, currency }: BalanceCurveProps) {
  const t = useText();
  const left = (x: number) => Math.round(ROOM + x * (WIDTH - 2 * ROOM));
  const top = (y: number) => Math.round(HEIGHT - ROOM - y * (HEIGHT - 2 * ROOM));
  const [first, ...days] = points;
  if (!first) return null;
  const last = days.at(-1) ?? first;
  const now = { x: Math.max(end, last.x), y: last.y };
  const line = [
    `M${left(first.x)} ${top(first.y)}`,
    ...days.map(({ x, y }) => `H${left(x)}V${top(y)}`),
    `H${left(now.x)}`,
  ].join('');
  return (
    <div className="relative pt-5">
      <p
        aria-hidden="true"
        className="absolute inset-x-0 top-0 flex justify-between text-xs text-muted"
      >
        <span>{t('statement.balance')}</span>
        <Money amount={highest} currency={currency} />
      </p>
      <svg
        role="img"
        aria-label={t('statement.month.curve')}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full text-accent lg:h-28"
      >
        <path
          d={`M0 ${top(1)}H${WIDTH}M0 ${top(0)}H${WIDTH}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`${line}V${top(0)}H${left(0)}Z`}
          fill="color-mix(in srgb, currentColor 14%, transparent)"
        />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
        {/* Dots as ends of lines without length: they stay round in a stretched drawing. */}
        <path
          d={days.map(({ x, y }) => `M${left(x)} ${top(y)}h0`).join('')}
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${left(now.x)} ${top(now.y)}h0`}
          className="stroke-gold"
          strokeWidth="11"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
