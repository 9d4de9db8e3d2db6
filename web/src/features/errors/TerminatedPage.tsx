import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { useGetServiceStateQuery } from '../../api/lookupApi';
import { useAppDispatch } from '../../client/hooks';
import { serviceActive } from '../../client/session';
import { useText } from '../../intl/text';
import { useTitle } from '../../ui/display/useTitle';
import { EmptyState } from '../../ui/feedback/States';

/** The service has ended. While it runs, this page leads back to the entry page. */
export default function TerminatedPage() {
  const t = useText();
  const dispatch = useAppDispatch();
  useTitle(t('common.pageNotFound'));
  const { data } = useGetServiceStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const isActive = data !== undefined && data.terminated !== 'gone';
  useEffect(() => {
    if (isActive) dispatch(serviceActive());
  }, [dispatch, isActive]);
  if (isActive) return <Redirect to="/login" replace />;
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center justify-center">
      <h1 className="sr-only">{t('common.terminated')}</h1>
      <EmptyState icon="info" title={t('common.terminated')}>
        {t('common.contactAdmin')}
      </EmptyState>
    </main>
  );
}
