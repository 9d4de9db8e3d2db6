import { type FormEvent, useState } from 'react';
import { isProblem } from '../../../api/transport/problem';
import { useProblemText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { Card } from '../../../ui/display/Card';
import { useTitle } from '../../../ui/display/useTitle';
import { ErrorNote } from '../../../ui/feedback/ErrorNote';
import { Notice } from '../../../ui/feedback/Notice';
import { AppearanceMenu } from '../../../ui/field/AppearanceMenu';
import { PasswordField } from '../../../ui/field/PasswordField';
import { TextField } from '../../../ui/field/TextField';
import { useStaffDispatch, useStaffSelector } from '../../api/hooks';
import { staffSignedIn } from '../../api/session';
import { useEnterConsoleMutation } from '../../api/staffApi';
import { useSupportText } from '../../intl/text';
import { CODE_DIGITS, CodeField } from '../../ui/CodeField';
import { DeskArt } from './DeskArt';
import { ConsoleBrand } from './Shell';

function LoginForm() {
  const t = useSupportText();
  const problemText = useProblemText();
  const dispatch = useStaffDispatch();
  const [logIn, { isLoading, error }] = useEnterConsoleMutation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);

  const send = async (sixDigits: string) => {
    if (isLoading) return;
    const isMissing = !username.trim() || !password || sixDigits.length < CODE_DIGITS;
    setIsIncomplete(isMissing);
    if (isMissing) return;
    const answer = await logIn({ username: username.trim(), password, code: sixDigits });
    if (answer.data) dispatch(staffSignedIn(answer.data));
    // Each code works once, so the next try needs the next code.
    else setCode('');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const isWrong = isProblem(error) && error.code === 'WRONG_CREDENTIAL';

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <TextField
        label={t('support.login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={username}
        onChange={setUsername}
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
      <CodeField
        label={t('support.login.code')}
        hint={t('support.login.codeHint')}
        value={code}
        onChange={setCode}
        onComplete={send}
        error={isIncomplete && code.length < CODE_DIGITS ? t('support.login.codeMissing') : null}
      />
      {error && <ErrorNote>{isWrong ? t('support.login.wrong') : problemText(error)}</ErrorNote>}
      <Button type="submit" wide busy={isLoading}>
        {t('nav.login')}
      </Button>
    </form>
  );
}

export function LoginScreen() {
  const t = useSupportText();
  const hasEnded = useStaffSelector((state) => state.staff.hasEnded);
  useTitle(t('support.title'));
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <aside className="hidden flex-col bg-linear-to-br from-hero-from to-hero-to p-8 text-white lg:flex">
        <ConsoleBrand isOnHero />
        <DeskArt className="m-auto w-3/5 max-w-md" />
        <p className="max-w-md text-lg leading-relaxed font-medium text-balance">
          {t('support.login.promise')}
        </p>
      </aside>
      <div className="flex flex-col">
        <header className="flex items-center justify-between gap-3 ps-4 pe-2 pt-2">
          <span className="lg:invisible">
            <ConsoleBrand />
          </span>
          <AppearanceMenu />
        </header>
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 py-6 sm:justify-center">
          <h1 className="text-2xl font-bold sm:text-3xl">{t('support.login.title')}</h1>
          <p className="mt-1 mb-5 text-muted">{t('support.login.lead')}</p>
          {hasEnded && (
            <div className="mb-4">
              <Notice tone="caution">{t('support.login.ended')}</Notice>
            </div>
          )}
          <Card>
            <LoginForm />
          </Card>
        </main>
      </div>
    </div>
  );
}
