import { formatMoment } from '../../intl/moment';
import { Card } from '../../ui/display/Card';
import { EmptyState } from '../../ui/feedback/States';
import type { SourceComparison } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Figures } from './Figures';

/** The comparisons of the books with outside records. */
export function Reconciliation({ reports }: { reports: readonly SourceComparison[] }) {
  const t = useSupportText();
  const differing = reports.filter((report) => report.found.length > 0);
  return (
    <Card>
      <h2 className="mb-2 font-semibold">{t('support.ops.reconciliation')}</h2>
      {reports.length === 0 ? (
        <EmptyState title={t('support.ops.noReports')} />
      ) : (
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
              <span key="source">
                <span className="font-medium">{report.source}</span>
                {report.problem && <span className="block text-negative">{report.problem}</span>}
              </span>,
              <span key="span" className="tabular whitespace-nowrap">
                {`${formatMoment(report.from)} – ${formatMoment(report.to)}`}
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
      )}
      {differing.map((report) => (
        <ul key={report.source} className="mt-3 list-disc ps-5 text-sm [overflow-wrap:anywhere]">
          {report.found.map(({ kind, subject, ours, theirs }) => (
            <li key={`${kind}-${subject}`}>
              {t('support.ops.difference', {
                kind,
                subject,
                ours: ours ?? '—',
                theirs: theirs ?? '—',
              })}
            </li>
          ))}
        </ul>
      ))}
    </Card>
  );
}
