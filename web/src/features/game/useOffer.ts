import type { Slot } from '../../api/types';
import { useGameMemory } from '../../client/gameMemory';
import { useClientSelector } from '../../client/hooks';
import { playAmount } from './playAmount';

/** What one press moves into the game; null where it only plays. */
export function useOffer(slot: Slot, inWallet: string): string | null {
  const { moved } = useGameMemory();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const last = moved[slot.code];
  const amount = playAmount(slot, inWallet, last);
  // All of the main wallet on a button would show the balance that the player has hidden.
  return isHidden && amount !== last ? null : amount;
}
