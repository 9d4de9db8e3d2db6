import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLogin } from '../../api/useLogin';
import { useAppDispatch, useClientSelector } from '../../client/hooks';
import { formatPhone, maskPhone } from '../../client/phone';
import { signedOut } from '../../client/session';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { PasswordField } from '../../ui/field/PasswordField';
import { returnToPassword } from './returnToPassword';

/**
 * Hides the page and open forms, and keeps the typed text: the player who logged this
 * device out wants nothing of theirs on its screen.
 */
function useCover(isNeeded: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const dialog = form.current?.closest('dialog');
    if (!isNeeded || !dialog) return;
    // Browsers show a modal dialog although what holds it is hidden.
    const others = [...document.querySelectorAll('dialog')].filter((other) => other !== dialog);
    const below = [document.body, ...others];
    for (const { style } of below) style.visibility = 'hidden';
    dialog.style.visibility = 'visible';
    return () => {
      for (const { style } of below) style.visibility = '';
    };
  }, [isNeeded]);
  return form;
}

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
  const revokedAt = useClientSelector((state) => state.session.revokedAt);
  const cover = useCover(revokedAt !== null);
  const leave = () => dispatch(signedOut());
  return (
    <Modal title={t('session.expired.title')} onClose={leave} locked>
      <form ref={cover} onSubmit={onSubmit} className="space-y-4">
        <p className="text-muted">
          {revokedAt
            ? t('session.revoked.lead', { time: formatMoment(revokedAt).slice(11, 16) })
            : t('session.expired.lead')}
        </p>
        <p className="tabular text-lg font-semibold">
          {revokedAt ? maskPhone(username) : formatPhone(username)}
        </p>
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={setPassword}
        />
        <ProblemNote error={error} />
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
