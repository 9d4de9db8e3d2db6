import type { CurrentExclusion } from '../../api/types';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Notice } from './Notice';

/** The notice of a current break: its end, and what stays open. */
export function BreakNotice({ exclusion }: { exclusion: CurrentExclusion }) {
  const t = useText();
  return (
    <Notice>
      <p className="font-semibold">
        {exclusion.until
          ? t('limits.break.until', { until: formatMoment(exclusion.until) })
          : t('limits.break.forever')}
      </p>
      <p>{t('limits.break.open')}</p>
    </Notice>
  );
}
