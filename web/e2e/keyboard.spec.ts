import { expect, type Locator, type Page } from '@playwright/test';
import { Keys } from './keys';
import { test } from './member';
import { payQr } from './outside';
import type { Portal } from './portal';

const GAME = 'PG Soft';

test.use({
  pictures: 'keyboard-',
  cast: { th: ['ลำดวน', 'ดีงาม'], en: ['Lamduan', 'Deengam'] },
});

/** Checks that the focus is inside a dialog, not behind it. */
const hasFocus = (dialog: Locator) =>
  expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The message that describes a field, as a screen reader finds it. */
async function expectFault(field: Locator, message: string | RegExp): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
}

/** The text that each command shows once its money has arrived. */
const DONE = { transfer: 'transfer.success', withdraw: 'withdraw.done' } as const;

/** From the filled-in form through the review to the end, and back to the opening button. */
async function seeThrough(portal: Portal, keys: Keys, form: Locator, action: keyof typeof DONE) {
  const { words } = portal;
  const review = portal.dialog(words('money.reviewTitle'));
  await keys.press('Enter');
  await hasFocus(review);
  await keys.pressOn(portal.button(`${action}.confirm`, review));
  await expect(form.getByText(words(DONE[action]))).toBeVisible();
  await hasFocus(form);
  await keys.pressOn(portal.button('money.done', form));
  await expect(form).toBeHidden();
}

