import { useState } from 'react';
import { isProblem } from '../../api/transport/problem';
import { useProblemText, useText } from '../../intl/text';
import { useNow } from '../display/clock';

/**
 * What went wrong, and how long to wait where the server has said so; `error` is a failed call's
 * `Problem`, or a text that is already translated.
 */
export function ProblemText({ error }: { error: unknown }) {
  const problemText = useProblemText();
  const retryAt = isProblem(error) ? error.retryAt : undefined;
  return (
    <>
      {typeof error === 'string' ? error : problemText(error)}
      {retryAt !== undefined && <RetryIn key={retryAt} at={retryAt} />}
    </>
  );
}

/** Counts down to the next try; a screen reader announces it once, not every second. */
export function RetryIn({ at }: { at: number }) {
  const t = useText();
  const now = useNow();
  // The shared tick may have been paused until now, and be late.
  const [first] = useState(() => Math.ceil((at - Date.now()) / 1000));
  const seconds = Math.min(first, Math.ceil((at - now) / 1000));
  const words = (left: number) =>
    left < 60
      ? t('problem.retryIn', { seconds: left })
      : t('problem.retryInMinutes', {
          time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`,
        });
  if (seconds <= 0) return null;
  return (
    <>
      {' '}
      <span aria-hidden="true" className="tabular">
        {words(seconds)}
      </span>
      <span className="sr-only">{words(first)}</span>
    </>
  );
}
