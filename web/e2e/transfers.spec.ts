import { expect, type Locator } from '@playwright/test';
import { test } from './member';

test.use({
  pictures: 'transfers-',
  start: { amount: '500' },
  cast: { th: ['วิชัย', 'สุขใจ'], en: ['Anong', 'Saetang'] },
});

/** Two games of two providers, one credit of each worth the same as in the wallet. */
const [FIRST, SECOND] = ['PG Soft', 'Betflix'] as const;

test('a player moves money between games, collects it and withdraws all of it', {
  tag: '@phone-first',
}, async ({ page, portal, words, home, check }) => {
  const form = portal.dialog(words('transfer.transfer'));
  const choose = (side: 'from' | 'to', name: string) =>
    pick(portal.field(`transfer.${side}`, form), name);
  const send = async () => {
    await portal.button('transfer.confirm', portal.dialog(words('money.reviewTitle'))).click();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
  };
  const move = async (from: string, to: string, amount: string) => {
    await portal.button('transfer.transfer').click();
    await choose('from', from);
    await choose('to', to);
    await portal.transfer(form, amount);
    await send();
    await portal.button('money.done', form).click();
  };
  const wallet = words('wallet.mainWallet');

  await test.step('comes with money in the wallet and two game accounts', async () => {
    await home();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿500.00');
    for (const name of [FIRST, SECOND]) await portal.openGame(name);
    await check('01-home');
  });

  await test.step('sees what is wrong with the form', async () => {
    await portal.button('transfer.transfer').click();
    await choose('from', FIRST);
    await choose('to', FIRST);
    await portal.field('common.amount', form).fill('10');
    await portal.button('common.next', form).click();
    const fault = page.getByRole('alertdialog');
    await expect(fault).toContainText(words('transfer.sameAccount'));
    await portal.button('common.ok', fault).click();
    await portal.button('common.close', form).click();
    await move(wallet, FIRST, '300');
  });

  await test.step('moves from one game to the other through the wallet', async () => {
    await portal.button('transfer.transfer').click();
    await choose('from', FIRST);
    await choose('to', SECOND);
    await expect(form.getByText(words('transfer.viaWallet'))).toBeVisible();
    await check('02-between-games');
    const review = await portal.transfer(form, '100');
    await expect(review.getByText(words('transfer.viaWallet'))).toBeVisible();
    await check('03-between-games-review');
    await send();
    const legs = form.getByRole('list', { name: words('transfer.legs') }).getByRole('listitem');
    await expect(legs).toHaveCount(2);
    for (const leg of await legs.all()) await expect(leg).toContainText(words('status.SUCCESS'));
    await check('04-between-games-done');
    await portal.button('money.done', form).click();
    await portal.reachGames();
    await expect(portal.game(FIRST)).toContainText('฿200.00');
    await expect(portal.game(SECOND)).toContainText('฿100.00');
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿200.00');
  });

  await test.step('brings everything to one place', async () => {
    await portal.button('transfer.transfer').click();
    await form.getByRole('tab', { name: words('transfer.tab.all'), exact: true }).click();
    await check('05-everything');
    await portal.button('common.next', form).click();
    await expect(portal.dialog(words('money.reviewTitle'))).toContainText('฿300.00');
    await check('06-everything-review');
    await send();
    await expect(form.getByRole('listitem')).toHaveCount(2);
    await check('07-everything-done');
    await portal.button('money.done', form).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿500.00');
    await expect(portal.amount('home.inGames')).toHaveText('฿0.00');
  });

  await test.step('withdraws with all game balances', async () => {
    await move(wallet, SECOND, '450');
    await portal.button('withdraw.withdraw').click();
    const withdrawal = portal.dialog(words('withdraw.withdraw'));
    await withdrawal.getByRole('radio', { name: words('withdraw.source.all') }).check();
    await portal.field('withdraw.amount', withdrawal).fill('480');
    await check('08-withdraw-all');
    await portal.button('common.next', withdrawal).click();
    const review = portal.dialog(words('money.reviewTitle'));
    await expect(review.getByText(words('withdraw.source.allReview'))).toBeVisible();
    await check('09-withdraw-all-review');
    await portal.button('withdraw.confirm', review).click();
    await expect(withdrawal.getByText(words('withdraw.paid'))).toBeVisible();
    await portal.button('money.done', withdrawal).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿20.00');
    await expect(portal.amount('home.inGames')).toHaveText('฿0.00');
  });

  await test.step('finds each step in the statement', async () => {
    await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
    await expect(page.getByText(portal.route(FIRST, wallet))).toHaveCount(2);
    await expect(page.getByText(words('statement.method.qr'), { exact: true })).toBeVisible();
    await check('10-statement');
  });
});

/** A place is listed with its balance behind the name. */
async function pick(field: Locator, name: string): Promise<void> {
  const option = field.locator('option').filter({ hasText: `${name} ·` });
  await field.selectOption((await option.getAttribute('value')) ?? '');
}
