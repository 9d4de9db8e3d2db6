import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useNow } from '../../ui/display/clock';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import {
  type Approval,
  type ApprovalBasis,
  type DecisionAnswer,
  useGetApprovalQuery,
  useGetSlipQuery,
} from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../ui/Chip';
import { REFUSE } from '../ui/tones';
import { BankAnswer } from './BankAnswer';
import { ClaimLine } from './ClaimLine';
import { DecideDialog, type Question } from './DecideDialog';
import { approvalDone } from './done';
import { Evidence } from './Evidence';
import { useEffectOf } from './effect';
import { withdrawal } from './questions';
import { AnswerCard, Columns } from './ReviewFrame';
import { Situation } from './Situation';
import { SlipPicture } from './SlipPicture';
import { useClaim } from './useClaim';

/** How long the request is still valid. */
export function TimeLeft({ until }: { until: string }) {
  const t = useSupportText();
  const left = Math.max(0, Math.floor((Date.parse(until) - useNow()) / 60_000));
  return (
    <span className="tabular text-sm whitespace-nowrap text-muted">
      {t('support.work.left', { hours: Math.floor(left / 60), minutes: left % 60 })}
    </span>
  );
}

interface ButtonsProps {
  approval: Approval;
  onAsk: (question: Question) => void;
}

function Buttons({ approval, onAsk }: ButtonsProps) {
  const t = useSupportText();
  const role = useRole();
  const effect = useEffectOf()(approval);
  const path = `approvals/${approval.id}`;
  if (approval.isMine) {
    return (
      <>
        <p className="text-sm text-muted">{t('support.work.isMine')}</p>
        {!approval.isAgreed && (
          <Button tone="secondary" onClick={() => onAsk(withdrawal(t, approval.id))}>
            {t('support.work.withdraw')}
          </Button>
        )}
      </>
    );
  }
  if (role !== 'supervisor') {
    return <p className="text-sm text-muted">{t('support.work.needsSupervisor')}</p>;
  }
  const lead = <p className="rounded-control bg-sunken px-4 py-3 font-semibold">{effect}</p>;
  const approve: Question = {
    title: t('support.work.approve'),
    path: `${path}/approve`,
    done: approvalDone(t, approval),
    lead,
  };
  const refuse: Question = {
    title: t('support.work.refuse'),
    path: `${path}/refuse`,
    done: t('support.done.refused'),
    isDanger: true,
    lead,
  };
  return (
    <>
      <Button className={REFUSE} onClick={() => onAsk(refuse)}>
        {refuse.title}
      </Button>
      <Button onClick={() => onAsk(approve)}>{approve.title}</Button>
    </>
  );
}

