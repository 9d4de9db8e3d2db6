import type { ReactNode } from 'react';
import { Button } from '../../ui/display/Button';
import { ShortText } from '../../ui/display/ShortText';

interface FactProps {
  label: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A labelled fact of a card, with what can be done about it at its end. */
export function Fact({ label, children, action }: FactProps) {
  return (
    <div className="grid min-h-16 grid-cols-[1fr_auto] content-center items-center gap-x-3 py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="col-start-1 min-w-0 font-medium">{children}</dd>
      {action && <dd className="col-start-2 row-span-2 row-start-1">{action}</dd>}
    </div>
  );
}

interface FactActionProps {
  /** A word, shown. */
  text: string;
  /** The whole, for screen readers. */
  name: string;
  onPress: () => void;
}

export function FactAction({ text, name, onPress }: FactActionProps) {
  return (
    <Button tone="quiet" onClick={onPress} className="-me-3 px-3 text-sm">
      <ShortText shown={text} name={name} />
    </Button>
  );
}
