import { useEffect, useState } from 'react';
import { NEWEST_SLIPS, useGetSlipsQuery } from '../../../api/statementApi';
import type { CommandStatus, Slip, SlipAnswer, SlipPage } from '../../../api/types';

/** The socket reports changes at once; this interval applies when it cannot connect. */
const LOOK_AGAIN_MS = 4_000;
/** "Credited within about 1 minute": after that we say that it takes longer. */
const PATIENCE_MS = 60_000;

export interface SlipProgress {
  status: CommandStatus;
  amount: string | null;
  note: string | null;
  /** The player's own earlier slip that this one repeats. */
  repeats: Pick<Slip, 'createdAt' | 'amount'> | null;
  isSlow: boolean;
  /** What is known of it; the id alone until the list is here. */
  slip: Pick<Slip, 'id'> & Partial<Slip>;
}

/**
 * What is known of the slip: a refused one may be credited by staff later, so the list counts from
 * the answer's position on. An older reading of it must not undo a final answer.
 */
export function stateOf(
  answer: SlipAnswer,
  list: SlipPage | undefined,
): Pick<SlipProgress, 'status' | 'amount' | 'note'> {
  const own = list?.slips.find((slip) => slip.id === answer.id);
  const { status, amount = null, note = null } = answer;
  if (!list || !own) return { status, amount, note };
  if (BigInt(list.asOf) >= BigInt(answer.position)) return own;
  return {
    status: status === 'PENDING' ? own.status : status,
    amount: own.amount ?? amount,
    note: own.note ?? note,
  };
}

/** The earlier slip that the answer names, otherwise one with the same reference in the list. */
export function repeatedSlip(
  answer: SlipAnswer,
  slips: readonly Slip[],
): Pick<Slip, 'createdAt' | 'amount'> | null {
  const { duplicateOf } = answer;
  if (!duplicateOf) return earlierSlip(slips, answer.id);
  const named = slips.find((slip) => slip.id === duplicateOf.id);
  return named ?? { createdAt: duplicateOf.createdAt, amount: null };
}

/** The same player's slip with the same reference, the credited one first. */
function earlierSlip(slips: readonly Slip[], id: string): Slip | null {
  const own = slips.find((slip) => slip.id === id);
  if (!own?.reference) return null;
  const ownTime = Date.parse(own.createdAt);
  const same = slips.filter(
    (slip) =>
      slip.id !== own.id &&
      slip.reference === own.reference &&
      Date.parse(slip.createdAt) <= ownTime,
  );
  return same.find((slip) => slip.status === 'SUCCESS') ?? same[0] ?? null;
}

/** Follows an uploaded slip until it is credited or refused. */
export function useSlipWatch(answer: SlipAnswer): SlipProgress {
  const [hasEnded, setHasEnded] = useState(answer.status !== 'PENDING');
  const [isSlow, setIsSlow] = useState(false);
  const { data } = useGetSlipsQuery(NEWEST_SLIPS, {
    pollingInterval: hasEnded ? 0 : LOOK_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const { status, amount, note } = stateOf(answer, data);

  useEffect(() => setHasEnded(status !== 'PENDING'), [status]);

  useEffect(() => {
    if (hasEnded) return;
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasEnded]);

  return {
    status,
    amount,
    note,
    repeats: note === 'SLIP_REFNO_DUPLICATED' ? repeatedSlip(answer, data?.slips ?? []) : null,
    isSlow: isSlow && status === 'PENDING',
    slip: data?.slips.find((slip) => slip.id === answer.id) ?? { id: answer.id },
  };
}
