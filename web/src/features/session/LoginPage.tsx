import { Link } from 'wouter';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { LoginForm } from './LoginForm';
import { useServiceCheck } from './useServiceCheck';

export function LoginPage() {
  const t = useText();
  useTitle(t('nav.login'));
  useServiceCheck();
  return (
    <div className="mx-auto w-full max-w-md pb-6">
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold">{t('nav.login')}</h1>
        <p className="mb-5 text-muted">{t('shell.login.lead')}</p>
        <LoginForm />
      </Card>
      <ul className="mt-2 flex flex-wrap justify-center text-sm sm:text-base">
        {(['/forgot', '/register'] as const).map((href) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-11 items-center px-2 font-semibold text-accent underline-offset-4 hover:underline"
            >
              {t(href === '/forgot' ? 'auth.forgot' : 'auth.noAccount')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
