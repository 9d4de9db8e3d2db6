import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/**
 * The browser stories run on the real stack: `scripts/run` with ports and data of its own, which
 * this file starts and stops. `scripts/test` chooses free ports; by hand these defaults serve.
 */
const port = process.env.PORT ?? '18280';
const internalPort = process.env.INTERNAL_PORT ?? '18281';
const sandboxPort = process.env.SANDBOX_PORT ?? '18290';
const dataDir =
  process.env.DATA_DIR ?? fileURLToPath(new URL('./test-results/data', import.meta.url));

process.env.SANDBOX_PORT = sandboxPort;

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results/stories',
  // Both cores are busy with one story and its servers; a second one only makes both slower.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['html', { open: 'never', outputFolder: 'playwright-report' }]],
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
      metadata: { language: 'en' },
      use: { viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
    },
  ],
  webServer: {
    command: '../scripts/run --built',
    url: `http://127.0.0.1:${port}/api/lookup/info`,
    env: {
      ...(process.env as Record<string, string>),
      PORT: port,
      INTERNAL_PORT: internalPort,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      // Each story says itself which address it comes from: see `e2e/story.ts`.
      TRUSTED_PROXY: '127.0.0.1',
    },
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
  },
});