test('everything a player does is done by the keyboard alone', { tag: '@desk' }, async ({
  page,
  request,
  portal,
  words,
  player,
  member,
}) => {
  expect(member).toBeTruthy();
  const keys = new Keys(page);
  const tile = (id: string) => portal.button(id, page.getByRole('main'));
  const deposit = portal.dialog(words('deposit.deposit'));
  const transfer = portal.dialog(words('transfer.transfer'));
  const amount = (dialog: Locator) => portal.field('common.amount', dialog);

  await test.step('chooses the language and logs in', async () => {
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'ข้ามไปยังเนื้อหา' })).toBeAttached();
    await keys.press('Tab');
    await expect(page.getByRole('link', { name: 'ข้ามไปยังเนื้อหา' })).toBeFocused();
    await keys.pressOn(page.getByRole('button', { name: 'ภาษา', exact: true }));
    await keys.pressOn(page.getByRole('button', { name: 'English', exact: true }));
    await expect(heading(page)).toHaveText(words('nav.login'));
    await expect(portal.button('nav.language')).toBeFocused();

    const main = page.getByRole('main');
    await keys.pressOn(portal.button('nav.login', main));
    await expectFault(portal.field('auth.username'), words('common.required'));
    await page.keyboard.type(player.phone);
    await keys.typeInto(portal.field('auth.password'), player.password);
    await keys.press('Enter');
    await expect(portal.balances()).toBeVisible();
  });

  await test.step('accepts the terms, which do not give way to Escape', async () => {
    const terms = portal.dialog(words('agreement.title'));
    await hasFocus(terms);
    await keys.press('Escape');
    await keys.press('Escape');
    await hasFocus(terms);
    await keys.pressOn(portal.button('agreement.accept', terms));
    await expect(terms).toBeHidden();
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText(words('nav.home'));
  });

  await test.step('skips the bars', async () => {
    await keys.pressOn(page.getByRole('link', { name: words('shell.skip') }));
    await expect(heading(page)).toBeFocused();
    await keys.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  await test.step('makes a QR, cancels it, and leaves what was typed', async () => {
    await keys.pressOn(tile('deposit.deposit'));
    await hasFocus(deposit);
    const tabs = deposit.getByRole('tab');
    await keys.tabTo(tabs.first());
    await keys.press('End');
    await expect(tabs.last()).toBeFocused();
    await keys.press('Home');
    await expect(tabs.first()).toBeFocused();
    const qr = deposit.getByRole('tab', { name: words('deposit.tab.qr') });
    await expect(qr).toBeFocused();
    await expect(qr).toHaveAttribute('aria-selected', 'true');
    await keys.typeInto(amount(deposit), '500');
    await keys.press('Enter');
    await keys.pressOn(portal.button('qr.cancel', deposit));
    await expect(portal.button('qr.create', deposit)).toBeVisible();
    await hasFocus(deposit);

    await keys.typeInto(amount(deposit), '40');
    await keys.press('Escape');
    const question = page.getByRole('alertdialog', { name: words('common.leave.title') });
    await hasFocus(question);
    await keys.press('Escape');
    await expect(question).toBeHidden();
    await expect(amount(deposit)).toBeFocused();
    await keys.press('Escape');
    await keys.pressOn(portal.button('common.leave.leave', question));
    await expect(deposit).toBeHidden();
    await expect(tile('deposit.deposit')).toBeFocused();
  });

  await test.step('deposits by QR', async () => {
    await keys.press('Enter');
    await keys.tabTo(deposit.getByRole('tab').first());
    await keys.typeInto(amount(deposit), '500');
    const created = page.waitForResponse(
      (answer) => /\/api\/qrcode\//.test(answer.url()) && answer.request().method() === 'POST',
    );
    await keys.press('Enter');
    const { payload } = (await (await created).json()) as { payload: string };
    await payQr(request, payload);
    await expect(deposit.getByText(words('qr.credited'))).toBeVisible();
    await hasFocus(deposit);
    await keys.pressOn(portal.button('money.done', deposit));
    await expect(tile('deposit.deposit')).toBeFocused();
  });

  await test.step('opens a game account; what opened it has changed meanwhile', async () => {
    const game = portal.dialog(GAME);
    await portal.reachGames();
    const card = portal.game(GAME);
    await keys.pressOn(card);
    await keys.pressOn(portal.button('game.open', game));
    await expect(portal.button('game.byHand', game)).toBeVisible();
    await hasFocus(game);
    await keys.press('Escape');
    await expect(game).toBeHidden();
    await expect(card).toBeFocused();
  });

  await test.step('transfers into it and back', async () => {
    const game = portal.dialog(GAME);
    await keys.pressOn(portal.game(GAME));
    await keys.pressOn(portal.button('game.changeAmount', game));
    await expect(amount(transfer)).toBeFocused();
    await page.keyboard.type('200');
    await seeThrough(portal, keys, transfer, 'transfer');
    await hasFocus(game);
    await keys.press('Escape');
    await portal.reachGames();
    await expect(portal.game(GAME)).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await keys.tabTo(tile('transfer.transfer'), 'Shift+Tab');
    await keys.press('Enter');
    await expect(amount(transfer)).toBeFocused();
    await keys.tabTo(portal.field('transfer.from', transfer), 'Shift+Tab');
    await page.keyboard.type(GAME.slice(0, 2));
    await keys.tabTo(portal.field('transfer.to', transfer));
    await page.keyboard.type(words('wallet.mainWallet').slice(0, 4));
    await keys.typeInto(amount(transfer), '200');
    await seeThrough(portal, keys, transfer, 'transfer');
    await expect(tile('transfer.transfer')).toBeFocused();
  });

  await test.step('is led to what is wrong with a withdrawal, and withdraws', async () => {
    const form = portal.dialog(words('withdraw.withdraw'));
    const field = portal.field('withdraw.amount', form);
    await keys.tabTo(tile('withdraw.withdraw'), 'Shift+Tab');
    await keys.press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.type('1');
    await keys.press('Enter');
    const fault = page.getByRole('alertdialog');
    await hasFocus(fault);
    await keys.pressOn(portal.button('common.ok', fault));
    await expectFault(field, /\d/);
    await keys.typeInto(field, '120');
    await seeThrough(portal, keys, form, 'withdraw');
    await expect(tile('withdraw.withdraw')).toBeFocused();
  });

  await test.step('reads the statement and a receipt', async () => {
    const menu = page.getByRole('navigation', { name: words('shell.menu') });
    await keys.pressOn(menu.getByRole('link', { name: words('nav.statement') }));
    await expect(heading(page)).toHaveText(words('nav.statement'));
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${words('nav.statement')}`));
    const chip = portal.button('statement.withdraw');
    await keys.pressOn(chip);
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(chip).toBeFocused();
    await expect(portal.lines().filter({ hasText: '฿120.00' })).toHaveCount(1);
    const receipt = page.getByRole('button', { name: new RegExp(words('statement.receipt')) });
    await keys.pressOn(receipt.first());
    await hasFocus(page.getByRole('dialog'));
    await keys.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(receipt.first()).toBeFocused();
  });

  await test.step('switches the look and logs out', async () => {
    const menu = portal.button('nav.language');
    await keys.pressOn(menu);
    await keys.pressOn(portal.button('shell.theme.dark'));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await keys.press('Escape');
    await expect(menu).toBeFocused();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await keys.pressOn(portal.button('nav.logout'));
    await expect(page).toHaveURL(/\/login$/);
    await expect(heading(page)).toHaveText(words('nav.login'));
    await expect(heading(page)).toBeFocused();
  });

  expect(keys.faults).toEqual([]);
});

test('a page is seen from its top, and again from where it was left', { tag: '@desk' }, async ({
  page,
  portal,
  words,
  home,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await home();
  await expect(page.locator('h1')).not.toBeFocused();
  const scrolled = () => page.evaluate(() => window.scrollY);
  await portal.reachGames();
  await portal.games().last().scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toBeGreaterThan(100);
  const left = await scrolled();
  const menu = page.getByRole('navigation', { name: words('shell.menu') });
  await menu.getByRole('link', { name: words('nav.profile') }).click();
  await expect(heading(page)).toHaveText(words('nav.profile'));
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(portal.balances()).toBeAttached();
  await expect.poll(scrolled).toBe(left);
  await expect(heading(page)).toBeFocused();
});
