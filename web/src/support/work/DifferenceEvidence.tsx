import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Notice } from '../../ui/feedback/Notice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { type Difference, type DifferenceNote, useGetDifferenceQuery } from '../api/differencesApi';
import { isId } from '../intl/ids';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { ShortId } from '../ui/ShortId';
import { answerWords, isTwoSided, sideWords, soughtOf } from './differenceSide';
import { Facts } from './Facts';

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

/** Both records; a source that was not compared, or a check of ours, has said one thing alone. */
function Records({ item }: { item: Difference }) {
  const t = useSupportText();
  const sourceName = useSourceName();
  const { kind, source, ours, theirs, currency } = item;
  if (isTwoSided(kind)) {
    return (
      <dl className="grid gap-3 @xl:grid-cols-2">
        <Side label={t('support.difference.ours')} text={ours} currency={currency} />
        <Side label={sourceName(source)} text={theirs} currency={currency} />
      </dl>
    );
  }
  const isAnswer = kind === 'not_compared';
  return (
    <>
      {isAnswer && <p>{t('support.difference.notCompared')}</p>}
      <dl>
        <Side
          label={isAnswer ? answerWords(t, source) : sourceName(source)}
          text={theirs}
          currency={currency}
        />
      </dl>
    </>
  );
}

/** An id of ours in its short form; the other side's references are shown whole. */
function Subject({ subject }: { subject: string }) {
  const t = useSupportText();
  if (!isId(subject)) return subject;
  return <ShortId label={t('support.difference.subject')} id={subject} />;
}

/** Where more is known: the player's history, and what the search finds by the reference. */
function Ways({ item }: { item: Difference }) {
  const t = useSupportText();
  const { player } = item;
  const sought = soughtOf(item);
  const look = 'inline-flex min-h-11 items-center text-sm font-medium text-accent';
  if (!player && !sought) return null;
  return (
    <p className="flex flex-wrap gap-x-5">
      {player && (
        <Link href={`/players/${player.id}`} state={{ name: player.name }} className={look}>
          {t('support.inbox.replay')}
        </Link>
      )}
      {sought && (
        <Link href={`/players?q=${encodeURIComponent(sought)}`} className={look}>
          {t('support.difference.search')}
        </Link>
      )}
    </p>
  );
}

/** What each side recorded, when the difference was found, and where more is known. */
export function DifferenceSides({ item }: { item: Difference }) {
  const t = useSupportText();
  const { source, subject, occurredAt, foundAt, seenAt, goneAt } = item;
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
    <div className="space-y-3">
      {goneAt && <Notice tone="caution">{t('support.difference.goneLead')}</Notice>}
      <Records item={item} />
      <Facts facts={facts.filter(([, value]) => value)} />
      <Ways item={item} />
    </div>
  );
}

export function DifferenceNotes({ notes }: { notes: readonly DifferenceNote[] }) {
  const t = useSupportText();
  return (
    <>
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
    </>
  );
}

/** What a second person reads before they agree to the end of a difference. */
export function DifferenceEvidence({ id }: { id: string }) {
  const t = useSupportText();
  const sourceName = useSourceName();
  const { data, error, isFetching, refetch } = useGetDifferenceQuery(id);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton className="h-64 w-full rounded-card" />;
  const { item, notes } = data;
  return (
    <>
      <p className="text-muted">
        {`${t(`support.difference.kind.${item.kind}`)} · ${sourceName(item.source)}`}
      </p>
      <DifferenceSides item={item} />
      <DifferenceNotes notes={notes} />
    </>
  );
}
