/** The rules of the transfer form, apart from what only the server can know. */
import { type TransferBody, WALLET } from '../../api/command/transferCommand';
import type { Slot, Wallet } from '../../api/types';
import {
  ALL,
  type AmountFault,
  addAmounts,
  compareAmounts,
  formatAmount,
  isZero,
  multiplyAmounts,
  parseAmount,
} from '../../intl/money';

/** The product's minimum: one baht (or one kip). */
export const TRANSFER_MIN = '1';

export interface TransferForm {
  from: string;
  to: string;
  /** As typed. */
  amount: string;
  /** The whole balance at the time of execution, whatever is typed. */
  isAll: boolean;
}

export interface TransferAccount {
  code: string;
  /** Null for the main wallet, whose name is a message. */
  name: string | null;
  /** In the wallet's currency. */
  balance: string;
  isClosed: boolean;
  /** When the provider last reported the balance; null before that and for the main wallet. */
  readAt: string | null;
  /** The game, for its picture; null for the main wallet. */
  slot: Slot | null;
}

/** The main wallet, then every game account that has been opened. */
export function accountsOf(wallet: Wallet): TransferAccount[] {
  const games = wallet.slots
    .filter((slot) => slot.isActive)
    .map((slot) => ({
      code: slot.code,
      name: slot.name,
      balance: multiplyAmounts(slot.amount, slot.ftWalletSlot),
      isClosed: slot.maintenance,
      readAt: slot.readAt,
      slot,
    }));
  const main = { code: WALLET, name: null, balance: wallet.wallet.amount, isClosed: false };
  return [{ ...main, readAt: null, slot: null }, ...games];
}

/** Money between two games goes through the main wallet. */
export function goesThroughWallet({ from, to }: Pick<TransferForm, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from !== to && from !== WALLET && to !== WALLET;
}

/** What "everything" would bring to a place, by the last known balances: into a game, the wallet's as well. */
export function sumElsewhere(accounts: readonly TransferAccount[], to: string): string {
  const others = accounts.filter(({ code }) => code !== to);
  return addAmounts('0', ...others.map(({ balance }) => balance));
}

export function swapSides(form: TransferForm): TransferForm {
  return { ...form, from: form.to, to: form.from, isAll: false };
}

/** What the dialog starts with: into the game, out of it, or into the only game there is. */
export function startForm(
  accounts: readonly TransferAccount[],
  slotCode: string | undefined,
  direction: 'in' | 'out' = 'in',
): TransferForm {
  const games = accounts.filter((account) => account.code !== WALLET);
  const only = games.length === 1 ? games[0]?.code : undefined;
  const game = games.find((account) => account.code === slotCode)?.code ?? only ?? '';
  return direction === 'in'
    ? { from: WALLET, to: game, amount: '', isAll: false }
    : { from: game, to: WALLET, amount: '', isAll: false };
}

/** What the amount field shows; for "everything", the source's known balance. */
export function shownAmount(
  form: TransferForm,
  source: TransferAccount | undefined,
  currency: string,
): string {
  return form.isAll && source ? formatAmount(source.balance, currency) : form.amount;
}

export type TransferFault =
  | { field: 'from' | 'to'; id: 'transfer.selectAccount' | 'transfer.sameAccount' }
  | { field: 'amount'; reading: AmountFault }
  | { field: 'amount'; isBelowMinimum: true }
  | { field: 'amount'; isBeyondBalance: true };

export type CheckedTransfer =
  | { ok: true; body: TransferBody }
  | { ok: false; fault: TransferFault };

const refuse = (fault: TransferFault): CheckedTransfer => ({ ok: false, fault });

export function checkTransfer(
  form: TransferForm,
  accounts: readonly TransferAccount[],
  currency: string,
): CheckedTransfer {
  if (!form.from) return refuse({ field: 'from', id: 'transfer.selectAccount' });
  if (!form.to) return refuse({ field: 'to', id: 'transfer.selectAccount' });
  if (form.from === form.to) return refuse({ field: 'to', id: 'transfer.sameAccount' });
  const source = accounts.find((account) => account.code === form.from);
  const isWallet = form.from === WALLET;
  if (form.isAll) {
    // A game may hold more than we know, but the main wallet's balance is always known.
    if (isWallet && source && isZero(source.balance)) {
      return refuse({ field: 'amount', isBeyondBalance: true });
    }
    return { ok: true, body: { from: form.from, to: form.to, amount: ALL } };
  }
  const parsed = parseAmount(form.amount, currency);
  if (!parsed.ok) return refuse({ field: 'amount', reading: parsed.fault });
  if (compareAmounts(parsed.amount, TRANSFER_MIN) < 0) {
    return refuse({ field: 'amount', isBelowMinimum: true });
  }
  // A game's balance may have grown since it was read, so only the provider can refuse.
  if (isWallet && source && compareAmounts(parsed.amount, source.balance) > 0) {
    return refuse({ field: 'amount', isBeyondBalance: true });
  }
  return { ok: true, body: { from: form.from, to: form.to, amount: parsed.amount } };
}
