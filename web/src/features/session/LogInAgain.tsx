import { type FormEvent, useState } from 'react';
import { useLogin } from '../../api/useLogin';
import { useAppDispatch } from '../../client/hooks';
import { formatPhone } from '../../client/phone';
import { signedOut } from '../../client/session';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { PasswordField } from '../../ui/field/PasswordField';
import { returnToPassword } from './returnToPassword';

/** The log-in over the member's screen, which keeps what was typed. */
export default function LogInAgain({
  username,
  remember,
}: {
  username: string;
  remember: boolean;
}) {
  const t = useText();
  const dispatch = useAppDispatch();
  const { submit, isLoading, error } = useLogin();
  const isWaiting = useIsWaiting(error);
  const [password, setPassword] = useState('');
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!password || isLoading || isWaiting) return;
    if (!(await submit({ username, password, remember }))) returnToPassword(form);
  };
  const leave = () => dispatch(signedOut());
  return (
    <Modal title={t('session.expired.title')} onClose={leave} locked>
      <form onSubmit={onSubmit} className="space-y-4">
        <p className="text-muted">{t('session.expired.lead')}</p>
        <p className="tabular text-lg font-semibold">{formatPhone(username)}</p>
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={setPassword}
        />
        {error && (
          <ErrorNote>
            <ProblemText error={error} />
          </ErrorNote>
        )}
        <Button type="submit" wide busy={isLoading} disabled={!password || isWaiting}>
          {t('nav.login')}
        </Button>
        <Button tone="quiet" wide onClick={leave}>
          {t('nav.logout')}
        </Button>
      </form>
    </Modal>
  );
}
