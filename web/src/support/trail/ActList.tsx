import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { Notice } from '../../ui/feedback/Notice';
import type { ActLine } from '../api/trailApi';
import { useNameOf, useSupportText } from '../intl/text';
import { useActWords } from './words';

function Doer({ act }: { act: ActLine }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  if (!act.by) return <span className="text-muted">{t('support.trail.nobody')}</span>;
  return (
    <>
      <span className="block font-medium">{act.by.name}</span>
      <span className="block text-xs text-muted">
        {`${act.by.username} · ${nameOf('support.role', act.by.role)}`}
      </span>
    </>
  );
}

/** A player by id: names are shown where a reason was given. */
function Subject({ act }: { act: ActLine }) {
  const nameOf = useNameOf();
  const { subjectKind, subjectId } = act;
  if (!subjectKind || !subjectId) return null;
  return (
    <>
      <span className="block text-sm">{nameOf('support.trail.subject', subjectKind)}</span>
      {subjectKind === 'player' ? (
        <Link
          href={`/players/${subjectId}`}
          className="tabular text-xs text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          {subjectId}
        </Link>
      ) : (
        <span className="tabular text-xs text-muted [overflow-wrap:anywhere]">{subjectId}</span>
      )}
    </>
  );
}

function What({ act }: { act: ActLine }) {
  const t = useSupportText();
  const words = useActWords();
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{words(act.kind)}</p>
      {act.reason && <p className="text-sm [overflow-wrap:anywhere]">{act.reason}</p>}
      {act.problem && (
        <div className="my-2">
          <Notice tone="negative">{act.problem}</Notice>
        </div>
      )}
      <details className="text-xs text-muted">
        <summary className="min-h-11 cursor-pointer py-3">{t('support.trail.details')}</summary>
        <dl className="space-y-1 [overflow-wrap:anywhere]">
          <dt>{t('support.trail.request')}</dt>
          <dd className="tabular text-ink">{act.requestId}</dd>
          <dt>{t('support.trail.hash')}</dt>
          <dd className="tabular text-ink">{act.hash}</dd>
          <dt>{t('support.trail.facts')}</dt>
          <dd>
            <pre className="font-mono whitespace-pre-wrap text-ink">
              {JSON.stringify(act.detail, null, 1)}
            </pre>
          </dd>
        </dl>
      </details>
    </>
  );
}

/** A table where there is room for one, and cards elsewhere. */
export function ActList({ acts }: { acts: readonly ActLine[] }) {
  const t = useSupportText();
  const isDesktop = useIsDesktop();
  if (!isDesktop) {
    return (
      <ul aria-label={t('support.nav.trail')} className="divide-y divide-line">
        {acts.map((act) => (
          <li key={act.id} className="space-y-2 px-4 py-3">
            <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
              <div>
                <Doer act={act} />
              </div>
              <p className="tabular text-sm text-muted">{`${formatMoment(act.at)} · ${act.id}`}</p>
            </div>
            <What act={act} />
            <div>
              <Subject act={act} />
            </div>
          </li>
        ))}
      </ul>
    );
  }
  const head = 'px-4 py-3 font-medium';
  const cell = 'px-4 py-3 align-top';
  return (
    <table aria-label={t('support.nav.trail')} className="w-full table-fixed text-start text-sm">
      <thead className="border-b border-line text-muted">
        <tr className="text-start">
          <th scope="col" className={`${head} w-20 text-end`}>
            {t('support.trail.number')}
          </th>
          <th scope="col" className={`${head} w-32 text-start`}>
            {t('support.trail.at')}
          </th>
          <th scope="col" className={`${head} w-44 text-start`}>
            {t('support.trail.staff')}
          </th>
          <th scope="col" className={`${head} text-start`}>
            {t('support.trail.what')}
          </th>
          <th scope="col" className={`${head} w-60 text-start`}>
            {t('support.trail.whom')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {acts.map((act) => (
          <tr key={act.id}>
            <td className={`${cell} tabular text-end text-muted`}>{act.id}</td>
            <td className={`${cell} tabular`}>{formatMoment(act.at)}</td>
            <td className={cell}>
              <Doer act={act} />
            </td>
            <td className={cell}>
              <What act={act} />
            </td>
            <td className={cell}>
              <Subject act={act} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
