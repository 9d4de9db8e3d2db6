/**
 * A spin from the press to the prize. A coin is spent by it, so it has one key until its prize has
 * been shown: after a lost answer, a closed dialog or a reload, asking again shows the same prize.
 */
import { useRef, useState } from 'react';
import { useMoneyIntent } from '../../api/command/moneyIntent';
import { useAskAgain } from '../../api/command/useAskAgain';
import { endsSession, isDefinite, isProblem, wasNotSent } from '../../api/transport/problem';
import { type SpinAnswer, useSpinWheelMutation } from '../../api/wheelApi';

/** `unanswered`: a spin was sent, and its outcome is not known here. */
export type SpinPhase = 'ready' | 'asking' | 'turning' | 'prize' | 'unanswered';

interface SpinState {
  phase: SpinPhase;
  answer: SpinAnswer | null;
  /** Why the server refused. */
  problem: unknown;
}

const READY: SpinState = { phase: 'ready', answer: null, problem: null };
const BODY = { spin: 'wheel' };

/** Not sent, or refused before anything is booked; the key is kept all the same. */
function isTurnedAway(problem: unknown): boolean {
  if (wasNotSent(problem)) return true;
  return isProblem(problem) && (problem.status === 429 || problem.code === 'SERVICE_UNAVAILABLE');
}

export function useSpin() {
  const intent = useMoneyIntent('spin');
  const [spinWheel] = useSpinWheelMutation();
  const isFlying = useRef(false);
  const [state, setState] = useState<SpinState>(
    intent.intent ? { ...READY, phase: 'unanswered' } : READY,
  );

  const refused = (problem: unknown, before: SpinPhase): SpinState => {
    // The caller is checked before the command, so the key must be kept.
    if (isProblem(problem) && endsSession(problem)) return { ...READY, phase: before };
    if (isProblem(problem) && isDefinite(problem)) {
      intent.settle();
      return { ...READY, problem };
    }
    if (isTurnedAway(problem)) return { ...READY, phase: before, problem };
    return { ...READY, phase: 'unanswered' };
  };

  const spin = async () => {
    const { phase } = state;
    if (isFlying.current || (phase !== 'ready' && phase !== 'unanswered')) return;
    isFlying.current = true;
    setState({ ...READY, phase: 'asking' });
    const answer = await spinWheel({ spinRequest: {}, 'Idempotency-Key': intent.begin(BODY) });
    isFlying.current = false;
    if (answer.data) setState({ phase: 'turning', answer: answer.data, problem: null });
    else setState(refused(answer.error, phase));
  };

  // Not when the wheel is opened: it turns when the player asks for it.
  const ask = () => void (intent.isOpen() && spin());
  useAskAgain(state.phase === 'unanswered', ask, false);

  /** The wheel has come to rest: the prize is shown, and the spin is over. */
  const showPrize = () => {
    intent.settle();
    setState((old) => (old.phase === 'turning' ? { ...old, phase: 'prize' } : old));
  };

  const finish = () => setState(READY);

  return { ...state, spin, showPrize, finish };
}
