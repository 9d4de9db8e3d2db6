/** What a refused transfer reveals about the game that the money was to come from. */
import type { TransferBody } from '../../api/command/transferCommand';
import { isProblem } from '../../api/transport/problem';
import type { GameBalance } from '../../api/types';
import { compareAmounts } from '../../intl/money';
import { TRANSFER_MIN } from './transferForm';

export interface Refusal {
  /** The game. */
  code: string;
  /** Its current balance, as its provider reported it. */
  amount: string;
  /** Why it was refused: a code of the catalogue or of the provider. */
  reason: unknown;
  /** The amount that can be sent instead; null when it is too small. */
  instead: TransferBody | null;
}

/** Null when the refusal does not say what the game holds. */
export function readRefusal(problem: unknown, body: TransferBody | null): Refusal | null {
  if (!isProblem(problem) || !body) return null;
  const games = (problem.data?.games ?? []) as GameBalance[];
  const game = games.find(({ code, ok }) => ok && code === body.from);
  if (!game) return null;
  const { code, amount } = game;
  const hasEnough = compareAmounts(amount, TRANSFER_MIN) >= 0;
  const reason = problem.data?.reason ?? problem.code;
  return { code, amount, reason, instead: hasEnough ? { ...body, amount } : null };
}
