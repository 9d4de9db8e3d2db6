import { useState } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/Button';
import { SkeletonRows } from '../../ui/Skeleton';
import { EmptyState, ProblemState } from '../../ui/States';
import { type Approval, useListApprovalsQuery } from '../api/workApi';
import { useRole } from '../app/hooks';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../shell/Chip';
import { DecideDialog, type Question } from './DecideDialog';

/** What is agreed to, beside the question: kind, whose, how much, and why it was asked for. */
function Subject({ approval }: { approval: Approval }) {
  const nameOf = useNameOf();
  const { amount, currency, player, decision, reason } = approval;
  return (
    <div className="rounded-control bg-sunken px-4 py-2">
      <p className="text-sm text-muted">{nameOf('support.work.decision', decision.kind ?? '')}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{player.name}</span>
        {amount && currency && (
          <span className="tabular font-semibold">{moneyText({ amount, currency })}</span>
        )}
      </p>
      <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
        “{reason}”
      </p>
    </div>
  );
}

function Row({ approval, onAsk }: { approval: Approval; onAsk: (question: Question) => void }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const mayAct = useRole() === 'supervisor' && !approval.isMine;
  const { amount, currency, player } = approval;
  const path = `approvals/${approval.id}`;
  const lead = <Subject approval={approval} />;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <Chip tone="accent">{nameOf('support.work.decision', approval.decision.kind ?? '')}</Chip>
          <Link href={`/players/${player.id}`} className="font-medium text-accent">
            {player.name}
          </Link>
          {approval.isAgreed && <Chip tone="caution">{t('support.work.cutOff')}</Chip>}
        </p>
        <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
          “{approval.reason}”
        </p>
        <p className="tabular text-sm text-muted">
          {t('support.work.askedBy', {
            name: approval.askedBy.name,
            at: formatMoment(approval.askedAt),
            until: formatMoment(approval.expiresAt),
          })}
        </p>
      </div>
      <p className="tabular text-lg font-semibold">
        {amount && currency ? moneyText({ amount, currency }) : '—'}
      </p>
      {mayAct && (
        <div className="flex gap-2">
          <Button
            onClick={() =>
              onAsk({ title: t('support.work.approve'), path: `${path}/approve`, lead })
            }
          >
            {t('support.work.approve')}
          </Button>
          <Button
            tone="danger"
            onClick={() =>
              onAsk({
                title: t('support.work.refuse'),
                path: `${path}/refuse`,
                lead,
                isDanger: true,
              })
            }
          >
            {t('support.work.refuse')}
          </Button>
        </div>
      )}
      {!mayAct && (
        <p className="text-sm text-muted">
          {t(approval.isMine ? 'support.work.isMine' : 'support.work.needsSupervisor')}
        </p>
      )}
    </li>
  );
}

/** Decisions that wait for a second person. */
export function Approvals() {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useListApprovalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [question, setQuestion] = useState<Question | null>(null);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={3} label={t('common.loading')} />;
  if (data.approvals.length === 0) {
    return <EmptyState icon="check" title={t('support.work.none')} />;
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {data.approvals.map((approval) => (
          <Row key={approval.id} approval={approval} onAsk={setQuestion} />
        ))}
      </ul>
      {question && (
        <DecideDialog key={question.path} question={question} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}
