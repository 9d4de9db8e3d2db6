import type { StatementLine, StatementType } from '../../api/types';
import { classNames } from '../display/classNames';
import { Icon, type IconName } from '../display/Icon';
import { rewardOf } from './reward';

const LOOKS: Record<StatementType, { icon: IconName; colour: string }> = {
  deposit: { icon: 'deposit', colour: 'bg-positive-soft text-positive' },
  bonus: { icon: 'gift', colour: 'bg-positive-soft text-positive' },
  withdraw: { icon: 'withdraw', colour: 'bg-caution-soft text-caution' },
  transfer: { icon: 'transfer', colour: 'bg-accent-soft text-accent' },
  finish_bonus: { icon: 'gift', colour: 'bg-accent-soft text-accent' },
  correction: { icon: 'edit', colour: 'bg-accent-soft text-accent' },
};

interface LineIconProps {
  line: StatementLine;
  /** The size and the place, by class. */
  className?: string;
}

/** The sign of what a line is about, on a round ground. */
export function LineIcon({ line, className = 'size-11' }: LineIconProps) {
  const look = LOOKS[line.statementType] ?? LOOKS.transfer;
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full',
        look.colour,
        className,
      )}
    >
      <Icon name={rewardOf(line)?.icon ?? look.icon} size={22} />
    </span>
  );
}
