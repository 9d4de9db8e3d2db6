/**
 * Writes `sw.js`: the worker of `worker/sw.ts` with the names of the files that it caches: those
 * that the page itself loads, the notice that there is no connection, and a member's first screen in
 * the default language. Other files are cached when they are used.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { type Plugin, transformWithOxc } from 'vite';
import { chunkOf, closure } from './bundleFiles.ts';

type Bundle = Rolldown.OutputBundle;

const FIRST_SCREENS = [
  'src/app/AfterFirstPaint.tsx',
  'src/app/shell/UserShell.tsx',
  'src/features/home/HomePage.tsx',
  'src/intl/messages/th.json',
];
/** Lao letters, and the sign of the kip, load when they are needed. */
const FONTS = /\/noto-sans-thai-(?:thai|latin)-wght-[^/]+\.woff2$/;
/** Workers are scripts, not modules. */
const NO_EXPORT = /^export\s*\{\s*\};?$/m;
const NAMED_BY_PAGE = /(?:src|href)="(\/assets\/[^"]+)"/g;

function filesOf(bundle: Bundle, page: string) {
  const pageFiles = [...page.matchAll(NAMED_BY_PAGE)].map(([, path]) => path as string);
  const firstScreens = FIRST_SCREENS.map((module) => chunkOf(bundle, module));
  const names = closure(bundle, [...pageFiles.map((path) => path.slice(1)), ...firstScreens]);
  const paths = names.map((name) => `/${name}`);
  const fonts = Object.keys(bundle)
    .map((name) => `/${name}`)
    .filter((path) => FONTS.test(path));
  if (fonts.length !== 2) throw new Error(`the fonts to keep are not two: ${fonts}`);
  return { pageFiles, files: [...new Set([...paths, ...fonts])].sort() };
}

/** `withoutWorker`: writes a worker that removes itself and its caches. */
export function serviceWorker({ withoutWorker }: { withoutWorker: boolean }): Plugin {
  return {
    name: 'wallet-service-worker',
    apply: 'build',
    enforce: 'post',
    config: () => ({ define: { 'import.meta.env.WITH_WORKER': JSON.stringify(!withoutWorker) } }),
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const html = String(page.source);
      const { pageFiles, files } = filesOf(bundle, html);
      const release = createHash('sha256').update(html).update(files.join()).digest('hex');
      const path = resolve(import.meta.dirname, '../worker', withoutWorker ? 'leave.ts' : 'sw.ts');
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, {
        define: {
          RELEASE: JSON.stringify(release.slice(0, 16)),
          PAGE_FILES: JSON.stringify(pageFiles),
          FILES: JSON.stringify(files),
        },
      });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.replace(NO_EXPORT, '') });
    },
  };
}
