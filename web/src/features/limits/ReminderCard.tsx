import { useMoneyIntent } from '../../api/command/moneyIntent';
import { useSaveLimitsMutation } from '../../api/limitsApi';
import type { PlayerLimits } from '../../api/types';
import { useProblemText, useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { useToast } from '../../ui/feedback/toasts';
import { SelectField } from '../../ui/field/SelectField';

const CHOICES: readonly number[] = [15, 30, 60, 120, 240];
const OFF = 'off';

/** How often the portal reminds the player of the time; a choice is saved at once. */
export function ReminderCard({ limits }: { limits: PlayerLimits }) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const intent = useMoneyIntent('reminder');
  const [save, { isLoading, error }] = useSaveLimitsMutation();
  const present = limits.realityCheck?.minutes ?? null;
  const offered = present === null || CHOICES.includes(present) ? CHOICES : [present, ...CHOICES];

  const choose = async (value: string) => {
    const realityCheckMinutes = value === OFF ? null : Number(value);
    const key = intent.begin({ realityCheckMinutes });
    const answer = await save({ limitsUpdate: { realityCheckMinutes }, 'Idempotency-Key': key });
    intent.settle(answer.error);
    if (!answer.error) toast.success(t('common.saved'));
  };

  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('limits.reminder.title')}</h2>
        <p className="text-sm text-muted">{t('limits.reminder.lead')}</p>
      </div>
      <SelectField
        label={t('limits.reminder.every')}
        value={present === null ? OFF : String(present)}
        onChange={choose}
        disabled={isLoading}
        error={error ? problemText(error) : null}
        options={[
          { value: OFF, label: t('limits.reminder.off') },
          ...offered.map((n) => ({ value: String(n), label: t('limits.reminder.minutes', { n }) })),
        ]}
      />
    </Card>
  );
}
