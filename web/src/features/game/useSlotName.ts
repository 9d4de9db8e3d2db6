import { useRef } from 'react';
import { idempotencyKey } from '../../api/command/moneyIntent';
import { useActivateSlotMutation, useLazyGetSlotAccountQuery } from '../../api/gameApi';
import { isDefinite, isProblem } from '../../api/transport/problem';
import type { Slot } from '../../api/types';
import type { Preparation } from './useGamePlay';

/** Opens the account; the key stays the same until the server has definitely answered. */
export function useOpenAccount({ code }: Pick<Slot, 'code'>) {
  const [activate, { isLoading, error }] = useActivateSlotMutation();
  const key = useRef<string | null>(null);
  const open = async () => {
    key.current ??= idempotencyKey();
    const answer = await activate({ slotCode: code, 'Idempotency-Key': key.current });
    const isOver = !answer.error || (isProblem(answer.error) && isDefinite(answer.error));
    if (isOver) key.current = null;
    return answer;
  };
  return { open, isLoading, error };
}

/** The player's name at the provider, with an account that is opened if there is none. */
export function useSlotName(slot: Slot): () => Promise<Exclude<Preparation, null>> {
  const [askAccount] = useLazyGetSlotAccountQuery();
  const { open } = useOpenAccount(slot);
  return async () => {
    if (slot.isActive) {
      const { data, error } = await askAccount(slot.code);
      return data ? { username: data.username } : { problem: error };
    }
    const { data, error } = await open();
    return data ? { username: data.account.username } : { problem: error };
  };
}
