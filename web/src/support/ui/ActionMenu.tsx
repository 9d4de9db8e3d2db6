import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';

export interface Action {
  label: string;
  icon?: IconName;
  isDanger?: boolean;
  onPick: () => void;
}

interface ActionMenuProps {
  /** The button's name. */
  label: string;
  actions: readonly Action[];
  /** The button's sign; three dots if absent. */
  icon?: IconName;
  /** The name is also seen. */
  isWorded?: boolean;
  isDisabled?: boolean;
  busy?: boolean;
}

/** With the padding; the bar at a phone's foot lies over what is below. */
const ROW_PX = 46;
const FOOT_PX = 76;

const itemsIn = (place: HTMLElement | null) => [
  ...(place?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** Closes what is open when somebody presses or goes elsewhere. */
function useLeaving(place: { current: HTMLElement | null }, isOpen: boolean, close: () => void) {
  useEffect(() => {
    if (!isOpen) return;
    const onLeave = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    return () => {
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
    };
  }, [place, isOpen, close]);
}

/** Further actions behind one button; arrow keys, Home and End move between them. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, actions, icon = 'more', isWorded = false, isDisabled = false, busy } = props;
  const menuId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'above' | 'below' | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const button = () => place.current?.querySelector('button');
  useLeaving(place, opened !== null, close);
  useEffect(() => {
    if (opened) itemsIn(place.current)[0]?.focus();
  }, [opened]);

  const toggle = () => {
    const end = button()?.getBoundingClientRect().bottom ?? 0;
    const isShort = end + actions.length * ROW_PX + FOOT_PX > window.innerHeight;
    setOpened(opened ? null : isShort ? 'above' : 'below');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      button()?.focus();
    }
    const items = itemsIn(place.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
  // A dialog that the action opens gives the focus back to the button.
  const pick = (action: Action) => {
    close();
    button()?.focus();
    action.onPick();
  };
  const shared = {
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== null,
    'aria-controls': opened ? menuId : undefined,
    disabled: isDisabled,
    onClick: toggle,
  } as const;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between what is inside.
    <div ref={place} onKeyDown={onKeyDown} className="relative shrink-0">
      {isWorded ? (
        <Button
          {...shared}
          tone="secondary"
          icon={icon}
          className="min-h-11! px-4! text-sm"
          {...(busy && { busy })}
        >
          {label}
        </Button>
      ) : (
        <IconButton {...shared} icon={icon} label={label} {...(busy && { busy })} />
      )}
      {opened && (
        <div
          id={menuId}
          role="menu"
          aria-label={label}
          className={classNames(
            'absolute z-30 w-max max-w-[calc(100vw-2rem)] min-w-44 animate-fade rounded-card border border-line bg-raised p-1.5 text-ink shadow-card',
            icon === 'plus' ? 'start-0' : 'end-0',
            opened === 'above' ? 'bottom-12' : 'top-12',
          )}
        >
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => pick(action)}
              className={classNames(
                'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-sm font-medium hover:bg-accent-soft focus-visible:-outline-offset-2',
                action.isDanger && 'text-negative hover:bg-negative-soft',
              )}
            >
              {action.icon && <Icon name={action.icon} size={20} className="shrink-0" />}
              {action.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
