import { expect, type Page } from '@playwright/test';
import type { Locale } from '../src/client/preferences';
import { comeIn } from './busy-member';
import { settle } from './every-screen';
import { NEW_DEVICE } from './pages';
import { Portal } from './portal';
import { test } from './story';
import { wordsOf } from './words';

/** What a page may move altogether while it is being filled: a fifth of what passes as good. */
const SHIFTS_MAX = 0.02;

interface Shift {
  value: number;
  /** The parts that moved, as a hint for the repair. */
  parts: string[];
}

/** Notes every shift that no press of a player explains, from the page's first moment on. */
async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const shifts: Shift[] = [];
    const add = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Entry[]) {
        const outline = ({ node }: { node: Node | null }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '');
        if (!hadRecentInput) shifts.push({ value, parts: sources.map(outline) });
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const takeShifts = () => {
      add(observer.takeRecords());
      return shifts;
    };
    Object.assign(window, { takeShifts });
  });
}

/** What a page cannot begin without. */
const FRAME = /\/api\/(lookup\/info|socket\/ticket)/;
const WALLET = /\/api\/wallet(\?|$)/;
const NOTICES = /\/api\/account\/notices/;

/** As on a slow line: the wallet comes when its place is shown, and all else after the wallet. */
async function answerInTurn(portal: Portal<Locale>): Promise<void> {
  const { page } = portal;
  const place = page.locator('[class*=animate-pulse-soft]').first();
  await page.route('**/api/**', async (route) => {
    const address = route.request().url();
    if (WALLET.test(address)) await place.or(portal.balances()).first().waitFor();
    else if (!FRAME.test(address)) await portal.balances().waitFor();
    if (NOTICES.test(address)) await route.fulfill({ json: { list: [NEW_DEVICE] } });
    else await route.continue();
  });
}

const takeShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { takeShifts: () => Shift[] }).takeShifts());

for (const locale of ['th', 'la', 'en'] satisfies Locale[]) {
  test(`home does not move while it is being filled in ${locale}`, async ({ page, request }) => {
    const portal = new Portal(page, locale, wordsOf(locale));
    await comeIn(page, request, locale);
    await noteShifts(page);
    await answerInTurn(portal);
    await page.goto('/user/home');
    await expect(portal.balances()).toBeVisible();
    await portal.reachGames();
    await expect(portal.games().first()).toBeVisible();
    await expect(portal.button('notice.notMine')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await settle(page);
    // After two frames the last layout has been painted and reported to the observer.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shifts = await takeShifts(page);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(SHIFTS_MAX);
  });
}
