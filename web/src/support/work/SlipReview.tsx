import { Link } from 'wouter';
import { isProblem } from '../../api/transport/problem';
import { useSlipReason } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { linkButton } from '../../ui/display/linkButton';
import { EmptyState } from '../../ui/feedback/States';
import { useStaffSelector } from '../api/hooks';
import { type ReviewedSlip, useGetSlipQuery, type WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { REFUSE } from '../ui/tones';
import { BankAnswer, senderDifference } from './BankAnswer';
import type { Question } from './DecideDialog';
import { credited } from './done';
import { Gone } from './Gone';
import { asListed, type ReviewOf } from './listed';
import { rejectSlip, SLIP_CODES, slipReturn } from './questions';
import { AnswerCard, Columns, ReviewFrame } from './ReviewFrame';
import { SlipStateChip } from './SlipList';
import { SlipPicture } from './SlipPicture';
import { slipStateOf } from './slipFilter';
import { WorkLines, WorkPlayer } from './WorkPlayer';

/** What is on the screen is what is agreed to: another word of the bank is refused. */
function acceptance(t: ReturnType<typeof useSupportText>, slip: ReviewedSlip): Question {
  const { item, bank, isRefused } = slip;
  const { payment } = bank;
  const account = {
    name: 'depositAccount',
    label: t('support.work.depositAccount'),
    accountOf: payment?.currency ?? '',
    isNeeded: true,
  };
  return {
    title: t(isRefused ? 'support.work.credit' : 'support.work.accept'),
    path: `work/slips/${item.id}/accept`,
    done: credited(t, {
      amount: payment?.amount ?? '',
      currency: payment?.currency ?? '',
      name: item.player.name,
    }),
    lead: payment?.currency && (
      <p>
        {t(isRefused ? 'support.work.creditLead' : 'support.work.acceptLead', {
          amount: moneyText({ amount: payment.amount, currency: payment.currency }),
          name: item.player.name,
        })}
      </p>
    ),
    body: payment ? { amount: payment.amount } : {},
    fields: payment?.depositAccount ? [] : [account],
  };
}

interface ButtonsProps {
  slip: ReviewedSlip;
  onAsk: (question: Question) => void;
}

/** A refused slip cannot be refused again, but it may still be credited. */
function Buttons({ slip, onAsk }: ButtonsProps) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  const { item, bank, isWaiting } = slip;
  const codes = SLIP_CODES.map((code) => ({ value: code, label: slipReason(code) }));
  const isPaid = bank.said === 'CONFIRMED' && !bank.payment?.credit;
  const credit = acceptance(t, slip);
  return (
    <>
      {isWaiting && (
        <Button className={REFUSE} onClick={() => onAsk(rejectSlip(t, item, codes))}>
          {t('support.work.reject')}
        </Button>
      )}
      <Button tone="secondary" disabled={!isPaid} onClick={() => onAsk(slipReturn(t, item))}>
        {t('support.work.recordReturn')}
      </Button>
      <Button disabled={!isPaid || !bank.payment?.isSamePayment} onClick={() => onAsk(credit)}>
        {credit.title}
      </Button>
    </>
  );
}

/** What the slip is, if it does not wait for staff. */
function Title({ item }: { item: ReviewedSlip['item'] }) {
  const t = useSupportText();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {t('support.trail.subject.slip')}
      <SlipStateChip item={item} />
    </span>
  );
}

interface ReviewProps {
  slip: ReviewedSlip;
  look: string | undefined;
  onReload: () => void;
}

function Review({ slip, look, onReload }: ReviewProps) {
  const t = useSupportText();
  const { item, bank, isWaiting, isRefused } = slip;
  const { payment } = bank;
  // Staff see the player only for what they may decide.
  const hasPlayer = isWaiting || isRefused;
  // The gateway saw too little of the sender; where the bank shows more, that is the reason.
  const isUnclear = item.reason === 'SENDER_UNCLEAR';
  const reason = (isUnclear && senderDifference(slip)) || item.reason;
  const money = payment?.currency && { amount: payment.amount, currency: payment.currency };
  return (
    <ReviewFrame
      item={item}
      money={money || null}
      reason={reason ?? undefined}
      title={isWaiting ? undefined : <Title item={item} />}
      buttons={hasPlayer ? (ask) => <Buttons slip={slip} onAsk={ask} /> : undefined}
    >
      <Columns
        main={
          <>
            <AnswerCard title={t('support.work.bankAnswer')} onReload={onReload}>
              <BankAnswer slip={slip} />
            </AnswerCard>
            {hasPlayer && (
              <div className="order-last">
                <WorkLines item={item} />
              </div>
            )}
          </>
        }
        aside={
          <>
            <Card>
              <h3 className="mb-3 font-semibold">{t('support.work.picture')}</h3>
              <SlipPicture path={slip.picture} size="medium" look={look} />
            </Card>
            {hasPlayer && <WorkPlayer item={item} />}
          </>
        }
      />
    </ReviewFrame>
  );
}

/** A slip that staff have nothing to decide about belongs to its player's data. */
function ClosedSlip({ item: { id, player } }: { item: WorkItem }) {
  const t = useSupportText();
  return (
    <Card>
      <EmptyState
        icon="eye"
        title={t('error.LOOK_REQUIRED')}
        action={
          <Link
            href={`/players/${player.id}?from=slips:${id}`}
            state={{ name: player.name }}
            className={linkButton()}
          >
            {t('support.inbox.replay')}
          </Link>
        }
      />
    </Card>
  );
}

/** A slip: the picture next to the bank's current answer. */
export function SlipReview({ id, listed }: ReviewOf) {
  const looks = useStaffSelector(({ staff }) => staff.looks);
  const isClosed = listed && !['waiting', 'refused'].includes(slipStateOf(listed));
  const look = isClosed ? looks[listed.player.id]?.lookId : undefined;
  const { data, error, isFetching, refetch } = useGetSlipQuery({ id, look });
  if (listed && isProblem(error) && error.code === 'LOOK_REQUIRED') {
    return <ClosedSlip item={listed} />;
  }
  if (error || !data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  const slip = { ...data, item: asListed(data.item, listed) };
  return <Review slip={slip} look={look} onReload={refetch} />;
}
