import { useCallback, useEffect, useRef } from 'react';
import type { SlotRefresh } from '../../api/types';
import { useRefreshSlotsMutation } from '../../api/walletApi';
import { useToast } from '../../app/toasts';
import { useProblemText, useText } from '../../intl/text';

/** Coming back to the screen within this time does not bother the providers again. */
const FRESH_MS = 15_000;

function missedBy(result: SlotRefresh | undefined): readonly string[] {
  return result?.slots.filter((slot) => !slot.ok).map((slot) => slot.code) ?? [];
}

/**
 * Asks the providers for the balances when the screen is made and when the player asks. The first
 * one fails silently: the last known balances stand there, with their time.
 */
export function useSlotRefresh(nameOf: (code: string) => string) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const [trigger, state] = useRefreshSlotsMutation({ fixedCacheKey: 'home' });
  const isFirst = useRef(true);
  const { fulfilledTimeStamp, isLoading } = state;

  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    if (isLoading || Date.now() - (fulfilledTimeStamp ?? 0) < FRESH_MS) return;
    trigger();
  }, [trigger, isLoading, fulfilledTimeStamp]);

  const refresh = useCallback(async () => {
    const answer = await trigger();
    if (answer.error) return toast.error(problemText(answer.error), answer.error);
    const missed = missedBy(answer.data);
    if (missed.length === 0) return toast.success(t('home.refreshed'));
    return toast.error(t('home.refreshedPartly', { names: missed.map(nameOf).join(', ') }));
  }, [trigger, toast, problemText, t, nameOf]);

  return { refresh, isRefreshing: isLoading, missed: missedBy(state.data) };
}
