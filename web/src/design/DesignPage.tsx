import { useSyncExternalStore } from 'react';
import { useTitle } from '../ui/display/useTitle';
import { AppearanceMenu } from '../ui/field/AppearanceMenu';
import { PAGES } from './pages';

const NAMES = Object.keys(PAGES).sort();

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The part that the address names (`design.html#Button`); null for all of them. */
function useChosen(): string | null {
  const name = useSyncExternalStore(subscribe, () => decodeURI(window.location.hash.slice(1)));
  return name in PAGES ? name : null;
}

export function DesignPage() {
  const chosen = useChosen();
  useTitle(chosen ?? 'The parts');
  return (
    <div className="mx-auto max-w-5xl px-4 pb-24 lg:flex lg:gap-10">
      <nav
        aria-label="Parts"
        lang="en"
        className="py-4 lg:sticky lg:top-0 lg:h-dvh lg:w-48 lg:overflow-y-auto"
      >
        <ul className="flex flex-wrap lg:block">
          {['', ...NAMES].map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                aria-current={name === (chosen ?? '') ? 'page' : undefined}
                className="flex min-h-8 items-center rounded-control px-3 text-sm hover:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent"
              >
                {name || 'All parts'}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className="min-w-0 flex-1">
        <header className="flex items-center justify-between py-4">
          <h1 lang="en" className="text-2xl font-bold">
            {chosen ?? 'The parts'}
          </h1>
          <AppearanceMenu />
        </header>
        {(chosen ? [chosen] : NAMES).map((name) => (
          <Part key={name} name={name} />
        ))}
      </main>
    </div>
  );
}

function Part({ name }: { name: string }) {
  const States = PAGES[name];
  if (!States) return null;
  return (
    <section aria-labelledby={`of-${name}`} className="border-t border-line py-6">
      <h2 id={`of-${name}`} lang="en" className="mb-4 text-lg font-semibold">
        <a href={`#${name}`} className="hover:text-accent">
          {name}
        </a>
      </h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <States />
      </div>
    </section>
  );
}
