import { useState } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useNow } from '../../ui/display/clock';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import {
  type Approval,
  type PasswordCode,
  useListApprovalsQuery,
  type WorkCounts,
} from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { REFUSE } from '../ui/tones';
import { AllDone } from './AllDone';
import { DecideDialog, type Question } from './DecideDialog';
import { Evidence } from './Evidence';
import { useEffectOf } from './effect';
import { PasswordCodeDialog } from './PasswordCodeDialog';
import { withdrawal } from './questions';
import { SlipPicture } from './SlipPicture';

/** What is approved, next to the question: the effect, the reason for it, and the evidence. */
function Subject({ approval }: { approval: Approval }) {
  const effectOf = useEffectOf();
  const picture = approval.evidence?.picture;
  return (
    <div className="gap-6 space-y-3 rounded-control bg-sunken px-4 py-3 sm:flex sm:space-y-0">
      <div className="min-w-0 flex-1 space-y-3">
        <p className="font-semibold">{effectOf(approval)}</p>
        <p dir="auto" className="[overflow-wrap:anywhere]">
          “{approval.reason}”
        </p>
        <Evidence approval={approval} />
      </div>
      {picture && (
        <div className="sm:w-44 sm:shrink-0">
          <SlipPicture path={picture} size="medium" />
        </div>
      )}
    </div>
  );
}

interface AskProps {
  approval: Approval;
  onAsk: (question: Question) => void;
}

function Buttons({ approval, onAsk }: AskProps) {
  const t = useSupportText();
  const role = useRole();
  const path = `approvals/${approval.id}`;
  const lead = <Subject approval={approval} />;
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
  const about = { lead, isWide: true };
  const approve: Question = {
    ...about,
    title: t('support.work.approve'),
    path: `${path}/approve`,
  };
  const refuse: Question = {
    ...about,
    title: t('support.work.refuse'),
    path: `${path}/refuse`,
    isDanger: true,
  };
  return (
    <>
      <Button onClick={() => onAsk(approve)}>{approve.title}</Button>
      <Button className={REFUSE} onClick={() => onAsk(refuse)}>
        {refuse.title}
      </Button>
    </>
  );
}

function Row({ approval, onAsk }: AskProps) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const effectOf = useEffectOf();
  const { player, evidence } = approval;
  const left = Math.max(0, Math.floor((Date.parse(approval.expiresAt) - useNow()) / 60_000));
  return (
    <li className="gap-6 rounded-card bg-surface p-5 shadow-card lg:flex">
      <div className="min-w-0 flex-1 space-y-2">
        <p className="flex flex-wrap items-center gap-2">
          <Chip tone="accent">{nameOf('support.work.decision', approval.decision.kind ?? '')}</Chip>
          <Link href={`/players/${player.id}`} className="font-medium text-accent">
            {player.name}
          </Link>
          {approval.isAgreed && <Chip tone="caution">{t('support.work.cutOff')}</Chip>}
          <span className="tabular ms-auto text-sm text-muted">
            {t('support.work.left', { hours: Math.floor(left / 60), minutes: left % 60 })}
          </span>
        </p>
        <p className="text-lg font-semibold [overflow-wrap:anywhere]">{effectOf(approval)}</p>
        <p dir="auto" className="[overflow-wrap:anywhere]">
          “{approval.reason}”
        </p>
        <Evidence approval={approval} />
        <p className="tabular text-sm text-muted">
          {t('support.work.askedBy', {
            name: approval.askedBy.name,
            at: formatMoment(approval.askedAt),
            until: formatMoment(approval.expiresAt),
          })}
        </p>
      </div>
      <div className="mt-3 flex flex-col gap-3 lg:mt-0 lg:w-56 lg:shrink-0">
        {evidence?.picture && <SlipPicture path={evidence.picture} size="small" />}
        <Buttons approval={approval} onAsk={onAsk} />
      </div>
    </li>
  );
}

interface ListProps {
  counts: WorkCounts | undefined;
  onCode: (code: PasswordCode | null) => void;
}

function List({ counts, onCode }: ListProps) {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useListApprovalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [question, setQuestion] = useState<Question | null>(null);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) {
    return (
      <Card flush>
        <SkeletonRows rows={3} label={t('common.loading')} />
      </Card>
    );
  }
  if (data.approvals.length === 0) {
    return (
      <Card>
        <AllDone kind="approvals" counts={counts} />
      </Card>
    );
  }
  return (
    <>
      <ul className="space-y-4">
        {data.approvals.map((approval) => (
          <Row key={approval.id} approval={approval} onAsk={setQuestion} />
        ))}
      </ul>
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          onClose={() => setQuestion(null)}
          onDone={({ passwordCode }) => {
            setQuestion(null);
            onCode(passwordCode ?? null);
          }}
        />
      )}
    </>
  );
}

/** Decisions that wait for a second person. */
export function Approvals({ counts }: { counts: WorkCounts | undefined }) {
  const [code, setCode] = useState<PasswordCode | null>(null);
  return (
    <>
      <List counts={counts} onCode={setCode} />
      {/* Stays whatever becomes of the list, which this decision has left. */}
      {code && <PasswordCodeDialog code={code} onClose={() => setCode(null)} />}
    </>
  );
}
