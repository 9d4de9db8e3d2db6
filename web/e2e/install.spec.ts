import { expect, type Page } from '@playwright/test';
import { test } from './member';
import { hostBefore } from './release';

test.use({
  // What a device stores is the same in all languages.
  serviceWorkers: 'allow',
  pictures: 'install-',
  cast: { th: ['ชบา', 'วงศ์ใหญ่'], en: ['Chaba', 'Wongyai'] },
});

/** Waits until the worker controls the page and has cached what the first screens need. */
async function untilInstalled(page: Page): Promise<void> {
  const isInstalled = () => page.evaluate(() => Boolean(navigator.serviceWorker.controller));
  await expect.poll(isInstalled).toBe(true);
}

/** Everything in Cache Storage: addresses and their responses. */
function kept(page: Page): Promise<{ path: string; text: string }[]> {
  return page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        found.push({ path: new URL(request.url).pathname, text: (await answer?.text()) ?? '' });
      }
    }
    return found;
  });
}

/** Only files of the program, and only the portal's. */
const OF_PROGRAM = /^\/(?:index\.html|assets\/(?!support\/)[^/]+\.(?:js|css|woff2))$/;

async function expectOnlyProgram(page: Page, secrets: string[]): Promise<void> {
  const files = await kept(page);
  expect(files.length).toBeGreaterThan(10);
  expect(files.map(({ path }) => path).filter((path) => !OF_PROGRAM.test(path))).toEqual([]);
  const leaks = files.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.map(({ path }) => path)).toEqual([]);
}

test('the front door asks nobody else, and can be put on the home screen', {
  tag: '@phone',
}, async ({ page, context, request, portal, baseURL }) => {
  const hosts = new Set<string>();
  context.on('request', (asked) => {
    const { protocol, host } = new URL(asked.url());
    if (/^(?:https?|wss?):$/.test(protocol)) hosts.add(host);
  });
  await portal.enter();
  await untilInstalled(page);
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host]);

  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ id: '/user', start_url: '/user', scope: '/', lang: 'th' });
  expect(manifest).toMatchObject({ display: 'standalone', theme_color: '#3546c8' });
  for (const text of ['name', 'short_name', 'description', 'background_color']) {
    expect(manifest[text], text).toMatch(/\S/);
  }
  const icons = manifest.icons as { src: string; sizes: string; purpose?: string }[];
  const sizesFor = (purpose?: string) =>
    icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(sizesFor()).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizesFor('maskable')).toEqual(['192x192', '512x512']);
  for (const { src, sizes } of icons.filter(({ src }) => src.endsWith('.png'))) {
    const size = await page.evaluate(async (path) => {
      const image = new Image();
      image.src = path;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

test('a second visit without a line shows the portal, and says so', { tag: '@phone' }, async ({
  page,
  context,
  portal,
  words,
  member,
  player,
  home,
  check,
}) => {
  const secrets = [player.phone, player.accountNo, player.lastName, member];

  await test.step('what is kept of a member’s visit is the program alone', async () => {
    await home({ fetchesAhead: true });
    await untilInstalled(page);
    await page.reload();
    await expect(portal.balances()).toBeVisible();
    await page
      .getByRole('link', { name: words('nav.statement') })
      .last()
      .click();
    await expect(page).toHaveURL(/\/user\/statement$/);
    const session = await page.evaluate(() => localStorage.getItem('wallet.session') ?? '');
    secrets.push((JSON.parse(session) as { token: string }).token);
    await expectOnlyProgram(page, secrets);
  });

  await test.step('the home screen comes up, without a figure that it does not know', async () => {
    await context.setOffline(true);
    await page.goto('/user/home');
    await expect(portal.button('nav.logout')).toBeVisible();
    await expect(page.getByText(words('connection.none'))).toBeVisible();
    await expect(page.locator('body')).not.toContainText('฿');
    await check('01-home-offline');
    await context.setOffline(false);
    await expect(page.getByText(words('connection.none'))).toBeHidden();
    await expect(portal.amount('wallet.mainWallet')).toContainText('฿');
  });

  await test.step('who has left leaves nothing', async () => {
    await portal.button('nav.logout').click();
    await expect(portal.field('auth.username')).toBeVisible();
    await expectOnlyProgram(page, secrets);
  });

  await test.step('so does the front door', async () => {
    await context.setOffline(true);
    await page.goto('/login');
    await expect(portal.field('auth.username')).toBeVisible();
    await expect(page.getByText(words('connection.none'))).toBeVisible();
    await check('02-login-offline');
    await context.setOffline(false);
  });
});

test('a new release replaces the old one and takes nothing that was typed', {
  tag: '@phone',
}, async ({ page, baseURL, portal, words, check }) => {
  const host = await hostBefore(baseURL ?? '');
  try {
    await page.goto(`${host.address}/login`);
    await untilInstalled(page);
    await portal.field('auth.username').fill('0812345678');
    const [before] = await page.evaluate(() => caches.keys());
    expect(before).toMatch(/^wallet-[0-9a-f]{16}$/);

    host.release();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
    const notice = page.getByText(words('shell.release'));
    await expect(notice).toBeVisible();
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['wallet-next']);
    await expect(portal.field('auth.username')).toHaveValue('0812345678');
    await check('03-release');

    await portal.button('shell.reload').click();
    await expect(notice).toBeHidden();
    await expect(portal.field('auth.username')).toHaveValue('');
  } finally {
    await host.close();
  }
});
