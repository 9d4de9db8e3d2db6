import { Link } from 'wouter';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import type { WorkItem } from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { WORK_ICONS } from '../side/OpenWork';
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
  return (
    <div className="p-8">
      <p className="text-sm font-medium text-muted">{t('support.work.next')}</p>
      <div className="mt-5 max-w-lg">
        <p className="flex items-center gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-caution-soft text-caution">
            <Icon name={WORK_ICONS[kind]} size={20} />
          </span>
          <span className="min-w-0 font-semibold">{t(`support.work.one.${kind}`)}</span>
          <span className="text-muted">·</span>
          <Age since={since} />
        </p>
        {amount && currency && (
          <p className="tabular mt-5 text-4xl leading-tight font-bold whitespace-nowrap">
            {moneyText({ amount, currency })}
          </p>
        )}
        <p className={amount ? 'mt-1 text-lg' : 'mt-5 text-2xl font-bold'}>{player.name}</p>
        {(reason || detail) && (
          <p className="mt-1 text-muted">
            {reason ? nameOf('support.work.reason', reason) : detail}
          </p>
        )}
        <Link href={`/work/${kind}/${id}`} className={`${linkButton()} mt-6 min-w-56`}>
          {t('support.work.begin')}
        </Link>
      </div>
      {others > 0 && (
        <p className="mt-3 text-sm text-muted">{t('support.work.thenMore', { n: others })}</p>
      )}
    </div>
  );
}
