import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Notice } from '../../ui/feedback/Notice';
import type { Money } from '../api/types';
import { useGetWaitingQrOrderQuery, type WaitingQrOrder } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { GoodNews } from '../ui/GoodNews';
import { ShortId } from '../ui/ShortId';
import { REFUSE } from '../ui/tones';
import type { Question } from './DecideDialog';
import { credited } from './done';
import { Facts } from './Facts';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { AnswerCard, Columns, ReviewFrame } from './ReviewFrame';
import { detailOf } from './useDetail';
import { WorkLines, WorkPlayer } from './WorkPlayer';

type Text = ReturnType<typeof useSupportText>;

/** What was ordered and what was paid, as far as they are known. */
function amountsOf({ item, service }: WaitingQrOrder) {
  const { amount, currency } = item;
  const ordered = amount && currency ? { amount, currency } : null;
  const paid =
    service.amount && service.currency
      ? { amount: service.amount, currency: service.currency }
      : null;
  return { ordered, paid };
}

/** The credit of what was paid; none if nothing was, or if the wallet cannot hold it. */
function acceptance(t: Text, order: WaitingQrOrder): Question | null {
  const { item, service } = order;
  const { ordered, paid } = amountsOf(order);
  if (!ordered || paid?.currency !== ordered.currency) return null;
  const path = `work/qr/${item.id}/accept`;
  const { name } = item.player;
  const amount = moneyText(paid);
  const done = credited(t, { ...paid, name });
  if (service.said === 'PAID') {
    const lead = <p>{t('support.work.acceptLead', { amount, name })}</p>;
    return { title: t('support.work.accept'), path, done, lead };
  }
  return {
    title: t('support.work.creditPaid', { amount }),
    path,
    done,
    lead: (
      <p>{t('support.work.creditPaidLead', { ordered: moneyText(ordered), paid: amount, name })}</p>
    ),
    // What is on the screen is what is agreed to: another amount of the service is refused.
    body: { amount: paid.amount },
  };
}

/** The end of an order without a credit; staff return what was paid for it themselves. */
function rejection(t: Text, order: WaitingQrOrder): Question {
  const { item, service } = order;
  const { ordered, paid } = amountsOf(order);
  const path = `work/qr/${item.id}/reject`;
  const done = t('support.done.qrEnded', { name: item.player.name });
  if (service.said !== 'PAID' && service.said !== 'OTHER_PAID') {
    return { title: t('support.work.reject'), path, done, isDanger: true };
  }
  const money = paid ?? ordered;
  const lead = t('support.work.sendBackLead', { amount: money ? moneyText(money) : '' });
  return { title: t('support.work.sendBack'), path, done, lead, isDanger: true };
}

interface ButtonsProps {
  order: WaitingQrOrder;
  onAsk: (question: Question) => void;
}

function Buttons({ order, onAsk }: ButtonsProps) {
  const t = useSupportText();
  const credit = acceptance(t, order);
  const reject = rejection(t, order);
  return (
    <>
      <Button className={REFUSE} onClick={() => onAsk(reject)}>
        {reject.title}
      </Button>
      <Button disabled={!credit} onClick={() => credit && onAsk(credit)}>
        {credit?.title ?? t('support.work.accept')}
      </Button>
    </>
  );
}

interface AmountProps {
  label: string;
  money: string;
  isOther?: boolean;
}

function Amount({ label, money, isOther = false }: AmountProps) {
  return (
    <div
      className={classNames(
        'min-w-0 rounded-control px-4 py-2.5',
        isOther ? 'bg-caution-soft text-caution' : 'bg-sunken',
      )}
    >
      <dt className="text-sm">{label}</dt>
      <dd className="tabular text-xl font-bold [overflow-wrap:anywhere]">{money}</dd>
    </div>
  );
}

/** Another amount than the ordered one, next to it. */
function OtherPaid({ order }: { order: WaitingQrOrder }) {
  const t = useSupportText();
  const { ordered, paid } = amountsOf(order);
  const isInCurrency = paid?.currency === ordered?.currency;
  return (
    <div className="space-y-3">
      <Notice tone="caution">
        <p className="font-medium">{t('support.work.service.OTHER_PAID')}</p>
        <p>{t(isInCurrency ? 'support.work.otherPaidHint' : 'support.work.otherPaidCurrency')}</p>
      </Notice>
      <dl className="grid grid-cols-2 gap-3">
        <Amount label={t('support.work.ordered')} money={ordered ? moneyText(ordered) : '—'} />
        <Amount label={t('support.work.paid')} money={paid ? moneyText(paid) : '—'} isOther />
      </dl>
    </div>
  );
}

/** The payment service's current answer. */
function ServiceSays({ order }: { order: WaitingQrOrder }) {
  const t = useSupportText();
  const { said } = order.service;
  if (said === 'OTHER_PAID') return <OtherPaid order={order} />;
  if (said === 'PAID') {
    return (
      <>
        <GoodNews>{t('support.work.service.PAID')}</GoodNews>
        <p className="mt-2 text-sm text-muted">{t('support.work.qrHint')}</p>
      </>
    );
  }
  return <Notice tone="caution">{t(`support.work.service.${said}`)}</Notice>;
}

/** The head's amount is what was paid: what was ordered follows the name. */
function Ordered({ money }: { money: Money }) {
  const t = useSupportText();
  return (
    <>
      {t('support.work.one.qr')}
      <span className="text-sm font-normal text-muted">
        {` · ${t('support.work.orderedAmount', { amount: moneyText(money) })}`}
      </span>
    </>
  );
}

interface ReviewProps {
  order: WaitingQrOrder;
  onReload: () => void;
}

function Review({ order, onReload }: ReviewProps) {
  const t = useSupportText();
  const { item, service } = order;
  const { ordered, paid } = amountsOf(order);
  const isOther = service.said === 'OTHER_PAID' && paid !== null;
  const facts = [
    [t('support.work.channel'), detailOf(item, 'channel')],
    // Of another amount it is next to what was paid.
    [t('support.work.ordered'), service.said !== 'OTHER_PAID' && ordered && moneyText(ordered)],
    [t('support.work.serviceReference'), service.reference],
    [t('support.work.itemId'), <ShortId key="id" label={t('support.work.itemId')} id={item.id} />],
  ] as const;
  return (
    <ReviewFrame
      item={item}
      money={isOther ? paid : null}
      title={isOther && ordered ? <Ordered money={ordered} /> : undefined}
      buttons={(ask) => <Buttons order={order} onAsk={ask} />}
    >
      <Columns
        main={
          <>
            <AnswerCard title={t('support.work.serviceAnswer')} onReload={onReload}>
              <ServiceSays order={order} />
              <div className="mt-2">
                <Facts facts={facts.filter(([, value]) => value)} />
              </div>
            </AnswerCard>
            <div className="order-last">
              <WorkLines item={item} />
            </div>
          </>
        }
        aside={<WorkPlayer item={item} />}
      />
    </ReviewFrame>
  );
}

/** A paid QR order that was not credited, next to the payment service's answer. */
export function QrReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetWaitingQrOrderQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  return <Review order={{ ...data, item: asListed(data.item, listed) }} onReload={refetch} />;
}
