import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { useGetWaitingTransferQuery, type WaitingTransfer } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { BackToWork } from './BackToWork';
import { DecideDialog, type Question } from './DecideDialog';
import { Facts } from './Facts';
import { WaitsForSecond } from './WaitsForSecond';

const place = (value: unknown) => (typeof value === 'string' ? value : '');

/** How it may end: only as the provider says. */
const OUTCOMES = { COMPLETED: 'completed', RETURNED: 'returned' } as const;

function Review({ transfer, onReload }: { transfer: WaitingTransfer; onReload: () => void }) {
  const t = useSupportText();
  const words = useReplayWords();
  const [, navigate] = useLocation();
  const isActing = useRole() !== 'auditor';
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
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Card>
        <h2 className="mb-1 font-semibold">{t('support.work.transfer')}</h2>
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
            [t('common.amount'), item.amount && money(item.amount)],
            [t('support.field.from'), words.place(place(item.detail.from))],
            [t('support.field.to'), words.place(place(item.detail.to))],
            [t('support.work.since'), formatMoment(item.since)],
            [t('support.field.transferId'), item.id],
          ]}
        />
      </Card>
      <div className="space-y-5">
        <Card>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-2">
            <h2 className="font-semibold">{t('support.work.providerAnswer')}</h2>
            <Button tone="quiet" icon="refresh" onClick={onReload}>
              {t('support.work.askAgain')}
            </Button>
          </div>
          <Notice tone={said in OUTCOMES ? 'info' : 'caution'}>
            {t(`support.work.provider.${said}`)}
          </Notice>
          <Facts
            facts={[
              [t('support.work.providerTx'), provider.providerTx],
              [
                t('support.field.heldBefore'),
                provider.balanceBefore && money(provider.balanceBefore),
              ],
              [t('support.work.word'), provider.code],
            ]}
          />
        </Card>
        {!isActing && <p className="text-muted">{t('support.readOnly')}</p>}
        {item.waiting && <WaitsForSecond waiting={item.waiting} onAsk={setQuestion} />}
        {isActing && !item.waiting && said in OUTCOMES && (
          <Button wide onClick={() => setQuestion(settle(said as keyof typeof OUTCOMES))}>
            {t(`support.work.settle.${said as keyof typeof OUTCOMES}`)}
          </Button>
        )}
      </div>
      {question && (
        <DecideDialog
          question={question}
          onClose={() => setQuestion(null)}
          onDone={() => navigate('/work?kind=transfers')}
        />
      )}
    </div>
  );
}

/** A transfer whose outcome is not known, next to the provider's answer. */
export function TransferReview() {
  const t = useSupportText();
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, isFetching, refetch } = useGetWaitingTransferQuery(id);
  return (
    <>
      <BackToWork kind="transfers" />
      <h1 className="mb-4 text-2xl font-bold">{t('support.work.transfer')}</h1>
      {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <Skeleton className="h-72 w-full rounded-card" />}
      {data && !error && <Review transfer={data} onReload={refetch} />}
    </>
  );
}
