/**
 * Names the files of a member's first page in `index.html`. The gateway turns them into links where a
 * member's page is asked for, so that they are requested together with the program and not after it.
 */
import type { Plugin } from 'vite';
import { chunkOf, closure } from './bundleFiles.ts';

/** A phone's first screen ends in the promotions: their picture is the largest thing on it. */
const FIRST_PAGE = [
  'src/app/shell/UserShell.tsx',
  'src/features/home/HomePage.tsx',
  'src/features/home/promotions/Promotions.tsx',
];
const LOCALES = ['th', 'la', 'en'];

export function memberFiles(): Plugin {
  return {
    name: 'wallet-member-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (!bundle || !chunk) throw new Error('the page is not part of a build');
        const own = new Set(closure(bundle, [chunk.fileName]));
        const first = closure(
          bundle,
          FIRST_PAGE.map((module) => chunkOf(bundle, module)),
        );
        const files = first.filter((name) => !own.has(name)).map((name) => `/${name}`);
        const languages = LOCALES.map(
          (locale) => `${locale}:/${chunkOf(bundle, `src/intl/messages/${locale}.json`)}`,
        );
        const content = [...files, ...languages].join(' ');
        return [{ tag: 'meta', attrs: { name: 'member-files', content }, injectTo: 'head' }];
      },
    },
  };
}
