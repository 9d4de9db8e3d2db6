import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import type { WaitingDecision } from '../api/workApi';
import { useSupportText } from '../intl/text';
import type { Question } from './DecideDialog';
import { withdrawal } from './questions';

interface WaitsForSecondProps {
  waiting: WaitingDecision;
  onAsk: (question: Question) => void;
}

/** A decision is under way: nobody makes another one, and who asked may withdraw it. */
export function WaitsForSecond({ waiting, onAsk }: WaitsForSecondProps) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const { askedAt, askedBy, decisionId, isAgreed, isMine } = waiting;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link
        href={`/work/approvals/${decisionId}`}
        className="text-sm text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
      >
        {t('support.work.waitsForSecond', { name: askedBy.name, at: formatMoment(askedAt) })}
      </Link>
      {isMine && isActing && !isAgreed && (
        <Button tone="secondary" onClick={() => onAsk(withdrawal(t, decisionId))}>
          {t('support.work.withdraw')}
        </Button>
      )}
    </div>
  );
}
