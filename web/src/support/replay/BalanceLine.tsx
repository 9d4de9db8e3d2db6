import { useMemo } from 'react';
import type { SeriesPoint } from '../api/types';
import { drawLine, LINE, shareOf } from './line';

interface BalanceLineProps {
  points: readonly SeriesPoint[];
  total: number;
  at: number;
  pin: number | null;
}

/** Decoration above the slider; the state lists the amounts themselves. */
export function BalanceLine({ points, total, at, pin }: BalanceLineProps) {
  const { line, area } = useMemo(() => drawLine(points, total), [points, total]);
  const x = (sequence: number) => LINE.width * shareOf(sequence, total);
  return (
    <svg
      viewBox={`0 0 ${LINE.width} ${LINE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-16 w-full overflow-visible"
    >
      <path d={area} className="fill-accent-soft" />
      <path
        d={line}
        fill="none"
        className="stroke-accent"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
      {pin !== null && (
        <line
          x1={x(pin)}
          x2={x(pin)}
          y1={0}
          y2={LINE.height}
          className="stroke-caution"
          strokeWidth={2}
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <line
        x1={x(at)}
        x2={x(at)}
        y1={0}
        y2={LINE.height}
        className="stroke-ink"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
