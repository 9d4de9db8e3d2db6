import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useLogin } from '../../api/useLogin';
import { takeIntended } from '../../client/intended';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { PasswordField } from '../../ui/field/PasswordField';
import { TextField } from '../../ui/field/TextField';
import { returnToPassword } from './returnToPassword';
import { useServiceCheck } from './useServiceCheck';

function LoginForm() {
  const t = useText();
  const [, navigate] = useLocation();
  const { submit, isLoading, error, reset } = useLogin();
  const isWaiting = useIsWaiting(error);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [isIncomplete, setIsIncomplete] = useState(false);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isLoading || isWaiting) return;
    const isMissing = !username.trim() || !password;
    setIsIncomplete(isMissing);
    if (isMissing) return;
    if (await submit({ username, password, remember })) navigate(takeIntended(), { replace: true });
    else returnToPassword(form);
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <TextField
        label={t('auth.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={username}
        onChange={(typed) => {
          setUsername(typed);
          // The wait is that of the name before.
          if (isWaiting) reset();
        }}
        error={isIncomplete && !username.trim() ? t('common.required') : null}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={setPassword}
        error={isIncomplete && !password ? t('common.required') : null}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="remember"
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
          className="size-5 accent-accent"
        />
        {t('auth.remember')}
      </label>
      {error && (
        <ErrorNote>
          <ProblemText error={error} />
        </ErrorNote>
      )}
      <Button type="submit" wide busy={isLoading} disabled={isWaiting}>
        {t('nav.login')}
      </Button>
    </form>
  );
}

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
      <ul className="mt-6 text-center">
        {(['/forgot', '/register'] as const).map((href) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-11 items-center px-3 font-semibold text-accent underline-offset-4 hover:underline"
            >
              {t(href === '/forgot' ? 'auth.forgot' : 'auth.noAccount')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
