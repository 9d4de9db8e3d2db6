import { useId, useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import { useStaffSelector } from '../api/hooks';
import type { ActLine } from '../api/trailApi';
import { shortId } from '../intl/ids';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { type Act, actsOf } from './acts';
import { EntryFacts } from './EntryFacts';
import { moneyIn, subjectOf } from './facts';
import { withoutAutomatic } from './filter';
import { useActWords } from './words';

const COLUMNS = {
  plain: 'lg:grid-cols-[9.5rem_minmax(0,10rem)_minmax(0,1fr)_1.25rem]',
  about: 'lg:grid-cols-[9.5rem_minmax(0,10rem)_minmax(0,1fr)_minmax(0,11rem)_1.25rem]',
};

/** A column that no row fills is left out. */
type Columns = keyof typeof COLUMNS;

const problemOf = (entries: readonly ActLine[]) => entries.find((entry) => entry.problem)?.problem;

/** What the row has no room for, of one of the entries. */
function Details({ entry }: { entry: ActLine }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { by } = entry;
  const facts = [
    [t('support.trail.number'), entry.id],
    [
      t('support.trail.staff'),
      by && `${by.name} · ${by.username} · ${nameOf('support.role', by.role)}`,
    ],
    [t('support.trail.why'), entry.reason],
    [t('support.trail.request'), entry.requestId],
    [t('support.trail.hash'), entry.hash],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-2 px-5 py-4 text-sm [overflow-wrap:anywhere] sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ),
      )}
      <EntryFacts entry={entry} />
    </dl>
  );
}

/** What was done, with how much, why, and what went wrong. */
function What({ act: { main, entries, isRefused } }: { act: Act }) {
  const t = useSupportText();
  const words = useActWords();
  // The work is the reason.
  const reason = main.kind === 'look.work' ? null : main.reason;
  const money = moneyIn(main);
  return (
    <span className="min-w-0 max-lg:row-start-1 lg:truncate lg:py-0.5">
      <span className="font-medium">{words(main)}</span>
      {money && (
        <span className="tabular font-medium">
          {money.currency === 'COIN'
            ? ` · ${t('support.field.coins')} ${moneyText(money)}`
            : ` · ${moneyText(money)}`}
        </span>
      )}
      {isRefused && entries.length > 1 && (
        <span className="text-negative">{` · ${t('support.act.refused')}`}</span>
      )}
      {reason && <span className="text-muted">{` · ${reason}`}</span>}
      {problemOf(entries) && (
        <Icon name="warning" size={16} className="ms-2 inline-block text-negative" />
      )}
    </span>
  );
}

/** Whom or what it was done to. */
function About({ entry }: { entry: ActLine }) {
  const nameOf = useNameOf();
  const subject = subjectOf(entry);
  return (
    <span className="truncate py-0.5 text-muted max-lg:hidden">
      {subject && (
        <>
          {`${nameOf('support.trail.subject', subject.kind)} `}
          <span className="tabular">{shortId(subject.id)}</span>
        </>
      )}
    </span>
  );
}

/** All entries of an act, each in full. */
function Entries({ id, entries }: { id: string; entries: readonly ActLine[] }) {
  const words = useActWords();
  return (
    <div id={id} className="divide-y divide-line bg-sunken">
      {entries.map((entry) => (
        <div key={entry.id}>
          {entries.length > 1 && <p className="px-5 pt-4 text-sm font-medium">{words(entry)}</p>}
          <Details entry={entry} />
        </div>
      ))}
    </div>
  );
}

/** One line where there is room for it; the whole of it opens. */
function Row({ act, columns }: { act: Act; columns: Columns }) {
  const t = useSupportText();
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { main, entries } = act;
  const { by } = main;
  const problem = problemOf(entries);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={classNames(
          'grid min-h-12 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2',
          COLUMNS[columns],
        )}
      >
        <span className="tabular text-muted max-lg:col-span-2 max-lg:row-start-2 max-lg:text-xs">
          {formatMoment(main.at)}
          <span className="lg:hidden">{by ? ` · ${by.name}` : ''}</span>
        </span>
        <span className="truncate py-0.5 max-lg:hidden">
          {by?.name ?? t('support.trail.nobody')}
        </span>
        <What act={act} />
        {columns === 'about' && <About entry={main} />}
        <Icon
          name="chevronDown"
          size={18}
          className={classNames('text-muted max-lg:row-start-1', isOpen && 'rotate-180')}
        />
      </button>
      {problem && (
        <div className="px-5 pb-3">
          <Notice tone="negative">{problem}</Notice>
        </div>
      )}
      {isOpen && <Entries id={panelId} entries={entries} />}
    </li>
  );
}

/** Looking is written down too: what consoles do by themselves is left out, and counted. */
export function ActList({ acts }: { acts: readonly ActLine[] }) {
  const t = useSupportText();
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id) ?? '';
  const [isWhole, setIsWhole] = useState(false);
  const others = withoutAutomatic(acts, selfId);
  const hidden = acts.length - others.length;
  const shown = isWhole ? acts : others;
  const columns: Columns = shown.some((entry) => entry.subjectKind && entry.subjectId)
    ? 'about'
    : 'plain';
  return (
    <>
      {hidden > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line bg-accent-soft ps-5 pe-2 text-sm">
          <p className="py-2">
            {t(isWhole ? 'support.trail.ownShown' : 'support.trail.ownHidden', { n: hidden })}
          </p>
          <button
            type="button"
            aria-pressed={isWhole}
            onClick={() => setIsWhole(!isWhole)}
            className="min-h-11 rounded-control px-3 font-semibold text-accent hover:underline max-sm:-ms-3"
          >
            {t('support.trail.ownSwitch')}
          </button>
        </div>
      )}
      <p
        aria-hidden="true"
        className={classNames(
          'grid gap-x-4 border-b border-line px-5 py-2.5 text-xs font-medium text-muted max-lg:hidden',
          COLUMNS[columns],
        )}
      >
        <span>{t('support.trail.at')}</span>
        <span>{t('support.trail.staff')}</span>
        <span>{t('support.trail.what')}</span>
        {columns === 'about' && <span>{t('support.trail.whom')}</span>}
      </p>
      <ul aria-label={t('support.nav.trail')} className="divide-y divide-line">
        {actsOf(shown).map((act) => (
          <Row key={act.main.id} act={act} columns={columns} />
        ))}
      </ul>
    </>
  );
}
