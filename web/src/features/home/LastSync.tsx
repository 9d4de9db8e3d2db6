import { useText } from '../../intl/text';
import { Moment } from '../../ui/display/Moment';

/** How recent the balances of the games are; its place is at the button that asks for them again. */
export function LastSync({ time }: { time: string | null }) {
  const t = useText();
  return (
    <p className="shrink-0 text-end text-xs text-on-hero-muted">
      <span className="block">{t('common.lastSync')}</span>
      {time ? (
        <>
          {/* The date would not fit on a small phone. */}
          <Moment time={time} show="relative" className="@md:hidden" />
          <Moment time={time} className="hidden @md:inline" />
        </>
      ) : (
        t('home.neverSynced')
      )}
    </p>
  );
}
