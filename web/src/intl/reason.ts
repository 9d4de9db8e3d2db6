/** Why a movement failed, as a message id. Providers' own codes have no text. */
import type { StatementType } from '../api/types';

const OF_PROVIDERS: Record<string, string> = {
  MAINTENANCE: 'game.maintenance',
  INSUFFICIENT_BALANCE: 'error.MONEY_NOT_ENOUGH',
  PLAYER_SUSPENDED: 'game.suspended',
};

const OF_TYPE: Partial<Record<StatementType, string>> = {
  transfer: 'error.TRANSFER_FAIL',
  withdraw: 'withdraw.returned',
};

/** The most specific id that has a text, or null when only a code is left. */
export function reasonId(
  reason: string,
  type: StatementType,
  hasWords: (id: string) => boolean,
): string | null {
  const ids = [`slipReason.${reason}`, `error.${reason}`, OF_PROVIDERS[reason], OF_TYPE[type]];
  return ids.find((id) => id !== undefined && hasWords(id)) ?? null;
}
