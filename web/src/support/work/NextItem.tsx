import { Link } from 'wouter';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { WORK_ICONS } from '../side/OpenWork';

/**
 * Next to a list from which nothing is chosen: the one to begin with. It is not opened by itself, as
 * each reading of a player's data is recorded.
 */
export function NextItem({ item }: { item: WorkItem }) {
  const t = useSupportText();
  const { kind, id, player, amount, currency, since } = item;
  return (
    <div className="m-auto flex flex-col items-center px-6 py-12 text-center">
      <span className="spot mb-6">
        <span>
          <Icon name={WORK_ICONS[kind]} size={36} />
        </span>
      </span>
      <p className="text-sm text-muted">{t('support.work.next')}</p>
      <p className="mt-1 text-xl font-semibold">{player.name}</p>
      <p className="mt-0.5 flex items-baseline gap-3">
        {amount && currency && (
          <span className="tabular text-lg font-semibold">{moneyText({ amount, currency })}</span>
        )}
        <Age since={since} />
      </p>
      <Link href={`/work/${kind}/${id}`} className={`${linkButton()} mt-5`}>
        {t('support.work.begin')}
      </Link>
    </div>
  );
}
