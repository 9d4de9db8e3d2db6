/** Which receipt of the bank's lists a reference names. */
import type { AnnouncedDeposit, BankReceipt } from '../api/workApi';

/** The text of a slip's QR: it contains the payment's reference. */
const SLIP_CODE = /^00\d\d.+9104[0-9a-f]{4}$/i;

/** A payment's one name, however its reference is spelled; the ledger names it in the same way. */
export function paymentName(reference: string): string {
  const signs = reference.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return signs.replace(/^0+(?=.)/, '');
}

/** The listed receipt that staff have typed the reference of, or the code of its slip. */
export function findReceipt(
  receipts: readonly BankReceipt[],
  typed: string,
): BankReceipt | undefined {
  const name = paymentName(typed);
  const isCode = SLIP_CODE.test(typed.trim());
  return receipts.find((receipt) => {
    const own = paymentName(receipt.reference);
    return own === name || (isCode && own !== '' && name.includes(own));
  });
}

/** Whether a receipt has the announced amount and is not credited. */
export const isFree = ({ isSameAmount, credit }: BankReceipt) => isSameAmount && !credit;

/** Whether the lists are all there is: what they do not show, the bank does not know. */
export const isWhole = ({ accounts }: AnnouncedDeposit) =>
  accounts.every(({ isComplete }) => isComplete);
