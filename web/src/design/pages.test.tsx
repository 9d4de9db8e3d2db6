import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../stage';
import { PAGES } from './pages';

const folder = join(process.cwd(), 'src/ui');

/** Every component that `ui/` exports, as its source says. */
const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return [...source.matchAll(/^export (?:function|class|const) ([A-Z]\w*[a-z]\w*)/gm)];
  })
  .map((match) => match[1] as string);

describe('the page of the parts', () => {
  it('has one for each part, and none for what is no more', () => {
    expect(Object.keys(PAGES).sort()).toEqual([...parts].sort());
  });

  it.each(Object.entries(PAGES))('shows %s', (_, States) => {
    // One of the pages shows what stands in place of a part that did not come.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { container } = show(<States />);
    expect(container.querySelector('p + div')).not.toBeNull();
    const landmarks = [...container.querySelectorAll('nav')].map((nav) =>
      nav.getAttribute('aria-label'),
    );
    expect(new Set(landmarks).size, 'each landmark has a name of its own').toBe(landmarks.length);
  });
});
