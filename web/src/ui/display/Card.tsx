import type { ComponentProps } from 'react';
import { classNames } from './classNames';

interface CardProps extends ComponentProps<'section'> {
  /** Without inner space, for lists that draw their own rows. */
  flush?: boolean;
}

export function Card({ flush = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames('rounded-card bg-surface shadow-card', !flush && 'p-5', className)}
    />
  );
}
