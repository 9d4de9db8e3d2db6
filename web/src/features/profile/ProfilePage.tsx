import { Link, useLocation } from 'wouter';
import { useGetProfileQuery } from '../../api/accountApi';
import { useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { BankCard } from './BankCard';
import { MemberCard, MemberNumber, SafetyCard } from './MemberCards';

interface PageLinkProps {
  /** Where it leads, or what it does. */
  href?: string;
  onPress?: () => void;
  icon: IconName;
  title: string;
  lead?: string;
  /** It ends the stay here. */
  isEnd?: boolean;
}

const LINK =
  'flex min-h-16 w-full items-center gap-4 px-5 py-3.5 text-start first:rounded-t-card last:rounded-b-card hover:bg-accent-soft';

/** The way to what is not in the menu of a phone. */
function PageLink({ href, onPress, icon, title, lead, isEnd = false }: PageLinkProps) {
  const content = (
    <>
      <span
        className={classNames(
          'flex size-11 shrink-0 items-center justify-center rounded-full',
          isEnd ? 'bg-negative-soft text-negative' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon name={icon} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={classNames('block font-semibold', isEnd && 'text-negative')}>{title}</span>
        {lead && <span className="block text-sm text-muted">{lead}</span>}
      </span>
      {!isEnd && <Icon name="chevronRight" size={20} className="shrink-0 text-muted" />}
    </>
  );
  return href ? (
    <Link href={href} className={LINK}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={onPress} className={LINK}>
      {content}
    </button>
  );
}

export default function ProfilePage() {
  const t = useText();
  useTitle(t('nav.profile'));
  const [, navigate] = useLocation();
  // The public area ends the session itself, so that there is one way to log out.
  const logOut = () => navigate('/login', { replace: true });
  const { data, error, isFetching, refetch } = useGetProfileQuery();
  // Whether a PIN is missing decides how high its card is.
  const isComing = useGetWithdrawLimitsQuery().isLoading || (!data && !error);
  return (
    <div className="mx-auto max-w-xl space-y-4 lg:max-w-none">
      <h1 className="text-2xl font-bold">{t('nav.profile')}</h1>
      {isComing && (
        <div
          role="status"
          aria-label={t('common.loading')}
          className="space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0"
        >
          <Skeleton className="h-72 w-full rounded-card" />
          <Skeleton className="h-56 w-full rounded-card" />
        </div>
      )}
      {!isComing && !data && error && (
        <Card>
          <ProblemState error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      )}
      {!isComing && data && (
        <div className="space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0">
          <div className="space-y-4">
            <MemberCard profile={data} />
            <BankCard profile={data} />
            <SafetyCard />
          </div>
          <div className="space-y-4">
            <Links onLogOut={logOut} />
            <MemberNumber profile={data} />
          </div>
        </div>
      )}
    </div>
  );
}

function Links({ onLogOut }: { onLogOut: () => void }) {
  const t = useText();
  return (
    <Card flush className="divide-y divide-line">
      <PageLink
        href="/user/limits"
        icon="clock"
        title={t('limits.title')}
        lead={t('limits.lead')}
      />
      <PageLink
        href="/user/devices"
        icon="phone"
        title={t('devices.title')}
        lead={t('devices.lead')}
      />
      <PageLink href="/user/howto" icon="book" title={t('nav.howto')} lead={t('howto.lead')} />
      <PageLink icon="logout" title={t('profile.logout')} onPress={onLogOut} isEnd />
    </Card>
  );
}