function Head({ approval, claim, onAsk }: ButtonsProps & { claim: ReactNode }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const effectOf = useEffectOf();
  const { player, decision, subjectId, askedBy, askedAt, expiresAt, isAgreed, reason } = approval;
  return (
    <Card className="lg:sticky lg:top-18 lg:z-10">
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone="accent">{nameOf('support.work.decision', decision.kind ?? '')}</Chip>
        {player.name && (
          <Link href={`/players/${player.id}`} className="font-medium text-accent">
            {player.name}
          </Link>
        )}
        {decision.kind === 'explain' && (
          <Link href={`/work/differences/${subjectId}`} className="font-medium text-accent">
            {t('support.difference.open')}
          </Link>
        )}
        {isAgreed && <Chip tone="caution">{t('support.work.cutOff')}</Chip>}
        <span className="ms-auto">
          <TimeLeft until={expiresAt} />
        </span>
      </p>
      <h2 className="mt-2 text-lg font-semibold [overflow-wrap:anywhere]">{effectOf(approval)}</h2>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        “{reason}”
      </p>
      {typeof decision.unrelated === 'string' && (
        <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere]">
          {t('support.work.saidUnrelated', { reason: decision.unrelated })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <p className="tabular min-w-48 flex-1 text-sm text-muted">
          {t('support.work.askedBy', {
            name: askedBy.name,
            at: formatMoment(askedAt),
            until: formatMoment(expiresAt),
          })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Buttons approval={approval} onAsk={onAsk} />
        </div>
      </div>
      {claim}
    </Card>
  );
}

/** What the bank says of the slip now; the requester has read the same. */
function SlipAnswer({ id }: { id: string }) {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useGetSlipQuery({ id });
  return (
    <AnswerCard title={t('support.work.bankAnswer')} onReload={refetch}>
      {error && !data && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <Skeleton className="h-40 w-full rounded-card" />}
      {data && <BankAnswer slip={data} />}
    </AnswerCard>
  );
}

/** A difference takes two people for its amount alone; the gateway's reason does not say so. */
function useWhyTwo({ decision, amount, currency }: Approval) {
  const t = useSupportText();
  return (whyTwo: NonNullable<ApprovalBasis['whyTwo']>) =>
    decision.kind === 'explain' && amount && currency
      ? t('support.work.whyTwo.aboveLimit', { amount: moneyText({ amount, currency }) })
      : t(`support.work.whyTwo.${whyTwo}`);
}

/** Why one person is not enough, and what the asker saw: a balance that has moved since is pointed out. */
function Asked({ approval, basis }: { approval: Approval; basis: ApprovalBasis }) {
  const t = useSupportText();
  const { seen, whyTwo, situation } = basis;
  const whyTwoWords = useWhyTwo(approval);
  const { wallet } = situation;
  const currency = wallet?.currency ?? '';
  const hasMoved = seen && wallet && seen.main !== wallet.main;
  return (
    <Card>
      {whyTwo && (
        <>
          <h3 className="font-semibold">{t('support.work.whyTwo')}</h3>
          <p className="mb-3">{whyTwoWords(whyTwo)}</p>
        </>
      )}
      {seen && (
        <>
          <h3 className="font-semibold">{t('support.work.seen')}</h3>
          <p>
            {t('support.work.seenMain', { amount: moneyText({ amount: seen.main, currency }) })}
          </p>
          <p>{t(seen.hasOpenOperation ? 'support.work.seenOpen' : 'support.work.seenNoOpen')}</p>
          {hasMoved && (
            <p className="mt-1 font-semibold text-caution">{t('support.work.hasMoved')}</p>
          )}
        </>
      )}
    </Card>
  );
}

function Pending({ id, isFetching, error, onRetry }: PendingProps): ReactNode {
  if (error) return <ProblemState key={id} error={error} onRetry={onRetry} busy={isFetching} />;
  return <Skeleton className="h-64 w-full rounded-card" />;
}

interface PendingProps {
  id: string;
  isFetching: boolean;
  error: unknown;
  onRetry: () => void;
}

function Picture({ path }: { path: string }) {
  const t = useSupportText();
  return (
    <Card>
      <h3 className="mb-3 font-semibold">{t('support.work.picture')}</h3>
      <SlipPicture path={path} size="medium" />
    </Card>
  );
}

interface ApprovalReviewProps {
  approval: Approval;
  onDone: (answer: DecisionAnswer) => void;
}

/** A request for a second person, with all that speaks for and against it. */
export function ApprovalReview({ approval, onDone }: ApprovalReviewProps) {
  const t = useSupportText();
  const [question, setQuestion] = useState<Question | null>(null);
  const { id, decision, evidence, subjectId, amount, claim } = approval;
  // Only who can answer it has a reason to keep it from others.
  const mayClaim = useRole() === 'supervisor' && !approval.isMine;
  const held = useClaim({ kind: 'approvals', id, claim }, mayClaim);
  const { data, error, isFetching, refetch } = useGetApprovalQuery(id);
  const picture = evidence?.picture;
  return (
    <div className="space-y-4">
      <Head
        approval={approval}
        claim={<ClaimLine kind="approvals" held={held} mayClaim={mayClaim} />}
        onAsk={setQuestion}
      />
      <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_17.5rem] @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Columns
          main={
            <>
              <Card className="space-y-3">
                <h3 className="font-semibold">{t('support.work.evidence')}</h3>
                <Evidence approval={approval} />
              </Card>
              {decision.kind === 'accept_slip' && evidence && <SlipAnswer id={subjectId} />}
              {data && (data.whyTwo || data.seen) && <Asked approval={approval} basis={data} />}
            </>
          }
          aside={
            <>
              {picture && <Picture path={picture} />}
              <Card>
                <h3 className="mb-3 font-semibold">{t('support.work.moneyNow')}</h3>
                {data ? (
                  <Situation situation={data.situation} hasAmount={Boolean(amount)} />
                ) : (
                  <Pending id={id} isFetching={isFetching} error={error} onRetry={refetch} />
                )}
              </Card>
            </>
          }
        />
      </div>
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          claim={mayClaim ? held.claim : null}
          onClose={() => setQuestion(null)}
          onDone={(answer) => {
            setQuestion(null);
            onDone(answer);
          }}
        />
      )}
    </div>
  );
}
