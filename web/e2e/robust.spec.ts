import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './member';
import { expectNotice, holdNotices } from './notices';
import { payQr, readOneTimeCode } from './outside';
import { Portal } from './portal';
import { pressFirst } from './taps';

const GAME = 'PG Soft';

test.use({
  cast: { th: ['อารี', 'แสงทอง'], en: ['Aree', 'Saengthong'] },
  start: { amount: '1000', game: 'pg' },
});

/** The keys of the commands that reach this address, in order. */
function keysSentTo(page: Page, address: RegExp): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (request.method() === 'POST' && address.test(request.url()) && key) keys.push(key);
  });
  return keys;
}

const TRANSFER = /\/api\/wallet\/transfer$/;
const WITHDRAW = /\/api\/wallet\/withdraw$/;

/** The server does it, and the answer is lost on the way. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

/** Each request fails until the line is repaired, because the portal asks again by itself. */
async function breakLine(page: Page, url: RegExp, fail: (route: Route) => Promise<void>) {
  let isBroken = true;
  await page.route(url, (route) => (isBroken ? fail(route) : route.fallback()));
  return { repair: () => (isBroken = false) };
}

const refuseSession = (route: Route) =>
  route.fulfill({ status: 401, json: { message: 'EXPIRED_AUTH_TOKEN', requestId: 'r' } });

const breakDown = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });

/** `await held` in a route waits until `letGo()`. */
function hold() {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve));
  return { held, letGo: () => gate.dispatchEvent(new Event('open')) };
}

async function openTransfer(portal: Portal) {
  await portal.button('transfer.transfer').click();
  const form = portal.dialog(portal.words('transfer.transfer'));
  await expect(portal.field('common.amount', form)).toBeVisible();
  return form;
}

async function openWithdraw(portal: Portal, amount: string) {
  await portal.button('withdraw.withdraw').click();
  const form = portal.dialog(portal.words('withdraw.withdraw'));
  await portal.field('withdraw.amount', form).fill(amount);
  await portal.button('common.next', form).click();
  return { form, review: portal.dialog(portal.words('money.reviewTitle')) };
}

async function secondTab(context: BrowserContext, portal: Portal) {
  const tab = await context.newPage();
  await tab.goto('/user/home');
  const other = new Portal(tab, portal.language, portal.words);
  await expect(other.balances()).toBeVisible();
  return { tab, other };
}

test('the back button after the log-in leaves nobody outside', { tag: '@phone-first' }, async ({
  page,
  request,
  portal,
  player,
  words,
}) => {
  await portal.enter();
  await portal.givePhone(player.phone);
  await page.goBack();
  await expect(portal.field('register.step.phone')).toHaveValue(
    new RegExp([...player.phone].join('\\D?')),
  );
  await page.goForward();
  await portal.giveOneTimeCode(await readOneTimeCode(request, player.phone));
  await portal.fillProfile(player);
  await portal.button('common.next').click();
  await portal.fillBank(player);
  await page.goBack();
  await expect(portal.field('register.name')).toHaveValue(player.name);
  await page.goForward();
  await expect(portal.field('bank.accountNo')).not.toHaveValue('');
  await portal.button('nav.register').click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await portal.acceptAgreement();

  await page.goBack();
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(portal.balances()).toBeVisible();
  await portal.payIn((payload) => payQr(request, payload), '1000');
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿1,000.00');
  await page
    .getByRole('link', { name: words('nav.profile'), exact: true })
    .last()
    .click();
  await page.goBack();
  await expect(portal.balances()).toBeVisible();
});

test('without a line the page stays, and says what is old and what was not sent', {
  tag: '@desk-first',
}, async ({ page, context, request, portal, words, home, check }) => {
  await home();
  const sent = keysSentTo(page, TRANSFER);

  await test.step('a tap on what was never loaded can be repeated', async () => {
    await context.setOffline(true);
    await expect(page.getByText(words('connection.none'))).toBeVisible();
    await portal.button('withdraw.withdraw').click();
    const face = portal.dialog(words('common.error'));
    await expect(face.getByText(words('error.NETWORK'))).toBeVisible();
    await check('robust-01-offline');
    await expect(page.locator('main')).toContainText('฿1,000.00');
    await context.setOffline(false);
    await portal.button('shell.retry', face).click();
    const form = portal.dialog(words('withdraw.withdraw'));
    await expect(portal.field('withdraw.amount', form)).toBeVisible();
    await expect(page.getByText(words('connection.none'))).toBeHidden();
    await portal.button('common.close', form).click();
  });

  await test.step('what is confirmed without a line is kept and sent once', async () => {
    const form = await openTransfer(portal);
    const review = await portal.transfer(form, '10');
    await context.setOffline(true);
    await expect(review.getByText(words('connection.notSent'))).toBeVisible();
    await portal.button('transfer.confirm', review).click();
    expect(sent).toEqual([]);
    await context.setOffline(false);
    await expect(review.getByText(words('connection.notSent'))).toBeHidden();
    await portal.button('transfer.confirm', review).click();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
    expect(sent).toHaveLength(1);
    await portal.button('money.done', form).click();
  });

  await test.step('what came in meanwhile is shown with a notice on return', async () => {
    const dialog = await portal.openQrForm('5');
    const created = page.waitForResponse(
      (answer) => /\/api\/qrcode\//.test(answer.url()) && answer.request().method() === 'POST',
    );
    await portal.button('qr.create', dialog).click();
    const { payload, amount } = (await (await created).json()) as {
      payload: string;
      amount: string;
    };
    await portal.button('common.close', dialog).click();
    await context.setOffline(true);
    await expect(page.getByText(words('connection.asOf', { time: '' }).trim())).toBeVisible();
    await payQr(request, payload);
    // The message shows for three seconds, so the wait starts before the connection returns.
    const back = page.getByText(words('connection.back')).waitFor();
    await context.setOffline(false);
    await back;
    const credited = words('home.credited', { amount: `฿${Number(amount).toFixed(2)}` });
    await expectNotice(page, credited);
  });
});

