/** Why a transfer failed and where the money is, in words. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { WALLET } from '../api/command/transferCommand';
import { isProblem } from '../api/transport/problem';
import type { Leg } from '../api/types';
import { formatAmount } from './money';
import { useCurrencyName } from './moneyText';
import { reasonId } from './reason';
import { useText } from './text';

/** Whether money is in the main wallet because the second step failed. */
export function isLeftInWallet(legs: readonly Leg[]): boolean {
  const hasArrived = legs.some((leg) => leg.to === WALLET && leg.status === 'SUCCESS');
  return hasArrived && legs.some((leg) => leg.from === WALLET && leg.status === 'FAILED');
}

/** What did not leave a game is still there; everything else is back in the main wallet. */
export function isStillInGame(body: { from?: string }, legs: readonly Leg[]): boolean {
  return body.from !== WALLET && !isLeftInWallet(legs);
}

/** Why a transfer was refused, in words; null where there is only a code. */
export function useReason(): (reason: unknown) => string | null {
  const intl = useIntl();
  return useCallback(
    (reason) => {
      if (typeof reason !== 'string') return null;
      const id = reasonId(reason, 'transfer', (candidate) => candidate in intl.messages);
      // "Failed" alone is no reason.
      return id && id !== 'error.TRANSFER_FAIL' ? intl.formatMessage({ id }) : null;
    },
    [intl],
  );
}

/** The server may have another minimum by now, and knows where the money has stayed. */
export function useProblemWords(currency: string, body: { from?: string }) {
  const t = useText();
  const name = useCurrencyName(currency);
  const reasonOf = useReason();
  return (problem: unknown): unknown => {
    if (!isProblem(problem)) return problem;
    if (problem.code === 'TRANSFER_FAIL') {
      const legs = (problem.data?.legs ?? []) as Leg[];
      const reason = reasonOf(problem.data?.reason);
      if (!isStillInGame(body, legs)) return reason ?? problem;
      return reason ? `${t('transfer.stillInGame')}. ${reason}` : t('transfer.stillInGame');
    }
    if (problem.code === 'MONEY_NOT_ENOUGH' && !body.from) return t('transfer.allNothing');
    const min = problem.data?.min;
    if (problem.code !== 'TRANSFER_MINIMUM' || typeof min !== 'string') return problem;
    return t('transfer.minimum', { min: formatAmount(min, currency), currency: name });
  };
}
