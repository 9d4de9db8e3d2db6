import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import type { PlayerFreeze } from '../api/types';
import { useSupportText } from '../intl/text';
import { DecideDialog, type Question } from './DecideDialog';

interface FreezeButtonProps {
  playerId: string;
  /** The freeze in force. */
  freeze: PlayerFreeze | null;
}

/** Asks to freeze a player's money, or to let it move again. */
export function FreezeButton({ playerId, freeze }: FreezeButtonProps) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const [isOpen, setIsOpen] = useState(false);
  if (!isActing) return null;
  const title = t(freeze ? 'support.work.unfreeze' : 'support.work.freeze');
  const question: Question = freeze
    ? {
        title,
        path: `players/${playerId}/unfreezes`,
        lead: t('support.work.unfreezeLead'),
      }
    : {
        title,
        path: `players/${playerId}/freezes`,
        lead: t('support.work.freezeLead'),
        isDanger: true,
        fields: [
          {
            name: 'reach',
            label: t('support.work.freezeReach'),
            value: 'MONEY_OUT',
            options: [
              { value: 'MONEY_OUT', label: t('support.work.freezeReach.MONEY_OUT') },
              { value: 'ALL', label: t('support.work.freezeReach.ALL') },
            ],
          },
        ],
      };
  return (
    <>
      <Button tone="secondary" icon="lock" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && <DecideDialog question={question} onClose={() => setIsOpen(false)} />}
    </>
  );
}
