import { useSupportText } from '../intl/text';
import { useReplayWords } from '../replay/words';
import { DecideButton } from './DecideButton';

const PERIODS = ['DAY', 'WEEK', 'MONTH'];

/** Sets a stricter limit on a player's deposits, at once. */
export function LimitButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const words = useReplayWords();
  return (
    <DecideButton
      icon="filter"
      question={{
        title: t('support.work.tighten'),
        path: `players/${playerId}/limits`,
        done: t('support.done.limitSet'),
        lead: t('support.work.tightenLead'),
        fields: [
          {
            name: 'period',
            label: t('support.work.tightenPeriod'),
            value: 'DAY',
            options: PERIODS.map((value) => ({ value, label: words.word(value.toLowerCase()) })),
          },
          { name: 'limit', label: t('common.amount'), isNeeded: true },
        ],
      }}
    />
  );
}
