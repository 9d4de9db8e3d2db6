import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import './build/generate.mjs';
import { apiReference } from './build/apiReference.ts';
import { compress } from './build/compress.ts';
import { consolePages } from './build/consolePages.ts';
import { memberFiles } from './build/memberFiles.ts';
import { messages } from './build/messages.ts';
import { serviceWorker } from './build/serviceWorker.ts';
import { shell } from './build/shell.ts';
import { singleFile } from './build/singleFile.ts';

const gateway = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;
const parser = '@formatjs/icu-messageformat-parser';
const isTest = Boolean(process.env.VITEST);
/** Another order of the tests (scripts/test). */
const shuffle = process.env.SHUFFLE;

/** The console's files have a separate folder, so the player's portal never serves them. */
const CONSOLE_ASSETS = 'assets/support';

/** The page that checks exported statements, as one self-contained file. */
const VERIFIER = 'verify.html';

const PAGES: Record<string, string> = { support: 'support.html', verify: VERIFIER };

/** Which of the files in `dist` are compressed after a build: its own. */
const OWN_FILES: Record<string, RegExp> = {
  support: /^(assets\/support\/|(support|api)\.html)/,
  verify: /^verify\.html/,
};

/**
 * Three programs, built one after the other (`vite build`, then with `--mode support` and `--mode
 * verify`): the portal, the support console and the checker of files. They share source files but
 * no chunk, so that the others can grow without one byte more for players.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    messages(),
    react(),
    tailwindcss(),
    consolePages(),
    shell(),
    ...(mode === 'verify' ? [singleFile(VERIFIER)] : []),
    // A page for people who write programs: not a part of what players load.
    ...(mode === 'support' ? [apiReference()] : []),
    ...(mode in PAGES
      ? []
      : [memberFiles(), serviceWorker({ withoutWorker: Boolean(process.env.WITHOUT_WORKER) })]),
    compress(OWN_FILES[mode] ?? /^/),
  ],
  resolve: {
    // Messages are compiled at build time: the browser needs no ICU parser.
    alias: isTest ? [] : [{ find: parser, replacement: `${parser}/no-parser.js` }],
  },
  server: {
    host: '127.0.0.1',
    port: 15173,
    proxy: { '/api': { target: gateway, changeOrigin: false, ws: true } },
  },
  preview: { host: '127.0.0.1', port: 15174, proxy: { '/api': { target: gateway, ws: true } } },
  // Public files belong to the portal's build, which comes first.
  publicDir: mode in PAGES ? false : 'public',
  build: {
    emptyOutDir: !(mode in PAGES),
    assetsDir: mode === 'support' ? CONSOLE_ASSETS : 'assets',
    target: 'baseline-widely-available',
    // The self-contained page inlines its fonts as well.
    assetsInlineLimit: mode === 'verify' ? Number.MAX_SAFE_INTEGER : 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: PAGES[mode] ?? 'index.html',
      output: {
        // What every page needs and rarely changes: one file, which compresses better than many.
        // What is one file as a whole is not split at all.
        codeSplitting: mode !== 'verify' && {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](?!bowser|dompurify|partysocket|@noble|@fontsource)/,
              priority: 5,
            },
            // Likewise our own part of the first screen.
            {
              name: 'front',
              tags: ['$initial'],
              test: /[\\/]src[\\/].+\.(tsx?|json.*)$/,
              priority: 4,
            },
            // Each request costs a slow phone more than its bytes. What several pages and dialogs
            // share is one file, what home shows another one; what is fetched ahead while home is
            // idle comes in two more.
            {
              name: 'shared',
              test: /[\\/]src[\\/](ui|api|client|intl)[\\/](?!deviceName).+\.tsx?$/,
              minShareCount: 2,
              priority: 3,
            },
            // Below home's first screen, together when one of them comes near.
            {
              name: 'below',
              test: /[\\/]src[\\/]features[\\/]home[\\/](games|lines|promotions)[\\/](?!\w*(Frame|Skeleton)|covers)/,
              priority: 1,
            },
            {
              name: 'home',
              test: /[\\/]src[\\/](app[\\/](shell|AfterFirstPaint|DialogHost)|features[\\/](home[\\/](?!OpenIntent\.|(games|lines|promotions)[\\/])|limits[\\/]TimeReminder)|ui[\\/]display[\\/]lateIcons)/,
              priority: 2,
            },
            {
              name: 'devices',
              test: /src[\\/](features[\\/]devices[\\/](AccountNotice|useDeviceLabel)|intl[\\/]deviceName)|node_modules[\\/]bowser/,
              priority: 1,
            },
            // A refused slip is in a dialog of money and in a list of the account: without a file
            // for it, one of the two would load the other.
            {
              name: 'slips',
              test: /[\\/]src[\\/]chat[\\/]SlipToSupport/,
              priority: 1,
            },
            {
              name: 'money',
              test: /[\\/]src[\\/]features[\\/]((deposit|transfer|withdraw|game)[\\/]|home[\\/]OpenIntent\.)/,
            },
            {
              name: 'rewards',
              test: /[\\/]src[\\/]features[\\/](bonus|wheel|refund|invite|banner)[\\/]/,
            },
            {
              name: 'account',
              test: /[\\/]src[\\/]features[\\/](conditions|limits|profile|session|statement[\\/][^\\/]+$)/,
            },
          ],
        },
      },
    },
  },
  test: {
    // One after the other, because a worker runs files of one project.
    projects: [
      // A rule that wants a page says so at its head: `@vitest-environment jsdom`.
      { extends: true, test: { name: 'rules', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // Each file has its own globals, page and modules, and yet a worker loads jsdom once for all its
    // files. Only one worker alone would run all its files in the same page.
    pool: 'vmThreads',
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: shuffle ? { shuffle: true, seed: Number(shuffle) } : {},
    setupFiles: ['./src/vitest.setup.ts'],
    restoreMocks: true,
    // How long one takes on a busy machine is no rule of the portal.
    testTimeout: 240_000,
  },
}));
