import { useState } from 'react';
import type { Slot } from '../../api/types';
import { useGameMemory } from '../../client/gameMemory';
import { useClientSelector } from '../../client/hooks';
import { compareAmounts, parseAmount } from '../../intl/money';
import { allFor, PRESETS, playAmount } from './playAmount';

const ALL = 'all';

/** What one press moves into the game, and the choice of another amount. */
export function useOffer(slot: Slot, inWallet: string, currency: string) {
  const { moved } = useGameMemory();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const [picked, setPicked] = useState<string | null>(null);
  const last = moved[slot.code];
  const all = allFor(slot, inWallet);
  const usual = playAmount(slot, { inWallet, currency, last });
  // All of the main wallet on a button would show the balance that the player has hidden.
  const shown = isHidden && usual !== last ? null : usual;
  // A preset that the wallet does not hold any more is no choice.
  const isHeld = picked !== null && picked !== ALL && compareAmounts(picked, inWallet) <= 0;
  const chosen = picked === ALL ? all : isHeld ? picked : null;
  const amount = chosen ?? shown;
  const presets = PRESETS[currency] ?? [];
  return {
    /** Null where a press only plays. */
    amount,
    presets,
    most: inWallet,
    isAll: amount !== null && amount === all && !presets.includes(amount),
    pick(typed: string) {
      const parsed = parseAmount(typed, currency);
      if (parsed.ok) setPicked(parsed.amount);
    },
    /** Null while amounts are hidden. */
    pickAll: isHidden ? null : () => setPicked(ALL),
  };
}

export type Offer = ReturnType<typeof useOffer>;
