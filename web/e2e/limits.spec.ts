import { expect } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { payQr } from './outside';
import { ownAccountNo } from './story';

const GAME = 'PG Soft';

test.use({
  pictures: 'limits-',
  isAboutToday: true,
  start: { game: 'pg' },
  cast: { th: ['กานดา', 'มั่นคง'], en: ['Niran', 'Pholsena'] },
});

test(
  'a player sets limits, takes a break and changes the bank account',
  { tag: '@phone-first' },
  async ({ page, request, portal, words, player, check, home }, info) => {
    const day = portal.dialog(words('limits.deposit.day'));
    const setDayLimit = async (action: 'set' | 'change', amount: string) => {
      const name = `${words(`limits.deposit.${action}`)}: ${words('limits.deposit.day')}`;
      await page.getByRole('button', { name, exact: true }).click();
      await portal.field('limits.deposit.amount', day).fill(amount);
    };
    const toProfile = () =>
      page
        .getByRole('link', { name: words('nav.profile'), exact: true })
        .last()
        .click();
    const toLimits = async () => {
      await toProfile();
      await page
        .getByRole('main')
        .getByRole('link', { name: words('limits.title') })
        .click();
      await expect(page.getByText(words('limits.deposit.lead'))).toBeVisible();
    };
    const goHome = () => page.getByRole('link', { name: words('nav.home'), exact: true }).click();

    await test.step('comes with money in the wallet and a game account', async () => {
      // Time runs as usual until the story needs an hour to pass.
      await page.clock.install();
      await home();
      // Deposited within this sitting, so that the reminder counts it.
      await portal.payIn((payload) => payQr(request, payload), '300');
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿300.00');
    });

    await test.step('sets a limit that holds at once, and raises it for later', async () => {
      await toLimits();
      await check('01-limits');
      await setDayLimit('set', '400');
      await check('02-limit-form');
      await portal.button('common.save', day).click();
      await expect(page.getByText('฿100.00')).toBeVisible();
      await setDayLimit('change', '900');
      await expect(day.getByText(words('limits.deposit.effectLater'))).toBeVisible();
      await portal.button('common.save', day).click();
      await expect(page.getByText(/฿900\.00/)).toBeVisible();
      await check('03-limits-pending');
    });

    await test.step('is refused a QR beyond the limit', async () => {
      await goHome();
      const dialog = await portal.openQrForm('200');
      await portal.button('qr.create', dialog).click();
      const left = words('deposit.limit.day', {
        remaining: '฿100.00',
      });
      await expectNotice(page, left);
      await check('04-qr-refused');
      await portal.button('common.close', dialog).click();
    });

    await test.step('is reminded of the time', async () => {
      await toLimits();
      await portal.field('limits.reminder.every').selectOption('15');
      await expectNotice(page, words('common.saved'));
      await page.clock.fastForward(16 * 60_000);
      const reminder = portal.dialog(words('limits.reminder.now'));
      await expect(reminder).toContainText('฿300.00');
      await check('05-reminder');
      await page.reload();
      await portal.button('limits.reminder.continue', reminder).click();
      await portal.dialogsClosed();
      await page.reload();
      await expect(page.getByText(words('limits.deposit.lead'))).toBeVisible();
      await expect(reminder).toBeHidden();
    });

    await test.step('takes a time-out, with the password', async () => {
      const day = `${words('limits.break.TIME_OUT')}: ${words('limits.period.DAY')}`;
      await page.getByRole('button', { name: day, exact: true }).click();
      const dialog = portal.dialog(words('limits.break.TIME_OUT'));
      await check('06-time-out');
      await portal.field('auth.password', dialog).fill('not-my-password');
      await portal.button('limits.break.begin', dialog).click();
      await expect(dialog.getByText(words('error.WRONG_PASSWORD'))).toBeVisible();
      await check('07-time-out-confirm');
      await portal.field('auth.password', dialog).fill(player.password);
      await portal.button('limits.break.begin', dialog).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(words('limits.break.open'))).toBeVisible();
      // From its top: a button that the bar half covers is no target.
      await page.evaluate(() => window.scrollTo(0, 0));
      await check('08-limits-break');
    });

    await test.step('finds playing closed, and why', async () => {
      await goHome();
      await expect(page.getByText(words('limits.break.open'))).toBeVisible();
      await check('09-home-break');
      await portal.reachGames();
      await portal.game(GAME).click();
      const game = portal.dialog(GAME);
      await expect(game.getByText(words('limits.break.open'))).toBeVisible();
      await expect(game.getByRole('button', { name: words('game.play') })).toBeDisabled();
      await expect(portal.button('home.game.transferIn', game)).toBeDisabled();
      await expect(portal.button('game.byHand', game)).toHaveCount(0);
      await check('10-game-break');
      await portal.button('common.close', game).click();
    });

    await test.step('changes the bank account, which holds withdrawals', async () => {
      await toProfile();
      await portal.button('bank.change').click();
      const dialog = portal.dialog(words('bank.change'));
      await portal.bank('SCB', dialog).check();
      await portal.field('bank.accountNo', dialog).fill(ownAccountNo(info, 'next'));
      await portal.field('bank.firstName', dialog).fill(player.firstName);
      await portal.field('bank.lastName', dialog).fill(player.lastName);
      await portal.field('auth.password', dialog).fill('not-my-password');
      await portal.button('common.save', dialog).click();
      await expect(dialog.getByText(words('error.WRONG_PASSWORD'))).toBeVisible();
      await check('11-bank-change');
      await portal.field('auth.password', dialog).fill(player.password);
      await portal.button('common.save', dialog).click();
      await expect(dialog).toBeHidden();
      await check('12-profile');
    });

    await test.step('withdraws during the break: asked for now, held for a day', async () => {
      await goHome();
      await portal.button('withdraw.withdraw').click();
      const dialog = portal.dialog(words('withdraw.withdraw'));
      await portal.field('withdraw.amount', dialog).fill('100');
      await check('13-withdraw-held');
      await portal.button('common.next', dialog).click();
      const review = portal.dialog(words('money.reviewTitle'));
      await expect(review.getByRole('region').getByText(/\d\d:\d\d:\d\d/)).toBeVisible();
      await check('14-withdraw-held-review');
      await portal.button('withdraw.confirm', review).click();
      await expect(dialog.getByText(words('withdraw.heldUntil'), { exact: true })).toBeVisible();
      await check('15-withdraw-held-done');
      await portal.button('money.done', dialog).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿200.00');
      await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
      const held = words('statement.heldUntil', { until: '' });
      await expect(page.getByText(held)).toBeVisible();
      await check('16-statement-held');
    });
  },
);
