import type { ReactNode } from 'react';
import { isProblem } from '../../api/transport/problem';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { Icon, type IconName } from '../display/Icon';
import { ProblemText } from './ProblemText';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  /** A next step, usually a button. */
  action?: ReactNode;
}

/** The state of an empty list. */
export function EmptyState({ icon = 'statement', title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <span className="spot mb-6">
        <span>
          <Icon name={icon} size={36} />
        </span>
      </span>
      <p className="text-lg font-semibold text-balance">{title}</p>
      {children && <div className="mt-1 max-w-xs text-balance text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

interface ProblemStateProps {
  error: unknown;
  onRetry: () => void;
  /** While the retry runs. */
  busy?: boolean;
}

/** The state of a part that could not be loaded. */
export function ProblemState({ error, onRetry, busy = false }: ProblemStateProps) {
  const t = useText();
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-10 text-center">
      <span className="mb-4 flex size-16 items-center justify-center rounded-full bg-negative-soft text-negative">
        <Icon name="warning" size={30} />
      </span>
      <p className="max-w-xs font-medium text-balance">
        <ProblemText error={error} />
      </p>
      {isProblem(error) && error.requestId && (
        <p className="mt-1 text-xs text-muted">{t('shell.requestId', { id: error.requestId })}</p>
      )}
      <Button tone="secondary" icon="refresh" busy={busy} onClick={onRetry} className="mt-5">
        {t('shell.retry')}
      </Button>
    </div>
  );
}
