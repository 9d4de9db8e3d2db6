import { useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { Progress } from '../../ui/feedback/Progress';
import { useRole } from '../api/hooks';
import type { OperationsView } from '../api/operationsApi';
import { useNameOf, useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { BeginDialog } from './BeginDialog';
import { Figures } from './Figures';
import { Technical } from './Technical';
import { shareOf, useRun } from './useRun';

const count = (n: number) => n.toLocaleString('en');

/** The views, how far each is behind, and a button to rebuild one. */
export function Projections({ operations }: { operations: OperationsView }) {
  const t = useSupportText();
  const isSupervisor = useRole() === 'supervisor';
  const { run, isUnderWay } = useRun('rebuild');
  const [asked, setAsked] = useState<string | null>(null);
  // A rebuild that ended long ago is no reason to unfold; one seen under way stays in view.
  const [isWatched, setIsWatched] = useState(isUnderWay);
  if (isUnderWay && !isWatched) setIsWatched(true);
  const nameOf = useNameOf();
  const named = (view: string) => nameOf('support.view', view);
  const following = operations.projections.filter(
    ({ lag, stopped }) => !stopped && lag === 0,
  ).length;
  const rows = operations.projections.map(({ view, position, lag, stopped }) => ({
    key: view,
    cells: [
      <span key="view">
        <span className="font-medium">{named(view)}</span>
        {stopped && (
          <span className="block text-negative">{t('support.ops.stopped', { why: stopped })}</span>
        )}
      </span>,
      count(position),
      <Chip key="lag" tone={lag > 0 ? 'caution' : 'positive'}>
        {count(lag)}
      </Chip>,
      isSupervisor && (
        <Button
          key="rebuild"
          tone="quiet"
          className="-me-3 min-h-11! px-3! text-sm"
          aria-label={t('support.ops.rebuildOne', { view: named(view) })}
          disabled={isUnderWay}
          onClick={() => setAsked(view)}
        >
          {t('support.ops.rebuild')}
        </Button>
      ),
    ],
  }));
  return (
    <Technical
      title={t('support.ops.projections')}
      summary={t('support.ops.viewsFollow', { n: following, all: operations.projections.length })}
      isOpen={isWatched}
    >
      <p className="tabular mb-2 text-sm text-muted">
        {[
          t('support.ops.head', { n: count(operations.head) }),
          t('support.ops.connections', { n: operations.sockets }),
        ].join(' · ')}
      </p>
      {run && (
        <div className="mb-3" aria-live="polite">
          {isUnderWay && (
            <Progress
              label={t('support.ops.rebuilding', { view: named(run.view ?? '') })}
              share={shareOf(run) ?? 0}
            />
          )}
          {run.failure && (
            <Notice tone="negative">{t('support.ops.failed', { why: run.failure })}</Notice>
          )}
          {run.endedAt && !run.failure && (
            <Notice>
              {t('support.ops.rebuilt', {
                view: named(run.view ?? ''),
                at: formatMoment(run.endedAt),
              })}
            </Notice>
          )}
        </div>
      )}
      <Figures
        label={t('support.ops.projections')}
        columns={[
          { label: t('support.ops.view') },
          { label: t('support.ops.position'), isNumber: true },
          { label: t('support.ops.lag'), isNumber: true },
          ...(isSupervisor ? [{ label: t('support.ops.rebuild'), isNumber: true }] : []),
        ]}
        rows={isSupervisor ? rows : rows.map((row) => ({ ...row, cells: row.cells.slice(0, 3) }))}
      />
      {asked && (
        <BeginDialog
          title={t('support.ops.rebuildOne', { view: named(asked) })}
          work="rebuild"
          view={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </Technical>
  );
}
