import { dayAndClock, formatMoment, relativeTo } from '../../intl/moment';
import { useText } from '../../intl/text';
import { useNow } from './clock';

interface MomentProps {
  /** RFC 3339, as it came from the server. */
  time: string;
  /**
   * `both` (default) keeps the absolute time visible next to the relative one; `day` is short and
   * says both in one: `Today 17:00`.
   */
  show?: 'both' | 'absolute' | 'relative' | 'day';
  className?: string;
}

function Relative({ time }: { time: string }) {
  const t = useText();
  const { id, n } = relativeTo(time, useNow());
  return <>{t(id, { n })}</>;
}

function Day({ time }: { time: string }) {
  const t = useText();
  const { word, day, clock } = dayAndClock(time, useNow());
  return (
    <span className="tabular whitespace-nowrap">
      {word ? t(word) : day} {clock}
    </span>
  );
}

export function Moment({ time, show = 'both', className }: MomentProps) {
  const absolute = formatMoment(time);
  if (show === 'day') {
    return (
      <time dateTime={time} title={absolute} className={className}>
        <Day time={time} />
      </time>
    );
  }
  return (
    <time dateTime={time} title={absolute} className={className}>
      {show !== 'relative' && <span className="tabular whitespace-nowrap">{absolute}</span>}
      {show === 'both' && <span aria-hidden="true"> · </span>}
      {show !== 'absolute' && (
        <span className="whitespace-nowrap">
          <Relative time={time} />
        </span>
      )}
    </time>
  );
}
