import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { topPlace } from '../../../client/modalHistory';
import { IconButton } from '../../../ui/display/IconButton';
import { useSupportText } from '../../intl/text';

const SearchDialog = lazy(() => import('../../players/SearchDialog'));

/** The key K with Control or Command; on a Thai or Lao keyboard it types a different letter. */
const isSearchKey = ({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent) =>
  ctrlKey !== metaKey && !altKey && !shiftKey && (key.toLowerCase() === 'k' || code === 'KeyK');

/** Opens the search from any page, by its button or by keys, but not above an open dialog. */
export function SearchButton() {
  const t = useSupportText();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      if (!topPlace()) setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <IconButton
        icon="search"
        label={t('support.search.label')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
