import { formatMoment } from '../../intl/moment';
import { useSlipReason } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import type { BankParty, Likeness, ReviewedSlip } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { GoodNews } from '../ui/GoodNews';
import { bankOf, maskOf } from './banks';
import { Facts } from './Facts';

/** The bank may give the same name in two languages or twice. */
const namesOf = (names: readonly string[]) => [...new Set(names)].join(' / ');

function party({ names, account, phone }: BankParty) {
  return [namesOf(names), account && maskOf(account), phone].filter(Boolean).join(' · ');
}

const SIGNS = {
  SAME: { icon: 'check', look: 'text-positive' },
  OTHER: { icon: 'close', look: 'text-negative' },
  UNCLEAR: { icon: 'info', look: 'text-muted' },
} as const;

interface ComparedProps {
  label: string;
  theirs: string;
  ours: string;
  likeness: Likeness;
}

/** One thing of the sender next to the same thing of the player, and whether they agree. */
export function Compared({ label, theirs, ours, likeness }: ComparedProps) {
  const t = useSupportText();
  const { icon, look } = SIGNS[likeness];
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="w-px p-0">
        <span className="sr-only">{label}</span>
      </th>
      <td className="py-2 pe-3 font-medium [overflow-wrap:anywhere]">{theirs || '—'}</td>
      <td className="py-2 pe-3 font-medium [overflow-wrap:anywhere]">{ours}</td>
      <td className={`py-2 text-sm font-semibold ${look}`}>
        <span className="flex items-start gap-1.5">
          <Icon name={icon} size={18} className="mt-0.5 shrink-0" />
          {t(`support.likeness.${likeness}`)}
        </span>
      </td>
    </tr>
  );
}

/** Who paid, by the bank, next to the account that the player has registered. */
function Senders({ slip: { bank, owner } }: { slip: ReviewedSlip }) {
  const t = useSupportText();
  const { payment } = bank;
  if (!payment) return null;
  const { sender, sendingBank, likeness } = payment;
  const account = sender.account ?? '';
  return (
    <table className="tabular mt-3 w-full table-fixed text-sm">
      <thead>
        <tr className="text-start text-xs text-muted">
          <th scope="col" className="w-px p-0">
            <span className="sr-only">{t('support.likeness.what')}</span>
          </th>
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            {t('support.work.sender')}
          </th>
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            {t('support.work.playerAccount')}
          </th>
          <th scope="col" className="w-26 py-1.5 text-start font-medium">
            {t('support.likeness.title')}
          </th>
        </tr>
      </thead>
      <tbody>
        <Compared
          label={t('support.work.holder')}
          theirs={namesOf(sender.names)}
          ours={owner.holder}
          likeness={likeness.name}
        />
        <Compared
          label={t('support.likeness.bank')}
          theirs={bankOf(sendingBank)}
          ours={owner.bankCode}
          likeness={likeness.bank}
        />
        <Compared
          label={t('support.player.bankAccount')}
          theirs={[maskOf(account), sender.phone].filter(Boolean).join(' · ')}
          ours={owner.accountNo}
          likeness={likeness.account}
        />
      </tbody>
    </table>
  );
}

/** In what the sender is not the registered account; the name is said first. */
export function senderDifference({ bank: { payment } }: ReviewedSlip) {
  if (payment?.likeness.name === 'OTHER') return 'OTHER_HOLDER';
  if (payment?.likeness.bank === 'OTHER') return 'OTHER_BANK';
  return payment?.likeness.account === 'OTHER' ? 'OTHER_ACCOUNT' : null;
}

/** What the bank says; a payment from another account is no plain good news. */
function BankSays({ slip }: { slip: ReviewedSlip }) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  const { said, reason, payment } = slip.bank;
  if (payment?.credit) {
    const { player, at } = payment.credit;
    return (
      <Notice tone="negative">
        {t('support.work.alreadyCredited', { name: player.name, at: formatMoment(at) })}
      </Notice>
    );
  }
  if (said !== 'CONFIRMED') {
    return (
      <Notice tone="caution">
        {t(`support.work.bank.${said}`)}
        {reason && ` · ${slipReason(reason)}`}
      </Notice>
    );
  }
  if (senderDifference(slip)) {
    return <Notice tone="caution">{t('support.work.bankDiffers')}</Notice>;
  }
  return <GoodNews>{t('support.work.bank.CONFIRMED')}</GoodNews>;
}

/** The bank's current answer about a slip, and how the sender compares with the player. */
export function BankAnswer({ slip }: { slip: ReviewedSlip }) {
  const t = useSupportText();
  const { payment } = slip.bank;
  return (
    <>
      <BankSays slip={slip} />
      {payment && !payment.isSamePayment && (
        <div className="mt-2">
          <Notice tone="negative">{t('support.work.otherPayment')}</Notice>
        </div>
      )}
      <Senders slip={slip} />
      {payment && (
        <div className="mt-2">
          <Facts
            facts={[
              [t('support.event.at'), formatMoment(payment.transferredAt)],
              [t('support.field.reference'), payment.reference],
              [
                t('support.work.receiver'),
                [payment.receivingBank && bankOf(payment.receivingBank), party(payment.receiver)]
                  .filter(Boolean)
                  .join(' · '),
              ],
              ...(payment.depositAccount
                ? []
                : [[t('support.work.depositAccount'), t('support.work.accountUnclear')] as const]),
            ]}
          />
        </div>
      )}
    </>
  );
}
