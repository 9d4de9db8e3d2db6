import { useState } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/classNames';
import { Icon } from '../../ui/Icon';
import { TextField } from '../../ui/TextField';
import { FILTER_TYPES, hasWrongOrder, isFiltered, type StatementFilter } from './statementQuery';

interface StatementFiltersProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

/** By type at once; the dates unfold. Any change leads back to the first page. */
export function StatementFilters({ filter, onChange }: StatementFiltersProps) {
  const t = useText();
  const [areDatesOpen, setDatesOpen] = useState(filter.from !== null || filter.to !== null);
  const change = (part: Partial<StatementFilter>) => onChange({ ...filter, ...part, page: 1 });
  return (
    <div className="no-print space-y-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row. */}
      <div role="group" aria-label={t('statement.filter.type')} className="flex flex-wrap gap-2">
        <Chip
          text={t('statement.filter.all')}
          isOn={filter.type === null}
          onPress={() => change({ type: null })}
        />
        {FILTER_TYPES.map((type) => (
          <Chip
            key={type}
            text={t(`statement.${type}`)}
            isOn={filter.type === type}
            onPress={() => change({ type })}
          />
        ))}
        <Chip
          text={t('statement.filter.dates')}
          isOn={areDatesOpen}
          expands
          onPress={() => setDatesOpen(!areDatesOpen)}
        />
      </div>
      {areDatesOpen && <DateFilter filter={filter} onChange={change} />}
      {isFiltered(filter) && (
        <Button
          tone="quiet"
          icon="close"
          onClick={() => {
            setDatesOpen(false);
            change({ type: null, from: null, to: null });
          }}
        >
          {t('statement.filter.clear')}
        </Button>
      )}
    </div>
  );
}

interface DateFilterProps {
  filter: StatementFilter;
  onChange: (part: Partial<StatementFilter>) => void;
}

function DateFilter({ filter, onChange }: DateFilterProps) {
  const t = useText();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        type="date"
        label={t('statement.filter.from')}
        value={filter.from ?? ''}
        max={filter.to ?? undefined}
        onChange={(from) => onChange({ from: from || null })}
        error={hasWrongOrder(filter) ? t('statement.filter.wrongOrder') : null}
      />
      <TextField
        type="date"
        label={t('statement.filter.to')}
        value={filter.to ?? ''}
        min={filter.from ?? undefined}
        onChange={(to) => onChange({ to: to || null })}
      />
    </div>
  );
}

interface ChipProps {
  text: string;
  isOn: boolean;
  /** Opens further fields instead of choosing. */
  expands?: boolean;
  onPress: () => void;
}

function Chip({ text, isOn, expands = false, onPress }: ChipProps) {
  const state = expands ? { 'aria-expanded': isOn } : { 'aria-pressed': isOn };
  return (
    <button
      type="button"
      {...state}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-sm font-medium',
        isOn ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface text-ink',
      )}
    >
      {expands && <Icon name="filter" size={18} />}
      {text}
    </button>
  );
}
