import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import { useSupportText } from '../intl/text';
import { DecideDialog } from './DecideDialog';

/** Asks to let a player who gets no text message set another password. */
export function PasswordResetButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const [isOpen, setIsOpen] = useState(false);
  if (!isActing) return null;
  const title = t('support.work.resetPassword');
  return (
    <>
      <Button tone="secondary" icon="lock" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <DecideDialog
          question={{
            title,
            path: `players/${playerId}/password-resets`,
            lead: t('support.work.resetPasswordLead'),
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
