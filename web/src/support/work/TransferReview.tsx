import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import { useGetWaitingTransferQuery, type WaitingTransfer } from '../api/workApi';
import type { SupportMessageId } from '../intl/messages';
import { useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { ShortId } from '../ui/ShortId';
import type { Question } from './DecideDialog';
import type { Text } from './done';
import { Facts } from './Facts';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { Columns, ReviewFrame } from './ReviewFrame';
import { detailOf } from './useDetail';
import { WorkLines, WorkPlayer } from './WorkPlayer';

/** How it may end: only as the provider says. */
const OUTCOMES = { COMPLETED: 'completed', RETURNED: 'returned' } as const;

type Outcome = keyof typeof OUTCOMES;

const DONE = {
  COMPLETED: 'support.done.transferred',
  RETURNED: 'support.done.returned',
} as const satisfies Record<Outcome, SupportMessageId>;

function settlement(t: Text, { item, provider }: WaitingTransfer, outcome: Outcome): Question {
  const { id, amount, currency, player } = item;
  const money = moneyText({ amount: amount ?? '', currency: currency ?? '' });
  const { providerTx } = provider;
  return {
    title: t(`support.work.settle.${outcome}`),
    path: `work/transfers/${id}/settle`,
    done: t(DONE[outcome], { amount: money, name: player.name }),
    body: { outcome: OUTCOMES[outcome], ...(providerTx && { providerTx }) },
  };
}

/** Where the money was to go; nobody knows yet whether it arrived. */
function Way({ from, to, isSettled }: { from: string; to: string; isSettled: boolean }) {
  return (
    <p className="flex items-center gap-3">
      <span className="min-w-0 rounded-control bg-sunken px-4 py-2.5 font-semibold">{from}</span>
      <span
        aria-hidden="true"
        className={classNames(
          'flex-1 border-t-2 border-dashed',
          isSettled ? 'border-positive' : 'border-caution',
        )}
      />
      <Icon
        name={isSettled ? 'check' : 'clock'}
        size={22}
        className={isSettled ? 'text-positive' : 'text-caution'}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'flex-1 border-t-2 border-dashed',
          isSettled ? 'border-positive' : 'border-caution',
        )}
      />
      <span className="min-w-0 rounded-control bg-sunken px-4 py-2.5 font-semibold">{to}</span>
    </p>
  );
}

interface ReviewProps {
  transfer: WaitingTransfer;
  isAsking: boolean;
  onReload: () => void;
}

function Review({ transfer, isAsking, onReload }: ReviewProps) {
  const t = useSupportText();
  const words = useReplayWords();
  const { item, provider } = transfer;
  const { said } = provider;
  const money = (amount: string) => moneyText({ amount, currency: item.currency ?? '' });
  // A status of HTTP says as much as its number; what follows it is ours.
  const answerOf = (code: string) => {
    const status = /^HTTP_(\d{3})\b/.exec(code)?.[1];
    return status ? t('support.work.httpCode', { status }) : code;
  };
  const facts = [
    [t('support.work.providerTx'), provider.providerTx],
    [t('support.field.heldBefore'), provider.balanceBefore && money(provider.balanceBefore)],
    [t('support.work.word'), provider.code && answerOf(provider.code)],
    [
      t('support.field.transferId'),
      <ShortId key="id" label={t('support.field.transferId')} id={item.id} />,
    ],
  ] as const;
  const [from, to] = [detailOf(item, 'from'), detailOf(item, 'to')];
  const game = words.place(from === 'WALLET' ? to : from);
  const isSettled = said in OUTCOMES;
  return (
    <ReviewFrame
      item={item}
      buttons={(ask) =>
        isSettled ? (
          <Button onClick={() => ask(settlement(t, transfer, said as Outcome))}>
            {t(`support.work.settle.${said as Outcome}`)}
          </Button>
        ) : (
          <Button icon="refresh" busy={isAsking} onClick={onReload}>
            {t('support.work.askProvider', { game })}
          </Button>
        )
      }
    >
      <Columns
        main={
          <>
            <Card className="@container min-w-0">
              <h3 className="mb-3 font-semibold">{t('support.work.providerAnswer')}</h3>
              <Way from={words.place(from)} to={words.place(to)} isSettled={isSettled} />
              <div className="mt-3">
                <Notice tone={isSettled ? 'info' : 'caution'}>
                  <p className="font-medium">{t(`support.work.provider.${said}`, { game })}</p>
                  {!isSettled && <p>{t('support.work.providerNext', { game })}</p>}
                </Notice>
              </div>
              <div className="mt-2">
                <Facts facts={facts.filter(([, value]) => value)} />
              </div>
            </Card>
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

/** A transfer whose outcome is not known, next to the provider's answer. */
export function TransferReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetWaitingTransferQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  return (
    <Review
      transfer={{ ...data, item: asListed(data.item, listed) }}
      isAsking={isFetching}
      onReload={refetch}
    />
  );
}
