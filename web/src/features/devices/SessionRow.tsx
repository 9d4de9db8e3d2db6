import { type OpenSession, useEndSessionMutation } from '../../api/accessApi';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { ShortText } from '../../ui/display/ShortText';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { useToast } from '../../ui/feedback/toasts';
import { deviceIcon } from './deviceIcon';
import type { MergedSession } from './mergeSessions';
import { useDeviceLabel } from './useDeviceLabel';

/** The device in the hand: it is logged out on the profile, not here. */
export function ThisDevice({ session }: { session: OpenSession }) {
  const t = useText();
  return (
    <Card aria-label={t('devices.this')} className="flex items-center gap-4">
      <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-positive-soft text-positive">
        <Icon name={deviceIcon(session.agent)} size={28} />
      </span>
      <div className="min-w-0">
        <p className="inline-flex items-center gap-1 rounded-full bg-positive-soft py-0.5 ps-2 pe-2.5 text-xs font-semibold text-positive">
          <Icon name="check" size={14} />
          <span>{t('devices.this')}</span>
        </p>
        <p className="text-lg font-semibold break-words">{useDeviceLabel()(session.agent)}</p>
        <p className="text-sm text-muted">
          {t('devices.since')} <Moment time={session.createdAt} show="day" className="lowercase" />
        </p>
        {session.network && (
          <p className="tabular text-sm text-muted">
            {t('devices.network', { network: session.network })}
          </p>
        )}
      </div>
    </Card>
  );
}

/** One device elsewhere: which, when last used, from where. */
export function SessionRow({ row }: { row: MergedSession }) {
  const t = useText();
  const toast = useToast();
  const { label, network, lastSeenAt, ids } = row;
  const [endSession, { isLoading, error }] = useEndSessionMutation();
  const end = async () => {
    for (const id of ids) {
      const { error: refusal } = await endSession(id);
      if (refusal) return;
    }
    toast.success(t('devices.ended', { n: ids.length }));
  };
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon name={deviceIcon(row.agent)} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold break-words">{label}</p>
        <p className="text-xs text-muted">
          <Moment time={lastSeenAt} show="day" />
          {ids.length > 1 && (
            <span className="tabular whitespace-nowrap">
              {' '}
              · {t('devices.logins', { n: ids.length })}
            </span>
          )}
        </p>
        {network && (
          <p className="tabular text-xs text-muted">{t('devices.network', { network })}</p>
        )}
        <ProblemNote error={error} />
      </div>
      <Button tone="danger" busy={isLoading} onClick={end} className="min-h-11 px-4 text-sm">
        <ShortText shown={t('devices.end')} name={`${t('nav.logout')}: ${label}`} />
      </Button>
    </li>
  );
}
