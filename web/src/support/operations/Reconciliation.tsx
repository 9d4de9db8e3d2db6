import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { EmptyState } from '../../ui/feedback/States';
import type { SourceComparison } from '../api/operationsApi';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Figures } from './Figures';
import { Technical } from './Technical';
import { comparedOf } from './verdict';

/** Whether there was anything to compare, or nobody could. */
const isIdle = ({ compared, open, unclaimed, differences, problem }: SourceComparison) =>
  compared + open + unclaimed + differences === 0 && !problem;

function Table({ reports }: { reports: readonly SourceComparison[] }) {
  const t = useSupportText();
  const sourceName = useSourceName();
  return (
    <Figures
      label={t('support.ops.reconciliation')}
      columns={[
        { label: t('support.ops.source') },
        { label: t('support.ops.span') },
        { label: t('support.ops.compared'), isNumber: true },
        { label: t('support.ops.open'), isNumber: true },
        { label: t('support.ops.unclaimed'), isNumber: true },
        { label: t('support.ops.differences'), isNumber: true },
      ]}
      rows={reports.map((report) => ({
        key: report.source,
        cells: [
          <span key="source" className="block min-w-36 [overflow-wrap:anywhere]">
            <span className="font-medium">{sourceName(report.source)}</span>
            {report.problem && <span className="block text-negative">{report.problem}</span>}
          </span>,
          <span key="span" className="tabular">
            <span className="block whitespace-nowrap">{formatMoment(report.from)} –</span>
            <span className="block whitespace-nowrap">{formatMoment(report.to)}</span>
          </span>,
          report.compared,
          report.open,
          report.unclaimed,
          <Chip key="differences" tone={report.differences > 0 ? 'negative' : 'positive'}>
            {report.differences}
          </Chip>,
        ],
      }))}
    />
  );
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
      {busy.length > 0 && <Table reports={busy} />}
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
          href="/work?kind=differences"
          className="mt-3 inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t('support.ops.openDifferences')}
        </Link>
      )}
    </Technical>
  );
}
