import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from './classNames';

export interface TabItem<T extends string> {
  value: T;
  label: string;
}

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly TabItem<T>[];
  value: T;
  onChange: (value: T) => void;
  /** The choice is made for now: its panel has the room alone. */
  isFolded?: boolean;
  /** The panel of the chosen tab. */
  children?: ReactNode;
}

/** Segmented tabs; arrow keys, Home and End move, as screen readers expect. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, value, onChange, isFolded = false, children } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to !== undefined && tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        hidden={isFolded}
        onKeyDown={onKeyDown}
        className="flex gap-1 rounded-control bg-sunken p-1 [&[hidden]]:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={children ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={classNames(
              'min-h-11 flex-auto rounded-[0.625rem] px-2 text-sm font-medium',
              tab.value === value ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}
