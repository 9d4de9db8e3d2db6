/** What stands where something is on its way, is missing, or has gone wrong. */
import { useState } from 'react';
import { useText } from '../intl/text';
import { ModalSkeleton } from '../ui/dialog/ModalSkeleton';
import { Button } from '../ui/display/Button';
import { Spinner } from '../ui/display/Spinner';
import { BreakNotice } from '../ui/feedback/BreakNotice';
import { Crash } from '../ui/feedback/Crash';
import { ErrorNote } from '../ui/feedback/ErrorNote';
import { PartMissing } from '../ui/feedback/lazyPart';
import { Notice } from '../ui/feedback/Notice';
import { OutcomePanel, type OutcomeTone } from '../ui/feedback/OutcomePanel';
import { PageSkeleton } from '../ui/feedback/PageSkeleton';
import { PartBoundary } from '../ui/feedback/PartBoundary';
import { ProblemText, RetryIn } from '../ui/feedback/ProblemText';
import { Progress } from '../ui/feedback/Progress';
import { Skeleton, SkeletonRows } from '../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../ui/feedback/States';
import type { Pages } from './pages';
import { State } from './State';

const none = () => undefined;
const LOST = { code: 'NETWORK', status: 0 };
const REFUSED = { code: 'INTERNAL_SERVER_ERROR', status: 500, requestId: '0198a1b2' };
const BUSY = {
  code: 'REQUEST_LIMIT',
  status: 429,
  retryAfter: 40,
  retryAt: Date.now() + 40_000,
};

function SpinnerStates() {
  return (
    <State name="size">
      <div className="flex items-center gap-3">
        <Spinner /> <Spinner size={30} />
      </div>
    </State>
  );
}

function SkeletonStates() {
  return (
    <State name="className gives the size">
      <Skeleton className="h-9 w-40" />
    </State>
  );
}

function SkeletonRowsStates() {
  const t = useText();
  return (
    <State name="rows={2}">
      <SkeletonRows rows={2} label={t('common.loading')} />
    </State>
  );
}

const ModalSkeletonStates = () => (
  <State name="a form to come">
    <ModalSkeleton />
  </State>
);

const PageSkeletonStates = () => (
  <State name="a page to come">
    <PageSkeleton />
  </State>
);

function ProgressStates() {
  const t = useText();
  return [0, 0.4, 1].map((share) => (
    <State key={share} name={`share={${share}}`}>
      <Progress label={t('common.loading')} share={share} />
    </State>
  ));
}

function EmptyStateStates() {
  const t = useText();
  return (
    <>
      <State name="title">
        <EmptyState title={t('home.noGames')}>{t('home.noGames.detail')}</EmptyState>
      </State>
      <State name="icon, action">
        <EmptyState
          icon="gift"
          title={t('home.noGames')}
          action={<Button>{t('common.refresh')}</Button>}
        />
      </State>
    </>
  );
}

function ProblemStateStates() {
  return (
    <>
      <State name="no line">
        <ProblemState error={LOST} onRetry={none} />
      </State>
      <State name="a refusal, with its reference">
        <ProblemState error={REFUSED} onRetry={none} />
      </State>
      <State name="busy">
        <ProblemState error={LOST} onRetry={none} busy />
      </State>
    </>
  );
}

function ProblemTextStates() {
  return (
    <>
      <State name="a code of the catalogue">
        <ProblemText error={REFUSED} />
      </State>
      <State name="retryAt: counted down">
        <ProblemText error={BUSY} />
      </State>
    </>
  );
}

function RetryInStates() {
  const [now] = useState(Date.now);
  return (
    <>
      <State name="below a minute">
        <RetryIn at={now + 40_000} />
      </State>
      <State name="minutes">
        <RetryIn at={now + 95_000} />
      </State>
    </>
  );
}

function NoticeStates() {
  const t = useText();
  return (['info', 'caution', 'negative'] as const).map((tone) => (
    <State key={tone} name={`tone="${tone}"`}>
      <Notice tone={tone}>{t('connection.notSent')}</Notice>
    </State>
  ));
}

function ErrorNoteStates() {
  const t = useText();
  return (
    <State name="what went wrong with a form">
      <ErrorNote>{t('error.WRONG_CREDENTIAL')}</ErrorNote>
    </State>
  );
}

function BreakNoticeStates() {
  return (
    <>
      <State name="until a moment">
        <BreakNotice exclusion={{ kind: 'TIME_OUT', until: '2026-12-21T10:00:00Z' }} />
      </State>
      <State name="for ever">
        <BreakNotice exclusion={{ kind: 'SELF_EXCLUSION', until: null }} />
      </State>
    </>
  );
}

const OUTCOMES: OutcomeTone[] = ['success', 'waiting', 'unknown', 'failed'];

function OutcomePanelStates() {
  const t = useText();
  return OUTCOMES.map((tone) => (
    <State key={tone} name={`tone="${tone}"`}>
      <OutcomePanel tone={tone} title={t('common.saved')} detail={t('connection.notSent')} />
    </State>
  ));
}

function Missing(): never {
  throw new PartMissing();
}

const PartBoundaryStates = () => (
  <State name="a part that did not come">
    <PartBoundary frame={(face) => face}>
      <Missing />
    </PartBoundary>
  </State>
);

function Broken(): never {
  throw new Error('a fault of the program');
}

const CrashStates = () => (
  <State name="a fault of a screen">
    <Crash>
      <Broken />
    </Crash>
  </State>
);

export const waiting: Pages = {
  Spinner: SpinnerStates,
  Skeleton: SkeletonStates,
  SkeletonRows: SkeletonRowsStates,
  ModalSkeleton: ModalSkeletonStates,
  PageSkeleton: PageSkeletonStates,
  Progress: ProgressStates,
  EmptyState: EmptyStateStates,
  ProblemState: ProblemStateStates,
  ProblemText: ProblemTextStates,
  RetryIn: RetryInStates,
  Notice: NoticeStates,
  ErrorNote: ErrorNoteStates,
  BreakNotice: BreakNoticeStates,
  OutcomePanel: OutcomePanelStates,
  PartBoundary: PartBoundaryStates,
  Crash: CrashStates,
};
