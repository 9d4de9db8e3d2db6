import { useText } from '../../../intl/text';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import type { GameFilter } from './gameFilter';

interface GameSearchProps {
  value: string;
  onChange: (text: string) => void;
}

export function GameSearch({ value, onChange }: GameSearchProps) {
  const t = useText();
  return (
    <label className="relative block sm:w-64">
      <span className="sr-only">{t('home.games.search')}</span>
      <Icon
        name="search"
        size={20}
        className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('home.games.search')}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={40}
        className="min-h-11 w-full rounded-full border border-line bg-surface ps-11 pe-4 placeholder:text-muted"
      />
    </label>
  );
}

interface GameChipsProps {
  filters: readonly GameFilter[];
  value: GameFilter;
  onChange: (filter: GameFilter) => void;
}

export function GameChips({ filters, value, onChange }: GameChipsProps) {
  const t = useText();
  const words = (filter: GameFilter) =>
    filter === 'all' || filter === 'favourites' ? t(`home.games.${filter}`) : t(`game.${filter}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's; nothing is sent here.
    <div
      role="group"
      aria-label={t('home.games.show')}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]"
    >
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === value}
          onClick={() => onChange(filter)}
          className={classNames(
            'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-4 text-sm font-medium transition-colors -outline-offset-2',
            filter === value
              ? 'bg-accent text-on-accent'
              : 'bg-surface text-ink shadow-card hover:bg-accent-soft',
          )}
        >
          {filter === 'favourites' && <Icon name="star" size={16} />}
          {words(filter)}
        </button>
      ))}
    </div>
  );
}
