/** What became of the games' money in a withdrawal that collects it first. */
import { WALLET } from '../../api/command/transferCommand';
import { useGetStatementQuery } from '../../api/statementApi';
import type { Leg, StatementLine, Wallet, Withdrawal } from '../../api/types';
import { AMOUNT_MIN, addAmounts, compareAmounts, multiplyAmounts } from '../../intl/money';

/** Higher than the number of providers. */
const LINES_WATCHED = 40;
/** The socket reports changes at once; this interval applies when it cannot connect. */
const LOOK_AGAIN_MS = 4_000;

interface View {
  wallet: Wallet;
  lines: readonly StatementLine[];
  /** The position before the withdrawal was sent. */
  since: string;
}

const isAfter = (position: string, other: string) => BigInt(position) > BigInt(other);

/**
 * One step a game. The answer names none, so they are read from the statement; a game that has no
 * line there and holds money was never asked for it.
 */
export function stepsOf({ wallet, lines, since }: View): Leg[] {
  const moved = lines
    .filter(({ statementType, to }) => statementType === 'transfer' && to === WALLET)
    .filter(({ position }) => isAfter(position, since));
  const left = wallet.slots
    .filter(({ code, isActive }) => isActive && !moved.some(({ from }) => from === code))
    .map(({ code, amount, ftWalletSlot }) => ({
      id: code,
      from: code,
      to: WALLET,
      amount: multiplyAmounts(amount, ftWalletSlot),
      status: 'FAILED' as const,
    }))
    .filter(({ amount }) => compareAmounts(amount, AMOUNT_MIN) >= 0);
  return [...moved, ...left];
}

/** The steps, and the sum of those that have not reached the main wallet; null before all is read. */
export function useCollected(answer: Withdrawal | null, wallet: Wallet, since: string | null) {
  const isSkipped = !answer || since === null;
  const { data } = useGetStatementQuery(
    { page: 1, limit: LINES_WATCHED },
    {
      skip: isSkipped,
      pollingInterval: LOOK_AGAIN_MS,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  if (isSkipped || !data) return null;
  const isRead = [wallet.asOf, data.asOf].every((asOf) => !isAfter(answer.position, asOf));
  if (!isRead) return null;
  const steps = stepsOf({ wallet, lines: data.statements, since });
  const open = steps.filter(({ status }) => status !== 'SUCCESS');
  return {
    steps,
    missing: open.length > 0 ? addAmounts(...open.map(({ amount }) => amount)) : null,
  };
}
