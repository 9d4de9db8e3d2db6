import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useLogin } from '../../api/useLogin';
import { takeIntended } from '../../client/intended';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { PasswordField } from '../../ui/field/PasswordField';
import { TextField } from '../../ui/field/TextField';
import { returnToPassword } from './returnToPassword';

/** Name and password; leads to the address that was wanted. */
export function LoginForm() {
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
      <ProblemNote error={error} />
      <Button type="submit" wide busy={isLoading} disabled={isWaiting}>
        {t('nav.login')}
      </Button>
    </form>
  );
}
