import { useEffect, useState } from 'react';
import { useGetSlipsQuery } from '../../../api/statementApi';
import type { CommandStatus, Slip, SlipAnswer } from '../../../api/types';

const SLIPS_WATCHED = 20;
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
  const { data } = useGetSlipsQuery(
    { page: 1, limit: SLIPS_WATCHED },
    { pollingInterval: hasEnded ? 0 : LOOK_AGAIN_MS, skipPollingIfUnfocused: true },
  );
  const own = data?.slips.find((slip) => slip.id === answer.id);
  // A final answer stays final, whatever an older reading of the list says.
  const status = answer.status === 'PENDING' ? (own?.status ?? 'PENDING') : answer.status;

  useEffect(() => {
    if (status !== 'PENDING') setHasEnded(true);
  }, [status]);

  useEffect(() => {
    if (hasEnded) return;
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasEnded]);

  const note = own?.note ?? answer.note ?? null;
  return {
    status,
    amount: own?.amount ?? answer.amount ?? null,
    note,
    repeats: note === 'SLIP_REFNO_DUPLICATED' ? repeatedSlip(answer, data?.slips ?? []) : null,
    isSlow: isSlow && status === 'PENDING',
  };
}
