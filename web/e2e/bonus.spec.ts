import { expect, type Locator } from '@playwright/test';
import { formatDay } from '../src/intl/moment';
import { test } from './member';
import { expectNotice } from './notices';
import { payQr, playRound } from './outside';
import { Purse } from './purse';

const GAME = 'PG Soft';
const PROVIDER = 'pg';
const CAPPED = { th: 'โบนัสรายสัปดาห์ 50 บาท', en: 'Weekly bonus of 50 baht' };
const WELCOME = { th: 'โบนัสต้อนรับสมาชิกใหม่ 100%', en: 'Welcome bonus 100%' };

test.use({
  pictures: 'bonus-',
  isAboutToday: true,
  cast: { th: ['มานี', 'ศรีสุข'], en: ['Kamon', 'Rattana'] },
});

test('a player takes a bonus, wins it, ends it and withdraws', { tag: '@desk-first' }, async ({
  page,
  request,
  portal,
  words,
  home,
  check,
}) => {
  const title = WELCOME[portal.language];
  const card = page.getByRole('button').filter({ hasText: title });
  const offer = portal.dialog(title);
  const toBonuses = async () => {
    await page.getByRole('link', { name: words('nav.home'), exact: true }).click();
    await portal.button('nav.bonus').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('bonus.bonus'));
  };
  const goHome = () => page.getByRole('link', { name: words('nav.home'), exact: true }).click();
  const transfer = async (open: () => Promise<void>, amount: string) => {
    await open();
    const form = portal.dialog(words('transfer.transfer'));
    const review = await portal.transfer(form, amount);
    await portal.button('transfer.confirm', review).click();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
    await portal.button('money.done', form).click();
  };
  let username = '';

  await test.step('finds no bonus without a deposit', async () => {
    await home();
    await check('01-home');
    await toBonuses();
    const first = words('bonus.quote.DEPOSIT_FIRST', { min: '฿100.00' });
    await expect(card).toContainText(words('bonus.depositToClaim', { min: '฿100.00' }));
    await check('02-bonuses');
    await card.click();
    await expect(offer.getByText(/10%/).last()).toBeVisible();
    await expect(offer.getByText(first)).toBeVisible();
    await expect(portal.button('bonus.receive', offer)).toBeHidden();
    await check('03-offer');
    await portal.button('deposit.deposit', offer).click();
    await expect(offer).toBeHidden();
    const form = portal.dialog(words('deposit.deposit'));
    await portal.button('common.close', form).click();
  });

  await test.step('searches for promotions by their code', async () => {
    await portal.button('promotion.have').click();
    const search = portal.button('common.search');
    await search.click();
    await expect(page.getByText(words('promotion.required'))).toBeVisible();
    const code = portal.field('promotion.code');
    await code.fill('nosuchcode');
    await expect(code).toHaveValue('NOSUCHCODE');
    await search.click();
    const nothing = portal.dialog(words('promotion.promotion'));
    await expect(nothing.getByText(words('error.NO_PROMOTION'))).toBeVisible();
    await check('05-promotion-unknown');
    await portal.button('common.close', nothing).click();
    await code.fill('topup50');
    await search.click();
    const found = page.getByRole('dialog').filter({ hasText: words('promotion.warning') });
    await expect(found).toBeVisible();
    const first = words('bonus.quote.DEPOSIT_FIRST', { min: '฿200.00' });
    await expect(found.getByText(first)).toBeVisible();
    await check('06-promotion');
    await portal.button('common.close', found).click();
  });

  await test.step('is offered what the credited deposit has opened', async () => {
    await goHome();
    const form = await portal.openQrForm('300');
    const created = page.waitForResponse(
      (response) =>
        /\/api\/qrcode\//.test(response.url()) && response.request().method() === 'POST',
    );
    await portal.button('qr.create', form).click();
    const { payload } = (await (await created).json()) as { payload: string };
    await payQr(request, payload);
    await expect(form.getByText(words('qr.credited'))).toBeVisible();
    await expect(form.getByText(words('bonus.opened'))).toBeVisible();
    await check('04-deposit-opens');
    const see = `${words('bonus.openedSee')}: ${title}`;
    await form.getByRole('button', { name: see, exact: true }).click();
    await expect(offer.getByText(words('bonus.question'))).toBeVisible();
    await portal.button('bonus.notNow', offer).click();
    await portal.button('money.done', form).click();
  });

  await test.step('sees what the bonus costs, and receives it', async () => {
    const activated = page.waitForResponse(/\/api\/wallet\/activate\//);
    await portal.openGame(GAME);
    username = ((await (await activated).json()) as { account: { username: string } }).account
      .username;
    await toBonuses();
    await expect(card).toContainText(words('bonus.claim', { amount: '฿300.00' }));
    await card.click();
    const day = formatDay(new Date(Date.now() + 30 * 86_400_000).toISOString());
    const cost = { amount: '฿300.00', target: '฿1,800.00', locked: '฿600.00', day };
    await expect(offer.getByText(words('bonus.cost.until', cost))).toBeVisible();
    await expect(offer.getByText(words('bonus.question'))).toBeVisible();
    await check('06-cost');
    await portal.button('bonus.receive', offer).click();
    await expect(offer).toBeHidden();
    await expectNotice(page, words('bonus.received', { amount: '฿300.00' }));
    await expect(page.getByText('฿1,800.00', { exact: true })).toBeVisible();
    await expect(page.getByText('฿60.00', { exact: true })).toBeVisible();
    await expect(card).toContainText(words('bonus.current'));
    await check('07-active');
    await card.click();
    await expect(offer.getByText(words('bonus.isActive'))).toBeVisible();
    await portal.button('common.confirm', offer).click();
    await expect(offer).toBeHidden();
  });

  await test.step('cannot withdraw, nor end it before it is won or lost', async () => {
    await portal.button('bonus.end').click();
    const confirm = page.getByRole('alertdialog');
    await expect(confirm).toContainText(words('bonus.endWarn1'));
    await expect(confirm).toContainText(words('bonus.endWarn2'));
    await check('08-end-confirm');
    await portal.button('bonus.end', confirm).click();
    await expect(confirm).toContainText(words('error.BONUS_CONDITION'));
    await expect(confirm).toContainText('฿600.00');
    await check('09-end-refused');
    await portal.button('common.ok', confirm).click();
    await goHome();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿600.00');
    await portal.button('withdraw.withdraw').click();
    const form = portal.dialog(words('withdraw.withdraw'));
    await expect(form.getByText(words('error.BONUS_REMAINING'))).toBeVisible();
    await expect(portal.field('withdraw.amount', form)).toHaveCount(0);
    await expect(portal.button('bonus.end', form)).toBeVisible();
    await check('10-withdraw-blocked');
    await portal.button('common.close', form).click();
  });

  await test.step('plays until it is won', async () => {
    await transfer(() => portal.openTransferInto(GAME), '600');
    await portal.button('common.close', portal.dialog(GAME)).click();
    await playRound(request, PROVIDER, username, { stake: '100.00', win: '1400.00' });
    await toBonuses();
    await portal.button('common.refresh').click();
    await expect(page.getByText('฿1,900.00', { exact: true })).toBeVisible();
    await expect(page.getByText(words('bonus.standing.won'))).toBeVisible();
    await check('11-won');
  });

  await test.step('ends it', async () => {
    await portal.button('bonus.end').click();
    const confirm = page.getByRole('alertdialog');
    await portal.button('bonus.end', confirm).click();
    await expect(confirm).toBeHidden();
    await expectNotice(page, words('error.BONUS_CLEAR'));
    await expect(portal.button('promotion.have')).toBeVisible();
    await expect(card).toBeDisabled();
    await expect(card).toContainText(words('common.received'));
    await check('12-ended');
  });

  await test.step('withdraws what was won', async () => {
    await goHome();
    const open = async () => {
      await portal.reachGames();
      await portal.game(GAME).click();
      await portal.button('game.transferOut', portal.dialog(GAME)).click();
    };
    await transfer(open, '1900');
    await portal.button('common.close', portal.dialog(GAME)).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿1,900.00');
    await portal.button('withdraw.withdraw').click();
    const form = portal.dialog(words('withdraw.withdraw'));
    await portal.field('withdraw.amount', form).fill('1900');
    await portal.button('common.next', form).click();
    const review = portal.dialog(words('money.reviewTitle'));
    await portal.button('withdraw.confirm', review).click();
    await expect(form.getByText(words('withdraw.paid'))).toBeVisible();
    await portal.button('money.done', form).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿0.00');
  });

  await test.step('wins more than a capped bonus lets keep, and moves it home first', async () => {
    const capped = CAPPED[portal.language];
    await portal.payIn((payload) => payQr(request, payload), '300');
    await toBonuses();
    await page.getByRole('button').filter({ hasText: capped }).click();
    await portal.button('bonus.receive', portal.dialog(capped)).click();
    await expect(page.getByText('฿700.00', { exact: true })).toBeVisible();
    await goHome();
    await transfer(() => portal.openTransferInto(GAME), '350');
    await portal.button('common.close', portal.dialog(GAME)).click();
    await playRound(request, PROVIDER, username, { stake: '100.00', win: '2750.00' });
    await toBonuses();
    await portal.button('bonus.end').click();
    const confirm = page.getByRole('alertdialog');
    await portal.button('bonus.end', confirm).click();
    await expect(confirm).toContainText(words('bonus.collectDetail', { amount: '฿1,000.00' }));
    await check('13-collect-first');
    await portal.button('bonus.collect', confirm).click();
    await expectNotice(page, words('bonus.collected'));
    await portal.button('bonus.end').click();
    await portal.button('bonus.end', confirm).click();
    const taken = words('bonus.taken', { amount: '฿1,000.00' });
    await expectNotice(page, taken);
    await goHome();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿2,000.00');
  });

  await test.step('reads it in the statement', async () => {
    await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
    const main = page.getByRole('main');
    const lines = portal.lines().filter({ hasText: title });
    await expect(lines).toHaveCount(2);
    await expect(lines.nth(0)).toContainText(words('statement.finish_bonus'));
    await expect(lines.nth(0)).toContainText(words('bonus.outcome.SUCCESS'));
    await expect(lines.nth(1)).toContainText(words('statement.bonus'));
    await expect(lines.nth(1)).toContainText('+฿300.00');
    await expect(lines.nth(1)).toContainText(portal.balanceAfter('฿600.00'));
    await expect(main.getByText(words('statement.takenBack'))).toBeVisible();
    await check('14-statement');
  });
});

