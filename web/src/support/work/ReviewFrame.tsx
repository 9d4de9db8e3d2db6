import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { useRole } from '../api/hooks';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { ClaimLine } from './ClaimLine';
import { DecideDialog, type Question } from './DecideDialog';
import { ReviewHead } from './ReviewHead';
import { listHref, useSlipFilter } from './slipFilter';
import { isOthers, useClaim } from './useClaim';
import { useWorkList } from './WorkList';

type Ask = (question: Question) => void;

interface ReviewFrameProps {
  item: WorkItem;
  /** Where the item itself knows none. */
  money?: { amount: string; currency: string } | null;
  reason?: string | undefined;
  /** Of something that waits no more. */
  title?: ReactNode;
  /** The decision's buttons; each asks its question. None if there is nothing to decide. */
  buttons: ((ask: Ask) => ReactNode) | undefined;
  /**
   * What speaks for and against it, in two columns where there is room. Evidence that is itself
   * decided by asks its question; null where the caller may not decide now.
   */
  children: ReactNode | ((ask: Ask | null) => ReactNode);
}

/** What the caller can decide after an item: what waits longest in its list and no colleague has open. */
function useNext({ kind, id }: WorkItem): WorkItem | undefined {
  const { data } = useWorkList(kind);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return items.find((other) => other.id !== id && !other.waiting && !isOthers(other.claim));
}

/** An item: its head with the decision, the evidence below, and the question that was asked. */
export function ReviewFrame({ item, money, reason, title, buttons, children }: ReviewFrameProps) {
  const [, navigate] = useLocation();
  const filter = useSlipFilter();
  const isDesktop = useIsDesktop();
  const isActing = useRole() !== 'auditor';
  const [question, setQuestion] = useState<Question | null>(null);
  const next = useNext(item);
  const nextHref = next && !filter ? `/work/${next.kind}/${next.id}` : listHref(item.kind, filter);
  const mayDecide = isActing && !item.waiting;
  const mayClaim = mayDecide && buttons !== undefined;
  const held = useClaim(item, mayClaim);
  const shown = mayDecide && buttons?.(setQuestion);
  return (
    <div className="space-y-4">
      <ReviewHead
        item={item}
        money={money}
        reason={reason}
        title={title}
        claim={<ClaimLine kind={item.kind} held={held} mayClaim={mayClaim} />}
        onAsk={setQuestion}
      >
        {isDesktop && shown}
      </ReviewHead>
      <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_17.5rem] @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        {typeof children === 'function' ? children(mayDecide ? setQuestion : null) : children}
      </div>
      {!isDesktop && shown && (
        <div
          data-bar
          className="sticky bottom-[calc(3.6rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex gap-2 border-t border-line bg-surface px-4 py-2.5 *:flex-1"
        >
          {shown}
        </div>
      )}
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          claim={mayClaim ? held.claim : null}
          onClose={() => setQuestion(null)}
          onDone={() => navigate(nextHref)}
        />
      )}
    </div>
  );
}

interface AnswerCardProps {
  title: string;
  onReload: () => void;
  children: ReactNode;
}

/** Both columns of a review; on a phone the player comes before the last lines. */
export function Columns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <>
      <div className="contents @2xl:block @2xl:min-w-0 @2xl:space-y-4">{main}</div>
      <div className="contents @2xl:block @2xl:min-w-0 @2xl:space-y-4">{aside}</div>
    </>
  );
}

/** What somebody outside has answered, and a way to ask again. */
export function AnswerCard({ title, onReload, children }: AnswerCardProps) {
  const t = useSupportText();
  return (
    <Card className="@container min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-2">
        <h3 className="font-semibold">{title}</h3>
        <Button tone="quiet" icon="refresh" className="-my-2 -me-3 text-sm" onClick={onReload}>
          {t('support.work.askAgain')}
        </Button>
      </div>
      {children}
    </Card>
  );
}
