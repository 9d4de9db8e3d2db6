import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import { useSupportText } from '../intl/text';
import { useReplayWords } from '../replay/words';
import { DecideDialog } from './DecideDialog';

const PERIODS = ['DAY', 'WEEK', 'MONTH'];

/** Sets a stricter limit on a player's deposits, at once. */
export function LimitButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const words = useReplayWords();
  const isActing = useRole() !== 'auditor';
  const [isOpen, setIsOpen] = useState(false);
  if (!isActing) return null;
  const title = t('support.work.tighten');
  return (
    <>
      <Button tone="secondary" icon="edit" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <DecideDialog
          question={{
            title,
            path: `players/${playerId}/limits`,
            lead: t('support.work.tightenLead'),
            fields: [
              {
                name: 'period',
                label: t('support.work.tightenPeriod'),
                value: 'DAY',
                options: PERIODS.map((value) => ({
                  value,
                  label: words.word(value.toLowerCase()),
                })),
              },
              { name: 'limit', label: t('common.amount'), isNeeded: true },
            ],
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
