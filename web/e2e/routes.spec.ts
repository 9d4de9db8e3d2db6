import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Locale } from '../src/client/preferences';
import { comeIn, remember } from './busy-member';
import { listenForFaults, lookAt } from './every-screen';
import { CLOSED, MEMBER, PUBLIC } from './pages';
import { test } from './story';
import { isTurnOf, runsAll } from './turns';
import { wordsOf } from './words';

const LOCALES: readonly Locale[] = ['th', 'la', 'en'];
const TAG: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };
const STATE = '**/api/lookup/active';

/** Later than what the member has answered. */
const PASSWORD_SET = {
  id: 'zz',
  kind: 'PASSWORD_SET',
  agent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  network: '2001:db8:1::/48',
  heldUntil: '2026-11-28T05:00:00Z',
  isThisDevice: false,
};

test('no address of the route table is forgotten', () => {
  const table = readFileSync(new URL('../src/app/routes.tsx', import.meta.url), 'utf8');
  const addresses = [...table.matchAll(/'(\/[a-z/]+)'[:,]/g)].map((match) => match[1]);
  const looked = [...PUBLIC, CLOSED, ...MEMBER].map(([path]) => path);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => !looked.includes(String(address)))).toEqual([]);
});

test.use({ viewport: { width: 360, height: 740 } });

// The gate checks each page in one of the languages, the nightly run in all.
for (const [turn, locale] of LOCALES.entries()) {
  const words = wordsOf(locale);

  test(`every page is whole in ${locale}`, async ({ page, request }, info) => {
    const faults = await listenForFaults(page);
    const look = async ([path, title, name]: (typeof PUBLIC)[number]) => {
      await page.goto(path);
      await expect(page).toHaveTitle(`${words(title)} · ${words('common.appName')}`);
      await expect(page.locator('html')).toHaveAttribute('lang', TAG[locale]);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await lookAt(page, info, { name, language: locale });
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect.soft(faults.take(), `${name} in ${locale}: complaints`).toEqual([]);
    };
    await page.goto('/login');
    await remember(page, { locale });
    const lookAtAll = async (routes: typeof PUBLIC) => {
      for (const [stop, route] of routes.entries()) {
        if (isTurnOf(turn, LOCALES.length, stop)) await test.step(route[2], () => look(route));
      }
    };
    await lookAtAll(PUBLIC);
    await test.step('terminated', async () => {
      if (!runsAll && locale !== 'la') return;
      await page.route(STATE, async (route) => {
        const response = await route.fetch();
        const state = (await response.json()) as object;
        await route.fulfill({ response, json: { ...state, terminated: 'gone' } });
      });
      await look(CLOSED);
      await page.unroute(STATE);
    });

    await comeIn(page, request, locale);
    // Writing to the device's storage opens a picture, and the browser requests an icon for it.
    faults.take();
    await lookAtAll(MEMBER);
    await test.step('a notice of another password, at the foot of the page', async () => {
      await page.route('**/api/account/notices', (route) =>
        route.fulfill({ json: { list: [{ ...PASSWORD_SET, at: new Date().toISOString() }] } }),
      );
      await page.goto('/user/limits');
      await expect(page.getByText(words('notice.ask'))).toBeVisible();
      await lookAt(page, info, { name: 'notice', language: locale });
      await page.unroute('**/api/account/notices');
      expect.soft(faults.take(), `the notice in ${locale}: complaints`).toEqual([]);
    });
  });
}
