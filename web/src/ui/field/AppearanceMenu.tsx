import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useAppDispatch, useClientSelector } from '../../client/hooks';
import { localeChosen, type Theme, themeChosen } from '../../client/preferences';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES, useLocale } from '../../intl/locale';
import type { MessageId } from '../../intl/messages';
import { useText } from '../../intl/text';
import { classNames } from '../display/classNames';
import { Icon, type IconName } from '../display/Icon';
import { IconButton } from '../display/IconButton';

const THEMES: { value: Theme; icon: IconName; label: MessageId }[] = [
  { value: 'system', icon: 'contrast', label: 'shell.theme.system' },
  { value: 'light', icon: 'sun', label: 'shell.theme.light' },
  { value: 'dark', icon: 'moon', label: 'shell.theme.dark' },
];

const ITEM =
  'flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-3 text-start hover:bg-accent-soft disabled:cursor-default disabled:bg-transparent disabled:font-semibold disabled:text-accent';

function LanguageItems({ onDone }: { onDone: () => void }) {
  const dispatch = useAppDispatch();
  const current = useLocale();
  return LOCALES.map((locale) => (
    <li key={locale}>
      <button
        type="button"
        lang={LANGUAGE_TAG[locale]}
        disabled={locale === current}
        aria-current={locale === current ? 'true' : undefined}
        onClick={() => {
          dispatch(localeChosen(locale));
          onDone();
        }}
        className={ITEM}
      >
        {LANGUAGE_NAME[locale]}
        {locale === current && <Icon name="check" size={18} />}
      </button>
    </li>
  ));
}

function ThemeItems() {
  const t = useText();
  const dispatch = useAppDispatch();
  const current = useClientSelector((state) => state.preferences.theme);
  return (
    <div className="flex gap-1">
      {THEMES.map(({ value, icon, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === current}
          aria-label={t(label)}
          title={t(label)}
          onClick={() => dispatch(themeChosen(value))}
          className={classNames(
            'flex min-h-11 flex-1 items-center justify-center rounded-control',
            value === current ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken',
          )}
        >
          <Icon name={icon} size={20} />
        </button>
      ))}
    </div>
  );
}

/** Languages, each in its own script, and light or dark. */
export function AppearanceMenu() {
  const t = useText();
  const panelId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => {
    setIsOpen(false);
    place.current?.querySelector('button')?.focus();
  }, []);

  useEffect(() => {
    if (!isOpen) return;
    const onLeave = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, close]);

  return (
    <div ref={place} className="relative">
      <IconButton
        icon="globe"
        label={t('nav.language')}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      />
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute end-0 top-12 z-30 w-52 animate-fade rounded-card border border-line bg-raised p-2 text-ink shadow-card"
      >
        {isOpen && (
          <>
            <ul aria-label={t('nav.language')}>
              <LanguageItems onDone={close} />
            </ul>
            <hr className="my-2 border-line" />
            <ThemeItems />
          </>
        )}
      </div>
    </div>
  );
}
