/** The steps of a transfer through the main wallet, with their state in the statement. */
import { WALLET } from '../../api/command/transferCommand';
import { useGetStatementQuery } from '../../api/statementApi';
import type { CommandStatus, Leg, StatementLine, TransferAnswer } from '../../api/types';

/** Higher than the number of providers. */
const LINES_WATCHED = 40;
/** The socket reports changes at once; this interval applies when it cannot connect. */
const LOOK_AGAIN_MS = 4_000;

/** The legs with their current state in the statement. */
export function followLegs(legs: readonly Leg[], lines: readonly StatementLine[]): Leg[] {
  return legs.map((leg) => {
    if (leg.status !== 'PENDING') return leg;
    const line = lines.find(({ id }) => id === leg.id);
    return line ? { ...leg, status: line.status } : leg;
  });
}

/** The status of the steps together: the second step decides, otherwise one that moved money. */
export function togetherOf(legs: readonly Leg[]): CommandStatus {
  const onward = legs.find((leg) => leg.from === WALLET);
  const collecting = legs.filter((leg) => leg.from !== WALLET);
  const has = (status: CommandStatus) => collecting.some((leg) => leg.status === status);
  if (has('PENDING')) return 'PENDING';
  if (onward && has('SUCCESS')) return onward.status;
  return has('SUCCESS') ? 'SUCCESS' : 'FAILED';
}

/** The current answer: it follows the statement until each step has ended. */
export function useFollowed(answer: TransferAnswer | null): {
  status: CommandStatus | undefined;
  legs: readonly Leg[];
  hasEndedLater: boolean;
} {
  const isOpen = answer?.status === 'PENDING';
  const { data } = useGetStatementQuery(
    { page: 1, limit: LINES_WATCHED },
    { skip: !isOpen, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true },
  );
  const lines = isOpen ? (data?.statements ?? []) : [];
  const legs = followLegs(answer?.legs ?? [], lines);
  const own = lines.find((line) => line.id === answer?.id);
  const status = own?.status ?? (isOpen && legs.length > 0 ? togetherOf(legs) : answer?.status);
  return { status, legs, hasEndedLater: isOpen && status !== 'PENDING' };
}
