/**
 * A command that moves money, from the confirm step to its end. Nothing here is optimistic: the
 * phase says only what the server has said, and `unknown` where it has not.
 */
import { useCallback, useRef, useState } from 'react';
import { useClientSelector } from '../../client/hooks';
import { endsSession, isProblem, wasNotSent } from '../transport/problem';
import type { CommandAnswer } from '../types';
import { useMoneyIntent } from './moneyIntent';
import { openCommand, sentMark } from './openCommand';
import { useAskAgain } from './useAskAgain';

export type CommandPhase = 'form' | 'confirm' | 'answered' | 'unknown';

type Body = Record<string, string>;

/** Sorts the keys, so the same request has the same JSON each time, also after a reload. */
function inOrder<B extends Body>(body: B): B {
  const entries = Object.entries(body).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries) as B;
}

/**
 * `review(body)` opens the confirm step, `send()` sends it once, however often it is pressed.
 * After a reload an intent that was sent and never answered starts in the phase `unknown`, in which
 * it asks again by itself.
 */
export function useMoneyCommand<B extends Body, A extends CommandAnswer = CommandAnswer>(
  kind: string,
  command: (body: B, key: string) => Promise<A>,
) {
  const intent = useMoneyIntent(kind);
  const member = useClientSelector((state) => state.session.current?.username ?? 'guest');
  const sent = sentMark(member, kind);
  const isFlying = useRef(false);
  const [state, setState] = useState(() => {
    const open = openCommand(member, kind);
    return {
      phase: (open ? 'unknown' : 'form') as CommandPhase,
      body: open as B | null,
      answer: null as A | null,
      problem: null as unknown,
      isBusy: false,
    };
  });

  const review = useCallback(
    (input: B) => {
      const body = inOrder(input);
      intent.begin(body);
      setState({ phase: 'confirm', body, answer: null, problem: null, isBusy: false });
    },
    [intent],
  );

  /** Resolves to the server's answer; null when it has refused or not answered. */
  const deliver = async (body: B, phase: CommandPhase): Promise<A | null> => {
    if (isFlying.current) return null;
    isFlying.current = true;
    const key = intent.begin(body);
    sent.set(key);
    setState((old) => ({ ...old, phase, body, isBusy: true, problem: null }));
    try {
      const answer = await command(body, key);
      intent.settle();
      sent.clear();
      setState({ phase: 'answered', body, answer, problem: null, isBusy: false });
      return answer;
    } catch (problem) {
      const isOver = !isAboutCaller(problem) && intent.settle(problem);
      // On the first try these mean that nothing was started. Later the mark stays until the
      // player has confirmed again, so that the question is not forgotten.
      const isUnstarted =
        phase === 'confirm' && (isAboutPin(problem) || isTooMany(problem) || wasNotSent(problem));
      if (isOver || isUnstarted) sent.clear();
      setState((old) => ({ ...old, ...afterRefusal(problem, isOver, old.phase), isBusy: false }));
      return null;
    } finally {
      isFlying.current = false;
    }
  };

  const send = async () => {
    if (state.body) await deliver(state.body, state.phase);
  };

  useAskAgain(state.phase === 'unknown', () => {
    // The answer may have come since this was drawn: then the same body would be a new intent.
    if (openCommand(member, kind)) void send();
  });

  /**
   * Sends what was reviewed elsewhere: on the button itself, or as the alternative that the server
   * offered with its refusal.
   */
  const sendAtOnce = (input: B) => deliver(inOrder(input), 'confirm');

  /** Gives up the present intent: the next review is a new one. */
  const startOver = () => {
    if (isFlying.current) return;
    intent.settle();
    sent.clear();
    setState({ phase: 'form', body: null, answer: null, problem: null, isBusy: false });
  };

  const dismissProblem = () => setState((old) => ({ ...old, problem: null }));

  return { ...state, review, send, sendAtOnce, startOver, dismissProblem };
}

function isTooMany(problem: unknown): boolean {
  return isProblem(problem) && problem.status === 429;
}

/** The PIN is missing or wrong. So the key was never used: nothing was started, and it is still good. */
export function isAboutPin(problem: unknown): boolean {
  return isProblem(problem) && (problem.code === 'PIN_REQUIRED' || problem.code === 'PIN_INVALID');
}

/** Codes of refusals that are about the command although their status is one about the caller. */
const ABOUT_COMMAND = new Set(['PLAYER_EXCLUDED', 'ACCOUNT_FROZEN', 'PIN_UNSET']);

/**
 * Refusals about the caller, and of a service that has ended, come before the command is read, so its
 * key must be kept.
 */
function isAboutCaller(problem: unknown): boolean {
  // Other commands are still allowed.
  if (!isProblem(problem) || ABOUT_COMMAND.has(problem.code)) return false;
  return [401, 403, 410].includes(problem.status);
}

/**
 * A definite refusal leads back to the form with its reason; "too many requests" and a lost
 * session leave the step as it is; after all else nobody knows whether the money has moved.
 */
function afterRefusal(
  problem: unknown,
  isOver: boolean,
  phase: CommandPhase,
): { phase: CommandPhase; problem: unknown } {
  if (isProblem(problem) && endsSession(problem)) return { phase, problem: null };
  if (isOver) return { phase: 'form', problem };
  if (isAboutPin(problem)) return { phase: 'confirm', problem };
  if (wasNotSent(problem)) return { phase, problem: phase === 'unknown' ? null : problem };
  if (isTooMany(problem) || isAboutCaller(problem)) return { phase, problem };
  return { phase: 'unknown', problem: null };
}
