import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import type { WorkItem } from '../api/workApi';
import { useReason, useSupportText } from '../intl/text';
import { Age } from '../side/Age';
import { useAmountText, WORK_ICONS } from '../side/OpenWork';
import { useDetail } from './useDetail';

/**
 * Next to a list from which nothing is chosen: the one to begin with. It is not opened by itself, as
 * each reading of a player's data is recorded.
 */
export function NextItem({ item, others }: { item: WorkItem; others: number }) {
  const t = useSupportText();
  const reasonOf = useReason();
  const detail = useDetail()(item);
  const amountText = useAmountText();
  const { kind, id, player, amount, currency, since, reason } = item;
  const label = 'text-sm text-muted';
  const fact = 'max-@xl:mb-3 [overflow-wrap:anywhere]';
  const why = reason ? reasonOf(reason) : detail;
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
      </div>
      {amount && currency && (
        <p className="tabular mt-6 text-5xl leading-tight font-bold [overflow-wrap:anywhere]">
          {amountText({ amount, currency }, item)}
        </p>
      )}
      <dl className="mt-5 grid gap-x-6 border-t border-line pt-4 @xl:grid-cols-[auto_minmax(0,1fr)] @xl:gap-y-3">
        <dt className={label}>{t('support.work.player')}</dt>
        <dd className={`${fact} font-semibold`}>{player.name}</dd>
        <dt className={label}>{t('support.work.since')}</dt>
        <dd className={`${fact} tabular flex flex-wrap items-baseline gap-x-3`}>
          {formatMoment(since).slice(0, 16)}
          <Age since={since} />
        </dd>
        {why && (
          <>
            <dt className={label}>{t('support.work.why')}</dt>
            <dd className={fact}>{why}</dd>
          </>
        )}
        <dt className={label}>{t('support.work.opening')}</dt>
        <dd className={fact}>{t('support.work.openingRecords')}</dd>
      </dl>
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
