import { type FormEvent, useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useToast } from '../../ui/feedback/toasts';
import { PasswordField } from '../../ui/field/PasswordField';
import { useStaffSelector } from '../api/hooks';
import {
  type OwnSession,
  useChangeOwnPasswordMutation,
  useEndOwnSessionMutation,
  useListOwnSessionsQuery,
} from '../api/staffAccountsApi';
import type { StaffMember } from '../api/types';
import type { SupportMessageId } from '../intl/messages';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { CodeField } from '../ui/CodeField';
import { Initials } from '../ui/Initials';

/** In bytes, as the gateway counts. */
const LENGTH_MIN = 12;
const CODE = /^\d{6}$/;
const EMPTY = { current: '', password: '', code: '' };

/** Below it a longer password is better; the gateway asks for no more than the least. */
const LENGTH_GOOD = 18;

/** How long the new password is, against what is asked for. */
function Strength({ bytes }: { bytes: number }) {
  const t = useSupportText();
  const look =
    bytes < LENGTH_MIN
      ? { text: 'support.own.tooShort', bar: 'bg-caution' }
      : bytes < LENGTH_GOOD
        ? { text: 'support.own.enough', bar: 'bg-accent' }
        : { text: 'support.own.strong', bar: 'bg-positive' };
  const share = Math.min(1, bytes / LENGTH_GOOD);
  return (
    <div className="-mt-2">
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full transition-[width] ${look.bar}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-1 text-sm text-muted">{t(look.text as SupportMessageId)}</p>
    </div>
  );
}

function Password() {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [change, { isLoading, error }] = useChangeOwnPasswordMutation();
  const [typed, setTyped] = useState(EMPTY);
  const [isSent, setIsSent] = useState(false);
  const set = (field: keyof typeof EMPTY) => (text: string) =>
    setTyped({ ...typed, [field]: text });
  const length = new TextEncoder().encode(typed.password).length;
  const isShort = length < LENGTH_MIN;
  const isSame = typed.password === typed.current;
  const isCode = CODE.test(typed.code);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (isShort || isSame || !isCode || typed.current === '' || isLoading) return;
    const answer = await change(typed);
    if (answer.error) return;
    setTyped(EMPTY);
    setIsSent(false);
    toast.success(t('support.own.changed'));
  };
  const fault = isShort ? 'support.own.tooShort' : 'support.own.same';

  return (
    <Card>
      <h2 className="font-semibold">{t('support.own.password')}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">{t('support.own.passwordLead')}</p>
      <form onSubmit={submit} noValidate className="space-y-4">
        <PasswordField
          label={t('support.own.current')}
          autoComplete="current-password"
          value={typed.current}
          onChange={set('current')}
          error={isSent && typed.current === '' ? t('common.required') : null}
        />
        <PasswordField
          label={t('support.own.new')}
          autoComplete="new-password"
          maxLength={128}
          value={typed.password}
          onChange={set('password')}
          error={isSent && (isShort || isSame) ? t(fault) : null}
        />
        <Strength bytes={length} />
        <CodeField
          label={t('support.login.code')}
          value={typed.code}
          onChange={set('code')}
          error={isSent && !isCode ? t('support.login.codeMissing') : null}
        />
        {error && <ErrorNote>{problemText(error)}</ErrorNote>}
        <Button type="submit" wide busy={isLoading}>
          {t('support.own.change')}
        </Button>
      </form>
    </Card>
  );
}

/** Who it is: what colleagues and the trail call them, and how they get in. */
function Person({ staff }: { staff: StaffMember }) {
  const t = useSupportText();
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Initials name={staff.name} className="size-16 text-xl!" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-xl leading-snug font-bold [overflow-wrap:anywhere]">
            {staff.name}
          </span>
          <Chip tone="accent">{t(`support.role.${staff.role}`)}</Chip>
        </p>
        <p className="text-muted [overflow-wrap:anywhere]">{staff.username}</p>
      </div>
      <p className="flex items-center gap-2 rounded-control bg-positive-soft px-3.5 py-2 text-sm font-medium text-positive">
        <Icon name="shield" size={20} className="shrink-0" />
        {t('support.own.factors')}
      </p>
    </Card>
  );
}

interface SessionRowProps {
  session: OwnSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const t = useSupportText();
  return (
    <li className="flex items-center gap-x-4 px-5 py-3">
      <div className="tabular min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 font-medium">
          {t('support.own.since', { at: formatMoment(session.createdAt).slice(0, 16) })}
          {session.isOwn && <Chip tone="positive">{t('support.own.this')}</Chip>}
        </p>
        <p className="text-muted">
          {t('support.staff.seen', { at: formatMoment(session.lastSeenAt).slice(0, 16) })}
        </p>
        <p className="text-muted">
          {t('support.own.until', { at: formatMoment(session.expiresAt).slice(0, 16) })}
        </p>
      </div>
      {!session.isOwn && (
        <Button
          tone="secondary"
          className="min-h-11! shrink-0 px-4! text-sm"
          busy={busy}
          onClick={onEnd}
        >
          {t('support.own.end')}
        </Button>
      )}
    </li>
  );
}

function Sessions() {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const { data, error, isFetching, refetch } = useListOwnSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [end, { isLoading }] = useEndOwnSessionMutation();
  const others = data?.list.filter((session) => !session.isOwn) ?? [];
  const close = async (sessions: readonly OwnSession[]) => {
    for (const { id } of sessions) {
      const answer = await end(id);
      if (answer.error) {
        toast.error(problemText(answer.error));
        return;
      }
    }
  };
  return (
    <Card flush className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 px-5 pt-5 pb-2">
        <h2 className="flex-1 font-semibold">{t('support.own.sessions')}</h2>
        {others.length > 1 && (
          <Button
            tone="danger"
            className="-my-2.5 min-h-11! px-4! text-sm"
            busy={isLoading}
            onClick={() => close(others)}
          >
            {t('support.own.endOthers', { n: others.length })}
          </Button>
        )}
      </div>
      {error && !data && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common.loading')} />}
      <ul className="divide-y divide-line">
        {data?.list.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={isLoading}
            onEnd={() => close([session])}
          />
        ))}
      </ul>
    </Card>
  );
}

/** The caller's own account. */
export default function OwnPage() {
  const t = useSupportText();
  useTitle(t('support.own.title'));
  const staff = useStaffSelector((state) => state.staff.current?.staff);
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{t('support.own.title')}</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        {staff && (
          <div className="lg:col-span-full">
            <Person staff={staff} />
          </div>
        )}
        <Sessions />
        <Password />
      </div>
    </>
  );
}
