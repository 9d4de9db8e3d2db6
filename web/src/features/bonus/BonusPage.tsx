import { useExclusion } from '../../api/limitsApi';
import { useGetActiveGrantQuery, useGetBonusesQuery } from '../../api/rewardApi';
import { useGetWalletQuery } from '../../api/walletApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { ActiveGrantCard } from './ActiveGrantCard';
import { BonusGrid } from './BonusGrid';
import { PromotionSearch } from './PromotionSearch';

/** The bonus page: the active grant, or a code field, and the offers. */
export default function BonusPage() {
  const t = useText();
  useTitle(t('nav.bonus'));
  const exclusion = useExclusion();
  const isGone = useIsServiceGone();
  const bonuses = useGetBonusesQuery();
  const active = useGetActiveGrantQuery();
  const wallet = useGetWalletQuery();
  const currency = wallet.data?.wallet.currency;
  const parts = [bonuses, active, wallet];
  const failed = parts.find(({ error, data }) => error && !data);
  return (
    <div className="space-y-4">
      <div>
        <h1 className="text-2xl font-bold">{t('bonus.bonus')}</h1>
        {!isGone && <p className="text-muted">{t('bonus.lead')}</p>}
      </div>
      {exclusion && <BreakNotice exclusion={exclusion} />}
      {bonuses.data && active.data && currency ? (
        <>
          {active.data.grant ? (
            <ActiveGrantCard
              grant={active.data.grant}
              type={active.data.type}
              currency={currency}
            />
          ) : (
            !isGone && <PromotionSearch currency={currency} />
          )}
          {isGone ? (
            !active.data.grant && (
              <Card flush>
                <EmptyState icon="gift" title={t('closed.noBonus')} />
              </Card>
            )
          ) : (
            <>
              <h2 className="pt-2 text-lg font-semibold">{t('bonus.onOffer')}</h2>
              <BonusGrid bonuses={bonuses.data.bonuses} currency={currency} />
            </>
          )}
        </>
      ) : failed ? (
        <Card>
          <ProblemState
            error={failed.error}
            busy={failed.isFetching}
            onRetry={() => {
              for (const part of parts) if (part.error) part.refetch();
            }}
          />
        </Card>
      ) : (
        <BonusSkeleton />
      )}
    </div>
  );
}

function BonusSkeleton() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')} className="space-y-4">
      <Skeleton className="h-14 rounded-card" />
      <Skeleton className="mt-8 h-7 w-40" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    </div>
  );
}
