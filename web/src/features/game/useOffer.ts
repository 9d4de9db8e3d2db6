import { useState } from 'react';
import type { Slot } from '../../api/types';
import { useClientSelector } from '../../client/hooks';
import { compareAmounts, parseAmount } from '../../intl/money';
import { allFor, PRESETS, playAmount } from './playAmount';

const ALL = 'all';

/** What one press moves into a game that holds nothing, and the choice of another amount. */
export function useOffer(slot: Slot, inWallet: string, currency: string) {
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const [picked, setPicked] = useState<string | null>(null);
  const all = allFor(slot, inWallet);
  // While the balance is hidden, no amount on the button shows whether the wallet has it.
  const usual = isHidden ? null : playAmount(slot, inWallet, currency);
  // A preset that the wallet does not hold any more is no choice.
  const isHeld = picked !== null && picked !== ALL && compareAmounts(picked, inWallet) <= 0;
  const chosen = picked === ALL ? all : isHeld ? picked : null;
  const amount = chosen ?? usual;
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
    clear: () => setPicked(null),
    /** Null while amounts are hidden. */
    pickAll: isHidden ? null : () => setPicked(ALL),
  };
}

export type Offer = ReturnType<typeof useOffer>;
