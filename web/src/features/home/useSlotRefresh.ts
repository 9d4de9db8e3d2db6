import { useCallback, useMemo } from 'react';
import { useAskGames, useFreshBalances, useIsAnyAsked } from '../../api/askGames';
import type { Slot } from '../../api/types';
import { useProblemText, useText } from '../../intl/text';
import { useToast } from '../../ui/feedback/toasts';

/**
 * Asks the providers for the balances when the screen is mounted and when the player asks. The
 * first request fails silently: the screen shows the last known balances with their time.
 */
export function useSlotRefresh(slots: readonly Slot[]) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const ask = useAskGames();
  const isRefreshing = useIsAnyAsked();
  useFreshBalances(
    useMemo(() => slots.filter((slot) => slot.isActive).map(({ code }) => code), [slots]),
    true,
  );

  const refresh = useCallback(async () => {
    const answer = await ask();
    if (answer.error) return toast.error(problemText(answer.error), answer.error);
    const missed = answer.data?.slots.filter(({ ok }) => !ok).map(({ code }) => code) ?? [];
    if (missed.length === 0) return toast.success(t('home.refreshed'));
    const nameOf = (code: string) => slots.find((slot) => slot.code === code)?.name ?? code;
    return toast.error(t('home.refreshedPartly', { names: missed.map(nameOf).join(', ') }));
  }, [ask, toast, problemText, t, slots]);

  return { refresh, isRefreshing };
}
