import { formatMoment } from '../../intl/moment';
import type { WorkSide } from '../api/sideApi';
import type { BankReceipt, Likeness, WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Compared } from './BankAnswer';
import { bankOf, maskOf } from './banks';
import { Facts } from './Facts';

/** How many digits of a number both sides show. */
const SHOWN_DIGITS = 4;

const lastDigits = (account: string) => account.replace(/\D/g, '').slice(-SHOWN_DIGITS);

/** The last digits are all that is shown of the player's number. */
function accountLikeness(theirs: string | null, ours: string): Likeness {
  const [their, own] = [lastDigits(theirs ?? ''), lastDigits(ours)];
  if (their.length < SHOWN_DIGITS || own.length < SHOWN_DIGITS) return 'UNCLEAR';
  return their === own ? 'SAME' : 'OTHER';
}

/** One name is written in two languages and in many ways: another spelling says nothing. */
function nameLikeness(theirs: string | null, ours: string): Likeness {
  const plain = (name: string) => name.replace(/\s+/g, ' ').trim().toUpperCase();
  return theirs && plain(theirs) === plain(ours) ? 'SAME' : 'UNCLEAR';
}

const isSame = (is: boolean): Likeness => (is ? 'SAME' : 'OTHER');

/** A number that names no bank here can be that of any. */
const bankLikeness = (number: string, ours: string): Likeness =>
  bankOf(number) === number ? 'UNCLEAR' : isSame(bankOf(number) === ours);

function Head() {
  const t = useSupportText();
  const columns = [
    t('support.work.receipt.one'),
    t('support.work.receipt.announced'),
    t('support.likeness.title'),
  ];
  return (
    <thead>
      <tr className="text-xs text-muted">
        <th scope="col" className="w-px p-0">
          <span className="sr-only">{t('support.likeness.what')}</span>
        </th>
        {columns.map((column) => (
          <th key={column} scope="col" className="py-1.5 pe-3 text-start font-medium last:w-26">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ReceiptComparisonProps {
  item: WorkItem;
  receipt: BankReceipt;
  /** Our account, as people write it. */
  account: string;
  owner: WorkSide['owner'] | undefined;
}

/** A receipt next to the announcement, and in what they differ. */
export function ReceiptComparison({ item, receipt, account, owner }: ReceiptComparisonProps) {
  const t = useSupportText();
  const { amount, currency } = item;
  const { senderAccount, senderName, sendingBank } = receipt;
  return (
    <>
      <table className="tabular w-full table-fixed text-sm">
        <Head />
        <tbody>
          <Compared
            label={t('support.work.receipt.money')}
            theirs={moneyText(receipt)}
            ours={amount && currency ? moneyText({ amount, currency }) : '—'}
            likeness={isSame(receipt.isSameAmount)}
          />
          {owner && (
            <>
              <Compared
                label={t('support.work.holder')}
                theirs={senderName ?? ''}
                ours={owner.holder}
                likeness={nameLikeness(senderName, owner.holder)}
              />
              <Compared
                label={t('support.likeness.bank')}
                theirs={bankOf(sendingBank)}
                ours={owner.bankCode}
                likeness={bankLikeness(sendingBank, owner.bankCode)}
              />
              <Compared
                label={t('support.player.bankAccount')}
                theirs={senderAccount ? maskOf(senderAccount) : ''}
                ours={owner.accountNo}
                likeness={accountLikeness(senderAccount, owner.accountNo)}
              />
            </>
          )}
        </tbody>
      </table>
      <Facts
        facts={[
          [t('support.event.at'), formatMoment(receipt.transferredAt)],
          [t('support.work.receipt.announcedAt'), formatMoment(item.since)],
          [t('support.work.bankReference'), receipt.reference],
          [t('support.work.depositAccount'), account],
        ]}
      />
    </>
  );
}
