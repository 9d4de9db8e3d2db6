import { type FormEvent, useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useToast } from '../../ui/feedback/toasts';
import { PasswordField } from '../../ui/field/PasswordField';
import { TextField } from '../../ui/field/TextField';
import {
  useChangeOwnPasswordMutation,
  useEndOwnSessionMutation,
  useListOwnSessionsQuery,
} from '../api/staffAccountsApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';

/** In bytes, as the gateway counts. */
const LENGTH_MIN = 12;
const CODE = /^\d{6}$/;
const EMPTY = { current: '', password: '', code: '' };

function Password() {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [change, { isLoading, error }] = useChangeOwnPasswordMutation();
  const [typed, setTyped] = useState(EMPTY);
  const [isSent, setIsSent] = useState(false);
  const set = (field: keyof typeof EMPTY) => (text: string) =>
    setTyped({ ...typed, [field]: text });
  const isShort = new TextEncoder().encode(typed.password).length < LENGTH_MIN;
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
      <form onSubmit={submit} noValidate className="max-w-md space-y-4">
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
          hint={t('support.own.tooShort')}
          error={isSent && (isShort || isSame) ? t(fault) : null}
        />
        <TextField
          label={t('support.login.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={typed.code}
          onChange={set('code')}
          error={isSent && !isCode ? t('support.login.codeMissing') : null}
        />
        {error && <ErrorNote>{problemText(error)}</ErrorNote>}
        <Button type="submit" busy={isLoading}>
          {t('support.own.change')}
        </Button>
      </form>
    </Card>
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
  const close = async (id: string) => {
    const answer = await end(id);
    if (answer.error) toast.error(problemText(answer.error));
  };
  return (
    <Card flush className="overflow-hidden">
      <h2 className="px-5 pt-5 pb-2 font-semibold">{t('support.own.sessions')}</h2>
      {error && !data && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common.loading')} />}
      <ul className="divide-y divide-line">
        {data?.list.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3">
            <div className="tabular min-w-48 flex-1 text-sm">
              <p>{t('support.own.since', { at: formatMoment(session.createdAt) })}</p>
              <p className="text-muted">
                {t('support.staff.seen', { at: formatMoment(session.lastSeenAt) })}
              </p>
            </div>
            {session.isOwn ? (
              <Chip tone="accent">{t('support.own.this')}</Chip>
            ) : (
              <Button tone="secondary" busy={isLoading} onClick={() => close(session.id)}>
                {t('support.own.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The caller's own account. */
export default function OwnPage() {
  const t = useSupportText();
  useTitle(t('support.own.title'));
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{t('support.own.title')}</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Sessions />
        <Password />
      </div>
    </>
  );
}
