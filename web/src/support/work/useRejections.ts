/** Several slips rejected with one reason: a decision for each, sent one after the other. */
import { useRef, useState } from 'react';
import { isProblem } from '../../api/transport/problem';
import { randomHex } from '../../client/randomHex';
import { useDecideMutation } from '../api/workApi';

export interface Rejection {
  code: string;
  reason: string;
}

/** What has become of a slip's decision; `unsure` is a lost answer. */
export type Outcome =
  | { state: 'sending' | 'done' }
  | { state: 'failed' | 'unsure'; problem: unknown };

interface Attempt extends Rejection {
  key: string;
}

/** Refused for good: nothing was done, so the next attempt is a new decision. */
const isDefinite = (problem: unknown) =>
  isProblem(problem) && problem.status >= 400 && problem.status < 500;

/** The keys of decisions without an answer: a repeat in the same words is the same decision. */
function useKeys() {
  const attempts = useRef(new Map<string, Attempt>());
  return {
    keyFor(id: string, { code, reason }: Rejection): string {
      const before = attempts.current.get(id);
      if (before && before.code === code && before.reason === reason) return before.key;
      const key = randomHex();
      attempts.current.set(id, { key, code, reason });
      return key;
    },
    forget: (id: string) => attempts.current.delete(id),
  };
}

export function useRejections() {
  const [decide] = useDecideMutation();
  const keys = useKeys();
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [isSending, setIsSending] = useState(false);
  const note = (id: string, outcome: Outcome) =>
    setOutcomes((known) => ({ ...known, [id]: outcome }));

  const reject = async (id: string, rejection: Rejection): Promise<boolean> => {
    note(id, { state: 'sending' });
    const path = `work/slips/${id}/reject`;
    const body = { ...rejection };
    const { data, error } = await decide({ path, body, key: keys.keyFor(id, rejection) });
    if (data || isDefinite(error)) keys.forget(id);
    if (data) note(id, { state: 'done' });
    else note(id, { state: isDefinite(error) ? 'failed' : 'unsure', problem: error });
    return Boolean(data);
  };
  return {
    outcomes,
    isSending,
    /** Returns whether all were rejected. */
    async rejectAll(ids: readonly string[], rejection: Rejection): Promise<boolean> {
      setIsSending(true);
      let isWhole = true;
      for (const id of ids) isWhole = (await reject(id, rejection)) && isWhole;
      setIsSending(false);
      return isWhole;
    },
    begin: () => setOutcomes({}),
  };
}
