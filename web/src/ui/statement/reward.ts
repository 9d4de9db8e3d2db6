/** What a line says about the grant that it begins or ends. */
import type { LocalText, StatementLine } from '../../api/types';
import type { IconName } from '../display/Icon';

const ICONS = {
  bonus: 'gift',
  promotion: 'ticket',
  invite: 'userPlus',
  refund: 'cashback',
  luckydraw: 'wheel',
} as const satisfies Record<string, IconName>;

const KINDS = Object.keys(ICONS) as (keyof typeof ICONS)[];

interface Reward {
  icon: IconName;
  description: LocalText;
}

/** A line carries one of five objects, by the kind of its grant. */
export function rewardOf(line: StatementLine): Reward | null {
  for (const kind of KINDS) {
    const described = line[kind];
    if (described) return { icon: ICONS[kind], description: described.description };
  }
  return null;
}
