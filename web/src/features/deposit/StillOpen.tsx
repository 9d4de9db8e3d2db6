import { useText } from '../../intl/text';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Button } from '../../ui/display/Button';
import { OutcomePanel } from '../../ui/feedback/OutcomePanel';
import { useIsSlow } from './useDepositOutcome';

/** "Credited within about 1 minute": after that we say that it takes longer. */
const PATIENCE_MS = 60_000;

/** A deposit in progress; after a while a link to the statement appears. */
export function StillOpen({ title, detail }: { title: string; detail: string }) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const isSlow = useIsSlow(true, PATIENCE_MS);
  if (!isSlow) return <OutcomePanel tone="waiting" title={title} detail={detail} />;
  return (
    <OutcomePanel
      tone="unknown"
      title={t('slip.stillChecking')}
      detail={t('slip.stillCheckingDetail')}
    >
      <Button tone="quiet" wide onClick={() => leaveFor('/user/statement')}>
        {t('money.toStatement')}
      </Button>
    </OutcomePanel>
  );
}
