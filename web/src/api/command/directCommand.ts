/**
 * A command that needs no confirm step, because it can only bring money in. It is sent at once, and
 * one request keeps one key until the server has definitely answered.
 */
import { useCallback, useRef, useState } from 'react';
import { endsSession, isDefinite, isProblem, wasNotSent } from '../transport/problem';
import { useMoneyIntent } from './moneyIntent';
import { useAskAgain } from './useAskAgain';

export type DirectPhase = 'form' | 'sending' | 'answered' | 'unknown';

interface DirectState<B, A> {
  phase: DirectPhase;
  body: B | null;
  answer: A | null;
  /** Why the server refused. */
  problem: unknown;
}

const START = { phase: 'form', body: null, answer: null, problem: null } as const;

/**
 * Whether the server has said that nothing was started; a lost answer says nothing. "Too many" and
 * "busy" come before anything is booked. They keep the key, because an earlier answer may have been
 * lost.
 */
export function wasNotTaken(problem: unknown): boolean {
  if (!isProblem(problem)) return false;
  if (wasNotSent(problem)) return true;
  const isTurnedAway = problem.status === 429 || problem.code === 'SERVICE_UNAVAILABLE';
  return isTurnedAway || isDefinite(problem);
}

export function useDirectCommand<B extends Record<string, string>, A>(
  kind: string,
  command: (body: B, key: string) => Promise<A>,
) {
  const intent = useMoneyIntent(kind);
  const isFlying = useRef(false);
  const [state, setState] = useState<DirectState<B, A>>(START);

  /** Resolves to the server's answer; null when it has refused or not answered. */
  const send = async (body: B): Promise<A | null> => {
    if (isFlying.current) return null;
    isFlying.current = true;
    const key = intent.begin(body);
    setState({ phase: 'sending', body, answer: null, problem: null });
    try {
      const answer = await command(body, key);
      intent.settle();
      setState({ phase: 'answered', body, answer, problem: null });
      return answer;
    } catch (problem) {
      intent.settle(problem);
      const isOver = isProblem(problem) && endsSession(problem);
      if (isOver) setState({ ...START, body });
      else if (wasNotTaken(problem)) setState({ ...START, body, problem });
      else setState({ phase: 'unknown', body, answer: null, problem: null });
      return null;
    } finally {
      isFlying.current = false;
    }
  };

  useAskAgain(state.phase === 'unknown', () => {
    if (state.body && intent.isOpen()) void send(state.body);
  });

  /** Back to an empty form. An unanswered request keeps its key in case it is sent again. */
  const startOver = useCallback(() => {
    if (!isFlying.current) setState(START);
  }, []);

  /** Clears a refusal whose cause the player has changed since. */
  const forgive = useCallback(() => {
    setState((old) => (old.problem === null ? old : { ...old, problem: null }));
  }, []);

  return { ...state, send, startOver, forgive };
}

export type DirectCommand<B extends Record<string, string>, A> = ReturnType<
  typeof useDirectCommand<B, A>
>;
