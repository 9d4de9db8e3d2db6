import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { useNow } from '../../ui/display/clock';
import { useSupportText } from '../intl/text';
import { waitedSince } from './waited';

/** How long a piece of work has been waiting; amber once that is long. */
export function Age({ since }: { since: string }) {
  const t = useSupportText();
  const { id, n, isOld } = waitedSince(since, useNow());
  return (
    <time
      dateTime={since}
      title={formatMoment(since)}
      className={classNames(
        'tabular text-xs whitespace-nowrap',
        isOld ? 'font-semibold text-caution' : 'text-muted',
      )}
    >
      {t(id, { n })}
    </time>
  );
}
