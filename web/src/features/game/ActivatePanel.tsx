import type { Slot } from '../../api/types';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { useToast } from '../../ui/feedback/toasts';
import { useOpenAccount } from './useSlotName';

/** For those who want the account before they play, e.g. to log in by hand. */
export function ActivatePanel({ slot, isClosed }: { slot: Slot; isClosed: boolean }) {
  const t = useText();
  const toast = useToast();
  const account = useOpenAccount(slot);
  const open = async () => {
    const answer = await account.open();
    if (!answer.error) toast.success(t('game.opened'));
  };
  return (
    <div className="space-y-1">
      <ProblemNote error={account.error} />
      <p className="text-center text-sm text-muted">{t('game.opensByPlaying')}</p>
      <Button
        tone="quiet"
        wide
        busy={account.isLoading}
        disabled={isClosed}
        onClick={open}
        className="text-sm"
      >
        {t('game.open')}
      </Button>
    </div>
  );
}
