import { formatMoment } from '../../intl/moment';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import type { ActsState } from '../api/trailApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';

/** Whether the chain of acts is whole, and what says so. */
export function ChainState({ state }: { state: ActsState }) {
  const t = useSupportText();
  const { problems, backgroundAt, verifiedAt } = state;
  const isWhole = problems.length === 0;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{t('support.trail.chain')}</h2>
        <Chip tone={isWhole ? 'positive' : 'negative'}>
          {t(isWhole ? 'support.trail.whole' : 'support.trail.broken')}
        </Chip>
        <p className="tabular text-sm text-muted">
          {t('support.trail.entries', { n: state.entries, from: state.checkedFrom })}
        </p>
      </div>
      {!isWhole && (
        <div className="mt-3">
          <Notice tone="negative">
            <p>{t('support.trail.brokenHint')}</p>
            <ul className="mt-2 list-disc space-y-1 ps-5 [overflow-wrap:anywhere]">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <details className="group -mb-3">
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm font-medium text-accent">
          {t('support.technical')}
          <Icon name="chevronDown" size={18} className="group-open:rotate-180" />
        </summary>
        <ul className="tabular space-y-1 pb-3 text-sm text-muted">
          <li>
            {backgroundAt
              ? t('support.trail.background', { at: formatMoment(backgroundAt) })
              : t('support.trail.noBackground')}
          </li>
          {verifiedAt && <li>{t('support.trail.verified', { at: formatMoment(verifiedAt) })}</li>}
          <li className="[overflow-wrap:anywhere]">
            {t('support.trail.head', { hash: state.head })}
          </li>
        </ul>
      </details>
    </Card>
  );
}
