import { useState } from 'react';
import { Link } from 'wouter';
import { useEndOtherSessionsMutation, useListSessionsQuery } from '../../api/accessApi';
import { useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { Notice } from '../../ui/feedback/Notice';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useToast } from '../../ui/feedback/toasts';
import { mergeSessions } from './mergeSessions';
import { SessionRow, ThisDevice } from './SessionRow';
import { useDeviceLabel } from './useDeviceLabel';

/** Asks before every other log-in is ended. */
function EndOthers() {
  const t = useText();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const [endOthers, { isLoading, error }] = useEndOtherSessionsMutation();
  const end = async () => {
    const { data } = await endOthers();
    if (!data) return;
    setIsAsking(false);
    toast.success(t('devices.ended', { n: data.ended }));
  };
  return (
    <>
      <Button
        tone="quiet"
        icon="logout"
        wide
        onClick={() => setIsAsking(true)}
        className="text-negative! hover:bg-negative-soft!"
      >
        {t('devices.endOthers')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('devices.endOthers')}
          confirmLabel={t('nav.logout')}
          busy={isLoading}
          onConfirm={end}
          onCancel={() => setIsAsking(false)}
        >
          <p>{t('devices.endOthersDetail')}</p>
          <ProblemNote error={error} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** Where the member is logged in, and what to do about a log-in of somebody else. */
export default function DevicesPage() {
  const t = useText();
  const dialog = useDialog();
  useTitle(t('devices.title'));
  const { data, error, isFetching, refetch } = useListSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const labelOf = useDeviceLabel();
  const current = data?.list.find(({ isCurrent }) => isCurrent);
  const others = mergeSessions(data?.list.filter(({ isCurrent }) => !isCurrent) ?? [], labelOf);
  return (
    <div className="mx-auto max-w-xl space-y-4 lg:max-w-none">
      <div>
        <Link
          href="/user/profile"
          className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium text-accent hover:bg-accent-soft"
        >
          <Icon name="chevronLeft" size={20} />
          {t('nav.profile')}
        </Link>
        <h1 className="text-2xl font-bold">{t('devices.title')}</h1>
        <p className="text-muted">{t('devices.lead')}</p>
      </div>
      {data ? (
        <div className="space-y-4 lg:grid lg:grid-cols-[3fr_2fr] lg:items-start lg:gap-5 lg:space-y-0">
          <div className="space-y-4">
            {current && <ThisDevice session={current} />}
            {others.length > 0 ? (
              <>
                <Card flush aria-label={t('devices.others')}>
                  <h2 className="px-5 pt-4 pb-1 font-semibold">{t('devices.others')}</h2>
                  <ul className="divide-y divide-line pb-2">
                    {others.map((row) => (
                      <SessionRow key={row.ids.join()} row={row} />
                    ))}
                  </ul>
                </Card>
                <EndOthers />
              </>
            ) : (
              <p className="text-center text-sm text-muted">{t('devices.only')}</p>
            )}
          </div>
          <Notice>
            <p className="font-semibold">{t('devices.stranger')}</p>
            <p>{t('devices.strangerDetail')}</p>
            <div className="-ms-5 -mb-3 flex flex-wrap">
              <Button tone="quiet" onClick={() => dialog.open('changePassword', {})}>
                {t('profile.changePassword')}
              </Button>
              <Link
                href="/user/contact"
                className="inline-flex min-h-12 items-center rounded-control px-5 py-2 font-semibold text-accent hover:bg-accent-soft"
              >
                {t('nav.contact')}
              </Link>
            </div>
          </Notice>
        </div>
      ) : error ? (
        <Card>
          <ProblemState error={error} busy={isFetching} onRetry={refetch} />
        </Card>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton className="h-56 w-full rounded-card" />
        </div>
      )}
    </div>
  );
}
