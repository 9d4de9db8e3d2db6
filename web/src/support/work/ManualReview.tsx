import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { EmptyState } from '../../ui/feedback/States';
import { useGetWorkSideQuery } from '../api/sideApi';
import {
  type AnnouncedDeposit,
  type BankReceipt,
  useGetAnnouncedDepositQuery,
  type WorkItem,
} from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { REFUSE } from '../ui/tones';
import type { Question } from './DecideDialog';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { matchReceipt, referenceByHand, rejectDeposit } from './questions';
import { ReceiptComparison } from './ReceiptComparison';
import { ReceiptList } from './ReceiptList';
import { AnswerCard, Columns, ReviewFrame } from './ReviewFrame';
import { findReceipt, isFree, isWhole } from './receipts';
import { WorkLines, WorkPlayer } from './WorkPlayer';

interface DepositProps {
  deposit: AnnouncedDeposit;
}

/** One of our accounts, as people write it. */
function accountText({ accounts }: AnnouncedDeposit, id: string) {
  const account = accounts.find((each) => each.account.id === id)?.account;
  return account ? `${account.bankCode} ${account.accountNo}` : id;
}

/** The player and the amount, next to the question. */
function Announced({ item: { player, amount, currency, since } }: { item: WorkItem }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-sunken px-4 py-2">
      <span className="font-medium">{player.name}</span>
      <span className="tabular text-sm text-muted">{formatMoment(since)}</span>
      {amount && currency && (
        <span className="tabular font-semibold">{moneyText({ amount, currency })}</span>
      )}
    </p>
  );
}

/** Who gets what, where it is as it was announced. */
function Credited({ item: { player, amount, currency } }: { item: WorkItem }) {
  const t = useSupportText();
  if (!amount || !currency) return null;
  const money = moneyText({ amount, currency });
  return <p>{t('support.work.acceptLead', { amount: money, name: player.name })}</p>;
}

/** What the bank's lists say against a reference that was typed. */
function ReferenceWarning({ deposit, typed }: DepositProps & { typed: string }) {
  const t = useSupportText();
  if (!typed.trim()) return null;
  const receipt = findReceipt(deposit.receipts, typed);
  if (!receipt) {
    const [tone, id] = isWhole(deposit)
      ? (['negative', 'support.work.receipt.unknown'] as const)
      : (['caution', 'support.work.receipt.unlisted'] as const);
    return <Notice tone={tone}>{t(id)}</Notice>;
  }
  if (receipt.credit) {
    const { player, at } = receipt.credit;
    const use = { amount: moneyText(receipt), name: player.name, at: formatMoment(at) };
    return <Notice tone="negative">{t('support.work.usedBefore', use)}</Notice>;
  }
  if (receipt.isSameAmount) return null;
  const amount = moneyText(receipt);
  return <Notice tone="negative">{t('support.work.receipt.differs', { amount })}</Notice>;
}

/** Which lists are missing, or not whole. */
function Missing({ deposit }: DepositProps) {
  const t = useSupportText();
  const missing = deposit.accounts.filter(({ isComplete }) => !isComplete);
  return missing.map(({ account: { id }, state }) => {
    const account = accountText(deposit, id);
    return (
      <Notice key={id} tone="caution">
        {state === 'UNREACHABLE'
          ? t('support.work.receipt.unreachable', { account })
          : t('support.work.receipt.cut', { account })}
      </Notice>
    );
  });
}

/** No receipt can be matched: what to do now. */
function NoneFits({ deposit }: DepositProps) {
  const t = useSupportText();
  const [title, lead] = [t('support.work.receipt.none'), t('support.work.receipt.noneLead')];
  if (deposit.receipts.length === 0) {
    return (
      <EmptyState icon="search" title={title}>
        {lead}
      </EmptyState>
    );
  }
  return (
    <Notice tone="caution">
      <p className="font-medium">{title}</p>
      <p>{lead}</p>
    </Notice>
  );
}

interface ReceiptsProps extends DepositProps {
  /** Null where nobody may decide now. */
  ask: ((question: Question) => void) | null;
  onReload: () => void;
}

function Receipts({ deposit, ask, onReload }: ReceiptsProps) {
  const t = useSupportText();
  const { item, receipts } = deposit;
  const accountOf = (receipt: BankReceipt) => accountText(deposit, receipt.depositAccount);
  const { data: side } = useGetWorkSideQuery(item.id);
  const { name } = item.player;
  const lead = (receipt: BankReceipt) => (
    <>
      <p>{t('support.work.acceptLead', { amount: moneyText(receipt), name })}</p>
      <ReceiptComparison
        item={item}
        receipt={receipt}
        account={accountOf(receipt)}
        owner={side?.owner}
      />
    </>
  );
  const match = (receipt: BankReceipt) =>
    // The dialog is named as the button that opens it.
    ask?.({
      ...matchReceipt(t, item, receipt),
      title: t('support.work.receipt.match'),
      lead: lead(receipt),
    });
  const byHand = () =>
    ask?.({
      ...referenceByHand(t, item),
      lead: (
        <>
          <Credited item={item} />
          <Announced item={item} />
        </>
      ),
      basis: ({ reference = '' }) => <ReferenceWarning deposit={deposit} typed={reference} />,
    });
  return (
    <AnswerCard title={t('support.work.receipts')} onReload={onReload}>
      <div className="space-y-3">
        <Notice>{t('support.work.manualHint')}</Notice>
        <Missing deposit={deposit} />
        {!receipts.some(isFree) && <NoneFits deposit={deposit} />}
        {receipts.length > 0 && (
          <ReceiptList receipts={receipts} accountOf={accountOf} onMatch={ask && match} />
        )}
        {ask && (
          <Button tone="secondary" wide onClick={byHand}>
            {t('support.work.receipt.byHand')}
          </Button>
        )}
      </div>
    </AnswerCard>
  );
}

function Review({ deposit, onReload }: DepositProps & { onReload: () => void }) {
  const t = useSupportText();
  const { item } = deposit;
  const reject = { ...rejectDeposit(t, item), lead: <Announced item={item} /> };
  return (
    <ReviewFrame
      item={item}
      buttons={(ask) => (
        <Button className={REFUSE} onClick={() => ask(reject)}>
          {reject.title}
        </Button>
      )}
    >
      {(ask) => (
        <Columns
          main={
            <>
              <Receipts deposit={deposit} ask={ask} onReload={onReload} />
              <div className="order-last">
                <WorkLines item={item} />
              </div>
            </>
          }
          aside={<WorkPlayer item={item} />}
        />
      )}
    </ReviewFrame>
  );
}

/** An announced deposit, next to the receipts of our accounts that may be its payment. */
export function ManualReview({ id, listed }: ReviewOf) {
  const { data, error, isFetching, refetch } = useGetAnnouncedDepositQuery(id);
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  const deposit = { ...data, item: asListed(data.item, listed) };
  return <Review deposit={deposit} onReload={refetch} />;
}
