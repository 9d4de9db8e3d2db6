import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames';
import { Icon } from './Icon';

interface DisclosureProps extends Omit<ComponentProps<'details'>, 'title'> {
  /** What is pressed. */
  title: ReactNode;
  /** Of the pressed row. */
  titleClass?: string;
}

/** The browser's own folding part, with the portal's chevron in place of the black triangle. */
export function Disclosure({ title, titleClass, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={classNames('group', className)}>
      <summary
        className={classNames(
          'flex min-h-12 cursor-pointer list-none items-center gap-2 text-sm font-medium [&::-webkit-details-marker]:hidden',
          titleClass,
        )}
      >
        {title}
        <Icon name="chevronDown" size={18} className="ms-auto shrink-0 [[open]>*>&]:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
