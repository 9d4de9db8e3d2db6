import { useRef } from 'react';
import { useActivateSlotMutation } from '../../api/gameApi';
import { idempotencyKey } from '../../api/moneyIntent';
import { isDefinite, isProblem } from '../../api/problem';
import type { Slot } from '../../api/types';
import { useToast } from '../../app/toasts';
import { useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/ErrorNote';
import { ProblemText } from '../../ui/ProblemText';

/** The prompt to open an account with this provider. */
export function ActivatePanel({ slot, isExcluded }: { slot: Slot; isExcluded: boolean }) {
  const t = useText();
  const toast = useToast();
  const [activate, { isLoading, error }] = useActivateSlotMutation();
  const key = useRef<string | null>(null);

  const open = async () => {
    key.current ??= idempotencyKey();
    const answer = await activate({ slotCode: slot.code, idempotencyKey: key.current });
    if (!answer.error) return toast.success(t('game.opened'));
    // A definite no ends the intent; without an answer the next press repeats the same key.
    if (isProblem(answer.error) && isDefinite(answer.error)) key.current = null;
    return undefined;
  };

  return (
    <div className="space-y-4">
      <p className="text-muted">{t('game.intro')}</p>
      {error && (
        <ErrorNote>
          <ProblemText error={error} />
        </ErrorNote>
      )}
      <Button wide busy={isLoading} disabled={slot.maintenance || isExcluded} onClick={open}>
        {t('game.open')}
      </Button>
    </div>
  );
}
