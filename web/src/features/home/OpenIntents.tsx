import { Suspense, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { openCommand } from '../../api/command/openCommand';
import { useClientSelector } from '../../client/hooks';
import type { DialogState } from '../../ui/dialog/dialog';
import { lazyPart } from '../../ui/feedback/lazyPart';

const OpenIntent = lazyPart(() => import('./OpenIntent'));

const KINDS = ['transfer', 'transferAll', 'withdraw'] as const;
export type OpenKind = (typeof KINDS)[number];

/** Shows what was sent and never answered, also after a reload, and asks until it is answered. */
export function OpenIntents({ currency }: { currency: string }) {
  const member = useClientSelector((state) => state.session.current?.username ?? 'guest');
  // While a dialog is open it shows its own state; this looks again when it closes.
  const isBehind = useSelector((state: DialogState) => state.dialog.stack.length > 0);
  const kinds = useMemo(
    () => KINDS.filter((kind) => !isBehind && openCommand(member, kind)),
    [member, isBehind],
  );
  return (
    <Suspense fallback={null}>
      {kinds.map((kind) => (
        <OpenIntent key={kind} kind={kind} currency={currency} />
      ))}
    </Suspense>
  );
}
