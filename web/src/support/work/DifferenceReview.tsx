import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import {
  type Difference,
  type ReviewedDifference,
  useGetDifferenceQuery,
} from '../api/differencesApi';
import { useRole } from '../api/hooks';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { Chip } from '../ui/Chip';
import { ClaimLine } from './ClaimLine';
import { DecideDialog, type Question } from './DecideDialog';
import { DifferenceNotes, DifferenceSides } from './DifferenceEvidence';
import { mayEnd } from './differenceSide';
import { Gone } from './Gone';
import { useClaim } from './useClaim';
import { WaitsForSecond } from './WaitsForSecond';

type Ask = (question: Question) => void;

interface HeadProps {
  item: Difference;
  isOpen: boolean;
  claim: ReactNode;
  onAsk: Ask;
}

/** What the end does, and that above the limit for one person a second one must approve. */
function ExplainLead({ hasAmount }: { hasAmount: boolean }) {
  const t = useSupportText();
  return (
    <>
      <p>{t('support.difference.explainLead')}</p>
      {hasAmount && <p className="mt-2">{t('support.difference.explainLimit')}</p>}
    </>
  );
}

/** Adds a note for the next colleague, or ends the difference with an explanation. */
function Buttons({ item, isOpen, onAsk }: Omit<HeadProps, 'claim'>) {
  const t = useSupportText();
  const role = useRole();
  const path = `discrepancies/${item.id}`;
  const note: Question = {
    title: t('support.notes.add'),
    path: `${path}/note`,
    done: t('support.done.noted'),
    wordsAs: 'text',
    lead: t('support.difference.noteLead'),
  };
  const explain: Question = {
    title: t('support.difference.explain'),
    path: `${path}/explain`,
    done: t('support.done.explained'),
    lead: <ExplainLead hasAmount={item.amount !== null} />,
  };
  if (role === 'auditor') return null;
  const isAllowed = mayEnd(role, item);
  const isEndable = isOpen && !item.waiting;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isEndable && !isAllowed && (
        <p className="text-sm text-muted">{t('support.difference.needsSupervisor')}</p>
      )}
      <Button tone="secondary" icon="edit" onClick={() => onAsk(note)}>
        {note.title}
      </Button>
      {isEndable && isAllowed && <Button onClick={() => onAsk(explain)}>{explain.title}</Button>}
    </div>
  );
}

function Head({ item, isOpen, claim, onAsk }: HeadProps) {
  const t = useSupportText();
  const sourceName = useSourceName();
  const isActing = useRole() !== 'auditor';
  const { kind, source, player, amount, currency, foundAt, goneAt, waiting } = item;
  return (
    <Card className="lg:sticky lg:top-18 lg:z-10">
      <div className="flex items-start gap-x-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg leading-snug font-semibold">
            {t(`support.difference.kind.${kind}`)}
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
            {player ? (
              <Link href={`/players/${player.id}`} className="font-medium text-accent">
                {player.name || player.id}
              </Link>
            ) : (
              <span>{t('support.difference.noPlayer')}</span>
            )}
            <span className="[overflow-wrap:anywhere]">{sourceName(source)}</span>
            <Age since={foundAt} />
            {goneAt && <Chip>{t('support.difference.gone')}</Chip>}
          </p>
        </div>
        {amount && currency && (
          <p className="tabular text-2xl font-bold whitespace-nowrap">
            {moneyText({ amount, currency })}
          </p>
        )}
      </div>
      <div className="mt-3 flex justify-end">
        <Buttons item={item} isOpen={isOpen} onAsk={onAsk} />
      </div>
      {waiting && (
        <div className="mt-3">
          <WaitsForSecond waiting={waiting} onAsk={onAsk} />
        </div>
      )}
      {claim}
      {!isActing && <p className="mt-2 text-sm text-muted">{t('support.readOnly')}</p>}
    </Card>
  );
}

function Explained({ explained }: { explained: ReviewedDifference['explained'] }) {
  const t = useSupportText();
  if (!explained) return null;
  const { at, by, approvedBy, reason } = explained;
  return (
    <Card>
      <h3 className="font-semibold">
        {t('support.difference.explained', { name: by, at: formatMoment(at) })}
      </h3>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        “{reason}”
      </p>
      {approvedBy && (
        <p className="text-sm text-muted">
          {t('support.difference.approvedBy', { name: approvedBy })}
        </p>
      )}
    </Card>
  );
}

interface ReviewProps {
  review: ReviewedDifference;
  nextHref: string;
}

function Review({ review, nextHref }: ReviewProps) {
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);
  const { item, notes, explained } = review;
  const isOpen = explained === null;
  const mayClaim = useRole() !== 'auditor' && isOpen && !item.waiting;
  const held = useClaim({ kind: 'differences', id: item.id, claim: item.claim }, mayClaim);
  const close = () => setQuestion(null);
  // After a note the page stays open; an ended difference makes room for the next one.
  const done = () => (question?.wordsAs ? close() : navigate(nextHref));
  return (
    <div className="space-y-4">
      <Head
        item={item}
        isOpen={isOpen}
        claim={<ClaimLine kind="differences" held={held} mayClaim={mayClaim} />}
        onAsk={setQuestion}
      />
      <Explained explained={explained} />
      <Card>
        <DifferenceSides item={item} />
      </Card>
      <Card>
        <DifferenceNotes notes={notes} />
      </Card>
      {question && (
        <DecideDialog
          key={question.path}
          question={question}
          claim={mayClaim && !question.wordsAs ? held.claim : null}
          onClose={close}
          onDone={done}
        />
      )}
    </div>
  );
}

interface DifferenceReviewProps {
  id: string;
  /** The same difference in the list, which is updated live. */
  listed: Difference | undefined;
  nextHref: string;
}

/** A difference with both sides next to each other, and the notes about it. */
export function DifferenceReview({ id, listed, nextHref }: DifferenceReviewProps) {
  const { data, error, isFetching, refetch } = useGetDifferenceQuery(id);
  if (!data) return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
  const { claim, waiting } = listed ?? data.item;
  const review = { ...data, item: { ...data.item, claim, waiting } };
  return <Review review={review} nextHref={nextHref} />;
}
