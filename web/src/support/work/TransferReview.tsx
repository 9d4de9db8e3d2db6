import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import { useGetWaitingTransferQuery, type WaitingTransfer } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { DecideDialog, type Question } from './DecideDialog';
import { Facts } from './Facts';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { ReviewHead } from './ReviewHead';
import { detailOf } from './useDetail';
import { WorkLines, WorkPlayer } from './WorkPlayer';

/** How it may end: only as the provider says. */
const OUTCOMES = { COMPLETED: 'completed', RETURNED: 'returned' } as const;

function Review({ transfer, onReload }: { transfer: WaitingTransfer; onReload: () => void }) {
  const t = useSupportText();
  const words = useReplayWords();
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);
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
    <div className="space-y-4">
      <ReviewHead item={item} onAsk={setQuestion}>
        {said in OUTCOMES && (
          <Button onClick={() => setQuestion(settle(said as keyof typeof OUTCOMES))}>
            {t(`support.work.settle.${said as keyof typeof OUTCOMES}`)}
          </Button>
        )}
      </ReviewHead>
      <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_17.5rem] @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4">
          <Card>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-x-2">
              <h3 className="font-semibold">{t('support.work.providerAnswer')}</h3>
              <Button
                tone="quiet"
                icon="refresh"
                className="-my-2 -me-3 text-sm"
                onClick={onReload}
              >
                {t('support.work.askAgain')}
              </Button>
            </div>
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
          </Card>
          <WorkLines item={item} />
        </div>
        <WorkPlayer item={item} />
      </div>
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          onClose={() => setQuestion(null)}
          onDone={() => navigate('/work?kind=transfers')}
        />
      )}
    </div>
  );
}

/** A transfer whose outcome is not known, next to the provider's answer. */
export function TransferReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetWaitingTransferQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  return <Review transfer={{ ...data, item: asListed(data.item, listed) }} onReload={refetch} />;
}
