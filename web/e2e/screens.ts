import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds; `looks`: only what light and dark can differ in. */
export async function findViolations(
  page: Page,
  scope: 'all' | 'looks' = 'all',
): Promise<string[]> {
  // In one run on the page: otherwise each look opens and closes an empty page of its own. That would
  // be for frames of other sites, and the portal has none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
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

/**
 * Looks at a screen as it stands: no accessibility violation in the light and in the dark look, no
 * sideways scrolling, and a picture of each for people to look at (test-results/screens).
 */
export async function checkScreen(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({
      path: `test-results/screens/${info.project.name}/${name}-${colorScheme}.png`,
      animations: 'disabled',
    });
    expect.soft(await findViolations(page), `${name}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await overhang(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}
