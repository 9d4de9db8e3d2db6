import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useGetProfileQuery } from '../../api/accountApi';
import { useGetBanksQuery, useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import type { ProfileWithBank } from '../../api/types';
import { formatAccountNo, formatPhone } from '../../client/phone';
import { ENGLISH_NAME_BANKS, isEnglishName } from '../../intl/englishName';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { BankBadge } from '../../ui/display/Badge';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon, type IconName } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { Moment } from '../../ui/display/Moment';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useCopy } from '../../ui/feedback/useCopy';
import { ChangeBankModal } from './ChangeBankModal';

interface FactProps {
  label: string;
  children: ReactNode;
  action?: ReactNode;
}

function Fact({ label, children, action }: FactProps) {
  return (
    <div className="grid min-h-16 grid-cols-[1fr_auto] content-center items-center gap-x-3 py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="col-start-1 min-w-0 font-medium">{children}</dd>
      {action && <dd className="col-start-2 row-span-2 row-start-1">{action}</dd>}
    </div>
  );
}

function MemberCard({ profile }: { profile: ProfileWithBank }) {
  const t = useText();
  const dialog = useDialog();
  const copy = useCopy();
  const isPinSet = useGetWithdrawLimitsQuery().data?.isPinSet ?? false;
  return (
    <Card>
      <div className="flex items-center gap-4 pb-3">
        <span
          aria-hidden="true"
          className="flex size-16 shrink-0 items-center justify-center rounded-full bg-accent text-2xl font-bold text-on-accent"
        >
          {[...profile.name][0]?.toUpperCase()}
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate py-0.5 text-xl font-semibold">{profile.name}</p>
          <p className="tabular text-muted">{formatPhone(profile.username)}</p>
        </div>
        <IconButton
          icon="edit"
          label={t('profile.editName')}
          onClick={() => dialog.open('editName', {})}
          className="text-accent"
        />
      </div>
      <dl className="divide-y divide-line border-t border-line">
        <Fact
          label={t('profile.id')}
          action={
            <IconButton
              icon="copy"
              label={`${t('common.copy')} ${t('profile.id')}`}
              onClick={() => copy(profile._id)}
              className="text-accent"
            />
          }
        >
          <span className="tabular break-all">{profile._id}</span>
        </Fact>
        <Fact label={t('profile.createdAt')}>
          <Moment time={profile.createdAt} />
        </Fact>
        <Fact
          label={t('auth.password')}
          action={
            <IconButton
              icon="lock"
              label={t('profile.changePassword')}
              onClick={() => dialog.open('changePassword', {})}
              className="text-accent"
            />
          }
        >
          <span aria-hidden="true">••••••••</span>
        </Fact>
        <Fact
          label={t('pin.title')}
          action={
            <IconButton
              icon="lock"
              label={t(isPinSet ? 'pin.change' : 'pin.set')}
              onClick={() => dialog.open('setPin', {})}
              className="text-accent"
            />
          }
        >
          {t(isPinSet ? 'pin.isSet' : 'pin.isNotSet')}
        </Fact>
      </dl>
    </Card>
  );
}

function BankCard({ profile }: { profile: ProfileWithBank }) {
  const t = useText();
  const [isChanging, setIsChanging] = useState(false);
  const dialog = useDialog();
  const bankName = useBankName();
  const { data } = useGetBanksQuery();
  const account = profile.bankAccount;
  const bank = data?.banks.find((each) => each.code === account.bankCode);
  const isEnglishOnly = bank?.englishNameOnly ?? ENGLISH_NAME_BANKS.has(account.bankCode);
  const needsEnglishName = isEnglishOnly && !isEnglishName(account.bankAccountName);
  return (
    <Card>
      <div className="flex items-center gap-4">
        <BankBadge code={account.bankCode} colour={bank?.colour} size={52} />
        <div className="min-w-0">
          <p className="font-semibold">{bankName(account.bank)}</p>
          <p className="tabular text-lg">{formatAccountNo(account.bankAccountNo)}</p>
        </div>
      </div>
      <dl className="mt-3 border-t border-line">
        <Fact label={t('bank.accountName')}>{account.bankAccountName}</Fact>
      </dl>
      {needsEnglishName && (
        <div className="mt-2 rounded-control bg-caution-soft p-4 text-caution">
          <p className="flex items-start gap-2 text-sm font-medium">
            <Icon name="warning" size={20} className="shrink-0" />
            {t('bank.englishOnly')}
          </p>
          <Button
            tone="secondary"
            icon="edit"
            wide
            className="mt-3"
            onClick={() => dialog.open('editBankName', {})}
          >
            {t('bank.editName')}
          </Button>
        </div>
      )}
      <Button
        tone="secondary"
        icon="edit"
        wide
        className="mt-3"
        onClick={() => setIsChanging(true)}
      >
        {t('bank.change')}
      </Button>
      {isChanging && <ChangeBankModal profile={profile} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}

interface PageLinkProps {
  href: string;
  icon: IconName;
  title: string;
  lead: string;
}

/** The link to a page that is not in the bar. */
function PageLink({ href, icon, title, lead }: PageLinkProps) {
  return (
    <Link
      href={href}
      className="flex min-h-16 items-center gap-4 px-5 py-4 first:rounded-t-card last:rounded-b-card hover:bg-accent-soft"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{lead}</span>
      </span>
      <Icon name="chevronRight" size={20} className="shrink-0 text-muted" />
    </Link>
  );
}

export default function ProfilePage() {
  const t = useText();
  useTitle(t('nav.profile'));
  const { data, error, isFetching, refetch } = useGetProfileQuery();
  return (
    <div className="mx-auto max-w-xl space-y-4 lg:max-w-none">
      <h1 className="text-2xl font-bold">{t('nav.profile')}</h1>
      {!data && !error && (
        <div
          role="status"
          aria-label={t('common.loading')}
          className="space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0"
        >
          <Skeleton className="h-72 w-full rounded-card" />
          <Skeleton className="h-56 w-full rounded-card" />
        </div>
      )}
      {!data && error && (
        <Card>
          <ProblemState error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      )}
      {data && (
        <div className="space-y-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-5 lg:space-y-0">
          <MemberCard profile={data} />
          <div className="space-y-4">
            <BankCard profile={data} />
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
              <PageLink
                href="/user/howto"
                icon="book"
                title={t('nav.howto')}
                lead={t('howto.lead')}
              />
            </Card>
          </div>
        </div>
      )}
    </div>
  );
}
