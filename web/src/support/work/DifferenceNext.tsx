import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import type { Difference } from '../api/differencesApi';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';

interface DifferenceNextProps {
  item: Difference;
  href: string;
  others: number;
}

/** Next to a list from which nothing is chosen: the one to begin with. */
export function DifferenceNext({ item, href, others }: DifferenceNextProps) {
  const t = useSupportText();
  const sourceName = useSourceName();
  const { kind, source, player, amount, currency, foundAt } = item;
  const label = 'text-sm text-muted';
  const fact = 'max-@xl:mb-3 [overflow-wrap:anywhere]';
  return (
    <>
      <div className="flex items-start gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-caution-soft text-caution">
          <Icon name="warning" size={24} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{t('support.work.next')}</p>
          <p className="text-lg leading-snug font-semibold">
            {t(`support.difference.kind.${kind}`)}
          </p>
        </div>
      </div>
      {amount && currency && (
        <p className="tabular mt-6 text-5xl leading-tight font-bold whitespace-nowrap">
          {moneyText({ amount, currency })}
        </p>
      )}
      <dl className="mt-5 grid gap-x-6 border-t border-line pt-4 @xl:grid-cols-[auto_minmax(0,1fr)] @xl:gap-y-3">
        {player && (
          <>
            <dt className={label}>{t('support.work.player')}</dt>
            <dd className={`${fact} font-semibold`}>{player.name || player.id}</dd>
          </>
        )}
        <dt className={label}>{t('support.difference.source')}</dt>
        <dd className={fact}>{sourceName(source)}</dd>
        <dt className={label}>{t('support.work.since')}</dt>
        <dd className={`${fact} tabular flex flex-wrap items-baseline gap-x-3`}>
          {formatMoment(foundAt).slice(0, 16)}
          <Age since={foundAt} />
        </dd>
      </dl>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Link href={href} className={`${linkButton()} min-w-56`}>
          {t('support.work.begin')}
        </Link>
        {others > 0 && (
          <p className="text-sm text-muted">{t('support.work.thenMore', { n: others })}</p>
        )}
      </div>
    </>
  );
}
