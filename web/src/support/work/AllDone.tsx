import { Link } from 'wouter';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import type { WorkCounts } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { LISTS, type List } from './lists';

/** A list that is done, and where else something waits. */
export function AllDone({ kind, counts }: { kind: List; counts: WorkCounts | undefined }) {
  const t = useSupportText();
  const next = LISTS.find((each) => each !== kind && (counts?.[each] ?? 0) > 0);
  return (
    <div className="flex flex-col items-center px-6 py-8 text-center">
      <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-positive-soft text-positive">
        <Icon name="check" size={24} />
      </span>
      <p className="text-lg font-semibold">{t('support.work.allDone')}</p>
      <p className="mt-1 max-w-xs text-balance text-muted">{t('support.work.allDoneLead')}</p>
      {next && (
        <Link href={`/work?kind=${next}`} className={`${linkButton('secondary')} mt-4`}>
          {t('support.work.elsewhere', {
            n: counts?.[next] ?? 0,
            list: t(`support.work.list.${next}`),
          })}
        </Link>
      )}
    </div>
  );
}
