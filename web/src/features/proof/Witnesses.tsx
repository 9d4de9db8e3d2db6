import { formatMoment } from '../../intl/moment';
import type { Witnessed } from '../../proof/witness';
import { Figure } from '../../ui/display/FigureList';
import type { ProofText } from './useProofText';

interface WitnessesProps {
  /** Null where the service asks none: nothing is said then. */
  witnesses: Witnessed | null;
  text: ProofText;
}

/** Without enough witnesses, nobody but the service says that there is no other log. */
export function WitnessNotice({ witnesses, text }: WitnessesProps) {
  if (!witnesses) return null;
  const { seen, of, at } = witnesses;
  return at ? (
    <p>{text('witnesses.seen', { seen, of })}</p>
  ) : (
    <p className="rounded-control bg-caution-soft px-3 py-2 text-caution">
      {text('witnesses.few')}
    </p>
  );
}

export function WitnessFigure({ witnesses, text }: WitnessesProps) {
  if (!witnesses) return null;
  const { seen, of, at } = witnesses;
  return (
    <Figure label={text('witnesses')}>
      <span className="tabular">
        {at
          ? text('witnesses.count.at', { seen, of, time: formatMoment(at) })
          : text('witnesses.count', { seen, of })}
      </span>
    </Figure>
  );
}
