import { Link, Redirect } from 'wouter';
import { useGetServiceStateQuery } from '../../api/lookupApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { LoginForm } from './LoginForm';

/**
 * The service has closed: nothing begins here, and members log in to take their money out. While it
 * runs, this page leads back to the entry page.
 */
export default function TerminatedPage() {
  const t = useText();
  useTitle(t('common.pageNotFound'));
  const { data } = useGetServiceStateQuery(undefined, { refetchOnMountOrArgChange: true });
  // A refusal may have said it after the last reading, which is asked for again now.
  const isGone = useIsServiceGone() || data?.terminated === 'gone';
  if (data && !isGone) return <Redirect to="/login" replace />;
  return (
    <div className="mx-auto w-full max-w-md space-y-4 pb-6">
      <Card className="text-center sm:p-8">
        <span className="mb-3 inline-flex size-14 items-center justify-center rounded-full bg-caution-soft text-caution">
          <Icon name="info" size={28} />
        </span>
        <h1 className="text-xl font-bold">{t('common.terminated')}</h1>
        <p className="mt-1 text-muted">{t('closed.public')}</p>
      </Card>
      <Card className="sm:p-8">
        <h2 className="mb-4 text-lg font-semibold">{t('closed.logIn')}</h2>
        <LoginForm />
        <p className="mt-3 text-center">
          <Link
            href="/forgot"
            className="inline-flex min-h-11 items-center px-3 font-semibold text-accent underline-offset-4 hover:underline"
          >
            {t('auth.forgot')}
          </Link>
        </p>
      </Card>
    </div>
  );
}
