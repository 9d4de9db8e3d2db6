import { useSupportText } from '../intl/text';
import { DecideButton } from './DecideButton';

/** Asks to let a player who gets no text message set another password. */
export function PasswordResetButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  return (
    <DecideButton
      icon="shield"
      question={{
        title: t('support.work.resetPassword'),
        path: `players/${playerId}/password-resets`,
        done: t('support.done.passwordReset'),
        lead: t('support.work.resetPasswordLead'),
      }}
    />
  );
}
