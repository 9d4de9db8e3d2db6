import { ErrorNote } from './ErrorNote';
import { ProblemText } from './ProblemText';

/** Why something has failed, shown at its form; nothing where nothing has. */
export function ProblemNote({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <ErrorNote>
      <ProblemText error={error} />
    </ErrorNote>
  );
}
