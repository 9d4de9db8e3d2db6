import { useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { useTitle } from '../../ui/display/useTitle';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useStaffSelector } from '../api/hooks';
import { type StaffAccount, type StaffQuota, useListStaffQuery } from '../api/staffAccountsApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';
import { PageSkeleton } from '../ui/PageSkeleton';
import { AccountDialog, type AccountQuestion } from './AccountDialog';
import { GrantDialog } from './GrantDialog';
import { Requests } from './Requests';

function Used({ label, quota }: { label: string; quota: StaffQuota }) {
  const t = useSupportText();
  const limit = quota.limit === null ? null : quota.limit + quota.more;
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular">
        {limit === null ? quota.used : t('support.staff.usedOf', { used: quota.used, limit })}
      </dd>
    </div>
  );
}

interface RowProps {
  account: StaffAccount;
  onGrant: (() => void) | null;
  /** None for who may not change it. */
  onAsk: ((question: AccountQuestion) => void) | null;
}

const SMALL = 'min-h-11! px-4! text-sm';

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

function Row({ account, onGrant, onAsk }: RowProps) {
  const t = useSupportText();
  const questions = useQuestions(account);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4">
      <Initials name={account.name} className="size-11 max-sm:hidden" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {account.name}
          <Chip tone={account.isActive ? 'positive' : 'plain'}>
            {t(account.isActive ? 'support.staff.active' : 'support.staff.closed')}
          </Chip>
        </p>
        <p className="text-sm text-muted">
          {`${account.username} · ${t(`support.role.${account.role}`)}`}
        </p>
        <p className="text-sm text-muted">
          {account.lastSeenAt
            ? t('support.staff.seen', { at: formatMoment(account.lastSeenAt) })
            : t('support.staff.neverSeen')}
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Used label={t('support.staff.searches')} quota={account.searches} />
        <Used label={t('support.staff.players')} quota={account.players} />
      </dl>
      {(onGrant || onAsk) && (
        <div className="flex basis-full flex-wrap gap-1 sm:-ms-4 sm:ps-17">
          {onGrant && (
            <Button tone="quiet" className={SMALL} onClick={onGrant}>
              {t('support.staff.grant')}
            </Button>
          )}
          {onAsk &&
            questions.map((question) => (
              <Button
                key={question.path}
                tone="quiet"
                className={classNames(SMALL, question.isDanger && 'text-negative!')}
                onClick={() => onAsk(question)}
              >
                {question.title}
              </Button>
            ))}
        </div>
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
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {data.accounts.length === 0 ? (
          <EmptyState icon="user" title={t('support.staff.none')} />
        ) : (
          <ul aria-label={t('support.nav.staff')} className="divide-y divide-line">
            {data.accounts.map((account) => (
              <Row
                key={account.id}
                account={account}
                onGrant={mayGrant(account) ? () => setGranting(account) : null}
                onAsk={mayChange(account) ? setQuestion : null}
              />
            ))}
          </ul>
        )}
      </div>
      {question && (
        <AccountDialog key={question.path} question={question} onClose={() => setQuestion(null)} />
      )}
      {granting && <GrantDialog account={granting} onClose={() => setGranting(null)} />}
    </>
  );
}