test.describe('with a deposit and a game', () => {
  test.use({ start: { amount: '500' }, pictures: 'bonus-closing-' });

  test('a player sees which bonuses a bet or a withdrawal closes', { tag: '@desk-first' }, async ({
    page,
    request,
    player,
    member,
    portal,
    words,
    home,
    check,
  }) => {
    expect(member).not.toBe('');
    const title = WELCOME[portal.language];
    const card = page.getByRole('button').filter({ hasText: title });
    const goHome = () => page.getByRole('link', { name: words('nav.home'), exact: true }).click();
    const cardSays = async (status: string) => {
      await portal.button('nav.bonus').click();
      await expect(card).toContainText(words(`bonus.quote.${status}`, { min: '฿100.00' }));
      await goHome();
    };
    const username = await (await Purse.of(request, player)).openGame(PROVIDER);
    await home();
    const closes = (act: string, dialog: Locator) =>
      dialog.getByText(words(`bonus.closing.${act}`));

    await test.step('moves money into a game: the first bet closes them', async () => {
      await portal.openTransferInto(GAME);
      // The game says so as well: its button moves money in by one press.
      await expect(closes('play', portal.dialog(GAME))).toBeVisible();
      const form = portal.dialog(words('transfer.transfer'));
      await expect(form).toBeVisible();
      await expect(closes('play', form)).toBeHidden();
      const review = await portal.transfer(form, '100');
      await expect(closes('play', review)).toBeVisible();
      await review.locator('summary').click();
      await expect(review.getByRole('button', { name: title })).toBeVisible();
      await check('01-transfer');
      await portal.button('transfer.confirm', review).click();
      await expect(form.getByText(words('transfer.success'))).toBeVisible();
      await portal.button('money.done', form).click();
      await portal.button('common.close', portal.dialog(GAME)).click();
      // Moving money closes nothing yet.
      await portal.button('nav.bonus').click();
      await expect(card).toContainText(words('bonus.claim', { amount: '฿300.00' }));
      await goHome();
      await playRound(request, PROVIDER, username, { stake: '1.00', win: '1.00' });
      await cardSays('CLOSED_BY_PLAY');
    });

    await test.step('withdraws: that closes what a new deposit has opened', async () => {
      await portal.payIn((payload) => payQr(request, payload), '500');
      await portal.button('withdraw.withdraw').click();
      const form = portal.dialog(words('withdraw.withdraw'));
      await portal.field('withdraw.amount', form).fill('100');
      await portal.button('common.next', form).click();
      const review = portal.dialog(words('money.reviewTitle'));
      await expect(closes('withdrawal', review)).toBeVisible();
      await check('02-withdraw');
      await review.locator('summary').click();
      await review.getByRole('button', { name: title }).click();
      const offer = portal.dialog(title);
      await expect(offer.getByText(words('bonus.question'))).toBeVisible();
      await portal.button('bonus.notNow', offer).click();
      await portal.button('withdraw.confirm', review).click();
      await expect(form.getByText(words('withdraw.paid'))).toBeVisible();
      await portal.button('money.done', form).click();
      await portal.button('nav.bonus').click();
      const closed = words('bonus.quote.CLOSED_BY_WITHDRAWAL', { min: '฿100.00' });
      await expect(card).toContainText(closed);
      await check('03-closed');
      await card.click();
      await expect(portal.dialog(title).getByText(closed)).toBeVisible();
      await check('04-closed-offer');
    });
  });
});
