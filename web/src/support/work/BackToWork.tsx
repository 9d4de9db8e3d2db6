import { Link } from 'wouter';
import { Icon } from '../../ui/display/Icon';
import type { WorkKind } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { listHref, useSlipFilter } from './slipFilter';

export function BackToWork({ kind }: { kind: WorkKind }) {
  const t = useSupportText();
  const filter = useSlipFilter();
  return (
    <Link
      href={listHref(kind, filter)}
      className="inline-flex min-h-11 items-center gap-1 pe-3 text-sm font-medium text-accent"
    >
      <Icon name="chevronLeft" size={18} />
      {t('support.nav.work')}
    </Link>
  );
}
