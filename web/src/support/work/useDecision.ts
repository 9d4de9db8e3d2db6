/** A decision on its way: the key stays until there is a definite answer. */
import { useRef } from 'react';
import { isProblem } from '../../api/transport/problem';
import { randomHex } from '../../client/randomHex';
import { useToast } from '../../ui/feedback/toasts';
import { type DecisionAnswer, useDecideMutation } from '../api/workApi';
import { useSupportText } from '../intl/text';

interface Decision {
  /** Below `/api/support/`. */
  path: string;
  /** The notice once it is done. */
  done: string;
  onDone: (answer: DecisionAnswer) => void;
}

export function useDecision({ path, done, onDone }: Decision) {
  const t = useSupportText();
  const toast = useToast();
  const key = useRef(randomHex());
  const [decide, { isLoading, error }] = useDecideMutation();
  const send = async (body: Record<string, unknown>) => {
    if (isLoading) return;
    const answer = await decide({ path, body, key: key.current });
    if (answer.data) {
      toast.success(answer.data.status === 'PENDING' ? t('support.done.asked') : done);
      onDone(answer.data);
    } else if (isProblem(answer.error) && answer.error.status >= 400 && answer.error.status < 500) {
      // Refused for good: what is sent next is another decision.
      key.current = randomHex();
    }
  };
  return { send, isLoading, error };
}
