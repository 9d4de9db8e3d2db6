import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useToast } from '../../ui/feedback/toasts';
import { useRole } from '../api/hooks';
import type { Colleague } from '../api/inboxApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { ColleagueDialog } from '../side/ColleagueDialog';
import { type Action, ActionMenu } from '../ui/ActionMenu';
import { Initials } from '../ui/Initials';
import { sinceOf } from './ClaimMark';
import type { List } from './lists';
import { isOthers, type useClaim } from './useClaim';

type Asked = 'take' | 'hand';

interface ClaimLineProps {
  kind: List;
  held: ReturnType<typeof useClaim>;
  /** Whether the caller may decide about the item, and so take it over or hand it on. */
  mayClaim: boolean;
}

/** Who has the open item, and the ways to change that. */
export function ClaimLine({ kind, held, mayClaim }: ClaimLineProps) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const role = useRole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { claim } = held;
  if (!claim) return null;
  const close = () => setAsked(null);
  const change = async (call: () => Promise<{ error?: unknown }>) => {
    setIsBusy(true);
    const { error } = await call();
    setIsBusy(false);
    if (error) toast.error(problemText(error));
    close();
  };
  const { name } = claim.by;
  const at = sinceOf(claim);
  const all: (Action | false)[] = [
    isOthers(claim) && {
      icon: 'user',
      label: t('support.work.claim.takeOver'),
      onPick: () => setAsked('take'),
    },
    (claim.isMine || role === 'supervisor') && {
      icon: 'userPlus',
      label: t('support.work.claim.handOver'),
      onPick: () => setAsked('hand'),
    },
  ];
  const actions = all.filter((each) => each !== false);
  return (
    <div className="mt-2 flex items-center gap-2 border-t border-line pt-2 text-sm">
      <Initials name={name} className="size-7 text-xs!" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {claim.isMine
          ? t('support.work.claim.mine', { at })
          : t('support.work.claim.by', { name, at })}
      </p>
      {mayClaim && <ActionMenu label={t('support.work.claim.actions')} actions={actions} />}
      {asked && (
        <ClaimDialog
          asked={asked}
          name={name}
          isFit={(colleague) => kind !== 'approvals' || colleague.role === 'supervisor'}
          busy={isBusy}
          onTake={() => change(held.takeOver)}
          onHand={(to) => change(() => held.handOver(to))}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ClaimDialogProps {
  asked: Asked;
  /** Who has the item. */
  name: string;
  isFit: (colleague: Colleague) => boolean;
  busy: boolean;
  onTake: () => void;
  onHand: (to: string) => void;
  onClose: () => void;
}

function ClaimDialog({ asked, name, isFit, busy, onTake, onHand, onClose }: ClaimDialogProps) {
  const t = useSupportText();
  if (asked === 'hand') {
    return (
      <ColleagueDialog
        title={t('support.work.claim.handOver')}
        isFit={isFit}
        busy={busy}
        onSend={onHand}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t('support.work.claim.takeOver')}
      confirmLabel={t('support.work.claim.takeOver')}
      onConfirm={onTake}
      onCancel={onClose}
      busy={busy}
    >
      {t('support.work.claim.takeOverLead', { name })}
    </ConfirmDialog>
  );
}
