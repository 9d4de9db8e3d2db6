import { useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { useTitle } from '../../ui/display/useTitle';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useStaffSelector } from '../api/hooks';
import { type StaffAccount, type StaffQuota, useListStaffQuery } from '../api/staffAccountsApi';
import { useSupportText } from '../intl/text';
import { type Action, ActionMenu } from '../ui/ActionMenu';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';
import { PageSkeleton } from '../ui/PageSkeleton';
import { AccountDialog, type AccountQuestion } from './AccountDialog';
import { GrantDialog } from './GrantDialog';
import { Requests } from './Requests';

/** From this share on a limit is nearly used up. */
const NEARLY = 0.8;

/** What was used of this hour; without a limit there is nothing to fill. */
function Used({ label, quota }: { label: string; quota: StaffQuota }) {
  const t = useSupportText();
  const limit = quota.limit === null ? null : quota.limit + quota.more;
  const share = limit === null ? 0 : limit > 0 ? Math.min(1, quota.used / limit) : 1;
  return (
    <div className="lg:w-36">
      <dt className="text-xs text-muted lg:sr-only">{label}</dt>
      <dd className="tabular text-sm">
        {limit === null ? quota.used : t('support.staff.usedOf', { used: quota.used, limit })}
        {limit !== null && (
          <span
            aria-hidden="true"
            className="mt-1 block h-1 overflow-hidden rounded-full bg-sunken"
          >
            <span
              className={classNames(
                'block h-full rounded-full',
                share >= NEARLY ? 'bg-caution' : 'bg-accent',
              )}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        )}
      </dd>
    </div>
  );
}

interface RowProps {
  account: StaffAccount;
  isOwn: boolean;
  onGrant: (() => void) | null;
  /** None for who may not change it. */
  onAsk: ((question: AccountQuestion) => void) | null;
}

/** What a supervisor may ask for; all but closing takes a second one. */
function useQuestions(account: StaffAccount): AccountQuestion[] {
  const t = useSupportText();
  const path = `staff/${account.id}`;
  const lead = `${account.name} (${account.username})`;
  if (!account.isActive) {
    return [{ title: t('support.staff.enable'), path: `${path}/enable`, lead }];
  }
  return [
    {
      title: t('support.staff.changeRole'),
      path: `${path}/role`,
      lead,
      asks: 'role',
      role: account.role,
    },
    { title: t('support.staff.reset'), path: `${path}/reset`, lead },
    { title: t('support.staff.disable'), path: `${path}/disable`, lead, isDanger: true },
  ];
}

function Row({ account, isOwn, onGrant, onAsk }: RowProps) {
  const t = useSupportText();
  const questions = useQuestions(account);
  const actions: Action[] = [
    ...(onGrant ? [{ label: t('support.staff.grant'), onPick: onGrant }] : []),
    ...(onAsk
      ? questions.map((question) => ({
          label: question.title,
          isDanger: question.isDanger ?? false,
          onPick: () => onAsk(question),
        }))
      : []),
  ];
  return (
    <li className="flex min-h-18 items-center gap-x-4 px-5 py-2.5 max-sm:items-start max-sm:pe-2">
      <Initials name={account.name} className="size-10 max-sm:hidden" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-52 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
            {account.name}
            <Chip tone="accent">{t(`support.role.${account.role}`)}</Chip>
            {!account.isActive && <Chip tone="negative">{t('support.staff.closed')}</Chip>}
            {isOwn && <Chip>{t('support.staff.you')}</Chip>}
          </p>
          <p className="tabular text-sm text-muted">
            {[
              account.username,
              account.lastSeenAt
                ? t('support.staff.seen', { at: formatMoment(account.lastSeenAt).slice(0, 16) })
                : t('support.staff.neverSeen'),
            ].join(' · ')}
          </p>
        </div>
        <dl className="grid grid-cols-2 items-end gap-x-6 max-lg:w-full lg:flex">
          <Used label={t('support.staff.searches')} quota={account.searches} />
          <Used label={t('support.staff.players')} quota={account.players} />
        </dl>
      </div>
      {actions.length > 0 ? (
        <ActionMenu label={t('support.staff.actions', { name: account.name })} actions={actions} />
      ) : (
        <span className="w-11 shrink-0" />
      )}
    </li>
  );
}

/** The accounts of staff: who there is, and what each did within the last hour. */
export default function StaffPage() {
  const t = useSupportText();
  useTitle(t('support.nav.staff'));
  const own = useStaffSelector((state) => state.staff.current?.staff);
  const { data, error, isFetching, refetch } = useListStaffQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [question, setQuestion] = useState<AccountQuestion | null>(null);
  const [granting, setGranting] = useState<StaffAccount | null>(null);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const isSupervisor = own?.role === 'supervisor';
  const mayChange = (account: StaffAccount) => isSupervisor && account.id !== own.id;
  const mayGrant = (account: StaffAccount) =>
    mayChange(account) &&
    account.isActive &&
    (account.searches.limit !== null || account.players.limit !== null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="flex-1 text-2xl font-bold">{t('support.nav.staff')}</h1>
        {isSupervisor && (
          <Button
            icon="userPlus"
            onClick={() =>
              setQuestion({
                title: t('support.staff.add'),
                path: 'staff',
                lead: t('support.staff.addLead'),
                asks: 'account',
              })
            }
          >
            {t('support.staff.add')}
          </Button>
        )}
      </div>
      <Requests
        requests={data.requests}
        ownId={own?.id ?? ''}
        isSupervisor={isSupervisor}
        onAsk={setQuestion}
      />
      <div className="rounded-card border border-line bg-surface">
        {data.accounts.length === 0 ? (
          <EmptyState icon="user" title={t('support.staff.none')} />
        ) : (
          <>
            <p
              aria-hidden="true"
              className="flex gap-6 border-b border-line py-2.5 ps-5 pe-20 text-xs font-medium text-muted max-lg:hidden"
            >
              <span className="flex-1">{t('support.staff.account')}</span>
              <span className="w-36">{t('support.staff.searches')}</span>
              <span className="w-36">{t('support.staff.players')}</span>
            </p>
            <ul aria-label={t('support.nav.staff')} className="divide-y divide-line">
              {data.accounts.map((account) => (
                <Row
                  key={account.id}
                  account={account}
                  isOwn={account.id === own?.id}
                  onGrant={mayGrant(account) ? () => setGranting(account) : null}
                  onAsk={mayChange(account) ? setQuestion : null}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      {question && (
        <AccountDialog key={question.path} question={question} onClose={() => setQuestion(null)} />
      )}
      {granting && <GrantDialog account={granting} onClose={() => setGranting(null)} />}
    </>
  );
}
