import { useText } from '../../../intl/text';
import type { Point } from './months';

const [WIDTH, HEIGHT] = [600, 120];
/** The line stays whole where it is at the top. */
const ROOM = 4;

/** A month's balance as steps; `end` is how much of the month has passed, from 0 to 1. */
export function BalanceCurve({ points, end }: { points: readonly Point[]; end: number }) {
  const t = useText();
  const left = (x: number) => Math.round(x * WIDTH);
  const top = (y: number) => Math.round(HEIGHT - ROOM - y * (HEIGHT - 2 * ROOM));
  const [first, ...steps] = points;
  if (!first) return null;
  const last = steps.at(-1) ?? first;
  const line = [
    `M0 ${top(first.y)}`,
    ...steps.map(({ x, y }) => `H${left(x)}V${top(y)}`),
    `H${left(Math.max(end, last.x))}`,
  ].join('');
  return (
    <svg
      role="img"
      aria-label={t('statement.month.curve')}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-24 w-full text-accent lg:h-28"
    >
      <path d={`${line}V${HEIGHT}H0Z`} fill="color-mix(in srgb, currentColor 14%, transparent)" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
