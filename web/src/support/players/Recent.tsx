import { Link } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useListRecentQuery } from '../api/playersApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';

/** Whom the caller has opened last, while nobody is searched for. */
export function Recent() {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useListRecentQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const isEmpty = data?.players.length === 0;
  return (
    <Card flush className="overflow-hidden">
      {!isEmpty && (
        <div className="flex flex-wrap items-baseline gap-x-3 px-5 pt-4 pb-2">
          <h2 className="font-semibold">{t('support.recent.title')}</h2>
          <p className="text-sm text-muted">{t('support.recent.hint')}</p>
        </div>
      )}
      {error && !data && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <SkeletonRows rows={4} label={t('common.loading')} />}
      {isEmpty && (
        <EmptyState icon="search" title={t('support.recent.none')}>
          {t('support.recent.noneHint')}
        </EmptyState>
      )}
      {data && data.players.length > 0 && (
        <ul aria-label={t('support.recent.title')} className="divide-y divide-line">
          {data.players.map(({ id, name, username, isActive, openedAt }) => (
            <li key={id}>
              <Link
                href={`/players/${id}`}
                state={{ name }}
                className="flex min-h-16 items-center gap-4 px-5 py-2.5 hover:bg-accent-soft focus-visible:-outline-offset-2"
              >
                <Initials name={name} className="size-10" />
                <span className="min-w-0 flex-1">
                  <span className="block leading-snug font-medium">{name}</span>
                  <span className="tabular block text-sm text-muted">{formatPhone(username)}</span>
                </span>
                <Chip tone={isActive ? 'positive' : 'negative'}>
                  {t(isActive ? 'support.player.active' : 'support.player.inactive')}
                </Chip>
                <time
                  dateTime={openedAt}
                  className="tabular w-48 text-end text-sm text-muted max-sm:hidden"
                >
                  {t('support.recent.opened', { at: formatMoment(openedAt).slice(0, 16) })}
                </time>
                <Icon name="chevronRight" size={20} className="shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
