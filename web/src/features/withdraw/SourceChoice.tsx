import { useIsAnyAsked } from '../../api/askGames';
import { useText } from '../../intl/text';
import { Asked } from '../../ui/display/Asked';
import { Money } from '../../ui/display/Money';
import type { WithdrawSource } from './withdrawForm';

interface SourceChoiceProps {
  balances: Record<WithdrawSource, string>;
  currency: string;
  value: WithdrawSource;
  onChange: (source: WithdrawSource) => void;
}

const SOURCES: readonly WithdrawSource[] = ['wallet', 'all'];

/** From the main wallet alone, or with everything that games hold. */
export function SourceChoice({ balances, currency, value, onChange }: SourceChoiceProps) {
  const t = useText();
  const isAsked = useIsAnyAsked();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('withdraw.source')}</legend>
      <div className="space-y-2">
        {SOURCES.map((source) => (
          <label
            key={source}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-edge px-4 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="withdraw-source"
              value={source}
              checked={value === source}
              onChange={() => onChange(source)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(`withdraw.source.${source}`)}</span>
              {source === 'all' && (
                <span className="block text-sm text-muted">{t('withdraw.source.allHint')}</span>
              )}
            </span>
            <Asked isAsked={source === 'all' && isAsked}>
              <Money amount={balances[source]} currency={currency} className="font-semibold" />
            </Asked>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
