import type { ReactNode } from 'react';
import { classNames } from '../display/classNames';
import { Icon, type IconName } from '../display/Icon';

const LOOKS: Record<'info' | 'caution' | 'negative', { icon: IconName; colour: string }> = {
  info: { icon: 'info', colour: 'bg-accent-soft text-ink' },
  caution: { icon: 'warning', colour: 'bg-caution-soft text-caution' },
  negative: { icon: 'warning', colour: 'bg-negative-soft text-negative' },
};

interface NoticeProps {
  tone?: keyof typeof LOOKS;
  children: ReactNode;
}

/** A permanent message at its place; toasts are for temporary ones. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  const look = LOOKS[tone];
  return (
    <div className={classNames('flex gap-2.5 rounded-control px-4 py-3 text-sm', look.colour)}>
      <Icon name={look.icon} size={20} className="mt-px shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
