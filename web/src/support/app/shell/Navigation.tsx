import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import { useRole } from '../../api/hooks';
import { useCountWaitingQuery } from '../../api/waitingApi';
import { useSupportText } from '../../intl/text';
import { type Place, placesOf } from './places';
import { useWaitingLive } from './useWaitingLive';

/** Above this number the badge shows "+". */
const COUNTED_MAX = 99;

/** What a phone's bar has room for, next to the button for the rest. */
const ON_PHONE = 4;

const ENTRY =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-control px-1 text-center text-[0.6875rem] leading-[1.5] font-medium lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:text-start lg:px-3 lg:text-sm';

const isAt = (path: string, place: Place) =>
  path === place.path || path.startsWith(`${place.path}/`);

/** How many items wait; the link's description says it as text. */
function Counter({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="tabular absolute start-1/2 top-1 ms-2 rounded-full bg-caution-soft px-1.5 text-xs font-semibold whitespace-nowrap text-caution lg:static lg:ms-auto lg:px-2"
    >
      {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
    </span>
  );
}

function Entry({ place }: { place: Place }) {
  const t = useSupportText();
  const [path] = useLocation();
  const { data: waiting } = useCountWaitingQuery();
  const count = (waiting && place.count?.(waiting)) ?? 0;
  const countId = `waits-at${place.path.replace('/', '-')}`;
  const isCurrent = isAt(path, place);
  return (
    <>
      <Link
        href={place.path}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={count > 0 ? countId : undefined}
        className={classNames(
          ENTRY,
          isCurrent
            ? 'text-accent lg:bg-accent-soft'
            : 'text-muted hover:text-ink lg:hover:bg-sunken',
        )}
      >
        <Icon name={place.icon} size={22} className="shrink-0" />
        {t(place.label)}
        {count > 0 && <Counter count={count} />}
      </Link>
      {count > 0 && (
        <span id={countId} hidden>
          {t('support.nav.waits', { n: count })}
        </span>
      )}
    </>
  );
}

/** The places for which a phone's bar has no room. */
function Rest({ places }: { places: readonly Place[] }) {
  const t = useSupportText();
  const [path] = useLocation();
  const listId = useId();
  const item = useRef<HTMLLIElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  useEffect(() => {
    if (!isOpen) return;
    const onLeave = (event: Event) => {
      if (!item.current?.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      item.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, close]);
  const isHere = places.some((place) => isAt(path, place));
  return (
    <li ref={item} className="relative min-w-0 flex-1 lg:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={classNames(ENTRY, isHere ? 'text-accent' : 'text-muted hover:text-ink')}
      >
        <Icon name="more" size={22} />
        {t('support.nav.more')}
      </button>
      {isOpen && (
        <ul
          id={listId}
          className="absolute end-0 bottom-16 w-52 animate-fade rounded-card border border-line bg-raised p-1.5 shadow-card"
        >
          {places.map((place) => (
            <li key={place.path}>
              <Link
                href={place.path}
                aria-current={isAt(path, place) ? 'page' : undefined}
                onClick={close}
                className={classNames(
                  'flex min-h-12 items-center gap-3 rounded-control px-3 text-sm font-medium',
                  isAt(path, place) ? 'bg-accent-soft text-accent' : 'hover:bg-sunken',
                )}
              >
                <Icon name={place.icon} size={20} className="shrink-0" />
                {t(place.label)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The menu: at the side of wide screens, at the bottom of small ones. */
export function Navigation() {
  const t = useSupportText();
  const places = placesOf(useRole());
  useWaitingLive();
  const rest = places.slice(ON_PHONE);
  return (
    <nav
      aria-label={t('shell.menu')}
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] lg:inset-y-0 lg:top-14 lg:right-auto lg:w-52 lg:border-t-0 lg:border-r lg:px-3 lg:pt-4"
    >
      <ul className="flex lg:flex-col lg:gap-1">
        {places.map((place, at) => (
          <li
            key={place.path}
            className={classNames('min-w-0 flex-1', at >= ON_PHONE && 'max-lg:hidden')}
          >
            <Entry place={place} />
          </li>
        ))}
        {rest.length > 0 && <Rest places={rest} />}
      </ul>
    </nav>
  );
}
