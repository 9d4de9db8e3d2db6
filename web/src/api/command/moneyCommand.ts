/**
 * A command that moves money, from the confirm step to its end. Nothing here is optimistic: the
 * phase says only what the server has said, and `unknown` where it has not.
 */
import { useCallback, useRef, useState } from 'react';
import { useClientSelector } from '../../client/hooks';
import { isText, readJson, removeKey, writeJson } from '../../client/storage';
import { endsSession, isProblem } from '../transport/problem';
import type { CommandAnswer } from '../types';
import type { Keyed } from '../walletApi';
import { type MoneyIntent, readIntent, useMoneyIntent } from './moneyIntent';

export type CommandPhase = 'form' | 'confirm' | 'answered' | 'unknown';

type Body = Record<string, string>;

/** An intent's request, parsed from its text. */
function bodyOf(intent: MoneyIntent): Body | null {
  try {
    return Object.fromEntries(JSON.parse(intent.fingerprint) as [string, string][]);
  } catch {
    return null;
  }
}

/** Sorts the keys, so the same request has the same JSON each time, also after a reload. */
function inOrder<B extends Body>(body: B): B {
  const entries = Object.entries(body).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries) as B;
}

/** The key of this kind that was sent: only a sent intent may be asked about later. */
function sentMark(member: string, kind: string) {
  const name = `wallet.intent.${member}.${kind}.sent`;
  return {
    has: (key: string) => readJson('session', name, isText) === key,
    set: (key: string) => writeJson('session', name, key),
    clear: () => removeKey('session', name),
  };
}

/** The request of a command that was sent and never answered; null when there is none. */
export function openCommand(member: string, kind: string): Body | null {
  const intent = readIntent(member, kind);
  return intent && sentMark(member, kind).has(intent.key) ? bodyOf(intent) : null;
}

/**
 * `review(body)` opens the confirm step, `send()` sends it once, however often it is pressed.
 * After a reload an intent that was sent and never answered starts in the phase `unknown`.
 */
export function useMoneyCommand<B extends Body, A extends CommandAnswer = CommandAnswer>(
  kind: string,
  command: (argument: B & Keyed) => Promise<A>,
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
      const answer = await command({ ...body, idempotencyKey: key });
      intent.settle();
      sent.clear();
      setState({ phase: 'answered', body, answer, problem: null, isBusy: false });
      return answer;
    } catch (problem) {
      const isOver = !isAboutCaller(problem) && intent.settle(problem);
      // "Too many requests" on the first try means that nothing was started.
      const isUnstarted = isAboutPin(problem) || (isTooMany(problem) && phase === 'confirm');
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
  if (isTooMany(problem) || isAboutCaller(problem)) return { phase, problem };
  return { phase: 'unknown', problem: null };
}
