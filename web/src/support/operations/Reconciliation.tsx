import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { EmptyState } from '../../ui/feedback/States';
import type { SourceComparison } from '../api/operationsApi';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Figures } from './Figures';
import { Technical } from './Technical';
import { comparedOf, DIFFERENCES_HREF } from './verdict';

/** Whether there was anything to compare, or nobody could. */
const isIdle = ({ compared, open, unclaimed, differences, problem }: SourceComparison) =>
  compared + open + unclaimed + differences === 0 && !problem;

/** What differs comes first, then what could not be compared. */
export const worstFirst = (reports: readonly SourceComparison[]) =>
  reports.toSorted(
    (a, b) =>
      Number(b.differences > 0) - Number(a.differences > 0) ||
      Number(Boolean(b.problem)) - Number(Boolean(a.problem)),
  );

function Source({ report }: { report: SourceComparison }) {
  const t = useSupportText();
  const sourceName = useSourceName();
  return (
    <>
      <span className="block font-medium">{sourceName(report.source)}</span>
      <span className="tabular block text-xs text-muted">
        <span className="sr-only">{t('support.ops.span')} </span>
        <span className="inline-block">{formatMoment(report.from)} –</span>{' '}
        <span className="inline-block">{formatMoment(report.to)}</span>
      </span>
      {report.problem && <span className="block text-negative">{report.problem}</span>}
    </>
  );
}

function Found({ differences }: Pick<SourceComparison, 'differences'>) {
  return <Chip tone={differences > 0 ? 'negative' : 'positive'}>{differences}</Chip>;
}

interface ReportsProps {
  reports: readonly SourceComparison[];
}

function Table({ reports }: ReportsProps) {
  const t = useSupportText();
  return (
    <Figures
      label={t('support.ops.reconciliation')}
      columns={[
        { label: t('support.ops.source') },
        { label: t('support.ops.differences'), isNumber: true },
        { label: t('support.ops.compared'), isNumber: true },
        { label: t('support.ops.open'), isNumber: true },
        { label: t('support.ops.unclaimed'), isNumber: true },
      ]}
      rows={reports.map((report) => ({
        key: report.source,
        cells: [
          <span key="source" className="block min-w-32 [overflow-wrap:anywhere]">
            <Source report={report} />
          </span>,
          <Found key="differences" differences={report.differences} />,
          report.compared,
          report.open,
          report.unclaimed,
        ],
      }))}
    />
  );
}

/** The same where a table has no room. */
function Cards({ reports }: ReportsProps) {
  const t = useSupportText();
  return (
    <ul aria-label={t('support.ops.reconciliation')} className="divide-y divide-line text-sm">
      {reports.map((report) => (
        <li key={report.source} className="py-3 [overflow-wrap:anywhere]">
          <Source report={report} />
          <dl className="tabular mt-2 grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
            {[
              {
                label: t('support.ops.differences'),
                value: <Found differences={report.differences} />,
              },
              { label: t('support.ops.compared'), value: report.compared },
              { label: t('support.ops.open'), value: report.open },
              { label: t('support.ops.unclaimed'), value: report.unclaimed },
            ].map(({ label, value }) => (
              <div key={label} className="flex items-baseline justify-between gap-2 sm:block">
                <dt className="text-muted">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Compared({ reports }: ReportsProps) {
  return useIsDesktop() ? <Table reports={reports} /> : <Cards reports={reports} />;
}

/** The comparisons of the books with outside records; those with nothing to compare are folded. */
export function Reconciliation({ reports }: { reports: readonly SourceComparison[] }) {
  const t = useSupportText();
  const sourceName = useSourceName();
  const differing = reports.filter(({ differences }) => differences > 0);
  const { compared, sources } = comparedOf(reports);
  const idle = reports.filter(isIdle);
  const busy = reports.filter((report) => !isIdle(report));
  return (
    <Technical
      title={t('support.ops.reconciliation')}
      summary={t('support.ops.agreeing', { compared, sources })}
      isOpen={differing.length > 0}
    >
      {reports.length === 0 && <EmptyState title={t('support.ops.noReports')} />}
      {busy.length > 0 && <Compared reports={worstFirst(busy)} />}
      {idle.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-sm text-muted">
            {t('support.ops.idle', { n: idle.length })}
          </h3>
          <p className="text-sm [overflow-wrap:anywhere]">
            {idle.map(({ source }) => sourceName(source)).join(', ')}
          </p>
        </>
      )}
      {differing.length > 0 && (
        <Link
          href={DIFFERENCES_HREF}
          className="mt-3 inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t('support.ops.openDifferences')}
        </Link>
      )}
    </Technical>
  );
}
