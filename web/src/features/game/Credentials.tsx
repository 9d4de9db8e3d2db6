import { useState } from 'react';
import { useResetSlotPasswordMutation } from '../../api/gameApi';
import type { Slot, SlotAccount } from '../../api/types';
import { useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Button } from '../../ui/display/Button';
import { IconButton } from '../../ui/display/IconButton';
import { CopyRow } from '../../ui/feedback/CopyRow';
import { useToast } from '../../ui/feedback/toasts';
import { useCopy } from '../../ui/feedback/useCopy';

interface CredentialsProps {
  slot: Slot;
  account: SlotAccount;
}

/** Username and password of the provider's site; the password is hidden until it is requested. */
export function Credentials({ slot, account }: CredentialsProps) {
  const t = useText();
  return (
    <div className="space-y-3 rounded-card border border-line p-4">
      <CopyRow label={t('game.username')} value={account.username} />
      <PasswordRow password={account.password} />
      <ResetPassword slot={slot} />
    </div>
  );
}

function PasswordRow({ password }: { password: string }) {
  const t = useText();
  const copy = useCopy();
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex items-center justify-between gap-1">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{t('game.password')}</p>
        <p className="tabular text-lg font-semibold break-all">
          {isShown ? (
            password
          ) : (
            <>
              <span aria-hidden="true">••••••••</span>
              <span className="sr-only">{t('game.passwordHidden')}</span>
            </>
          )}
        </p>
      </div>
      <IconButton
        icon={isShown ? 'eyeOff' : 'eye'}
        label={t(isShown ? 'game.hidePassword' : 'game.showPassword')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="text-accent"
      />
      <IconButton
        icon="copy"
        label={`${t('common.copy')} ${t('game.password')}`}
        onClick={() => copy(password, isShown ? password : t('game.password'))}
        className="text-accent"
      />
    </div>
  );
}

function ResetPassword({ slot }: { slot: Slot }) {
  const t = useText();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [reset, { isLoading }] = useResetSlotPasswordMutation();

  const confirm = async () => {
    const answer = await reset(slot.code);
    setIsAsking(false);
    if (answer.error) return setProblem(answer.error);
    toast.success(t('game.resetDone'));
    return undefined;
  };

  return (
    <>
      <Button
        tone="quiet"
        icon="lock"
        wide
        disabled={slot.maintenance}
        onClick={() => setIsAsking(true)}
      >
        {t('game.resetPassword')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('game.resetPassword')}
          confirmLabel={t('game.resetPassword')}
          danger
          busy={isLoading}
          onCancel={() => setIsAsking(false)}
          onConfirm={confirm}
        >
          <p>{t('game.resetConfirm', { name: slot.name })}</p>
        </ConfirmDialog>
      )}
      {problem !== null && <ErrorDialog error={problem} onClose={() => setProblem(null)} />}
    </>
  );
}
