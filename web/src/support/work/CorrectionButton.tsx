import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import { useSupportText } from '../intl/text';
import { DecideDialog } from './DecideDialog';

/** Asks for a correction of a balance: a new event, never a change of an old one. */
export function CorrectionButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const [isOpen, setIsOpen] = useState(false);
  if (!isActing) return null;
  const title = t('support.work.correct');
  return (
    <>
      <Button tone="secondary" icon="edit" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <DecideDialog
          question={{
            title,
            path: `players/${playerId}/corrections`,
            lead: <p>{t('support.work.correctLead')}</p>,
            fields: [
              {
                name: 'amount',
                label: t('common.amount'),
                hint: t('support.work.correctHint'),
                isNeeded: true,
              },
            ],
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
