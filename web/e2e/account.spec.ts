import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { payQr } from './outside';

test.use({
  pictures: 'account-',
  cast: { th: ['พิมพ์', 'แสงดี'], en: ['Pim', 'Saengdee'] },
});

const GAME = 'PG Soft';
const NEW_PASSWORD = 'Papaya-Salad-9';

const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 409, json: { message, requestId: 'req-77' } });

/** Counts the calls from now on. */
function count(page: Page, address: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && address.test(request.url())) calls += 1;
  });
  return () => calls;
}

test('the holder of an account at three banks is written in English', { tag: '@phone' }, async ({
  page,
  portal,
  words,
  member,
  home,
  check,
}) => {
  const account = { bankCode: '', bankAccountName: 'พิมพ์ แสงดี' };
  await page.route('**/api/account/profile', async (route) => {
    const response = await route.fetch();
    const profile = (await response.json()) as { bankAccount: object };
    Object.assign(profile.bankAccount, account);
    await route.fulfill({ response, json: profile });
  });
  const saved: unknown[] = [];
  await page.route('**/api/account/bankAccountName', async (route) => {
    saved.push(route.request().postDataJSON());
    account.bankAccountName = 'PIM SAENGDEE';
    await route.fulfill({ json: { status: 'SUCCESS' } });
  });
  const edit = portal.button('bank.editName');
  const form = portal.dialog(words('bank.editName'));
  const name = portal.field('bank.accountName', form);

  account.bankCode = 'SCB';
  await home({ at: '/user/profile' });
  await expect(page.getByText(`…${member.slice(-6)}`)).toBeVisible();
  await expect(page.getByText('พิมพ์ แสงดี')).toBeVisible();
  await expect(edit).toHaveCount(0);

  for (const bankCode of ['KTB', 'TMB', 'BBL']) {
    await test.step(`at ${bankCode}`, async () => {
      Object.assign(account, { bankCode, bankAccountName: 'พิมพ์ แสงดี' });
      await page.goto('/user/profile');
      await edit.click();
      await portal.button('common.save', form).click();
      await expect(form.getByText(words('common.required'))).toBeVisible();
      for (const wrong of ['พิมพ์', 'PIM 5', 'PIM-S']) {
        await name.fill(wrong);
        await portal.button('common.save', form).click();
        await expect(name).toHaveAttribute('aria-invalid', 'true');
      }
      await name.fill(' pim   saengdee ');
      await expect(name).toHaveValue(' PIM   SAENGDEE ');
      if (bankCode === 'KTB') await check('03-bank-name');
      await portal.button('common.save', form).dblclick();
      await expect(form).toBeHidden();
      await expectNotice(page, words('common.saved'));
      await expect(edit).toHaveCount(0);
      expect(saved.splice(0)).toEqual([{ bankCode, bankAccountName: 'PIM SAENGDEE' }]);
    });
  }
});

