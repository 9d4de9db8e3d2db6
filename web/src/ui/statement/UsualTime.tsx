import type { ReactNode } from 'react';
import { useGetSlipRulesQuery } from '../../api/statementApi';
import { useText } from '../../intl/text';

/** Longer times in seconds would have to be converted by the reader. */
const SECONDS_MAX = 99;

/** What a slip usually takes; the children while that is unknown. */
export function UsualTime({ children }: { children?: ReactNode }) {
  const t = useText();
  const seconds = useGetSlipRulesQuery().data?.usualSeconds;
  if (seconds === null || seconds === undefined) return children;
  return seconds > SECONDS_MAX
    ? t('slip.usualMinutes', { minutes: Math.ceil(seconds / 60) })
    : t('slip.usual', { seconds });
}
