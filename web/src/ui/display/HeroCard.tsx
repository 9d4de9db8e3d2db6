import type { ReactNode } from 'react';

interface HeroCardProps {
  /** A picture of about a hundred pixels at the end. */
  art: ReactNode;
  role?: 'status' | undefined;
  children: ReactNode;
}

/** What a sheet is about, on the brand's ground, with a picture next to it. */
export function HeroCard({ art, role, children }: HeroCardProps) {
  return (
    <div
      role={role}
      className="relative flex min-h-36 items-center overflow-hidden rounded-card bg-linear-to-br from-hero-from to-hero-to py-4 ps-5 pe-32 text-on-hero shadow-card [&_:focus-visible]:outline-on-hero"
    >
      <span
        aria-hidden="true"
        className="absolute -end-10 -top-14 size-56 rounded-full bg-white/10"
      />
      <span className="absolute end-3 top-1/2 -translate-y-1/2" aria-hidden="true">
        {art}
      </span>
      <div className="relative min-w-0">{children}</div>
    </div>
  );
}
