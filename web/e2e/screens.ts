import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { turnOf } from './turns';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds; `looks`: only what light and dark can differ in. */
export async function findViolations(
  page: Page,
  scope: 'all' | 'looks' = 'all',
): Promise<string[]> {
  // Legacy mode runs in the page itself. Otherwise each check opens and closes an empty page, which
  // only frames of other sites need; the portal has none.
  // Passes are only counted: recording each of their places takes longer than the check.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const chosen = scope === 'all' ? axe.withTags(TAGS) : axe.withRules(['color-contrast']);
  const { violations } = await chosen.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary} in ${html}`),
  );
}

/** How far the page can be moved sideways. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

const LOOKS = ['dark', 'light'] as const;

/** How many screens each story has checked: its screens alternate between the themes. */
const seen = new WeakMap<TestInfo, number>();

/**
 * Checks the current screen: no accessibility violation in the light or dark theme, which take
 * turns, and no sideways scrolling. Saves a picture for people to look at (test-results/screens).
 */
export async function checkScreen(page: Page, info: TestInfo, name: string): Promise<void> {
  const screen = seen.get(info) ?? 0;
  seen.set(info, screen + 1);
  await page.evaluate(() => document.fonts.ready);
  for (const colorScheme of turnOf(LOOKS, screen)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({
      path: `test-results/screens/${info.project.name}/${name}-${colorScheme}.png`,
      animations: 'disabled',
    });
    expect.soft(await findViolations(page), `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await overhang(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}
