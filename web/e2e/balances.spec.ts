import { expect, type Page } from '@playwright/test';
import { test } from './member';
import { playRound } from './outside';
import { Purse } from './purse';
import { breakOutside, repairOutside } from './support-world';

const GAME = 'PG Soft';
const PROVIDER = 'pg';

test.use({
  pictures: 'balances-',
  start: { amount: '1000', game: PROVIDER },
  cast: { th: ['มานพ', 'รุ่งเรือง'], en: ['Malee', 'Boonmee'] },
});

/** The player comes back from the game's own tab. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('a player who comes back from a game sees and moves what the game holds', {
  tag: '@phone-first',
}, async ({ page, request, player, portal, words, home, check }) => {
  const purse = await Purse.of(request, player);
  const play = async (stake: string, win: string) =>
    playRound(request, PROVIDER, await purse.nameAt(PROVIDER), { stake, win });
  const game = portal.dialog(GAME);
  const form = portal.dialog(words('transfer.transfer'));
  const review = portal.dialog(words('money.reviewTitle'));
  const openTransferOut = async () => {
    await portal.reachGames();
    await portal.game(GAME).click();
    await portal.button('game.transferOut', game).click();
    await expect(portal.field('common.amount', form)).toBeVisible();
  };
  const leave = async () => {
    await portal.button('money.done', form).click();
    await portal.button('common.close', game).click();
  };

  await test.step('sees the loss as soon as the page is looked at again', async () => {
    await purse.transfer('WALLET', PROVIDER, '500');
    await home();
    await expect(portal.amount('home.inGames')).toHaveText('฿500.00');
    await play('200.00', '0.00');
    await comeBack(page);
    await expect(portal.amount('home.inGames')).toHaveText('฿300.00');
    await portal.reachGames();
    await expect(portal.game(GAME)).toContainText('฿300.00');
    await check('01-home-after-loss');
  });

  await test.step("sees a win as soon as the game's card is opened", async () => {
    // The dialog makes the request itself; it is not the page's request on return.
    await play('10.00', '60.00');
    await portal.reachGames();
    await portal.game(GAME).click();
    await expect(game).toContainText('฿350.00');
    await check('02-game-card');
    await portal.button('common.close', game).click();
  });

  await test.step('moves all that is there when it is moved', async () => {
    await openTransferOut();
    await portal.button('money.all', form).click();
    await expect(portal.field('common.amount', form)).toHaveValue('350.00');
    await check('03-all');
    await portal.button('common.next', form).click();
    await expect(review.getByText(words('transfer.allOfGame'))).toBeVisible();
    await check('04-all-review');
    await play('50.00', '300.00');
    await portal.button('transfer.confirm', review).click();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
    await expect(form).toContainText('฿600.00');
    await check('05-all-done');
    await leave();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿1,100.00');
    await expect(portal.amount('home.inGames')).toHaveText('฿0.00');
  });

  await test.step('sees why too much is refused, and moves what is left with one tap', async () => {
    await purse.transfer('WALLET', PROVIDER, '500');
    await openTransferOut();
    await portal.transfer(form, '500');
    await play('200.00', '0.00');
    await portal.button('transfer.confirm', review).click();
    const refused = page.getByRole('alertdialog');
    await expect(refused).toContainText(words('error.MONEY_NOT_ENOUGH'));
    await expect(refused).toContainText('฿300.00');
    await check('06-refused');
    const instead = words('transfer.instead', { amount: '฿300.00' });
    await refused.getByRole('button', { name: instead, exact: true }).click();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
    await leave();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿900.00');
  });

  await test.step('sees how old the balance of a game is that does not answer', async () => {
    await breakOutside(request, `game:${PROVIDER}`, 'drop_before');
    await comeBack(page);
    await portal.reachGames();
    await expect(portal.game(GAME).locator('time')).toBeVisible();
    await check('07-silent');
    await repairOutside(request, `game:${PROVIDER}`);
    await comeBack(page);
    await expect(portal.game(GAME).locator('time')).toHaveCount(0);
  });

  await test.step('withdraws everything, with what the games hold by then', async () => {
    await purse.transfer('WALLET', PROVIDER, '400');
    await portal.button('withdraw.withdraw').click();
    const withdrawal = portal.dialog(words('withdraw.withdraw'));
    await withdrawal.getByRole('radio', { name: words('withdraw.source.all') }).check();
    await portal.button('money.all', withdrawal).click();
    await expect(portal.field('withdraw.amount', withdrawal)).toHaveValue('900.00');
    await check('08-withdraw-all');
    await portal.button('common.next', withdrawal).click();
    await play('100.00', '0.00');
    await check('09-withdraw-all-review');
    await portal.button('withdraw.confirm', review).click();
    await expect(withdrawal.getByText(words('withdraw.paid'))).toBeVisible();
    await expect(withdrawal).toContainText('฿800.00');
    await portal.button('money.done', withdrawal).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿0.00');
    await expect(portal.amount('home.inGames')).toHaveText('฿0.00');
  });
});
