import { useSupportText } from '../intl/text';
import { DecideButton } from './DecideButton';

/** Asks for a correction of a balance: a new event, never a change of an old one. */
export function CorrectionButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  return (
    <DecideButton
      icon="edit"
      question={{
        title: t('support.work.correct'),
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
    />
  );
}
