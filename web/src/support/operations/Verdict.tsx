import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import type { OperationsView } from '../api/operationsApi';
import { useSourceName } from '../intl/source';
import { useNameOf, useSupportText } from '../intl/text';
import { type Concern, comparedOf, concernsOf, stateOf, unprovenOf } from './verdict';

const LOOKS = {
  well: { icon: 'check', ground: 'bg-positive-soft', sign: 'bg-positive text-surface' },
  unproven: { icon: 'info', ground: 'bg-accent-soft', sign: 'bg-accent text-on-accent' },
  caution: { icon: 'warning', ground: 'bg-caution-soft', sign: 'bg-caution text-surface' },
  negative: { icon: 'warning', ground: 'bg-negative-soft', sign: 'bg-negative text-surface' },
} as const;

const TITLES = {
  well: 'support.verdict.well',
  unproven: 'support.verdict.unproven',
  caution: 'support.verdict.caution',
  negative: 'support.verdict.negative',
} as const;

/** What is folded cannot be gone to. */
const unfold = (id: string) =>
  document.getElementById(id)?.querySelector('details')?.setAttribute('open', '');

interface WayProps {
  concern: Concern;
  children: ReactNode;
}

/** The way to a concern: the page that does something about it, else the part that shows it. */
function Way({ concern: { tone, part, href }, children }: WayProps) {
  const look = classNames(
    'inline-flex min-h-8 items-center gap-1 font-medium underline underline-offset-4',
    tone === 'negative' ? 'text-negative' : 'text-caution',
  );
  if (href) {
    return (
      <Link href={href} className={look}>
        {children}
      </Link>
    );
  }
  return (
    <a href={`#${part}`} onClick={() => unfold(part)} className={look}>
      {children}
    </a>
  );
}

/** What is not well, each with the way to it. */
function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const sourceName = useSourceName();
  const worded = ({ view, source, ...values }: NonNullable<Concern['values']>) => ({
    ...values,
    ...(typeof view === 'string' && { view: nameOf('support.view', view) }),
    ...(typeof source === 'string' && { source: sourceName(source) }),
  });
  return (
    <ul className="mt-1 space-y-0.5">
      {concerns.map((concern) => (
        <li key={`${concern.message} ${JSON.stringify(concern.values)}`}>
          <Way concern={concern}>
            {t(concern.message, concern.values && worded(concern.values))}
            <Icon name="chevronRight" size={16} className="shrink-0" />
          </Way>
        </li>
      ))}
    </ul>
  );
}

interface VerdictProps {
  operations: OperationsView;
  /** When it was read. */
  at: number;
  isFetching: boolean;
  onRefresh: () => void;
}

/** Whether all is well, else what is not, in plain words and with the way to it. */
export function Verdict({ operations, at, isFetching, onRefresh }: VerdictProps) {
  const t = useSupportText();
  const concerns = concernsOf(operations, at);
  const state = stateOf(operations, at);
  const unproven = unprovenOf(operations);
  const look = LOOKS[state];
  const { projections, reconciliation } = operations;
  return (
    <section
      aria-label={t('support.verdict.title')}
      className={classNames('flex gap-4 rounded-card px-5 py-4', look.ground)}
    >
      <span
        className={classNames(
          'flex size-12 shrink-0 items-center justify-center rounded-full max-sm:size-9',
          look.sign,
        )}
      >
        <Icon name={look.icon} size={26} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-xl leading-snug font-bold">{t(TITLES[state])}</h2>
        {concerns.length === 0 ? (
          <p className="text-sm">
            {unproven
              ? t('support.verdict.unprovenLead', { open: unproven })
              : t('support.verdict.wellLead', {
                  views: projections.length,
                  ...comparedOf(reconciliation),
                })}
          </p>
        ) : (
          <Concerns concerns={concerns} />
        )}
        <p className="tabular mt-1 text-sm text-muted">
          {t('support.ops.asOf', { at: formatMoment(new Date(at).toISOString()) })}
        </p>
      </div>
      <IconButton
        icon="refresh"
        label={t('common.refresh')}
        busy={isFetching}
        onClick={onRefresh}
      />
    </section>
  );
}
