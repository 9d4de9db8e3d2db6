import { type OpenSession, useEndSessionMutation } from '../../api/accessApi';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useToast } from '../../ui/feedback/toasts';
import { useDeviceLabel } from './useDeviceLabel';

/** One log-in: which device, from where, when last used. */
export function SessionRow({ session }: { session: OpenSession }) {
  const t = useText();
  const toast = useToast();
  const label = useDeviceLabel()(session.agent);
  const [endSession, { isLoading, error }] = useEndSessionMutation();
  const end = async () => {
    const { error: refusal } = await endSession({ id: session.id });
    if (!refusal) toast.success(t('devices.ended', { n: 1 }));
  };
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 px-5 py-4 sm:grid-cols-[auto_1fr_auto]">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon name="phone" size={22} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold break-words">{label}</p>
        {session.isCurrent ? (
          <p className="text-sm font-medium text-positive">{t('devices.this')}</p>
        ) : (
          <p className="text-sm text-muted">
            {t('devices.lastUsed')} <Moment time={session.lastSeenAt} show="relative" />
          </p>
        )}
        <p className="text-sm text-muted">
          {t('devices.since')} <Moment time={session.createdAt} show="absolute" />
        </p>
        {session.network && (
          <p className="tabular text-sm text-muted">
            {t('devices.network', { network: session.network })}
          </p>
        )}
        {error && (
          <ErrorNote>
            <ProblemText error={error} />
          </ErrorNote>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          tone="secondary"
          busy={isLoading}
          onClick={end}
          className="col-start-2 justify-self-start sm:col-start-3"
          aria-label={`${t('nav.logout')}: ${label}`}
        >
          {t('nav.logout')}
        </Button>
      )}
    </li>
  );
}
