import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import {
  type Difference,
  type DifferenceNote,
  type ReviewedDifference,
  useGetDifferenceQuery,
} from '../api/differencesApi';
import { useRole } from '../api/hooks';
import { isId } from '../intl/ids';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { Chip } from '../ui/Chip';
import { ShortId } from '../ui/ShortId';
import { ClaimLine } from './ClaimLine';
import { DecideDialog, type Question } from './DecideDialog';
import { sideWords } from './differenceSide';
import { Facts } from './Facts';
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
    lead: t('support.difference.explainLead'),
  };
  if (role === 'auditor') return null;
  // The gateway refuses everybody else.
  const mayEnd = item.amount !== null || role === 'supervisor';
  const isEndable = isOpen && !item.waiting;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isEndable && !mayEnd && (
        <p className="text-sm text-muted">{t('support.difference.needsSupervisor')}</p>
      )}
      <Button tone="secondary" icon="edit" onClick={() => onAsk(note)}>
        {note.title}
      </Button>
      {isEndable && mayEnd && <Button onClick={() => onAsk(explain)}>{explain.title}</Button>}
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

interface SideProps {
  label: string;
  text: string | null;
  currency: string | null;
}

function Side({ label, text, currency }: SideProps) {
  const t = useSupportText();
  return (
    <div className="min-w-0 rounded-control bg-sunken px-4 py-2.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tabular text-lg font-semibold [overflow-wrap:anywhere]">
        {text === null ? t('support.difference.nothing') : sideWords(t, text, currency)}
      </dd>
    </div>
  );
}

/** An id of ours in its short form; the other side's references are shown whole. */
function Subject({ subject }: { subject: string }) {
  const t = useSupportText();
  if (!isId(subject)) return subject;
  return <ShortId label={t('support.difference.subject')} id={subject} />;
}

/** What each side recorded, and when the difference was found. */
function Sides({ item }: { item: Difference }) {
  const t = useSupportText();
  const { source, ours, theirs, currency, subject, occurredAt, foundAt, seenAt, goneAt } = item;
  const facts = [
    // A source that could not be compared is its own subject, and is named above.
    [
      t('support.difference.subject'),
      subject !== source && <Subject key="subject" subject={subject} />,
    ],
    [t('support.difference.occurred'), occurredAt && formatMoment(occurredAt)],
    [t('support.difference.found'), formatMoment(foundAt)],
    [t('support.difference.seen'), formatMoment(seenAt)],
    [t('support.difference.gone'), goneAt && formatMoment(goneAt)],
  ] as const;
  return (
    <Card className="space-y-3">
      {goneAt && <Notice tone="caution">{t('support.difference.goneLead')}</Notice>}
      <dl className="grid gap-3 @xl:grid-cols-2">
        <Side label={t('support.difference.ours')} text={ours} currency={currency} />
        <Side label={t('support.difference.theirs')} text={theirs} currency={currency} />
      </dl>
      <Facts facts={facts.filter(([, value]) => value)} />
    </Card>
  );
}

function Notes({ notes }: { notes: readonly DifferenceNote[] }) {
  const t = useSupportText();
  return (
    <Card>
      <h3 className="mb-2 font-semibold">{t('support.notes.title')}</h3>
      {notes.length === 0 && <p className="text-muted">{t('support.notes.none')}</p>}
      <ul className="divide-y divide-line">
        {notes.map(({ id, at, by, text }) => (
          <li key={id} className="py-2">
            <p dir="auto" className="[overflow-wrap:anywhere]">
              {text}
            </p>
            <p className="tabular text-sm text-muted">{`${by}, ${formatMoment(at)}`}</p>
          </li>
        ))}
      </ul>
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
      <Sides item={item} />
      <Notes notes={notes} />
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
