/**
 * Collects the stories' pictures. Before a run it deletes the project's earlier pictures; after it,
 * one page shows all pictures (test-results/screens/index.html).
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';

const FOLDER = join(import.meta.dirname, '../test-results/screens');

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `home-360-dark.png` and `home-1280-light.png` are pictures of one screen. */
function screenOf(path: string): string {
  const file = path.split(sep).at(-1) ?? path;
  return file
    .replace(/\.png$/, '')
    .replace(/-(light|dark)$/, '')
    .replace(/-\d{3,4}$/, '');
}

function pictures(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.png'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function figure(path: string): string {
  const address = escaped(path.split(sep).map(encodeURIComponent).join('/'));
  const name = escaped(path.replace(/\.png$/, ''));
  return `<figure><a href="${address}"><img loading="lazy" src="${address}" alt="${name}"></a><figcaption>${name}</figcaption></figure>`;
}

function sheet(paths: string[]): string {
  const screens = new Map<string, string[]>();
  for (const path of paths) {
    const screen = screenOf(path);
    screens.set(screen, [...(screens.get(screen) ?? []), path]);
  }
  const sections = [...screens]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([screen, of]) =>
        `<section><h2>${escaped(screen)}</h2><div>${of.map(figure).join('')}</div></section>`,
    );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Every screen</title>
<style>
body { font: 14px system-ui, sans-serif; margin: 1rem; background: #8a8f98; }
h2 { margin: 1.5rem 0 .5rem; }
div { display: flex; flex-wrap: wrap; gap: .75rem; align-items: start; }
figure { margin: 0; max-width: 320px; }
img { display: block; max-width: 320px; max-height: 640px; }
figcaption { font-size: 12px; overflow-wrap: anywhere; }
input { position: sticky; top: .5rem; font: inherit; padding: .5rem; width: 20rem; }
</style>
<input type="search" placeholder="th/ 360 dark" aria-label="Show only">
<p>${paths.length} pictures of ${screens.size} screens</p>
${sections.join('\n')}
<script>
document.querySelector('input').oninput = ({ target }) => {
  const wanted = target.value.split(' ');
  for (const figure of document.querySelectorAll('figure'))
    figure.hidden = !wanted.every((word) => figure.textContent.includes(word));
  for (const section of document.querySelectorAll('section'))
    section.hidden = !section.querySelector('figure:not([hidden])');
};
</script>
</html>
`;
}

export default class ContactSheet implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    for (const project of suite.suites) {
      rmSync(join(FOLDER, project.title), { recursive: true, force: true });
    }
  }

  onEnd(): void {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'index.html'), sheet(pictures()));
  }

  printsToStdio(): boolean {
    return false;
  }
}
