/** The withdrawal, as each screen that sends it or asks about it does. */
import { useWithdrawAllMutation, useWithdrawMutation } from '../moveApi';
import type { Withdrawal } from '../types';
import { useMoneyCommand } from './moneyCommand';

/** `source`: the wallet alone, or with all that the games hold. */
export type WithdrawRequest = { amount: string; source: 'wallet' | 'all' };

/** The PIN is never a part of the intent, so a question after a reload goes without it. */
export function useWithdrawCommand(pin?: string) {
  const [withdraw] = useWithdrawMutation();
  const [withdrawAll] = useWithdrawAllMutation();
  return useMoneyCommand<WithdrawRequest, Withdrawal>('withdraw', ({ amount, source }, key) => {
    const send = source === 'all' ? withdrawAll : withdraw;
    const headers = { 'Idempotency-Key': key, ...(pin && { 'X-Pin': pin }) };
    return send({ withdrawRequest: { amount }, ...headers }).unwrap();
  });
}
