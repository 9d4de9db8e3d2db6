import type { ReactNode } from 'react';
import { Button } from '../../ui/display/Button';

/** What leads on from a long step: in reach of the thumb while the fields scroll. */
export function StepButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-3! -mb-5 rounded-b-card border-t border-line bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:m-0 lg:border-0 lg:p-0">
      <Button type="submit" wide busy={busy}>
        {children}
      </Button>
    </div>
  );
}
