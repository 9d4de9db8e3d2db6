import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { inputClass } from '../../ui/field/Field';
import { useSupportText } from '../intl/text';
import { LETTERS_MIN, SearchResults } from './SearchResults';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus between the field and the links of the results. */
function useArrowKeys() {
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  // After the dialog has opened, which gives the focus to its first button.
  useEffect(() => field.current?.focus(), []);

  const links = () => [...(results.current?.querySelectorAll('a') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement) + step;
    (at < 0 ? field.current : all[Math.min(at, all.length - 1)])?.focus();
  };
  return { field, results, onKeyDown, openFirst: () => links()[0]?.click() };
}

/** The search for players above any page. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useSupportText();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const { field, results, onKeyDown, openFirst } = useArrowKeys();

  // Each search is recorded, so it is made when asked for, not with each letter.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const words = typed.trim();
    if (words === asked) openFirst();
    else if (words.length >= LETTERS_MIN) setAsked(words);
  };

  return (
    <Modal title={t('support.search.label')} size="wide" tall onClose={onClose} onDismiss={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between what is inside. */}
      <div onKeyDown={onKeyDown}>
        <search>
          <form onSubmit={onSubmit} className="flex gap-3">
            <input
              ref={field}
              type="search"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-label={t('support.search.label')}
              aria-describedby="search-dialog-hint"
              className={inputClass(false, 'min-w-0 flex-1')}
            />
            <Button type="submit" className="shrink-0 whitespace-nowrap">
              {t('support.search.go')}
            </Button>
          </form>
          <p id="search-dialog-hint" className="mt-2 text-sm text-muted">
            {t('support.search.hint')}
          </p>
        </search>
        <div ref={results} className="-mx-5 mt-3 border-t border-line">
          {asked && <SearchResults words={asked} onOpen={onClose} />}
        </div>
      </div>
    </Modal>
  );
}
