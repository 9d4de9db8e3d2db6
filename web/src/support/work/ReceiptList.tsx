import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { linkButton } from '../../ui/display/linkButton';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import type { BankReceipt } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../ui/Chip';
import { bankOf, maskOf } from './banks';
import { isFree } from './receipts';

/** The sender's account, as far as the bank names it. */
const senderAccountOf = ({ sendingBank, senderAccount }: BankReceipt) =>
  [bankOf(sendingBank), senderAccount && maskOf(senderAccount)].filter(Boolean).join(' ');

interface RowProps {
  receipt: BankReceipt;
  /** Our account, as people write it. */
  account: string;
  /** Null where nobody may decide now. */
  onMatch: ((receipt: BankReceipt) => void) | null;
}

function Money({ receipt }: { receipt: BankReceipt }) {
  const t = useSupportText();
  return (
    <>
      <span className="tabular block font-semibold whitespace-nowrap">{moneyText(receipt)}</span>
      <span className="tabular block text-muted">{formatMoment(receipt.transferredAt)}</span>
      {!receipt.isSameAmount && <Chip tone="caution">{t('support.work.receipt.otherAmount')}</Chip>}
    </>
  );
}

function Sender({ receipt, account }: Omit<RowProps, 'onMatch'>) {
  const t = useSupportText();
  return (
    <>
      <span className="block font-medium">{receipt.senderName ?? '—'}</span>
      <span className="tabular block">{senderAccountOf(receipt)}</span>
      <span className="tabular block text-muted">{receipt.reference}</span>
      <span className="tabular block text-muted">
        {t('support.work.depositAccount')}: {account}
      </span>
    </>
  );
}

/** A button, or why there is none. */
function Match({ receipt, onMatch }: Omit<RowProps, 'account'>) {
  const t = useSupportText();
  if (receipt.credit) {
    const { player, at } = receipt.credit;
    return (
      <span className="text-sm">
        {t('support.work.receipt.used', { name: player.name, at: formatMoment(at) })}
      </span>
    );
  }
  if (receipt.slip) {
    const { id, player } = receipt.slip;
    return (
      <Link href={`/work/slips/${id}`} className={linkButton()}>
        {t('support.work.receipt.slip', { name: player.name })}
      </Link>
    );
  }
  if (!onMatch || !isFree(receipt)) return null;
  return (
    <Button className="min-h-11! px-4! text-sm" onClick={() => onMatch(receipt)}>
      {t('support.work.receipt.match')}
    </Button>
  );
}

/** What another credit has used is still there to read, and steps back. */
const look = ({ credit }: BankReceipt) => (credit ? 'bg-sunken text-muted' : '');

interface ReceiptListProps {
  receipts: readonly BankReceipt[];
  accountOf: (receipt: BankReceipt) => string;
  onMatch: ((receipt: BankReceipt) => void) | null;
}

interface Shown {
  key: string;
  receipt: BankReceipt;
  money: ReactNode;
  sender: ReactNode;
  match: ReactNode;
}

function Cards({ label, rows }: { label: string; rows: readonly Shown[] }) {
  return (
    <ul aria-label={label} className="space-y-3">
      {rows.map(({ key, receipt, money, sender, match }) => (
        <li
          key={key}
          className={classNames(
            'space-y-2 rounded-control border border-line p-3 text-sm [overflow-wrap:anywhere]',
            look(receipt),
          )}
        >
          <div>{money}</div>
          <div>{sender}</div>
          {match}
        </li>
      ))}
    </ul>
  );
}

function Table({ label, rows }: { label: string; rows: readonly Shown[] }) {
  const t = useSupportText();
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="px-2 py-1.5 text-start font-medium">
            {t('support.work.receipt.money')}
          </th>
          <th scope="col" className="px-2 py-1.5 text-start font-medium">
            {t('support.work.sender')}
          </th>
          <th scope="col" className="px-2 py-1.5">
            <span className="sr-only">{t('support.work.receipt.match')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, receipt, money, sender, match }) => (
          <tr key={key} className={classNames('border-t border-line align-top', look(receipt))}>
            <td className="px-2 py-2.5">{money}</td>
            <td className="px-2 py-2.5 [overflow-wrap:anywhere]">{sender}</td>
            <td className="px-2 py-2.5 text-end">{match}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The receipts of our accounts, the ones that fit first: a table, or cards on a phone. */
export function ReceiptList({ receipts, accountOf, onMatch }: ReceiptListProps) {
  const t = useSupportText();
  const isDesktop = useIsDesktop();
  const label = t('support.work.receipts');
  const rows = receipts.map((receipt) => ({
    key: [receipt.depositAccount, receipt.sendingBank, receipt.reference].join(' '),
    receipt,
    money: <Money receipt={receipt} />,
    sender: <Sender receipt={receipt} account={accountOf(receipt)} />,
    match: <Match receipt={receipt} onMatch={onMatch} />,
  }));
  return isDesktop ? <Table label={label} rows={rows} /> : <Cards label={label} rows={rows} />;
}
