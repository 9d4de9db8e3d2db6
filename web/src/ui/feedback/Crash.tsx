import { Component, type ReactNode } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { EmptyState } from './States';

function CrashPage() {
  const t = useText();
  return (
    <main id="content" className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon="warning"
        title={t('shell.crash.title')}
        action={
          <Button icon="refresh" onClick={() => window.location.reload()}>
            {t('shell.reload')}
          </Button>
        }
      />
    </main>
  );
}

/** The outermost error boundary: shows a way back instead of an empty page. */
export class Crash extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <CrashPage /> : this.props.children;
  }
}
