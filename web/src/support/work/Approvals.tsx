import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import {
  type Approval,
  type DecisionAnswer,
  type PasswordCode,
  useListApprovalsQuery,
  type WorkCounts,
} from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../ui/Chip';
import { KeyList } from '../ui/KeyList';
import { AllDone } from './AllDone';
import { ApprovalReview, TimeLeft } from './ApprovalReview';
import { ClaimMark } from './ClaimMark';
import { Gone } from './Gone';
import { LIST_LOOK } from './lists';
import { PasswordCodeDialog } from './PasswordCodeDialog';
import { isOthers } from './useClaim';

const LIST = '/work?kind=approvals';

function Row({ approval, isOpen }: { approval: Approval; isOpen: boolean }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { id, player, decision, amount, currency, expiresAt, isMine, isAgreed, claim } = approval;
  return (
    <li>
      <Link
        href={`/work/approvals/${id}`}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'block px-4 py-3 focus-visible:-outline-offset-2',
          isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate py-0.5 font-medium">
            {player.name || t('support.difference.noPlayer')}
          </span>
          <TimeLeft until={expiresAt} />
        </span>
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate py-px text-sm text-muted">
            {nameOf('support.work.decision', decision.kind ?? '')}
          </span>
          {amount && currency && (
            <span className="tabular shrink-0 font-semibold whitespace-nowrap">
              {moneyText({ amount, currency })}
            </span>
          )}
        </span>
        {(isMine || isAgreed || claim) && (
          <span className="mt-1 flex flex-wrap items-center gap-1">
            {isMine && <Chip>{t('support.work.mine')}</Chip>}
            {isAgreed && <Chip tone="caution">{t('support.work.cutOff')}</Chip>}
            {claim && <ClaimMark claim={claim} />}
          </span>
        )}
      </Link>
    </li>
  );
}

interface PaneProps {
  approvals: readonly Approval[];
  openId: string | null;
  isFetching: boolean;
  onRetry: () => void;
  onDone: (answer: DecisionAnswer) => void;
}

function Pane({ approvals, openId, isFetching, onRetry, onDone }: PaneProps) {
  const t = useSupportText();
  if (!openId) {
    return (
      <Card className="max-lg:hidden">
        <p className="text-muted">{t('support.work.chooseApproval')}</p>
      </Card>
    );
  }
  const open = approvals.find(({ id }) => id === openId);
  return (
    <>
      <div className="lg:hidden">
        <Link
          href={LIST}
          className="inline-flex min-h-11 items-center gap-1 pe-3 text-sm font-medium text-accent"
        >
          <Icon name="chevronLeft" size={18} />
          {t('support.work.list.approvals')}
        </Link>
      </div>
      {open ? (
        <ApprovalReview key={openId} approval={open} onDone={onDone} />
      ) : (
        <Gone isFetching={isFetching} onRetry={onRetry} />
      )}
    </>
  );
}

/**
 * What the caller can answer next: not what they have requested or have just answered, nor what a
 * colleague has open.
 */
const nextOf = (approvals: readonly Approval[], doneId: string | null) =>
  approvals.find(({ id, isMine, claim }) => id !== doneId && !isMine && !isOthers(claim));

interface ListProps {
  counts: WorkCounts | undefined;
  openId: string | null;
  onCode: (code: PasswordCode | null) => void;
}

function List({ counts, openId, onCode }: ListProps) {
  const t = useSupportText();
  const [, navigate] = useLocation();
  const { data, error, isFetching, refetch } = useListApprovalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) {
    return (
      <Card flush>
        <SkeletonRows rows={3} label={t('common.loading')} />
      </Card>
    );
  }
  const { approvals } = data;
  if (approvals.length === 0) {
    return (
      <Card>
        <AllDone kind="approvals" counts={counts} />
      </Card>
    );
  }
  const done = ({ passwordCode }: DecisionAnswer) => {
    onCode(passwordCode ?? null);
    const next = nextOf(approvals, openId);
    navigate(next ? `/work/approvals/${next.id}` : LIST);
  };
  return (
    <div className="items-start gap-4 lg:flex">
      <KeyList
        closeHref={openId && LIST}
        className={classNames(LIST_LOOK, openId && 'max-lg:hidden')}
      >
        <ul aria-label={t('support.work.list.approvals')} className="divide-y divide-line">
          {approvals.map((approval) => (
            <Row key={approval.id} approval={approval} isOpen={approval.id === openId} />
          ))}
        </ul>
      </KeyList>
      <section
        aria-label={t('support.work.evidence')}
        className={classNames('@container min-w-0 flex-1', !openId && 'max-lg:hidden')}
      >
        <Pane
          approvals={approvals}
          openId={openId}
          isFetching={isFetching}
          onRetry={refetch}
          onDone={done}
        />
      </section>
    </div>
  );
}

interface ApprovalsProps {
  counts: WorkCounts | undefined;
  openId: string | null;
}

/** Decisions that wait for a second person: the list, and the evidence of the one that is open. */
export function Approvals({ counts, openId }: ApprovalsProps) {
  const [code, setCode] = useState<PasswordCode | null>(null);
  return (
    <>
      <List counts={counts} openId={openId} onCode={setCode} />
      {/* Stays whatever becomes of the list, which this decision has left. */}
      {code && <PasswordCodeDialog code={code} onClose={() => setCode(null)} />}
    </>
  );
}
