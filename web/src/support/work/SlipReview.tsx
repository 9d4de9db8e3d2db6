import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { useSlipReason } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { type BankParty, useGetWaitingSlipQuery, type WaitingSlip } from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { BackToWork } from './BackToWork';
import { DecideDialog, type Question } from './DecideDialog';
import { Facts } from './Facts';
import { rejectSlip, SLIP_CODES } from './questions';
import { SlipPicture } from './SlipPicture';
import { WaitsForSecond } from './WaitsForSecond';

function party({ names, account, phone }: BankParty) {
  return [names.join(' / '), account, phone].filter(Boolean).join(' · ');
}

function BankAnswer({ bank }: { bank: WaitingSlip['bank'] }) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  const { payment } = bank;
  return (
    <>
      <Notice tone={bank.said === 'CONFIRMED' ? 'info' : 'caution'}>
        {t(`support.work.bank.${bank.said}`)}
        {bank.reason && ` · ${slipReason(bank.reason)}`}
      </Notice>
      {payment && !payment.isSamePayment && (
        <div className="mt-2">
          <Notice tone="negative">{t('support.work.otherPayment')}</Notice>
        </div>
      )}
      {payment && (
        <Facts
          facts={[
            [
              t('common.amount'),
              payment.currency
                ? moneyText({ amount: payment.amount, currency: payment.currency })
                : payment.amount,
            ],
            [t('support.event.at'), formatMoment(payment.transferredAt)],
            [t('support.field.reference'), payment.reference],
            [t('support.work.sender'), `${party(payment.sender)} (${payment.sendingBank})`],
            [
              t('support.work.receiver'),
              [party(payment.receiver), payment.receivingBank && `(${payment.receivingBank})`]
                .filter(Boolean)
                .join(' '),
            ],
            [t('support.work.depositAccount'), payment.depositAccount],
          ]}
        />
      )}
    </>
  );
}

function Review({ slip, onReload }: { slip: WaitingSlip; onReload: () => void }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const slipReason = useSlipReason();
  const [, navigate] = useLocation();
  const isActing = useRole() !== 'auditor';
  const [question, setQuestion] = useState<Question | null>(null);
  const { item, bank, owner } = slip;
  const codes = SLIP_CODES.map((code) => ({ value: code, label: slipReason(code) }));
  const accept: Question = {
    title: t('support.work.accept'),
    path: `work/slips/${item.id}/accept`,
    lead: bank.payment?.currency && (
      <p>
        {t('support.work.acceptLead', {
          amount: moneyText({ amount: bank.payment.amount, currency: bank.payment.currency }),
          name: item.player.name,
        })}
      </p>
    ),
    // What is on the screen is what is agreed to: another word of the bank is refused.
    body: bank.payment ? { amount: bank.payment.amount } : {},
    fields: bank.payment?.depositAccount
      ? []
      : [
          {
            name: 'depositAccount',
            label: t('support.work.depositAccount'),
            accountOf: bank.payment?.currency ?? 'THB',
            isNeeded: true,
          },
        ],
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Card>
          <h2 className="mb-3 font-semibold">{t('support.work.picture')}</h2>
          <SlipPicture path={slip.picture} />
        </Card>
        <div className="space-y-5">
          <Card>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-2">
              <h2 className="font-semibold">{t('support.work.bankAnswer')}</h2>
              <Button tone="quiet" icon="refresh" onClick={onReload}>
                {t('support.work.askAgain')}
              </Button>
            </div>
            <BankAnswer bank={bank} />
          </Card>
          <Card>
            <h2 className="mb-1 font-semibold">{t('support.work.handedIn')}</h2>
            <Facts
              facts={[
                [
                  t('support.inbox.player'),
                  <Link
                    key="player"
                    href={`/players/${item.player.id}`}
                    className="text-accent underline underline-offset-4"
                  >
                    {item.player.name}
                  </Link>,
                ],
                [t('support.work.phone'), formatPhone(owner.phone)],
                [t('support.work.holder'), owner.holder],
                [t('support.player.bankAccount'), `${owner.bankCode} ${owner.accountNo}`],
                [t('support.work.since'), formatMoment(item.since)],
                [t('support.work.why'), item.reason && nameOf('support.work.reason', item.reason)],
              ]}
            />
          </Card>
          {item.waiting && <WaitsForSecond waiting={item.waiting} onAsk={setQuestion} />}
          {!isActing && <p className="text-muted">{t('support.readOnly')}</p>}
          {isActing && !item.waiting && (
            <div className="flex gap-3 *:flex-1">
              <Button
                disabled={bank.said !== 'CONFIRMED' || !bank.payment?.isSamePayment}
                onClick={() => setQuestion(accept)}
              >
                {t('support.work.accept')}
              </Button>
              <Button tone="danger" onClick={() => setQuestion(rejectSlip(t, item.id, codes))}>
                {t('support.work.reject')}
              </Button>
            </div>
          )}
        </div>
      </div>
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          onClose={() => setQuestion(null)}
          onDone={() => navigate('/work?kind=slips')}
        />
      )}
    </>
  );
}

/** A waiting slip: the picture next to the bank's current answer. */
export function SlipReview() {
  const t = useSupportText();
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, isFetching, refetch } = useGetWaitingSlipQuery(id);
  return (
    <>
      <BackToWork kind="slips" />
      <h1 className="mb-4 text-2xl font-bold">{t('support.work.slip')}</h1>
      {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <Skeleton className="h-96 w-full rounded-card" />}
      {data && !error && <Review slip={data} onReload={refetch} />}
    </>
  );
}
