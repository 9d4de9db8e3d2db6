import { Link } from 'wouter';
import { useGetLimitsQuery } from '../../api/limitsApi';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { BreaksCard } from './BreaksCard';
import { DepositLimitsCard } from './DepositLimitsCard';
import { ReminderCard } from './ReminderCard';

const COLUMNS = 'space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0';

/** What players set themselves: deposit limits, breaks, and reminders. */
export default function LimitsPage() {
  const t = useText();
  useTitle(t('limits.title'));
  const { data: limits, error, isFetching, refetch } = useGetLimitsQuery();
  return (
    <div className="mx-auto max-w-xl space-y-4 lg:max-w-none">
      <div>
        <Link
          href="/user/profile"
          className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium text-accent hover:bg-accent-soft lg:hidden"
        >
          <Icon name="chevronLeft" size={20} />
          {t('nav.profile')}
        </Link>
        <h1 className="text-2xl font-bold">{t('limits.title')}</h1>
        <p className="text-muted">{t('limits.intro')}</p>
      </div>
      {limits ? (
        <div className={COLUMNS}>
          <DepositLimitsCard limits={limits} />
          <div className="space-y-4">
            <BreaksCard />
            <ReminderCard limits={limits} />
          </div>
        </div>
      ) : error ? (
        <Card>
          <ProblemState error={error} busy={isFetching} onRetry={refetch} />
        </Card>
      ) : (
        <div role="status" aria-label={t('common.loading')} className={COLUMNS}>
          <Skeleton className="h-96 w-full rounded-card" />
          <div className="space-y-4">
            <Skeleton className="h-56 w-full rounded-card" />
            <Skeleton className="h-40 w-full rounded-card" />
          </div>
        </div>
      )}
    </div>
  );
}