test('a game account is read, copied and given a new password', { tag: '@phone' }, async ({
  page,
  context,
  portal,
  words,
  home,
  check,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/api/spinwheel/active', (route) =>
    route.fulfill({ json: { isActive: false, coin: 0 } }),
  );
  await home();

  await test.step('has three games of a carousel in view, and swipes to the others', async () => {
    await portal.reachGames();
    await expect.poll(() => portal.cardsInView('slot')).toHaveLength(3);
    const prompt = words('home.game.openAccount');
    expect(await portal.cardsInView('lotto')).toEqual([`Huay HD${prompt}`]);
    await portal.carousel('slot').getByRole('button').last().scrollIntoViewIfNeeded();
    await expect.poll(() => portal.cardsInView('slot')).toHaveLength(3);
    expect(await portal.cardsInView('slot')).not.toContain(`${GAME}${prompt}`);
  });

  await test.step('finds a game by its kind, by a search, and among the favourites', async () => {
    await portal.reachGames();
    await expect(portal.game(GAME)).toBeVisible();
    const all = await portal.games().count();
    await portal.button('game.lotto').click();
    await expect(portal.games()).toHaveCount(1);
    await portal.button('home.games.all').click();
    await expect(portal.games()).toHaveCount(all);

    const search = page.getByRole('searchbox', { name: words('home.games.search') });
    await search.fill('no such game');
    const none = words('home.games.none', { text: 'no such game' });
    await expect(page.getByText(none)).toBeVisible();
    await check('05-no-game');
    await portal.button('home.games.showAll').click();
    await search.fill('pgSO');
    await expect(portal.games()).toHaveText([new RegExp(GAME)]);
    await search.fill('');

    await portal.reachGames();
    await portal.game(GAME).click();
    const star = portal.button('game.favourite', portal.dialog(GAME));
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await portal.button('common.close', portal.dialog(GAME)).click();
    await portal.button('home.games.favourites').click();
    await expect(portal.games()).toHaveText([new RegExp(GAME)]);
    await portal.button('home.games.all').click();
  });

  await test.step('refreshes all balances where no wheel turns', async () => {
    const tiles = page.getByRole('navigation', { name: words('home.actions') });
    await expect(portal.button('wallet.refreshAll', tiles)).toBeVisible();
    await expect(tiles.getByText(words('home.wheel'), { exact: true })).toHaveCount(0);
    const asked = page.waitForResponse(/\/api\/wallet\/refresh\/slot/);
    await portal.button('wallet.refreshAll', tiles).click();
    expect((await asked).ok()).toBe(true);
    await expectNotice(page, words('home.refreshed'));
  });

  await portal.openGame(GAME);
  await portal.reachGames();
  await portal.game(GAME).click();
  const game = portal.dialog(GAME);
  await portal.button('game.byHand', game).click();
  const copy = (id: string) =>
    game.getByRole('button', { name: `${words('common.copy')} ${words(id)}`, exact: true });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await test.step('copies the username, and a notice says what was copied', async () => {
    await copy('game.username').click();
    const username = await clipboard();
    expect(username).not.toBe('');
    await expect(game.getByText(username, { exact: true })).toBeVisible();
    await expectNotice(page, words('common.copied', { text: username }));
  });

  const old = await test.step('copies the password without showing it', async () => {
    await copy('game.password').click();
    const secret = await clipboard();
    await expectNotice(page, words('common.copied', { text: words('game.password') }));
    await expect(page.getByText(secret, { exact: true })).toHaveCount(0);
    await portal.button('game.showPassword', game).click();
    await expect(game.getByText(secret, { exact: true })).toBeVisible();
    return secret;
  });

  await test.step('a notice says when the browser does not copy', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await copy('game.username').click();
    await expectNotice(page, words('common.copyFailed'));
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  });

  await test.step('asks once for a new password', async () => {
    const sent = count(page, /\/api\/wallet\/resetpassword\//);
    await portal.button('game.resetPassword', game).click();
    const confirm = page.getByRole('alertdialog', { name: words('game.resetPassword') });
    await expect(confirm).toContainText(words('game.resetConfirm', { name: GAME }));
    await check('04-reset');
    await portal.button('game.resetPassword', confirm).dblclick();
    await expectNotice(page, words('game.resetDone'));
    await expect(confirm).toBeHidden();
    expect(sent()).toBe(1);
  });

  await test.step('reads the new password in place of the old one', async () => {
    const shown = game.getByText(words('game.password'), { exact: true }).locator('+ p');
    await expect(shown).not.toHaveText(old);
    await copy('game.password').click();
    await expect.poll(clipboard).not.toBe(old);
    await expect(shown).toHaveText(await clipboard());
  });

  await test.step('finds the provider on the web and for each phone', async () => {
    for (const [id, address] of [
      ['game.web', /\/games\/pg$/],
      ['game.android', /\/games\/pg\?app=android$/],
      ['game.ios', /\/games\/pg\?app=ios$/],
    ] as const) {
      const link = game.getByRole('link', { name: words(id), exact: true });
      await expect(link).toHaveAttribute('href', address);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
  });
});

test('a refusal of the server is shown in the words of the player', { tag: '@phone' }, async ({
  page,
  request,
  portal,
  words,
  home,
  check,
}) => {
  await home();
  await portal.openGame(GAME);
  await portal.payIn((payload) => payQr(request, payload), '500');
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿500.00');
  /** The server refuses one command; the form keeps what was typed for another try. */
  const isRefused = async (refused: {
    confirm: Locator;
    address: string;
    message: string;
    title: string;
    shown: string;
  }) => {
    await page.route(refused.address, refuse(refused.message), { times: 1 });
    await refused.confirm.click();
    const refusal = page.getByRole('alertdialog', { name: words(refused.title), exact: true });
    await expect(refusal).toContainText(refused.shown);
    await expect(refusal).toContainText('req-77');
    return refusal;
  };

  await test.step('of a transfer', async () => {
    const address = '**/api/wallet/transfer';
    await portal.button('transfer.transfer').click();
    const form = portal.dialog(words('transfer.transfer'));
    const confirm = portal.button('transfer.confirm');
    const title = 'transfer.failed';
    for (const [message, shown] of [
      ['SLOT_NO_ACCOUNT', words('error.SLOT_NO_ACCOUNT')],
      ['The provider sleeps on Sundays', 'The provider sleeps on Sundays'],
    ] as const) {
      await portal.transfer(form, '42');
      const refusal = await isRefused({ confirm, address, message, title, shown });
      await portal.button('common.ok', refusal).click();
      await expect(portal.field('common.amount', form)).toHaveValue(/^42(\.00)?$/);
    }
    await portal.button('common.close', form).click();
    await expect(form).toBeHidden();
  });

  await test.step('of a withdrawal', async () => {
    const address = '**/api/wallet/withdraw';
    await portal.button('withdraw.withdraw').click();
    const form = portal.dialog(words('withdraw.withdraw'));
    const confirm = portal.button('withdraw.confirm');
    const title = 'withdraw.failed';
    for (const [message, shown] of [
      ['INACTIVE_USER', words('error.INACTIVE_USER')],
      ['Bank holiday', 'Bank holiday'],
    ] as const) {
      await portal.field('withdraw.amount', form).fill('150');
      await portal.button('common.next', form).click();
      const refusal = await isRefused({ confirm, address, message, title, shown });
      if (message === 'INACTIVE_USER') await check('05-withdraw-refused');
      await portal.button('common.ok', refusal).click();
      await expect(portal.field('withdraw.amount', form)).toHaveValue(/^150(\.00)?$/);
    }
  });

  await test.step('and nothing has moved', async () => {
    await page.goto('/user/home');
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿500.00');
  });
});

test('a member keeps name and password up to date', { tag: '@phone' }, async ({
  page,
  request,
  portal,
  words,
  player,
  home,
  check,
}) => {
  await home({ at: '/user/profile' });

  await test.step('corrects the name, which must not be empty', async () => {
    await portal.button('profile.editName').click();
    const form = portal.dialog(words('profile.editName'));
    const name = portal.field('register.name', form);
    await expect(name).toHaveValue(player.name);
    await name.fill('   ');
    await portal.button('common.save', form).click();
    await expect(form.getByText(words('common.required'))).toBeVisible();
    await name.fill('พิมพ์ใจ');
    await portal.button('common.save', form).dblclick();
    await expect(form).toBeHidden();
    await expectNotice(page, words('common.saved'));
    await expect(page.getByText('พิมพ์ใจ', { exact: true })).toBeVisible();
  });

  await test.step('changes the password: each rule has its own message', async () => {
    const sent = count(page, /\/api\/account\/changepwd$/);
    await portal.button('profile.changePassword').click();
    const form = portal.dialog(words('profile.changePassword'));
    const fill = async (old: string, fresh: string, again: string) => {
      await portal.field('profile.oldPassword', form).fill(old);
      await portal.field('profile.newPassword', form).fill(fresh);
      await portal.field('profile.confirmNewPassword', form).fill(again);
      await portal.button('common.save', form).click();
    };
    const expectAlert = (text: string) => expect(form.getByRole('alert')).toHaveText(text);
    await fill(player.password, NEW_PASSWORD, '');
    await expectAlert(words('common.required'));
    await fill(player.password, NEW_PASSWORD, `${NEW_PASSWORD}0`);
    await expectAlert(words('profile.passwordNotEqual'));
    await fill(player.password, 'short', 'short');
    await expectAlert(words('register.passwordShort', { n: 8 }));
    expect(sent()).toBe(0);
    await fill('Not-the-old-1', NEW_PASSWORD, NEW_PASSWORD);
    await expectAlert(words('error.WRONG_PASSWORD'));
    await check('01-password-wrong');
    await fill(player.password, NEW_PASSWORD, NEW_PASSWORD);
    await expect(form).toBeHidden();
    await expectNotice(page, words('common.saved'));
    expect(sent()).toBe(2);
  });

  await test.step('logs in with the new one, and not with the old one', async () => {
    await portal.button('nav.logout').click();
    await portal.button('nav.login').click();
    await expect(page.getByText(words('common.required'))).toHaveCount(2);
    await portal.field('auth.username').fill(player.phone);
    await portal.field('auth.password').fill(player.password);
    await portal.button('nav.login').click();
    await expect(page.getByText(words('error.WRONG_CREDENTIAL'))).toBeVisible();
    await portal.logIn({ ...player, password: NEW_PASSWORD });
  });

  await test.step('reads the conditions', async () => {
    await page.getByRole('link', { name: words('nav.profile'), exact: true }).click();
    await portal.button('nav.conditions').click();
    const conditions = portal.dialog(words('nav.conditions'));
    const { conditions: texts } = (await (await request.get('/api/lookup/conditions')).json()) as {
      conditions: { th: string }[];
    };
    for (const { th } of texts) {
      await expect(conditions).toContainText(th.replace(/<[^>]+>/g, ''));
    }
    expect(texts.length).toBeGreaterThan(0);
    await check('02-conditions');
    await portal.button('common.confirm', conditions).click();
    await expect(conditions).toBeHidden();
  });
});
