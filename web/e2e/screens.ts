import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';

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
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary} in ${html}`),
    );
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}
