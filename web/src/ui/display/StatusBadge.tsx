import type { CommandStatus } from '../../api/types';
import type { MessageId } from '../../intl/messages';
import { useText } from '../../intl/text';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';

interface Look {
  icon: IconName;
  colour: string;
  text: MessageId;
}

const PROGRESS: Look = {
  icon: 'clock',
  colour: 'bg-caution-soft text-caution',
  text: 'status.progress',
};
const LOOKS: Record<string, Look> = {
  SUCCESS: { icon: 'check', colour: 'bg-positive-soft text-positive', text: 'status.SUCCESS' },
  FAILED: { icon: 'close', colour: 'bg-negative-soft text-negative', text: 'status.FAILED' },
};

/** Colour, icon and word; any status that is not an end is "in progress". */
export function StatusBadge({ status }: { status: CommandStatus | (string & {}) }) {
  const t = useText();
  const look = LOOKS[status] ?? PROGRESS;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-xs font-medium whitespace-nowrap',
        look.colour,
      )}
    >
      <Icon name={look.icon} size={14} />
      {t(look.text)}
    </span>
  );
}
