/** The text of a refusal of the console's routes; the console's own where it has one. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { isProblem } from '../../api/transport/problem';
import { useProblemText } from '../../intl/text';

export function useSupportProblem(): (error: unknown) => string {
  const intl = useIntl();
  const problemText = useProblemText();
  return useCallback(
    (error) => {
      const id = `support.error.${isProblem(error) ? error.code : ''}`;
      return id in intl.messages ? intl.formatMessage({ id }) : problemText(error);
    },
    [intl, problemText],
  );
}
