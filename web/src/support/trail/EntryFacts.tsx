import { useIntl } from 'react-intl';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import type { ActLine } from '../api/trailApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { type Fact, factsOf, subjectOf } from './facts';

function PlayerLink({ id }: { id: string }) {
  return (
    <Link href={`/players/${id}`} className="text-accent underline underline-offset-4">
      {id}
    </Link>
  );
}

function Value({ fact }: { fact: Fact }) {
  const nameOf = useNameOf();
  if (fact.as === 'money') return moneyText(fact.money);
  if (fact.as === 'moment') return formatMoment(fact.time);
  if (fact.as === 'player') return <PlayerLink id={fact.id} />;
  if (fact.as === 'decision') return nameOf('support.work.decision', fact.text);
  return fact.as === 'whyTwo' ? nameOf('support.work.whyTwo', fact.text) : fact.text;
}

/** The name of a fact in words; one that has none is called as the server calls it. */
function useFactName(): (name: string) => string {
  const { messages } = useIntl();
  const nameOf = useNameOf();
  const groups = ['support.trail.fact', 'support.field', 'support.trail.subject'];
  return (name) => {
    const group = groups.find((each) => `${each}.${name}` in messages);
    return group ? nameOf(group, name) : name;
  };
}

/** What an entry is about, and its further facts, as rows of a list of terms. */
export function EntryFacts({ entry }: { entry: ActLine }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const factName = useFactName();
  const subject = subjectOf(entry);
  const isShown = (fact: Fact) =>
    subject !== null &&
    (('id' in fact && fact.id === subject.id) || ('text' in fact && fact.text === subject.id));
  const facts = factsOf(entry.detail).filter((fact) => !isShown(fact));
  return (
    <>
      {subject && (
        <>
          <dt className="text-muted">{nameOf('support.trail.subject', subject.kind)}</dt>
          <dd className="tabular">
            {subject.kind === 'player' ? <PlayerLink id={subject.id} /> : subject.id}
          </dd>
        </>
      )}
      {facts.length > 0 && (
        <dt className="font-medium sm:col-span-2">{t('support.trail.facts')}</dt>
      )}
      {facts.map((fact) => (
        <div key={JSON.stringify(fact)} className="contents">
          <dt className="text-muted">{factName(fact.name)}</dt>
          <dd className="tabular">
            <Value fact={fact} />
          </dd>
        </div>
      ))}
    </>
  );
}
