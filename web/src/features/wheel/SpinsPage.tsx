import { useEffect } from 'react';
import { Link } from 'wouter';
import { useGetWheelSetupQuery } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { FairSummary } from './FairSummary';
import { rememberPromises } from './promises';
import { SeedCard } from './SeedCard';
import { SpinsCard } from './SpinsCard';
import { useSpinList } from './useSpinList';

/** Every spin, computed again on the device, so that nobody has to trust the house. */
export default function SpinsPage() {
  const t = useText();
  useTitle(t('spins.title'));
  const { data, error, isFetching, refetch } = useGetWheelSetupQuery();
  const fair = data?.fair;
  const spins = useSpinList();
  const shown = spins.list.data?.spins;
  useEffect(() => {
    if (fair) rememberPromises(fair);
  }, [fair]);
  return (
    <div className="mx-auto max-w-xl space-y-4 lg:max-w-none">
      <div>
        <Link
          href="/user/home"
          className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium text-accent hover:bg-accent-soft"
        >
          <Icon name="chevronLeft" size={20} />
          {t('nav.home')}
        </Link>
        <h1 className="text-2xl font-bold">{t('spins.title')}</h1>
        <p className="text-muted">{t('spins.intro')}</p>
      </div>
      {shown ? (
        <FairSummary verdicts={shown.map(({ id }) => spins.verdicts.get(id))} />
      ) : (
        !spins.list.error && <Skeleton className="h-36 w-full rounded-card" />
      )}
      <div className="space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0">
        {fair ? (
          <SeedCard fair={fair} />
        ) : error ? (
          <Card>
            <ProblemState error={error} busy={isFetching} onRetry={refetch} />
          </Card>
        ) : data ? null : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton className="h-142 w-full rounded-card sm:h-96" />
          </div>
        )}
        <SpinsCard {...spins} />
      </div>
    </div>
  );
}
