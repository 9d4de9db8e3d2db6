import type { ReactNode } from 'react';
import { formatMoment } from '../../intl/moment';
import { useSlipReason } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import { type BankParty, useGetWaitingSlipQuery, type WaitingSlip } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { GoodNews } from '../ui/GoodNews';
import { REFUSE } from '../ui/tones';
import type { Question } from './DecideDialog';
import { Facts } from './Facts';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { rejectSlip, SLIP_CODES } from './questions';
import { AnswerCard, ReviewFrame } from './ReviewFrame';
import { SlipPicture } from './SlipPicture';
import { WorkLines, WorkPlayer } from './WorkPlayer';

/** The bank may give the same name in two languages or twice. */
const namesOf = (names: readonly string[]) => [...new Set(names)].join(' / ');

function party({ names, account, phone }: BankParty) {
  return [namesOf(names), account, phone].filter(Boolean).join(' · ');
}

function Side({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-control bg-sunken px-4 py-2.5">
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="[overflow-wrap:anywhere]">
        <span className="block font-medium">{name || '—'}</span>
        <span className="tabular text-sm text-muted">{children}</span>
      </dd>
    </div>
  );
}

/** Who paid, by the bank, next to the account that the player has registered. */
function Senders({ slip: { bank, owner } }: { slip: WaitingSlip }) {
  const t = useSupportText();
  const { payment } = bank;
  if (!payment) return null;
  const { sender, sendingBank } = payment;
  return (
    <dl className="mt-3 grid items-stretch gap-2 @sm:grid-cols-2">
      <Side title={t('support.work.sender')} name={namesOf(sender.names)}>
        {[sendingBank, sender.account, sender.phone].filter(Boolean).join(' · ')}
      </Side>
      <Side title={t('support.work.playerAccount')} name={owner.holder}>
        {`${owner.bankCode} ${owner.accountNo}`}
      </Side>
    </dl>
  );
}

function BankAnswer({ slip }: { slip: WaitingSlip }) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  const { bank } = slip;
  const { payment } = bank;
  const isKnown = bank.said === 'CONFIRMED';
  return (
    <>
      {isKnown ? (
        <GoodNews>{t('support.work.bank.CONFIRMED')}</GoodNews>
      ) : (
        <Notice tone="caution">
          {t(`support.work.bank.${bank.said}`)}
          {bank.reason && ` · ${slipReason(bank.reason)}`}
        </Notice>
      )}
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
                [party(payment.receiver), payment.receivingBank && `(${payment.receivingBank})`]
                  .filter(Boolean)
                  .join(' '),
              ],
              [t('support.work.depositAccount'), payment.depositAccount],
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
  const codes = SLIP_CODES.map((code) => ({ value: code, label: slipReason(code) }));
  const money = payment?.currency && { amount: payment.amount, currency: payment.currency };
  return (
    <ReviewFrame
      item={item}
      money={money || null}
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
      <div className="contents @2xl:block @2xl:min-w-0 @2xl:space-y-4">
        <AnswerCard title={t('support.work.bankAnswer')} onReload={onReload}>
          <BankAnswer slip={slip} />
        </AnswerCard>
        <div className="order-last">
          <WorkLines item={item} />
        </div>
      </div>
      <div className="contents @2xl:block @2xl:min-w-0 @2xl:space-y-4">
        <Card>
          <h3 className="mb-3 font-semibold">{t('support.work.picture')}</h3>
          <SlipPicture path={slip.picture} size="medium" />
        </Card>
        <WorkPlayer item={item} />
      </div>
    </ReviewFrame>
  );
}

/** A waiting slip: the picture next to the bank's current answer. */
export function SlipReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetWaitingSlipQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  return <Review slip={{ ...data, item: asListed(data.item, listed) }} onReload={refetch} />;
}
