/** What a statement line says, on the screen and on paper. */
import type { StatementLine } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { classNames } from '../display/classNames';
import { Money } from '../display/Money';
import { rewardOf } from './reward';
import { usePlaceName } from './usePlaceName';

/** Deposit and bonus add, a withdrawal takes, a correction does either; the others carry no sign. */
export function signOf({ statementType, direction }: StatementLine): 'in' | 'out' | 'none' {
  if (statementType === 'deposit' || statementType === 'bonus') return 'in';
  if (statementType === 'correction') return direction;
  if (statementType !== 'withdraw') return 'none';
  // A withdrawal that the bank refused comes back as a separate line.
  return direction === 'in' ? 'in' : 'out';
}

export function isReturn({ id, statementType, direction }: StatementLine): boolean {
  return id.endsWith('-returned') || (statementType === 'withdraw' && direction === 'in');
}

/** What kind of activity it is, for a table that has its places in another column. */
export function useKind(line: StatementLine): string {
  const t = useText();
  const local = useLocalText();
  const description = local(rewardOf(line)?.description);
  const kind = t(`statement.${line.statementType}`);
  return description ? `${kind}: ${description}` : kind;
}

/** What happened, in the player's words. */
export function useActivity(line: StatementLine): string {
  const t = useText();
  const place = usePlaceName();
  const kind = useKind(line);
  const { statementType, from, to } = line;
  if (isReturn(line)) return t('statement.returnedFrom', { from: place(from) });
  if (statementType === 'deposit') return t('statement.depositFrom', { from: place(from) });
  if (statementType === 'withdraw') return t('statement.withdrawTo', { to: place(to) });
  if (statementType === 'transfer') {
    return t('statement.transferRoute', { from: place(from), to: place(to) });
  }
  return kind;
}

/** The other end of a line, where there is one that a player knows: a bank, a game, a way. */
export function useOtherEnd({ statementType, direction, from, to }: StatementLine): string | null {
  const place = usePlaceName();
  if (statementType === 'deposit') return place(from);
  if (statementType === 'withdraw') return place(direction === 'in' ? from : to);
  if (statementType === 'transfer') return `${place(from)} → ${place(to)}`;
  return null;
}

export function LineAmount({ line }: { line: StatementLine }) {
  const t = useText();
  // A grant that ends without taking anything back moves no money.
  const isEnd = line.statementType === 'finish_bonus';
  const isEmpty = line.status !== 'SUCCESS' || isEnd;
  if (isEmpty && isZero(line.amount)) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t(isEnd ? 'statement.noneMoved' : 'statement.noAmount')}</span>
      </span>
    );
  }
  return (
    <Money
      amount={line.amount}
      currency={line.currency}
      direction={signOf(line)}
      className={classNames(
        'text-end font-semibold',
        line.status === 'FAILED' && line.balance === null && 'text-muted! line-through',
      )}
    />
  );
}
