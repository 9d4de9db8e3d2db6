import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { writeLaoConfig } from './e2e/lao-stack';

/**
 * The browser stories run on the real stack: `scripts/run` with ports and data of its own, which
 * this file starts and stops. `scripts/test` chooses free ports; by hand these defaults serve.
 */
const { env } = process;
const folder = (name: string) => fileURLToPath(new URL(`./test-results/${name}`, import.meta.url));

/** A whole stack of its own: the gateway, what it needs, and the world outside. */
function stack(ports: [string, string, string], dataDir: string, more: Record<string, string>) {
  const [PORT, INTERNAL_PORT, SANDBOX_PORT] = ports;
  return {
    command: '../scripts/run --built',
    url: `http://127.0.0.1:${PORT}/api/lookup/info`,
    env: {
      ...(env as Record<string, string>),
      PORT,
      INTERNAL_PORT,
      SANDBOX_PORT,
      DATA_DIR: dataDir,
      // Each story says itself which address it comes from: see `e2e/story.ts`.
      TRUSTED_PROXY: '127.0.0.1',
      ...more,
    },
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
  } as const;
}

const port = env.PORT ?? '18280';
const sandboxPort = env.SANDBOX_PORT ?? '18290';
const dataDir = env.DATA_DIR ?? folder('data');
const thai = stack([port, env.INTERNAL_PORT ?? '18281', sandboxPort], dataDir, {});
env.SANDBOX_PORT = sandboxPort;

// A Lao installation has rules and money of its own, so it is a second stack beside the first.
const laoPort = env.LAO_PORT ?? '18380';
const laoSandboxPort = env.LAO_SANDBOX_PORT ?? '18390';
const laoDataDir = `${dataDir}-lao`;
const lao = stack([laoPort, env.LAO_INTERNAL_PORT ?? '18381', laoSandboxPort], laoDataDir, {
  WALLET_CONFIG: writeLaoConfig(laoDataDir),
});
env.LAO_SANDBOX_PORT = laoSandboxPort;

/** It starts only for a run that can need it: of all projects, or of its own. */
const LAO = 'la-phone';
const named = process.argv.filter((word) => word.startsWith('--project='));
const hasLao = named.length === 0 || named.includes(`--project=${LAO}`);

const EVERY_SCREEN = /(routes|dialogs)\.spec\.ts/;
const LAO_STORIES = /laos\.spec\.ts/;
const ELSEWHERE = [EVERY_SCREEN, LAO_STORIES];

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results/stories',
  // Both cores are busy with one story and its servers; a second one only makes both slower.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: 'playwright-report' }],
    ['./e2e/contact-sheet.ts'],
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    actionTimeout: 30_000,
    timezoneId: 'Asia/Bangkok',
    // A worker would answer instead of what a story puts in a file's place; `install` allows it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
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
  projects: [
    {
      name: 'th-phone',
      testIgnore: ELSEWHERE,
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
      metadata: { language: 'la' },
      use: {
        baseURL: `http://127.0.0.1:${laoPort}`,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        // Lao is the operator's choice: the device speaks something else.
        locale: 'en-GB',
      },
    },
  ],
  webServer: hasLao ? [thai, lao] : [thai],
});
