/** What the ledger names and the contract calls a string: `ledgerNames.test.ts` compares them. */
import type { MessageId } from '../../intl/messages';
import type { useText } from '../../intl/text';

export const METHODS: Record<string, MessageId> = {
  slip: 'statement.method.slip',
  qr: 'statement.method.qr',
  gift: 'statement.method.gift',
  manual: 'statement.method.manual',
};

/** Ends of a line that are neither a game nor a bank. */
export const PLACES: Record<string, (t: ReturnType<typeof useText>) => string> = {
  WALLET: (t) => t('wallet.mainWallet'),
  BANK: (t) => t('statement.bank'),
  TRUEWALLET: () => 'TrueMoney',
  MANUAL: (t) => t('statement.staff'),
};
