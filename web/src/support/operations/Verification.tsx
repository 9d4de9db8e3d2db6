import { useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import { Progress } from '../../ui/feedback/Progress';
import { useRole } from '../api/hooks';
import type { OperationsView } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { GoodNews } from '../ui/GoodNews';
import { BeginDialog } from './BeginDialog';
import { shareOf, useRun } from './useRun';

const count = (n = 0) => n.toLocaleString('en');

/** The verification of everything stored, from the first event on. */
export function Verification({
  last,
  background,
}: {
  last: OperationsView['verification'];
  background: OperationsView['backgroundCheck'];
}) {
  const t = useSupportText();
  const isSupervisor = useRole() === 'supervisor';
  const { run, isUnderWay } = useRun('verify');
  const [isAsked, setIsAsked] = useState(false);
  const found = run?.result;
  const problems = found?.problems ?? last?.problems ?? [];
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('support.ops.verification')}</h2>
        {isSupervisor && (
          <Button tone="secondary" disabled={isUnderWay} onClick={() => setIsAsked(true)}>
            {t('support.ops.verify')}
          </Button>
        )}
      </div>
      <div aria-live="polite" className="space-y-3">
        {run && isUnderWay && (
          <Progress label={t('support.ops.verifying')} share={shareOf(run) ?? 0} />
        )}
        {run?.failure && (
          <Notice tone="negative">{t('support.ops.failed', { why: run.failure })}</Notice>
        )}
        {!last && !isUnderWay && (
          <p className="text-muted">
            {t(background?.roundAt ? 'support.ops.onlyBackground' : 'support.ops.neverVerified')}
          </p>
        )}
        {last && (
          <>
            {problems.length > 0 ? (
              <Notice tone="negative">
                {t('support.ops.problems', { n: found?.problemCount ?? problems.length })}
              </Notice>
            ) : (
              <GoodNews>{t('support.ops.noProblems')}</GoodNews>
            )}
            <p className="tabular text-sm text-muted">
              {t('support.ops.verified', {
                events: count(last.events),
                seconds: last.seconds,
                at: formatMoment(last.at),
              })}
            </p>
          </>
        )}
        {found && (
          <p className="tabular text-sm text-muted">
            {t('support.ops.counted', {
              wallets: count(found.wallets),
              rows: count(found.rows),
              acts: count(found.acts),
            })}
          </p>
        )}
        {background && <Background check={background} />}
        {problems.length > 0 && (
          <ul className="list-disc space-y-1 ps-5 text-sm [overflow-wrap:anywhere]">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {found?.remarks && found.remarks.length > 0 && (
          <ul className="list-disc space-y-1 ps-5 text-sm text-muted [overflow-wrap:anywhere]">
            {found.remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        )}
      </div>
      {isAsked && (
        <BeginDialog
          title={t('support.ops.verify')}
          work="verify"
          onClose={() => setIsAsked(false)}
        />
      )}
    </Card>
  );
}

/** The progress and findings of the continuous background check. */
function Background({ check }: { check: NonNullable<OperationsView['backgroundCheck']> }) {
  const t = useSupportText();
  return (
    <>
      <p className="tabular text-sm text-muted">
        {check.roundAt
          ? t('support.ops.roundEnded', {
              position: count(check.position),
              at: formatMoment(check.roundAt),
            })
          : t('support.ops.roundBegun', { position: count(check.position) })}
      </p>
      {check.failures > 0 && (
        <Notice tone="negative">
          {t('support.ops.roundFound', { n: check.failures, first: check.problem ?? '' })}
        </Notice>
      )}
    </>
  );
}
