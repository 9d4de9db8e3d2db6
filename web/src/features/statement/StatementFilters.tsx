import { useState } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { TextField } from '../../ui/field/TextField';
import { type Days, isWrongOrder, RANGES, rangeDays, rangeOf } from './days';
import { FILTER_TYPES, isFiltered, type StatementFilter } from './statementQuery';

interface StatementFiltersProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

/**
 * On a phone one line that is pushed sideways, out to the edges of the screen: the lines of the
 * statement begin above its lower edge. The room around is for the ring of the focus.
 */
const CHIP_ROW =
  '-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-col sm:items-start sm:overflow-visible sm:px-0';
const CHIPS = 'flex shrink-0 gap-2 sm:shrink sm:flex-wrap';

/** Filters by type and by time. Any change leads back to the first page. */
export function StatementFilters({ filter, onChange }: StatementFiltersProps) {
  const t = useText();
  const change = (part: Partial<StatementFilter>) => onChange({ ...filter, ...part, page: 1 });
  const range = rangeOf(filter, Date.now());
  const hasOwnDays = range === null && (filter.from !== null || filter.to !== null);
  const [isOpen, setOpen] = useState(false);
  const areDatesOpen = isOpen || hasOwnDays;
  const toggleDates = () => {
    // Chosen days must stay visible, so closing the fields clears them.
    if (hasOwnDays) change(ALWAYS);
    setOpen(!areDatesOpen);
  };
  return (
    <div className="no-print space-y-2">
      <div className={CHIP_ROW}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row. */}
        <div role="group" aria-label={t('statement.filter.time')} className={CHIPS}>
          <Chip
            text={t('statement.filter.dates')}
            isOn={areDatesOpen}
            expands
            onPress={toggleDates}
          />
          {RANGES.map((name) => (
            <Chip
              key={name}
              text={t(`statement.range.${name}`)}
              isOn={range === name}
              onPress={() => change(range === name ? ALWAYS : rangeDays(name, Date.now()))}
            />
          ))}
        </div>
        <span aria-hidden="true" className="h-6 w-px shrink-0 bg-line sm:hidden" />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row. */}
        <div role="group" aria-label={t('statement.filter.type')} className={CHIPS}>
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
        </div>
      </div>
      {areDatesOpen && <DateFields days={filter} onChange={change} />}
      {isFiltered({ ...filter, search: '' }) && (
        <Button
          tone="quiet"
          icon="close"
          className="-ms-5"
          onClick={() => change({ type: null, ...ALWAYS })}
        >
          {t('statement.filter.clear')}
        </Button>
      )}
    </div>
  );
}

/** The usual ranges are chips. The date fields unfold; they are open for any other range. */
const ALWAYS: Days = { from: null, to: null };

interface DateFieldsProps {
  days: Days;
  onChange: (days: Days) => void;
}

function DateFields({ days: { from, to }, onChange }: DateFieldsProps) {
  const t = useText();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        type="date"
        label={t('statement.filter.from')}
        value={from ?? ''}
        max={to ?? undefined}
        onChange={(day) => onChange({ from: day || null, to })}
        error={isWrongOrder({ from, to }) ? t('statement.filter.wrongOrder') : null}
      />
      <TextField
        type="date"
        label={t('statement.filter.to')}
        value={to ?? ''}
        min={from ?? undefined}
        onChange={(day) => onChange({ from, to: day || null })}
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
        isOn ? 'border-accent bg-accent text-on-accent' : 'border-line bg-surface text-ink',
      )}
    >
      {expands && <Icon name="filter" size={18} />}
      {text}
    </button>
  );
}
