import { type BrowserContext, expect, type Page } from '@playwright/test';
import { register } from './calls';
import { test } from './member';
import { creditsRead, expectNotice } from './notices';
import { Portal } from './portal';
import { Purse } from './purse';
import { ownAccountNo, ownPhone } from './story';

/** What phones and their browsers do to a page. */
test.use({
  cast: { th: ['มาลี', 'ใจดี'], en: ['Malee', 'Jaidee'] },
  start: { amount: '100' },
});

/**
 * As a browser's translator does it: each text goes into a new element, except where the page
 * says that it is not to be translated.
 */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    if (document.querySelector('meta[name=google][content=notranslate]')) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || parent.closest('[translate=no],script,style')) continue;
      const font = document.createElement('font');
      font.textContent = text.textContent;
      parent.replaceChild(font, text);
    }
  });
}

test('a translator leaves the amounts to the program', { tag: '@phone-first' }, async ({
  page,
  request,
  portal,
  player,
  home,
}) => {
  await home();
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');
  await translate(page);
  const purse = await Purse.of(request, player);
  await purse.payIn('50');
  await purse.settled(2);
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿150.00');
});

/** Cookies off: even naming a storage throws, and a channel between tabs as well. */
async function blockStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The request was denied.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: refuse });
    }
    Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  });
}

test('a browser that stores nothing shows the portal and the console', {
  tag: '@phone-first',
}, async ({ page, context, portal, player, member, words }) => {
  expect(member).not.toBe('');
  const faults: Error[] = [];
  page.on('pageerror', (fault) => faults.push(fault));
  await blockStorage(context);
  await portal.enter();
  await portal.logIn(player);
  await portal.acceptAgreement();
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');
  await page
    .getByRole('link', { name: words('nav.statement'), exact: true })
    .first()
    .click();
  await expect(portal.lines()).toHaveCount(1);
  await page.goto('/support');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test(
  'two members use two tabs, and each leaves alone',
  { tag: '@desk-first' },
  async ({ page, context, request, portal, player, words, member }, info) => {
    expect(member).not.toBe('');
    const other = {
      ...player,
      phone: ownPhone(info, 'other'),
      accountNo: ownAccountNo(info, 'other'),
    };
    await register(request, other);
    await portal.enter();
    await portal.logIn(player, { isRemembered: false });
    await portal.acceptAgreement();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');

    const tab = await context.newPage();
    const others = new Portal(tab, portal.language, portal.words);
    await tab.goto('/login');
    await others.logIn(other);
    await expect(others.amount('wallet.mainWallet')).toHaveText('฿0.00');

    await page.reload();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');
    await others.button('nav.logout').click();
    await expect(others.field('auth.username')).toBeVisible();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');
    await page.reload();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');
    await expect(page.getByText(words('session.expired.title'))).toHaveCount(0);
  },
);

test('a device that was logged out elsewhere hides what is open, and keeps it', {
  tag: '@phone-first',
}, async ({ page, request, portal, player, words, home }) => {
  await home();
  const form = await portal.openQrForm('123');
  const token = await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('wallet.session') ?? '{}') as { token: string };
    return kept.token;
  });
  const headers = { 'X-Requested-With': 'wallet-web', Authorization: `Bearer ${token}` };
  expect((await request.post('/api/logout', { headers })).ok()).toBe(true);
  const again = portal.dialog(words('session.expired.title'));
  await expect(again).toBeVisible();
  await expect(again).not.toContainText(player.phone.slice(-7));
  await expect(form).toBeHidden();
  await expect(portal.balances()).toBeHidden();
  await portal.field('auth.password', again).fill(player.password);
  await portal.button('nav.login', again).click();
  await expect(portal.field('common.amount', form)).toHaveValue(/^123/);
});

test('where no socket comes through the page asks by itself, and says so', {
  tag: '@phone-first',
}, async ({ page, request, portal, player, words, home }) => {
  await page.routeWebSocket(/\/api\/socket$/, (socket) => socket.close());
  await page.clock.install();
  await home();
  await page.clock.runFor(10_000);
  await expect(page.getByText(words('connection.polled', { n: 20 }))).toBeVisible();
  const purse = await Purse.of(request, player);
  await purse.payIn('50');
  await purse.settled(2);
  await page.clock.runFor(20_000);
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿150.00');
});

test('a page shows its first look before a file of its program is there', {
  tag: '@phone-first',
}, async ({ page, words }) => {
  await page.route('**/assets/**', () => undefined);
  for (const [path, area] of [
    ['/login', 'public login'],
    ['/register', 'public'],
    ['/user/home', 'member'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
    const look = page.locator('.shell');
    await expect(look).toHaveAttribute('data-area', area);
    await expect(look.getByText(words('common.appName'))).toBeVisible();
    await expect(look.locator('img')).toBeVisible();
  }
  await page.goto('/support', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
});

/** How far the page's parts have moved without anybody's doing. */
const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const shifts = observer.takeRecords() as Shift[];
    return shifts.reduce((sum, it) => sum + (it.hadRecentInput ? 0 : it.value), 0);
  });

test('home moves nothing while it is drawn and when money comes in', {
  tag: '@phone-first',
}, async ({ page, request, portal, player, words, home }) => {
  await Promise.all([creditsRead(page), home()]);
  await Promise.all([creditsRead(page), page.reload()]);
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿100.00');
  const purse = await Purse.of(request, player);
  await purse.payIn('50');
  await expectNotice(page, words('home.credited', { amount: '฿50.00' }));
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿150.00');
  expect(await shiftsOf(page)).toBeLessThan(0.02);
});
