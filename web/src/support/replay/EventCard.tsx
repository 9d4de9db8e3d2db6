import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import type { Moment } from '../api/types';
import { useNameOf, useSupportText } from '../intl/text';
import { inputText, whyValues } from './why';
import { moneyText, type ReplayWords, shownOf } from './words';

interface EventCardProps {
  moment: Moment;
  currency: string;
  words: ReplayWords;
  goTo: (sequence: number) => void;
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5">
      <h3 className="mb-1.5 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </div>
  );
}

function Facts({ moment, words }: Pick<EventCardProps, 'moment' | 'words'>) {
  const t = useSupportText();
  const { event } = moment;
  const facts = [
    [t('support.event.at'), formatMoment(event.at)],
    [t('support.event.actor'), words.actor(event.actor)],
    [t('support.event.requestId'), event.requestId],
    [t('support.event.position'), moment.position],
    [t('support.event.hash'), `${event.hash.slice(0, 16)}…`],
  ];
  const change = event.settings ?? 0;
  const then = new URLSearchParams({ at: event.at, change: String(change) });
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, fact]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular">{fact}</dd>
          </div>
        ))}
      </dl>
      {change > 0 && (
        <Link
          href={`/settings?${then}`}
          className="inline-flex min-h-11 items-center text-sm text-accent hover:underline"
        >
          {t('support.settings.ofEvent')}
        </Link>
      )}
    </>
  );
}

/** Why: the sentence, what the rule was given, and the events it rests on. */
function Reason({ moment, currency, words, goTo }: EventCardProps) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { why } = moment;
  const inputs = Object.entries(why.inputs);
  return (
    <Part title={t('support.why.title')}>
      <p>{nameOf('support.why', why.code, whyValues(why, words, currency))}</p>
      {why.causes.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2 text-sm">
          <span className="py-1 text-muted">{t('support.why.causes')}</span>
          {why.causes.map((cause) => (
            <button
              key={cause.sequence}
              type="button"
              onClick={() => goTo(cause.sequence)}
              className="tabular min-h-8 rounded-full bg-accent-soft px-3 font-medium text-accent"
            >
              {`${cause.sequence} · ${words.event(cause.type)}`}
            </button>
          ))}
        </p>
      )}
      {inputs.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="flex min-h-9 items-center text-accent">
            {t('support.why.inputs', { rule: why.rule })}
          </summary>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-3">
            {inputs.map(([name, input]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{words.field(name)}</dt>
                <dd className="tabular">{inputText(name, input, words, currency)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Part>
  );
}

const isThere = (side: unknown) => side !== null && side !== undefined;

/** What the event changed, path by path; what is new came from nothing. */
function Changes({ moment, currency, words }: Omit<EventCardProps, 'goTo'>) {
  const t = useSupportText();
  return (
    <Part title={t('support.diff.title')}>
      {moment.diff.length === 0 ? (
        <p className="text-sm text-muted">{t('support.diff.none')}</p>
      ) : (
        <ul className="space-y-1 text-sm">
          {shownOf(moment.diff).map((change) => (
            <li key={change.path} className="rounded-control bg-caution-soft px-3 py-1.5">
              <span className="font-medium">{words.subject(change)}</span>
              <span className="tabular block text-caution">
                {isThere(change.before) && (
                  <>
                    {words.changed(change, 'before', currency)}
                    <span aria-hidden="true"> → </span>
                    <span className="sr-only"> {t('support.diff.became')} </span>
                  </>
                )}
                <strong>
                  {isThere(change.after)
                    ? words.changed(change, 'after', currency)
                    : t('support.diff.gone')}
                </strong>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Postings({ moment, words }: Pick<EventCardProps, 'moment' | 'words'>) {
  const t = useSupportText();
  const { postings } = moment.event;
  if (postings.length === 0) return null;
  return (
    <Part title={t('support.postings.title')}>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('support.postings.account')}</th>
            <th scope="col">{t('common.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={`${posting.account} ${posting.amount}`} className="border-b border-line">
              <td className="py-1.5 pe-3">{words.account(posting.account)}</td>
              <td
                className={classNames(
                  'tabular py-1.5 text-end whitespace-nowrap',
                  !posting.amount.startsWith('-') && 'text-positive',
                )}
              >
                {moneyText(posting, true)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

export function EventCard({ moment, currency, words, goTo }: EventCardProps) {
  const t = useSupportText();
  const { event } = moment;
  return (
    <Card>
      <p className="tabular text-sm text-muted">
        {t('support.event.number', { at: moment.sequence })}
      </p>
      <h2 className="text-lg font-semibold">{words.event(event.type)}</h2>
      <Reason moment={moment} currency={currency} words={words} goTo={goTo} />
      <Changes moment={moment} currency={currency} words={words} />
      <Postings moment={moment} words={words} />
      <Part title={t('support.event.circumstances')}>
        <Facts moment={moment} words={words} />
      </Part>
      <details className="mt-4 text-sm">
        <summary className="flex min-h-9 items-center text-accent">
          {t('support.event.payload')}
        </summary>
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap">
          {JSON.stringify(event.payload, null, 2)}
        </pre>
      </details>
    </Card>
  );
}
