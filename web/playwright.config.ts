import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { writeLaoConfig } from './e2e/lao-stack';
import { inOrder } from './e2e/order';
import { laoPorts, type Ports, WORKERS, workerPorts } from './e2e/stack';
import { tellsAll } from './e2e/turns';

/**
 * The browser stories run on the real stack: `scripts/run`, once for each worker, with ports and
 * data of its own. This file starts and stops them.
 *
 * PICTURES=all tells each story everywhere, and looks at each screen in every language, look and
 * size. Without it every story, page and dialog has its turn once; see `e2e/turns.ts`.
 */
const { env } = process;
const isWorker = env.TEST_WORKER_INDEX !== undefined;
const ownData = fileURLToPath(new URL('./test-results/data', import.meta.url));
const dataDir = env.DATA_DIR ?? ownData;
// Members are made by each run: what an earlier one has left by hand is in the way.
if (!isWorker && !env.DATA_DIR) rmSync(ownData, { recursive: true, force: true });

/** A whole stack of its own: the gateway, what it needs, and the world outside. */
function stack(ports: Ports, name: string, more: Record<string, string> = {}) {
  return {
    // A shell reads it, and the path may hold a space. It ends with this process, however that ends.
    command: `exec setpriv --pdeathsig TERM "${fileURLToPath(new URL('../scripts/run', import.meta.url))}" --built`,
    url: `http://127.0.0.1:${ports.port}/api/lookup/info`,
    env: {
      ...(env as Record<string, string>),
      PORT: ports.port,
      INTERNAL_PORT: ports.internal,
      SANDBOX_PORT: ports.sandbox,
      DATA_DIR: `${dataDir}/${name}`,
      // Each story says itself which address it comes from: see `e2e/story.ts`.
      TRUSTED_PROXY: '127.0.0.1',
      ...more,
    },
    reuseExistingServer: false,
    timeout: 600_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
  } as const;
}

/** It starts only for a run that can need it: of all projects, or of its own. */
const LAO = 'la-phone';
const named = process.argv.filter((word) => word.startsWith('--project='));
const hasLao = named.length === 0 || named.includes(`--project=${LAO}`);

function stacks() {
  const each = workerPorts.map((ports, worker) => stack(ports, `worker-${worker}`));
  if (!hasLao) return each;
  const config = writeLaoConfig(`${dataDir}/lao`);
  return [...each, stack(laoPorts, 'lao', { WALLET_CONFIG: config })];
}

const EVERY_SCREEN = /(routes|dialogs)\.spec\.ts/;
const LAO_STORIES = /laos\.spec\.ts/;
const ELSEWHERE = [EVERY_SCREEN, LAO_STORIES];

/**
 * A story is told where its tag says: `@phone` or `@desk` alone, or `@phone-first` or `@desk-first`:
 * there, and with PICTURES=all in the other place as well. Both need what all need, and differ in
 * language and size.
 */
function notToldIn(place: 'phone' | 'desk'): RegExp {
  const other = place === 'phone' ? 'desk' : 'phone';
  return new RegExp(tellsAll ? `@${other}(?!-first)` : `@${other}`);
}

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results/stories',
  workers: WORKERS,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // They guard against waiting for ever and are no measure: a wait that ends well costs nothing.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: 'playwright-report' }],
    ['./e2e/contact-sheet.ts'],
    ['./e2e/how-to-repeat.ts'],
  ],
  use: {
    browserName: 'chromium',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    timezoneId: 'Asia/Bangkok',
    // A worker would answer instead of what a story puts in a file's place; `install` allows it.
    serviceWorkers: 'block',
    // Without its film: that costs as much as the story.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: inOrder([
    {
      name: 'th-phone',
      testIgnore: ELSEWHERE,
      grepInvert: notToldIn('phone'),
      metadata: { language: 'th' },
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        locale: 'th-TH',
      },
    },
    {
      name: 'en-desktop',
      testIgnore: ELSEWHERE,
      grepInvert: notToldIn('desk'),
      metadata: { language: 'en' },
      use: { viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
    },
    {
      // Looks at every page and dialog in every language and size, and says itself in which.
      name: 'every-screen',
      testMatch: EVERY_SCREEN,
      metadata: { language: 'th' },
      use: { viewport: { width: 360, height: 740 }, locale: 'th-TH' },
    },
    {
      name: LAO,
      testMatch: LAO_STORIES,
      grepInvert: tellsAll ? [] : /@nightly/,
      metadata: { language: 'la' },
      use: {
        baseURL: `http://127.0.0.1:${laoPorts.port}`,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        // Lao is the operator's choice: the device speaks something else.
        locale: 'en-GB',
      },
    },
  ]),
  webServer: isWorker ? [] : stacks(),
});
