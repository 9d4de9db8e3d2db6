import { formatMoment } from '../../intl/moment';
import { useSlipReason } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import { type BankParty, useGetWaitingSlipQuery, type WaitingSlip } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { GoodNews } from '../ui/GoodNews';
import { REFUSE } from '../ui/tones';
import { bankOf } from './banks';
import {
  differenceOf,
  type Likeness,
  likenessOfAccounts,
  likenessOfBanks,
  likenessOfNames,
  maskOf,
} from './compare';
import type { Question } from './DecideDialog';
import { Facts } from './Facts';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { rejectSlip, SLIP_CODES } from './questions';
import { AnswerCard, Columns, ReviewFrame } from './ReviewFrame';
import { SlipPicture } from './SlipPicture';
import { WorkLines, WorkPlayer } from './WorkPlayer';

/** The bank may give the same name in two languages or twice. */
const namesOf = (names: readonly string[]) => [...new Set(names)].join(' / ');

function party({ names, account, phone }: BankParty) {
  return [namesOf(names), account && maskOf(account), phone].filter(Boolean).join(' · ');
}

const SIGNS = {
  same: { icon: 'check', look: 'text-positive' },
  close: { icon: 'check', look: 'text-caution' },
  other: { icon: 'close', look: 'text-negative' },
  unknown: { icon: 'info', look: 'text-muted' },
} as const;

interface ComparedProps {
  label: string;
  theirs: string;
  ours: string;
  likeness: Likeness;
}

/** One thing of the sender next to the same thing of the player, and whether they agree. */
function Compared({ label, theirs, ours, likeness }: ComparedProps) {
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
function Senders({ slip: { bank, owner } }: { slip: WaitingSlip }) {
  const t = useSupportText();
  const { payment } = bank;
  if (!payment) return null;
  const { sender, sendingBank } = payment;
  const bankCode = bankOf(sendingBank);
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
          likeness={likenessOfNames(sender.names, owner.holder)}
        />
        <Compared
          label={t('support.likeness.bank')}
          theirs={bankCode}
          ours={owner.bankCode}
          likeness={likenessOfBanks(sendingBank, owner.bankCode)}
        />
        <Compared
          label={t('support.player.bankAccount')}
          theirs={[maskOf(account), sender.phone].filter(Boolean).join(' · ')}
          ours={owner.accountNo}
          likeness={likenessOfAccounts(account, owner.accountNo)}
        />
      </tbody>
    </table>
  );
}

/** In what who paid is surely not who has registered. */
function senderDifference({ bank: { payment }, owner }: WaitingSlip) {
  if (!payment) return null;
  const { sender, sendingBank } = payment;
  const { names, account } = sender;
  return differenceOf({ names, account, bank: sendingBank }, owner);
}

/** What the bank says; a payment from another account is no plain good news. */
function BankSays({ slip }: { slip: WaitingSlip }) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  const { said, reason } = slip.bank;
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

function BankAnswer({ slip }: { slip: WaitingSlip }) {
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

/** What is on the screen is what is agreed to: another word of the bank is refused. */
function acceptance(t: ReturnType<typeof useSupportText>, { item, bank }: WaitingSlip): Question {
  const { payment } = bank;
  const account = {
    name: 'depositAccount',
    label: t('support.work.depositAccount'),
    accountOf: payment?.currency ?? 'THB',
    isNeeded: true,
  };
  return {
    title: t('support.work.accept'),
    path: `work/slips/${item.id}/accept`,
    lead: payment?.currency && (
      <p>
        {t('support.work.acceptLead', {
          amount: moneyText({ amount: payment.amount, currency: payment.currency }),
          name: item.player.name,
        })}
      </p>
    ),
    body: payment ? { amount: payment.amount } : {},
    fields: payment?.depositAccount ? [] : [account],
  };
}

function Review({ slip, onReload }: { slip: WaitingSlip; onReload: () => void }) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  const { item, bank } = slip;
  const { payment } = bank;
  // The gateway saw too little of the sender; where the bank shows more, that is the reason.
  const isUnclear = item.reason === 'SENDER_UNCLEAR';
  const reason = (isUnclear && senderDifference(slip)) || item.reason;
  const codes = SLIP_CODES.map((code) => ({ value: code, label: slipReason(code) }));
  const money = payment?.currency && { amount: payment.amount, currency: payment.currency };
  return (
    <ReviewFrame
      item={item}
      money={money || null}
      reason={reason ?? undefined}
      buttons={(ask) => (
        <>
          <Button className={REFUSE} onClick={() => ask(rejectSlip(t, item.id, codes))}>
            {t('support.work.reject')}
          </Button>
          <Button
            disabled={bank.said !== 'CONFIRMED' || !payment?.isSamePayment}
            onClick={() => ask(acceptance(t, slip))}
          >
            {t('support.work.accept')}
          </Button>
        </>
      )}
    >
      <Columns
        main={
          <>
            <AnswerCard title={t('support.work.bankAnswer')} onReload={onReload}>
              <BankAnswer slip={slip} />
            </AnswerCard>
            <div className="order-last">
              <WorkLines item={item} />
            </div>
          </>
        }
        aside={
          <>
            <Card>
              <h3 className="mb-3 font-semibold">{t('support.work.picture')}</h3>
              <SlipPicture path={slip.picture} size="medium" />
            </Card>
            <WorkPlayer item={item} />
          </>
        }
      />
    </ReviewFrame>
  );
}

/** A waiting slip: the picture next to the bank's current answer. */
export function SlipReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetWaitingSlipQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  return <Review slip={{ ...data, item: asListed(data.item, listed) }} onReload={refetch} />;
}
