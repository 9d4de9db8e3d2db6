import type { FormEvent } from 'react';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { inputClass } from '../../ui/field/Field';
import { SEARCH_LENGTH } from './statementQuery';

interface SearchFieldProps {
  typed: string;
  onSearch: (search: string) => void;
}

/** Searches when it is sent, and not with each letter: each search reads a long way. */
export function SearchField({ typed, onSearch }: SearchFieldProps) {
  const t = useText();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim());
  };
  return (
    <search className="no-print w-full lg:order-first lg:w-auto lg:flex-1">
      <form onSubmit={onSubmit} className="relative">
        <Icon
          name="search"
          size={20}
          className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_LENGTH}
          defaultValue={typed}
          aria-label={t('statement.search')}
          placeholder={t('statement.search.hint')}
          className={`${inputClass(false)} ps-11! [&::-webkit-search-cancel-button]:hidden ${typed ? 'pe-12!' : ''}`}
        />
        {typed && (
          <IconButton
            icon="close"
            label={t('statement.search.end')}
            onClick={() => onSearch('')}
            className="absolute end-0.5 top-1/2 -translate-y-1/2"
          />
        )}
      </form>
    </search>
  );
}
