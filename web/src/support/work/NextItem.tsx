import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import type { WorkItem } from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { WORK_ICONS } from '../side/OpenWork';
import { Facts } from './Facts';
import { useDetail } from './useDetail';

/**
 * Next to a list from which nothing is chosen: the one to begin with. It is not opened by itself, as
 * each reading of a player's data is recorded.
 */
export function NextItem({ item, others }: { item: WorkItem; others: number }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const detail = useDetail()(item);
  const { kind, id, player, amount, currency, since, reason } = item;
  const why = reason ? nameOf('support.work.reason', reason) : detail;
  return (
    <div className="p-6 @2xl:p-8">
      <div className="flex items-start gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-caution-soft text-caution">
          <Icon name={WORK_ICONS[kind]} size={24} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{t('support.work.next')}</p>
          <p className="text-lg leading-snug font-semibold">{t(`support.work.one.${kind}`)}</p>
        </div>
        <Age since={since} />
      </div>
      {amount && currency && (
        <p className="tabular mt-6 text-5xl leading-tight font-bold whitespace-nowrap">
          {moneyText({ amount, currency })}
        </p>
      )}
      <div className="mt-5 border-y border-line">
        <Facts
          facts={[
            [t('support.work.player'), player.name],
            [t('support.work.since'), formatMoment(since).slice(0, 16)],
            ...(why ? [[t('support.work.why'), why] as const] : []),
            [t('support.work.opening'), t('support.work.openingRecords')],
          ]}
        />
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Link href={`/work/${kind}/${id}`} className={`${linkButton()} min-w-56`}>
          {t('support.work.begin')}
        </Link>
        {others > 0 && (
          <p className="text-sm text-muted">{t('support.work.thenMore', { n: others })}</p>
        )}
      </div>
    </div>
  );
}
