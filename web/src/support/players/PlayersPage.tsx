import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { useTitle } from '../../ui/display/useTitle';
import { inputClass } from '../../ui/field/Field';
import { useSupportText } from '../intl/text';
import { LISTS } from './lists';
import { Recent } from './Recent';
import { LETTERS_MIN, SearchResults } from './SearchResults';

interface WordsFieldProps {
  field: RefObject<HTMLInputElement | null>;
  words: string;
  onType: (words: string) => void;
  onClear: () => void;
}

function WordsField({ field, words, onType, onClear }: WordsFieldProps) {
  const t = useSupportText();
  return (
    <div className="relative min-w-0 flex-1">
      <Icon
        name="search"
        size={20}
        className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        id="player-search"
        type="search"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => onType(event.target.value)}
        aria-describedby="player-search-hint"
        placeholder={t('support.search.short')}
        className={`${inputClass(false)} ps-11! pe-12! [&::-webkit-search-cancel-button]:hidden`}
      />
      {words && (
        <IconButton
          icon="close"
          label={t('support.search.clear')}
          onClick={onClear}
          className="absolute end-0.5 top-0.5 text-muted"
        />
      )}
    </div>
  );
}

interface SearchFormProps {
  /** The words of the search that is shown. */
  asked: string;
  onAsk: (words: string) => void;
  onClear: () => void;
}

function SearchForm({ asked, onAsk, onClear }: SearchFormProps) {
  const t = useSupportText();
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  // Each search is recorded, so it is made when asked for, not with each letter.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const words = typed.trim();
    if (words.length >= LETTERS_MIN) onAsk(words);
  };

  const clear = () => {
    setTyped('');
    onClear();
    field.current?.focus();
  };

  return (
    <search>
      <form onSubmit={onSubmit} className="mt-4 flex gap-3">
        <label className="sr-only" htmlFor="player-search">
          {t('support.search.label')}
        </label>
        <WordsField field={field} words={typed} onType={setTyped} onClear={clear} />
        <Button type="submit" className="shrink-0 whitespace-nowrap">
          {t('support.search.go')}
        </Button>
      </form>
      <p id="player-search-hint" className="sr-only">
        {t('support.search.hint')}
      </p>
    </search>
  );
}

export default function PlayersPage() {
  const t = useSupportText();
  useTitle(t('support.nav.players'));
  const [search, setSearch] = useSearchParams();
  const asked = search.get('q') ?? '';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-2xl font-bold">{t('support.nav.players')}</h1>
        <Link
          href={`/players/lists/${LISTS[0]}`}
          className="inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent"
        >
          {t('support.lists.title')}
          <Icon name="chevronRight" size={18} />
        </Link>
      </div>
      <SearchForm asked={asked} onAsk={(q) => setSearch({ q })} onClear={() => setSearch({})} />
      <div className="mt-5">
        {asked ? (
          <Card flush className="overflow-hidden">
            <SearchResults words={asked} />
          </Card>
        ) : (
          <Recent />
        )}
      </div>
    </>
  );
}
