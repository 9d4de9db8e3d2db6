import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { useGetWaitingTransferQuery, type WaitingTransfer } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import type { Question } from './DecideDialog';
import { Facts } from './Facts';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { AnswerCard, ReviewFrame } from './ReviewFrame';
import { detailOf } from './useDetail';
import { WorkLines, WorkPlayer } from './WorkPlayer';

/** How it may end: only as the provider says. */
const OUTCOMES = { COMPLETED: 'completed', RETURNED: 'returned' } as const;

function Review({ transfer, onReload }: { transfer: WaitingTransfer; onReload: () => void }) {
  const t = useSupportText();
  const words = useReplayWords();
  const { item, provider } = transfer;
  const { said } = provider;
  const money = (amount: string) => moneyText({ amount, currency: item.currency ?? 'THB' });
  const settle = (word: keyof typeof OUTCOMES): Question => ({
    title: t(`support.work.settle.${word}`),
    path: `work/transfers/${item.id}/settle`,
    body: {
      outcome: OUTCOMES[word],
      ...(provider.providerTx && { providerTx: provider.providerTx }),
    },
  });
  return (
    <ReviewFrame
      item={item}
      buttons={(ask) =>
        said in OUTCOMES && (
          <Button onClick={() => ask(settle(said as keyof typeof OUTCOMES))}>
            {t(`support.work.settle.${said as keyof typeof OUTCOMES}`)}
          </Button>
        )
      }
    >
      <div className="min-w-0 space-y-4">
        <AnswerCard title={t('support.work.providerAnswer')} onReload={onReload}>
          <Notice tone={said in OUTCOMES ? 'info' : 'caution'}>
            {t(`support.work.provider.${said}`)}
          </Notice>
          <div className="mt-2">
            <Facts
              facts={[
                [t('support.field.from'), words.place(detailOf(item, 'from'))],
                [t('support.field.to'), words.place(detailOf(item, 'to'))],
                [t('support.work.since'), formatMoment(item.since)],
                [t('support.work.providerTx'), provider.providerTx],
                [
                  t('support.field.heldBefore'),
                  provider.balanceBefore && money(provider.balanceBefore),
                ],
                [t('support.work.word'), provider.code],
                [t('support.field.transferId'), item.id],
              ]}
            />
          </div>
        </AnswerCard>
        <WorkLines item={item} />
      </div>
      <WorkPlayer item={item} />
    </ReviewFrame>
  );
}

/** A transfer whose outcome is not known, next to the provider's answer. */
export function TransferReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetWaitingTransferQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  return <Review transfer={{ ...data, item: asListed(data.item, listed) }} onReload={refetch} />;
}
