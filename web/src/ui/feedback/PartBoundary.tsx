import { Component, type ReactNode, useEffect, useState } from 'react';
import { findNewRelease, reloadOnceFor } from '../../client/release';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { PartMissing, renewParts } from './lazyPart';
import { EmptyState, ProblemState } from './States';

const NO_LINE = { code: 'NETWORK', status: 0 };

interface MissingPartProps {
  onRetry: () => void;
  /** For a whole page, which has nothing to lose: a new release is fetched without asking. */
  isPage: boolean;
}

/** In place of a part that could not be loaded. */
function MissingPart({ onRetry, isPage }: MissingPartProps) {
  const t = useText();
  const [release, setRelease] = useState<string | null>(null);
  useEffect(() => {
    findNewRelease().then((found) => {
      setRelease(found);
      if (found && isPage) reloadOnceFor(found);
    });
  }, [isPage]);
  if (!release) return <ProblemState error={NO_LINE} onRetry={onRetry} />;
  return (
    <EmptyState
      icon="refresh"
      title={t('shell.reload.title')}
      action={<Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>}
    />
  );
}

interface PartBoundaryProps {
  children: ReactNode;
  /** Wraps the failure or loading state, e.g. in a dialog. Without it the part is a page. */
  frame?: (face: ReactNode) => ReactNode;
}

/** Wraps parts that load on demand: a failure shows a message and a retry. */
export class PartBoundary extends Component<PartBoundaryProps, { fault: unknown }> {
  override state = { fault: null as unknown };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  retry = () => {
    renewParts();
    this.setState({ fault: null });
  };

  override render() {
    const { fault } = this.state;
    const { children, frame } = this.props;
    if (fault === null) return children;
    // Any other error is a bug, for the outer error boundary.
    if (!(fault instanceof PartMissing)) throw fault;
    const face = <MissingPart onRetry={this.retry} isPage={!frame} />;
    return frame ? frame(face) : face;
  }
}
