import { Link } from 'wouter';
import { useText } from '../../intl/text';
import { linkButton } from '../../ui/display/linkButton';
import { useTitle } from '../../ui/display/useTitle';
import { EmptyState } from '../../ui/feedback/States';

export default function NotFoundPage() {
  const t = useText();
  useTitle(t('common.pageNotFound'));
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center justify-center">
      <p aria-hidden="true" className="text-7xl font-bold text-accent">
        404
      </p>
      <h1 className="sr-only">{t('common.pageNotFound')}</h1>
      <EmptyState
        icon="info"
        title={t('common.pageNotFound')}
        action={
          <Link href="/user" className={linkButton()}>
            {t('nav.home')}
          </Link>
        }
      >
        {t('shell.notFound.hint')}
      </EmptyState>
    </main>
  );
}
