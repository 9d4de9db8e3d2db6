/** Checks one screen in all sizes and both themes, for `routes` and `dialogs`. */
import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Locale } from '../src/client/preferences';
import { findCutTexts, findStrayTexts } from './looks';
import { findViolations, overhang } from './screens';
import { runsAll } from './turns';

/** Small and large phones, a tablet, a desktop, with realistic heights. */
const SIZES = {
  360: { width: 360, height: 740 },
  430: { width: 430, height: 932 },
  768: { width: 768, height: 1024 },
  1280: { width: 1280, height: 800 },
} as const;

type Width = keyof typeof SIZES;

type Look = 'light' | 'dark';

/** Each width is measured in one theme, as sizes do not depend on it; axe checks each theme once. */
const PAGE: [Width, Look][] = [
  [360, 'light'],
  [430, 'dark'],
  [768, 'light'],
  [1280, 'dark'],
];
const DIALOG: typeof PAGE = [
  [360, 'light'],
  [360, 'dark'],
];
const EVERY: typeof PAGE = [
  ...PAGE,
  ...PAGE.map(([width, look]): [Width, Look] => [width, look === 'light' ? 'dark' : 'light']),
];

/** The gate saves pictures of the smallest and the largest width only. */
const isPictured = (width: Width) => runsAll || width === 360 || width === 1280;

/** Collects the page's errors, from its first address on. */
export async function listenForFaults(page: Page): Promise<{ take: () => string[] }> {
  let faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  await page.exposeFunction('reportRefusal', (refusal: string) => {
    faults.push(`refused by the policy: ${refusal}`);
  });
  await page.addInitScript(() => {
    const { reportRefusal } = window as unknown as { reportRefusal: (refusal: string) => void };
    document.addEventListener('securitypolicyviolation', (event) => {
      reportRefusal(`${event.violatedDirective} of ${event.blockedURI}`);
    });
  });
  return {
    take: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
}

/** Brings each part of the page near for a moment: what is below the screen begins only then. */
async function passOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const before = window.scrollY;
    const scroll = (top: number) => window.scrollTo({ top, behavior: 'instant' });
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight) {
      scroll(top);
      await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 0)));
    }
    scroll(before);
  });
}

/** Waits until the screen is complete: no placeholder is left, and its fonts are loaded. */
export async function settle(page: Page): Promise<void> {
  // A part may bring more parts, in places that were passed before it came.
  await expect(async () => {
    await passOver(page);
    await expect(page.locator('[class*=animate-pulse-soft]')).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

interface Screen {
  name: string;
  language: Locale;
  /** Only phone widths: a dialog is a sheet there, and elsewhere a card of constant width. */
  isPhoneOnly?: boolean;
}

export async function lookAt(page: Page, info: TestInfo, screen: Screen): Promise<void> {
  const { name, language, isPhoneOnly = false } = screen;
  const title = `${name} in ${language}`;
  const folder = `test-results/screens/${info.project.name}/${language}`;
  await settle(page);
  expect.soft(await findStrayTexts(page, language), `${title}: texts`).toEqual([]);
  const axed = new Set<Look>();
  const sizes = runsAll ? EVERY : PAGE;
  for (const [width, colorScheme] of isPhoneOnly ? DIALOG : sizes) {
    await page.setViewportSize(SIZES[width]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const where = `${title}, ${width}, ${colorScheme}`;
    expect.soft(await overhang(page), `${where}: sideways`).toBeLessThanOrEqual(0);
    expect.soft(await findCutTexts(page), `${where}: cut off`).toEqual([]);
    if (isPictured(width)) {
      await page.screenshot({
        path: `${folder}/${name}-${width}-${colorScheme}.png`,
        animations: 'disabled',
        fullPage: !isPhoneOnly,
      });
    }
    if (axed.has(colorScheme)) continue;
    const found = await findViolations(page, axed.size === 0 ? 'all' : 'looks');
    expect.soft(found, `${where}: axe`).toEqual([]);
    axed.add(colorScheme);
  }
  await page.setViewportSize(SIZES[360]);
}
