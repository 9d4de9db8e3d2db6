import { useRef } from 'react';
import { idempotencyKey } from '../../api/command/moneyIntent';
import { useActivateSlotMutation } from '../../api/gameApi';
import { isDefinite, isProblem } from '../../api/transport/problem';
import type { Slot } from '../../api/types';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useToast } from '../../ui/feedback/toasts';

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
    // A definite refusal ends the intent; without an answer the next press repeats the same key.
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
