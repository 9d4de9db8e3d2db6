import { isAboutPin } from '../../api/command/moneyCommand';
import type { useWithdrawCommand } from '../../api/command/withdrawCommand';
import { isProblem } from '../../api/transport/problem';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useWithdrawWords } from './useWithdrawWords';
import { insteadOf, type WithdrawRoom } from './withdrawForm';

/** Whether another PIN has to be set first, which the player does on the profile. */
function isAboutSetting(problem: unknown): boolean {
  return isProblem(problem) && (problem.code === 'PIN_UNSET' || problem.code === 'PIN_BLOCKED');
}

interface RefusedWithdrawalProps {
  command: ReturnType<typeof useWithdrawCommand>;
  room: WithdrawRoom;
}

/** Why it was refused, and one button to what may succeed. A wrong PIN is said at its field. */
export function RefusedWithdrawal({ command, room }: RefusedWithdrawalProps) {
  const t = useText();
  const words = useWithdrawWords(room);
  const leaveFor = useLeaveFor();
  const { problem, body, dismissProblem } = command;
  const title = t('withdraw.failed');
  if (problem === null || isAboutPin(problem)) return null;
  const instead = insteadOf(problem, room.limits);
  if (instead && body) {
    const amount = moneyText(instead, room.currency);
    return (
      <ConfirmDialog
        title={title}
        confirmLabel={t('withdraw.instead', { amount })}
        onConfirm={() => command.sendAtOnce({ ...body, amount: instead })}
        onCancel={dismissProblem}
      >
        <p>{t('error.MONEY_NOT_ENOUGH')}</p>
        <p className="mt-2 font-semibold">{t('withdraw.walletHolds', { amount })}</p>
      </ConfirmDialog>
    );
  }
  if (isAboutSetting(problem)) {
    return (
      <ConfirmDialog
        title={title}
        confirmLabel={t('nav.profile')}
        onConfirm={() => leaveFor('/user/profile')}
        onCancel={dismissProblem}
      >
        <ProblemText error={problem} />
      </ConfirmDialog>
    );
  }
  return <ErrorDialog title={title} error={words.ofProblem(problem)} onClose={dismissProblem} />;
}
