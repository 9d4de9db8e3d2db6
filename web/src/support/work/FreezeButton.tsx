import type { PlayerFreeze } from '../api/types';
import { useSupportText } from '../intl/text';
import { DecideButton } from './DecideButton';
import type { Question } from './DecideDialog';

interface FreezeButtonProps {
  playerId: string;
  /** The freeze in force. */
  freeze: PlayerFreeze | null;
}

/** Asks to freeze a player's money, or to let it move again. */
export function FreezeButton({ playerId, freeze }: FreezeButtonProps) {
  const t = useSupportText();
  const title = t(freeze ? 'support.work.unfreeze' : 'support.work.freeze');
  const question: Question = freeze
    ? {
        title,
        path: `players/${playerId}/unfreezes`,
        done: t('support.done.unfrozen'),
        lead: t('support.work.unfreezeLead'),
      }
    : {
        title,
        path: `players/${playerId}/freezes`,
        done: t('support.done.frozen'),
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
  return <DecideButton icon="lock" question={question} isAlarming={!freeze} />;
}
