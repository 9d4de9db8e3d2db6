import { expect, type Page, type Route } from '@playwright/test';
import { logIn } from './calls';
import { test } from './member';
import { payAndTakeSlip } from './outside';

test.use({
  pictures: 'guards-',
  cast: { th: ['กานดา', 'ใจงาม'], en: ['Kanda', 'Jaingam'] },
});

const SERVICE = '**/api/lookup/active';
const LOGOUT = '**/api/logout';

/** Longer than the page's own clock can have run meanwhile. */
const AHEAD_MS = 600_000;

const stored = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(`wallet.${key}`), name);

const refuseWith = (message: string) => (route: Route) =>
  route.fulfill({ status: 401, json: { message, requestId: 'r' } });

test('a visitor is led to where the address may lead', { tag: '@desk' }, async ({
  page,
  portal,
  words,
  check,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const titled = (id: string) => expect(page).toHaveTitle(new RegExp(`^${words(id)} · .+`));

  await test.step('from the root and a member page to the log-in', async () => {
    await portal.enter();
    for (const address of ['/', '/user', '/user/home', '/user/bonus']) {
      await page.goto(address);
      await expect(page).toHaveURL(/\/login$/);
    }
    await titled('nav.login');
  });

  await test.step('the bar leads to the public pages, which are named in the tab', async () => {
    const menu = page.getByRole('navigation', { name: words('shell.menu') });
    for (const [entry, title] of [
      ['nav.howto', 'nav.howto'],
      ['nav.contact', 'nav.contact'],
      ['nav.home', 'nav.login'],
      // Last, because the wizard has the lower edge of a phone to itself.
      ['nav.register', 'nav.register'],
    ] as const) {
      await menu.getByRole('link', { name: words(entry), exact: true }).click();
      await titled(title);
    }
  });

  await test.step('an unknown address is said to be none', async () => {
    await page.goto('/user/nowhere');
    await expect(heading).toHaveText(words('common.pageNotFound'));
    await titled('common.pageNotFound');
    await check('01-not-found');
  });

  await test.step('the language stays chosen, and cannot be chosen twice', async () => {
    await page.goto('/login');
    await portal.button('nav.language').click();
    const list = page.getByRole('list', { name: words('nav.language') });
    await expect(list.getByRole('button')).toHaveText(['ไทย', 'ລາວ', 'English']);
    await expect(list.getByRole('button', { name: 'English' })).toBeDisabled();
    await list.getByRole('button', { name: 'ລາວ' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
    await expect(heading).toHaveText('ເຂົ້າສູ່ລະບົບ');
  });
});

const GONE = { json: { message: 'gone', terminated: 'gone' } };
const REFUSED = { status: 410, json: { message: 'gone', requestId: 'r' } };

test('when the service has ended a visitor begins nothing', { tag: '@desk' }, async ({
  page,
  portal,
  player,
  words,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const ended = async () => {
    await expect(page).toHaveURL(/\/terminated$/);
    await expect(heading).toHaveText(words('common.terminated'));
  };
  await portal.enter();

  await test.step('each public page asks', async () => {
    // No answer carries the refusal code, so the pages must read the service status themselves.
    await page.route(SERVICE, (route) =>
      route.fulfill({ json: { message: 'active', terminated: 'gone' } }),
    );
    for (const address of ['/login', '/register', '/howto', '/contact', '/', '/user/statement']) {
      await page.goto(address);
      await ended();
    }
    await expect(page).toHaveTitle(new RegExp(`^${words('common.pageNotFound')} · `));
    await expect(page.getByRole('navigation', { name: words('shell.menu') })).toHaveCount(0);
  });

  await test.step('a forgotten password is still replaced', async () => {
    await page.getByRole('link', { name: words('auth.forgot') }).click();
    await expect(heading).toHaveText(words('forgot.title'));
    await page.reload();
    await expect(heading).toHaveText(words('forgot.title'));
  });

  await test.step('and the front door is back with the service', async () => {
    await page.unroute(SERVICE);
    await page.goto('/terminated');
    await expect(page).toHaveURL(/\/login$/);
    await expect(portal.field('auth.username')).toBeVisible();
  });

  await test.step('a refused beginning says it as well', async () => {
    await page.goto('/register');
    await portal.field('register.step.phone').fill(player.phone);
    await page.route(SERVICE, (route) => route.fulfill(GONE));
    await page.route('**/api/otp/send', (route) => route.fulfill(REFUSED));
    await portal.button('common.next').click();
    await ended();
  });
});

test.describe('a member of a service that has ended', () => {
  test.use({ start: { amount: '300', game: 'pg' } });

  test('takes the money out', { tag: '@phone' }, async ({
    page,
    portal,
    player,
    words,
    home,
    check,
  }) => {
    const notice = page.getByRole('region', { name: words('closed.title') });
    const form = portal.dialog(words('withdraw.withdraw'));

    await test.step('stays on the page when a deposit is refused, and reads why', async () => {
      await home();
      const dialog = await portal.openQrForm('100');
      await page.route('**/api/qrcode/*', (route) =>
        route.request().method() === 'POST' ? route.fulfill(REFUSED) : route.fallback(),
      );
      await page.route(SERVICE, (route) => route.fulfill(GONE));
      await portal.button('qr.create', dialog).click();
      await expect(dialog.getByRole('tabpanel').getByText(words('error.gone'))).toBeVisible();
      await portal.button('common.close', dialog).click();
      await expect(notice).toBeVisible();
      await expect(page).toHaveURL(/\/user\/home$/);
      await expect(portal.button('deposit.deposit')).toHaveCount(0);
      await check('03-closed-home');
    });

    await test.step('reads it on each page, also after a reload', async () => {
      for (const path of ['/user/bonus', '/user/statement', '/user/profile', '/user/home']) {
        await page.goto(path);
        await expect(notice).toBeVisible();
      }
    });

    await test.step('brings everything back', async () => {
      await portal.button('closed.bringAll', notice).click();
      const transfer = portal.dialog(words('transfer.transfer'));
      const all = transfer.getByRole('tab', { name: words('transfer.tab.all'), exact: true });
      await expect(all).toHaveAttribute('aria-selected', 'true');
      await portal.button('common.close', transfer).click();
      await expect(transfer).toBeHidden();
    });

    await test.step('withdraws, logs out, and comes in again', async () => {
      await portal.button('withdraw.withdraw', notice).click();
      await portal.field('withdraw.amount', form).fill('100');
      await portal.button('common.next', form).click();
      const review = portal.dialog(words('money.reviewTitle'));
      await portal.button('withdraw.confirm', review).click();
      await expect(form.getByText(words('withdraw.paid'))).toBeVisible();
      await portal.button('money.done', form).click();
      await portal.button('nav.logout').click();
      await expect(page).toHaveURL(/\/terminated$/);
      expect(await stored(page, 'session')).toBeNull();
      await check('04-closed');
      await portal.logIn(player);
      await expect(notice).toBeVisible();
    });
  });
});

test('a member comes back to the wanted page, and accepts the terms once', {
  tag: '@desk',
}, async ({ page, request, portal, words, player, member, check }) => {
  expect(member).toBeTruthy();
  const terms = portal.dialog(words('agreement.title'));
  const logInByForm = async () => {
    await portal.field('auth.username').fill(player.phone);
    await portal.field('auth.password').fill(player.password);
    await portal.button('nav.login').click();
    await expect(portal.button('nav.logout')).toBeVisible();
  };

  await test.step('logs in on the way to a page', async () => {
    await portal.enter();
    await page.goto('/user/statement?type=deposit');
    await expect(page).toHaveURL(/\/login$/);
    // From here on the story controls the clock.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + AHEAD_MS);
    await logInByForm();
    await expect(page).toHaveURL(/\/user\/statement\?type=deposit$/);
    await expect(page).toHaveTitle(new RegExp(`^${words('nav.statement')} · `));
  });

  await test.step('is asked for the terms a second and a half later', async () => {
    await expect(page.getByText(words('statement.emptyFiltered'))).toBeVisible();
    const opening: string[] = [];
    page.on('request', (file) => {
      if (/AgreementDialog-/.test(file.url())) opening.push(file.url());
    });
    await page.clock.runFor(1_499);
    await page.evaluate(() => fetch('/mark.svg').then((answer) => answer.text()));
    expect(opening).toEqual([]);
    await page.clock.runFor(1);
    await expect(terms).toBeVisible();
  });

  await test.step('the page behind does not scroll, and no key leads past the terms', async () => {
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(terms).toBeVisible();
  });

  await test.step('who refuses them is logged out', async () => {
    const loggedOut = page.waitForResponse(LOGOUT);
    await portal.button('nav.logout', terms).click();
    expect((await loggedOut).ok()).toBe(true);
    await expect(page).toHaveURL(/\/login$/);
    await expect(terms).toBeHidden();
    expect(await stored(page, 'session')).toBeNull();
    expect(await stored(page, 'agreement')).toBeNull();
  });

  await test.step('who accepts them is not asked again', async () => {
    await logInByForm();
    await page.clock.runFor(2_000);
    await portal.acceptAgreement();
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
    await page.clock.resume();
    await page.reload();
    await expect(portal.balances()).toBeVisible();
    await page.clock.fastForward(10_000);
    // The terms are not open yet, so a press reaches the page.
    await page.getByRole('link', { name: words('nav.profile'), exact: true }).click();
    await expect(page).toHaveURL(/\/user\/profile$/);
    await expect(terms).toHaveCount(0);
  });

  await test.step('a public page ends the session, on the server, too', async () => {
    for (const address of ['/contact', '/login']) {
      const session = await logIn(request, player);
      await page.evaluate(
        (kept) => localStorage.setItem('wallet.session', JSON.stringify(kept)),
        session,
      );
      const loggedOut = page.waitForResponse(LOGOUT);
      await page.goto(address);
      expect((await loggedOut).ok()).toBe(true);
      expect(await stored(page, 'session')).toBeNull();
      const headers = {
        'X-Requested-With': 'wallet-web',
        Authorization: `Bearer ${session.token}`,
      };
      expect((await request.get('/api/wallet', { headers })).status()).toBe(401);
      await page.goto('/user/profile');
      await expect(page).toHaveURL(/\/login$/);
    }
    await check('02-login');
  });
});

test('a session that is none leads to the log-in, and nothing typed is lost', {
  tag: '@desk',
}, async ({ page, request, portal, words, player, home }) => {
  const again = portal.dialog(words('session.expired.title'));
  const logInAgain = async () => {
    await portal.field('auth.password', again).fill(player.password);
    await portal.button('nav.login', again).click();
    await expect(again).toBeHidden();
  };

  await test.step('a token that never was one', async () => {
    await portal.enter();
    await page.evaluate(() => {
      const session = { token: 'never-given', username: '0800000000', expiresAt: null };
      localStorage.setItem('wallet.session', JSON.stringify(session));
    });
    await page.goto('/user/profile');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(words('session.revoked'))).toBeVisible();
    expect(await stored(page, 'session')).toBeNull();
  });

  await test.step('a server that does not know the caller', async () => {
    await home();
    const refresh = /\/api\/wallet\/refresh\/slot/;
    await page.route(refresh, refuseWith('Unable to confirm identity'), { times: 1 });
    await portal.button('common.refresh').click();
    await expect(again).toBeVisible();
    await logInAgain();
    await expect(portal.balances()).toBeVisible();
  });

  await test.step('in the middle of a slip', async () => {
    const { dialog, account } = await portal.openDeposit();
    const slip = await payAndTakeSlip(request, player, account, '120.00');
    const choosing = page.waitForEvent('filechooser');
    await portal.button('slip.choose', dialog).click();
    const file = { name: 'slip.png', mimeType: 'image/png', buffer: slip.picture };
    await (await choosing).setFiles(file);
    await page.route('**/api/wallet/slip', refuseWith('EXPIRED_AUTH_TOKEN'), { times: 1 });
    await portal.button('slip.send', dialog).click();
    await logInAgain();
    await expect(dialog.getByRole('img', { name: words('slip.preview') })).toBeVisible();
    await portal.button('slip.send', dialog).click();
    await expect(dialog.getByText(words('slip.credited'))).toBeVisible();
    await portal.button('money.done', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿120.00');
  });

  await test.step('in the middle of another bank account', async () => {
    await page.getByRole('link', { name: words('nav.profile'), exact: true }).click();
    await portal.button('bank.change').click();
    const form = portal.dialog(words('bank.change'));
    await portal.bank('KBANK', form).check();
    await portal.field('bank.accountNo', form).fill('7654321098');
    await portal.field('bank.firstName', form).fill('KANDA');
    await portal.field('bank.lastName', form).fill('JAINGAM');
    await portal.field('auth.password', form).fill(player.password);
    await page.route('**/api/account/profile', refuseWith('invalid-token'), { times: 1 });
    await portal.button('common.save', form).click();
    await logInAgain();
    await expect(portal.bank('KBANK', form)).toBeChecked();
    await expect(portal.field('bank.accountNo', form)).toHaveValue('7654321098');
    await expect(portal.field('bank.lastName', form)).toHaveValue('JAINGAM');
    await expect(portal.field('auth.password', form)).toHaveValue(player.password);
    await portal.button('common.save', form).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('765-432-1098')).toBeVisible();
  });
});
