import { expect, type Page } from '@playwright/test';
import { findCovered } from './covered';
import { settle } from './every-screen';
import { test } from './member';
import { MEMBER, NEW_DEVICE, PUBLIC } from './pages';

const WIDTHS = [360, 390, 768, 1440] as const;
const HEIGHT = 800;
/** Less than the height between the header and the menu, so that each part is visible once. */
const STEP = 500;
/** How long the bubble may take to move away; nothing here waits for the server. */
const PATIENCE_MS = 30_000;

test.use({
  start: { amount: '300', game: 'pg' },
  cast: { th: ['อารี', 'มั่นคง'], en: ['Aree', 'Mankong'] },
});

/** Scrolls down the page and checks at each step; the bubble has a moment to move away. */
async function walk(page: Page, name: string): Promise<void> {
  for (let step = 0; ; step += 1) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), step * STEP);
    await expect
      .poll(() => findCovered(page), { message: `${name}, step ${step}`, timeout: PATIENCE_MS })
      .toEqual([]);
    const isAtEnd = await page.evaluate(
      () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1,
    );
    if (isAtEnd) return;
  }
}

async function walkAll(page: Page, pages: typeof PUBLIC, whose: string): Promise<void> {
  for (const [path, , name] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await settle(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await walk(page, `${name} of ${whose} at ${width}`);
    }
  }
}

test('nothing lies on anything that a guest can press or read', { tag: '@phone-first' }, async ({
  page,
  portal,
}) => {
  await portal.enter();
  await expect(portal.guestChat()).toBeVisible();
  await test.step('a small phone shows the whole log-in', async () => {
    for (const language of ['th', 'la', 'en']) {
      await page.evaluate(
        (kept) => localStorage.setItem('wallet.locale', JSON.stringify(kept)),
        language,
      );
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto('/login');
      const bar = page.getByRole('navigation');
      await expect(bar).toBeVisible();
      await settle(page);
      for (const entry of await page.locator('main').locator('button, a').all()) {
        const [box, edge] = [await entry.boundingBox(), await bar.boundingBox()];
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
      }
    }
    await page.evaluate(
      (kept) => localStorage.setItem('wallet.locale', JSON.stringify(kept)),
      portal.language,
    );
  });
  await walkAll(page, PUBLIC, 'a guest');
});

test('nothing lies on anything that a member can press or read', { tag: '@phone-first' }, async ({
  page,
  portal,
  words,
  home,
}) => {
  await home();
  const contact = page.getByRole('button', { name: words('nav.contact'), exact: true });

  await test.step('on a phone the bar opens the chat, and nothing floats', async () => {
    await expect(contact).toBeVisible();
    await expect(page.getByRole('complementary')).toHaveCount(0);
    await contact.click();
    const chat = page.getByRole('dialog', { name: words('chat.chat'), exact: true });
    await expect(chat).toBeVisible();
    await chat.getByRole('link', { name: words('chat.otherWays') }).click();
    await expect(page).toHaveURL(/\/user\/contact$/);
    await expect(chat).toBeHidden();
  });

  // The bubble invites again on each page, so that its label is looked at too.
  await page.addInitScript(() => localStorage.removeItem('wallet.chatInviteSeen'));
  // A page full of lines: the columns of a desktop reach the lower edge.
  await page.route(/\/api\/statement(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { statements, ...answer } = (await response.json()) as { statements: { id: string }[] };
    const lines = statements.flatMap((line) =>
      Array.from({ length: 10 }, (_, at) => ({ ...line, id: `${line.id}-${at}` })),
    );
    await route.fulfill({ response, json: { ...answer, statements: lines.slice(0, 10) } });
  });
  await walkAll(page, MEMBER, 'a member');

  await test.step('not even with the notice of a log-in', async () => {
    await page.route('**/api/account/notices', (route) =>
      route.fulfill({ json: { list: [NEW_DEVICE] } }),
    );
    await walkAll(page, MEMBER.slice(0, 1), 'a member with a notice');
    await expect(portal.button('notice.notMine')).toBeVisible();
    await page.unroute('**/api/account/notices');
  });

  await test.step('not even with the notice about the name at the bank', async () => {
    await page.route(/\/api\/wallet(\?|$)/, async (route) => {
      const response = await route.fetch();
      const wallet = (await response.json()) as { bankAccount: object };
      const bankAccount = {
        ...wallet.bankAccount,
        bankCode: 'KTB',
        bankAccountName: 'อารี มั่นคง',
      };
      await route.fulfill({ response, json: { ...wallet, bankAccount } });
    });
    await walkAll(page, MEMBER.slice(0, 1), 'a member with a notice');
    await expect(portal.button('bank.editName')).toBeVisible();
  });
});
