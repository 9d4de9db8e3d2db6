import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { writeLaoConfig } from './e2e/lao-stack';
import { inOrder } from './e2e/order';
import { laoPorts, type Ports, WORKERS, workerPorts } from './e2e/stack';
import { runsAll } from './e2e/turns';

/**
 * The browser stories run on the real stack: `scripts/run`, once for each worker, each with its own
 * ports and data. This file starts and stops the stacks.
 *
 * PICTURES=all runs each story everywhere and checks each screen in every language, theme and size.
 * Without it every story, page and dialog runs once; see `e2e/turns.ts`.
 */
const { env } = process;
const isWorker = env.TEST_WORKER_INDEX !== undefined;
const ownData = fileURLToPath(new URL('./test-results/data', import.meta.url));
const dataDir = env.DATA_DIR ?? ownData;
// Each run creates its own members, so data left by an earlier manual run would be in the way.
if (!isWorker && !env.DATA_DIR) rmSync(ownData, { recursive: true, force: true });

/** One complete stack: the gateway, what it needs, and the sandbox for the world outside. */
function stack(ports: Ports, name: string, more: Record<string, string> = {}) {
  return {
    // Quoted, because a shell reads it and the path may contain a space. `setpriv` ends it with
    // this process, even when this process is killed.
    command: `exec setpriv --pdeathsig TERM "${fileURLToPath(new URL('../scripts/run', import.meta.url))}" --built`,
    url: `http://127.0.0.1:${ports.port}/api/lookup/info`,
    env: {
      ...(env as Record<string, string>),
      PORT: ports.port,
      INTERNAL_PORT: ports.internal,
      SANDBOX_PORT: ports.sandbox,
      DATA_DIR: `${dataDir}/${name}`,
      // Each story sets its own client address: see `e2e/story.ts`.
      TRUSTED_PROXIES: '127.0.0.1',
      ...more,
    },
    reuseExistingServer: false,
    timeout: 600_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
  } as const;
}

/** The Lao stack starts only when a run includes its project: named, or with all the others. */
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
 * A story's tag says where it runs. `@phone` and `@desk` run only there. `@phone-first` and
 * `@desk-first` run there, and with PICTURES=all in the other place as well. The two places differ
 * in language and size.
 */
function notRunOn(place: 'phone' | 'desk'): RegExp {
  const other = place === 'phone' ? 'desk' : 'phone';
  return new RegExp(runsAll ? `@${other}(?!-first)` : `@${other}`);
}

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results/stories',
  workers: WORKERS,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // These only stop endless waits, and a wait that succeeds early costs nothing. On a busy machine a
  // story next to the Rust tests has taken over ten minutes.
  timeout: 1_800_000,
  expect: { timeout: 300_000 },
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: 'playwright-report' }],
    ['./e2e/contact-sheet.ts'],
    ['./e2e/how-to-repeat.ts'],
  ],
  use: {
    browserName: 'chromium',
    actionTimeout: 300_000,
    navigationTimeout: 300_000,
    timezoneId: 'Asia/Bangkok',
    // A service worker would answer instead of a story's mock. Only `install` allows it.
    serviceWorkers: 'block',
    // No video: recording one costs as much as the story.
    // Recording costs a tenth of the whole run. Where nobody can open a trace, none is recorded: the
    // command that repeats a failed story records one.
    trace: { mode: env.CI ? 'off' : 'retain-on-failure', screenshots: false },
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
      grepInvert: notRunOn('phone'),
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
      grepInvert: notRunOn('desk'),
      metadata: { language: 'en' },
      use: { viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
    },
    {
      // Checks every page and dialog in every language and size; the stories set these themselves.
      name: 'every-screen',
      testMatch: EVERY_SCREEN,
      metadata: { language: 'th' },
      use: { viewport: { width: 360, height: 740 }, locale: 'th-TH' },
    },
    {
      name: LAO,
      testMatch: LAO_STORIES,
      grepInvert: runsAll ? [] : /@nightly/,
      metadata: { language: 'la' },
      use: {
        baseURL: `http://127.0.0.1:${laoPorts.port}`,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        // Lao is the operator's choice; the device is set to another language.
        locale: 'en-GB',
      },
    },
  ]),
  webServer: isWorker ? [] : stacks(),
});
