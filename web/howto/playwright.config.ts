/**
 * `WORKERS=1 npx playwright test --config=howto/playwright.config.ts --project=clips` films the clips
 * of the how-to page anew (`public/howto`). It needs ffmpeg; what it makes is committed.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import stories from '../playwright.config';

const web = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: '*.film.ts',
  outputDir: `${web}test-results`,
  reporter: 'list',
  projects: [
    {
      name: 'clips',
      metadata: { language: 'th' },
      use: {
        viewport: { width: 432, height: 486 },
        deviceScaleFactor: 5 / 3,
        hasTouch: true,
        isMobile: true,
        locale: 'th-TH',
      },
    },
  ],
});
