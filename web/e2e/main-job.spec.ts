import { expect } from '@playwright/test';
import { expectNotice } from './notices';
import { payAndTakeSlip, readOneTimeCode } from './outside';
import { Portal } from './portal';
import { test } from './story';

const GAME = 'PG Soft';

test.use({
  cast: { th: ['สมหญิง', 'รักดี'], en: ['Suda', 'Meechai'] },
});

test(
  'a player registers, deposits by slip, plays, withdraws and reads the statement',
  { tag: '@phone-first' },
  async ({ page, context, request, portal, words, player, check }, info) => {
    await test.step('registers by phone with the code from the inbox', async () => {
      await portal.enter();
      await check('01-login');
      await portal.givePhone(player.phone);
      await check('02-register-otp');
      await portal.giveOneTimeCode(await readOneTimeCode(request, player.phone));
      await portal.fillProfile(player);
      await check('03-register-profile');
      await portal.button('common.next').click();
      await portal.fillBank(player);
      await check('04-register-bank');
      // The message shows for two seconds, so the wait starts before the click.
      const said = page.getByRole('heading', { name: words('register.success') }).waitFor();
      await portal.button('nav.register').click();
      await said;
      await expect(page).toHaveURL(/\/user\/home$/);
    });

    await test.step('is signed in and accepts the terms', async () => {
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿0.00');
      await expect(portal.dialog(words('agreement.title'))).toBeVisible();
      await check('05-agreement');
      await portal.acceptAgreement();
      await check('06-home-empty');
    });

    await test.step('deposits by a slip, and the credit arrives live in another tab', async () => {
      // A session that nobody asked to remember is of one tab.
      const watcher = await context.newPage();
      await watcher.goto('/user/home');
      await expect(watcher).toHaveURL(/\/login$/);
      await new Portal(watcher, portal.language, words).logIn(player);
      await expect(portal.amount('wallet.mainWallet', watcher)).toHaveText('฿0.00');
      await page.bringToFront();

      const { dialog, account } = await portal.openDeposit();
      await check('07-deposit');
      const slip = await payAndTakeSlip(request, player, account, '500.00');
      const choosing = page.waitForEvent('filechooser');
      await portal.button('slip.choose', dialog).click();
      await (await choosing).setFiles({
        name: 'slip.png',
        mimeType: 'image/png',
        buffer: slip.picture,
      });
      await expect(dialog.getByRole('img', { name: words('slip.preview') })).toBeVisible();
      await check('08-deposit-chosen');
      await portal.button('slip.send', dialog).click();
      await expect(dialog.getByText(words('slip.credited'))).toBeVisible();
      await check('09-deposit-credited');

      await expect(portal.amount('wallet.mainWallet', watcher)).toHaveText('฿500.00');
      await watcher.close();
      await portal.button('money.done', dialog).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿500.00');
    });

    await test.step('opens a game account and transfers into it', async () => {
      await portal.reachGames();
      await portal.game(GAME).click();
      const game = portal.dialog(GAME);
      await check('10-game-new');
      await portal.button('game.open', game).click();
      await expect(portal.button('game.byHand', game)).toBeVisible();
      await check('11-game-open');

      await portal.button('game.changeAmount', game).click();
      const form = portal.dialog(words('transfer.transfer'));
      await expect(portal.field('common.amount', form)).toBeVisible();
      await check('12-transfer');
      const review = await portal.transfer(form, '200');
      await check('13-transfer-review');
      await portal.button('transfer.confirm', review).click();
      await expect(form.getByText(words('transfer.success'))).toBeVisible();
      await check('14-transfer-done');
      await portal.button('money.done', form).click();
    });

    await test.step('plays at the provider: loses 50, wins 30', async () => {
      const game = portal.dialog(GAME);
      const opening = context.waitForEvent('page');
      await game
        .getByRole('button', { name: words('game.continueWith', { amount: '฿200.00' }) })
        .click();
      const provider = await opening;
      await expect(provider.locator('#balance')).toHaveText('200.00 THB');
      await provider.locator('#stake').fill('50');
      await provider.locator('button[name=lose]').click();
      await expect(provider.locator('#balance')).toHaveText('150.00 THB');
      await provider.locator('#stake').fill('30');
      await provider.locator('button[name=win]').click();
      await expect(provider.locator('#balance')).toHaveText('180.00 THB');
      await provider.screenshot({ path: `test-results/screens/${info.project.name}/15-game.png` });
      await provider.close();
      await portal.button('common.close', game).click();
      await portal.button('common.refresh').click();
      await expect(portal.amount('home.inGames')).toHaveText('฿180.00');
      await portal.reachGames();
      await expect(portal.game(GAME)).toContainText('฿180.00');
      await check('16-home-played');
    });

    await test.step('brings everything back with one press', async () => {
      await portal.reachGames();
      await portal.game(GAME).click();
      const game = portal.dialog(GAME);
      const bring = words('game.bringBack', { amount: '฿180.00' });
      await game.getByRole('button', { name: bring, exact: true }).click();
      await expectNotice(page, words('game.broughtBack', { amount: '฿180.00' }));
      await portal.button('common.close', game).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿480.00');
    });

    await test.step('plays with the chosen amount: one press moves it and opens the game', async () => {
      await portal.reachGames();
      await portal.game(GAME).click();
      const game = portal.dialog(GAME);
      // The button has the smallest preset, whatever was moved before.
      const least = words('game.playWith', { amount: '฿100.00' });
      const opening = context.waitForEvent('page');
      await game.getByRole('button', { name: least }).click();
      const provider = await opening;
      await expect(provider.locator('#balance')).toHaveText('100.00 THB');
      await provider.close();
      const bring = words('game.bringBack', { amount: '฿100.00' });
      await game.getByRole('button', { name: bring, exact: true }).click();
      await expectNotice(page, words('game.broughtBack', { amount: '฿100.00' }));
      await portal.button('common.close', game).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿480.00');
    });

    await test.step('withdraws', async () => {
      await portal.button('withdraw.withdraw').click();
      const form = portal.dialog(words('withdraw.withdraw'));
      await portal.field('withdraw.amount', form).fill('100');
      await check('17-withdraw');
      await portal.button('common.next', form).click();
      const review = portal.dialog(words('money.reviewTitle'));
      await check('18-withdraw-review');
      await portal.button('withdraw.confirm', review).click();
      await expect(form.getByText(words('withdraw.paid'))).toBeVisible();
      await check('19-withdraw-done');
      await portal.button('money.done', form).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿380.00');
    });

    await test.step('reads the statement with the running balance, and the slips', async () => {
      await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
      const lines = portal.lines().filter({ hasText: '฿' });
      // From the last to the first: what moved, and what was there afterwards.
      const story = [
        ['−฿100.00', '฿380.00'],
        ['฿100.00', '฿480.00'],
        ['฿100.00', '฿380.00'],
        ['฿180.00', '฿480.00'],
        ['฿200.00', '฿300.00'],
        ['+฿500.00', '฿500.00'],
      ] as const;
      await expect(lines).toHaveCount(story.length);
      for (const [at, [amount, balance]] of story.entries()) {
        await expect(lines.nth(at)).toContainText(amount);
        await expect(lines.nth(at)).toContainText(portal.balanceAfter(balance));
      }
      await check('20-statement');

      await portal.openTools();
      await portal.button('statement.slips').click();
      const slips = portal.dialog(words('slip.list'));
      await expect(slips.getByText('฿500.00')).toBeVisible();
      await expect(slips.getByText(words('status.SUCCESS'))).toBeVisible();
      await check('21-slips');
      await portal.button('common.close', slips).click();
    });

    await test.step('looks at the profile and logs out', async () => {
      await page.getByRole('link', { name: words('nav.profile'), exact: true }).click();
      await expect(page.getByText(`${player.firstName} ${player.lastName}`)).toBeVisible();
      await check('22-profile');
      await portal.button('nav.logout').click();
      await expect(page).toHaveURL(/\/login$/);
      await page.goto('/user/home');
      await expect(page).toHaveURL(/\/login/);
    });
  },
);