test('two tabs agree on what was chosen and on who is inside', { tag: '@desk-first' }, async ({
  page,
  context,
  portal,
  words,
  home,
}) => {
  await home();
  const { tab, other } = await secondTab(context, portal);
  const hide = portal.button('shell.balance.hide').first();
  await hide.click();
  await expect(other.button('shell.balance.show').first()).toBeVisible();

  await other.button('nav.language').click();
  await other.button('shell.theme.dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(portal.button('shell.balance.show').first()).toBeVisible();

  await portal.button('nav.logout').click();
  await expect(tab).toHaveURL(/\/login$/);
  await expect(other.field('auth.username')).toBeVisible();
  await expect(tab.getByText(words('wallet.mainWallet'))).toBeHidden();
});

test('Back, Escape and a tap outside lose nothing that was typed', { tag: '@phone-first' }, async ({
  page,
  portal,
  words,
  home,
}) => {
  await home();
  const form = await openTransfer(portal);
  const amount = portal.field('common.amount', form);
  const question = page.getByRole('alertdialog', { name: words('common.leave.title') });
  const stay = async () => {
    await portal.button('common.leave.stay', question).click();
    await expect(question).toBeHidden();
    await expect(amount).toHaveValue(/^12(\.00)?$/);
  };

  await test.step('a form asks before it is left', async () => {
    await amount.fill('12');
    await page.goBack();
    await stay();
    await page.keyboard.press('Escape');
    await stay();
    await page.mouse.click(5, 5);
    await stay();
    await page.goBack();
    await portal.button('common.leave.leave', question).click();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(/\/user\/home$/);
  });

  await test.step('at the review, Back leads to the form', async () => {
    await openTransfer(portal);
    const review = await portal.transfer(form, '12');
    await page.goBack();
    await expect(amount).toHaveValue(/^12(\.00)?$/);
    await portal.button('common.next', form).click();
    await page.keyboard.press('Escape');
    await expect(amount).toHaveValue(/^12(\.00)?$/);
    await expect(review).toBeHidden();
  });

  await test.step('after a command, one press leads back home', async () => {
    await portal.button('common.next', form).click();
    const review = portal.dialog(words('money.reviewTitle'));
    const confirm = portal.button('transfer.confirm', review);
    const pressAgain = await pressFirst(confirm);
    const toStatement = portal.button('money.toStatement', form);
    await expect(toStatement).toBeVisible();
    await pressAgain();
    await toStatement.click();
    await expect(page).toHaveURL(/\/user\/statement$/);
    await page.goBack();
    await expect(portal.balances()).toBeVisible();
    await expect(form).toBeHidden();
  });
});

test('a session that ends in the middle of a form costs nothing', { tag: '@desk-first' }, async ({
  page,
  portal,
  words,
  player,
  home,
}) => {
  await home();
  const keys = keysSentTo(page, TRANSFER);
  const form = await openTransfer(portal);
  const review = await portal.transfer(form, '13');
  await page.route(TRANSFER, refuseSession, { times: 1 });
  await portal.button('transfer.confirm', review).click();
  const again = portal.dialog(words('session.expired.title'));
  await portal.field('auth.password', again).fill(player.password);
  await page.goBack();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(portal.field('auth.password', again)).toHaveValue(player.password);
  await portal.button('nav.login', again).click();
  await expect(again).toBeHidden();
  await expect(review).toContainText('฿13.00');
  await portal.button('transfer.confirm', review).click();
  await expect(form.getByText(words('transfer.success'))).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await portal.button('money.toStatement', form).click();
  await expect(portal.lines().filter({ hasText: '฿13.00' })).toHaveCount(1);
});

test('a slow and a failing server send nothing twice', { tag: '@phone-first' }, async ({
  page,
  portal,
  words,
  home,
}) => {
  await home();
  const transfers = keysSentTo(page, TRANSFER);
  const withdrawals = keysSentTo(page, WITHDRAW);

  await test.step('a second tap while the first is on its way is none', async () => {
    const { held, letGo } = hold();
    await page.route(
      TRANSFER,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const form = await openTransfer(portal);
    const review = await portal.transfer(form, '14');
    const confirm = portal.button('transfer.confirm', review);
    await confirm.dblclick();
    await confirm.click({ force: true });
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(review).toBeVisible();
    letGo();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
    expect(transfers).toHaveLength(1);
    await portal.button('money.done', form).click();
  });

  await test.step('a transfer without an answer asks again by itself after a reload', async () => {
    const line = await breakLine(page, TRANSFER, loseAnswer);
    const form = await openTransfer(portal);
    const review = await portal.transfer(form, '15');
    await portal.button('transfer.confirm', review).click();
    await expect(form.getByText(words('money.stillProcessing'))).toBeVisible();
    const notice = page.getByText(words('home.open.transfer', { amount: '฿15.00' }));
    await page.reload();
    await expect(notice).toBeVisible();
    // Now answers come through; nobody presses anything.
    line.repair();
    await expect(page.getByText(words('transfer.success'))).toBeVisible();
    await expect(notice).toBeHidden();
    expect(new Set(transfers).size).toBe(2);
  });

  await test.step('so is one of a withdrawal, behind a gateway that fails', async () => {
    let fail = breakDown;
    const line = await breakLine(page, WITHDRAW, (route) => fail(route));
    const { form, review } = await openWithdraw(portal, '101');
    await portal.button('withdraw.confirm', review).dblclick();
    await expect(form.getByText(words('money.stillProcessing'))).toBeVisible();
    // From now on the server does it, and says so to nobody.
    const isDone = page.waitForEvent('requestfailed', (request) => WITHDRAW.test(request.url()));
    fail = loseAnswer;
    await portal.button('money.checkAgain', form).click();
    await isDone;
    await page.reload();
    const notice = page.getByText(words('home.open.withdraw', { amount: '฿101.00' }));
    await expect(notice).toBeVisible();
    // The portal asks again by itself, so the line must not be whole while the form is open.
    line.repair();
    // On a busy machine the bank may pay later than the answer.
    await Promise.any([
      expectNotice(page, words('withdraw.done')),
      expectNotice(page, words('withdraw.success')),
    ]);
    await expect(notice).toBeHidden();
    expect(new Set(withdrawals).size).toBe(1);
    await page.goto('/user/statement');
  });

  await test.step('the statement has each of them once', async () => {
    for (const amount of ['−฿101.00', '฿14.00', '฿15.00']) {
      await expect(portal.lines().filter({ hasText: amount })).toHaveCount(1);
    }
  });
});

test('on a slow line each tap is answered, and most is there before it', {
  tag: '@desk-first',
}, async ({ page, portal, words, home, check }) => {
  await holdNotices(page);
  await test.step('a dialog on its way shows its shell', async () => {
    await home();
    const { held, letGo } = hold();
    await page.route(/\/assets\/money-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await portal.button('withdraw.withdraw').click();
    await expect(portal.dialog(words('common.loading'))).toBeVisible();
    await check('robust-02-coming');
    letGo();
    await expect(portal.dialog(words('withdraw.withdraw'))).toBeVisible();
    await page.goBack();
    await expect(portal.dialog(words('withdraw.withdraw'))).toBeHidden();
    await expect(page).toHaveURL(/\/user\/home$/);
  });

  await test.step('a notice over a dialog can be read and closed', async () => {
    await portal.reachGames();
    await portal.game(GAME).click();
    const game = portal.dialog(GAME);
    await portal.button('game.byHand', game).click();
    const copy = `${words('common.copy')} ${words('game.username')}`;
    await game.getByRole('button', { name: copy, exact: true }).click();
    const notice = game
      .getByRole('status')
      .or(game.getByRole('alert'))
      .filter({
        has: portal.button('shell.dismiss'),
      });
    await expect(notice).toBeVisible();
    await portal.button('shell.dismiss', notice).click();
    await expect(notice).toBeHidden();
    await expect(game).toBeVisible();
  });
});

test('what will be wanted is fetched while the player reads', { tag: '@phone-first' }, async ({
  page,
  home,
}) => {
  const wanted = ['money', 'rewards', 'account'];
  const coming = wanted.map((name) => page.waitForRequest(new RegExp(`/assets/${name}-`)));
  await home({ fetchesAhead: true });
  await Promise.all(coming);
});
