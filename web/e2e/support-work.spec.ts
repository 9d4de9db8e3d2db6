import { expect } from '@playwright/test';
import { test } from './member';
import { payAndTakeSlip } from './outside';
import { checkScreen } from './screens';
import { logInStaff, openConsole } from './staff';

test.use({
  pictures: 'work-',
  cast: { th: ['มานี', 'มีสุข'], en: ['Somsri', 'Jaidee'] },
});

test(
  'a slip in review is accepted and the player sees it live',
  { tag: '@desk' },
  async ({ page, request, browser, portal, words, player, home }, info) => {
    await test.step('a player pays, and the slip leaves open from where', async () => {
      await home();
      const { dialog, account } = await portal.openDeposit();
      // A number of another length: neither the registered account nor surely another one.
      const other = { ...player, accountNo: '123456789012' };
      const slip = await payAndTakeSlip(request, other, account, '700.00');
      const choosing = page.waitForEvent('filechooser');
      await portal.button('slip.choose', dialog).click();
      await (await choosing).setFiles({
        name: 'slip.png',
        mimeType: 'image/png',
        buffer: slip.picture,
      });
      await portal.button('slip.send', dialog).click();
      await expect(dialog.getByText(words('slip.withStaff'))).toBeVisible();
      await page.goto('/user/home');
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿0.00');
    });

    const desk = await openConsole(browser, portal.language);
    const check = (screen: string) => checkScreen(desk, info, `work-${screen}`);
    const button = (id: string) => desk.getByRole('button', { name: words(id), exact: true });

    await test.step('staff finds it among what waits', async () => {
      await logInStaff(desk, 'supervisor2', words);
      await desk.getByRole('link', { name: words('support.nav.work'), exact: true }).click();
      await expect(desk.getByText(player.name)).toBeVisible();
      await check('01-slips');
      await desk
        .getByRole('listitem')
        .filter({ hasText: player.name })
        .getByRole('link', { name: words('support.work.review') })
        .click();
    });

    await test.step('holds the picture against what the bank says', async () => {
      await expect(desk.getByRole('img', { name: words('support.work.picture') })).toBeVisible();
      await expect(desk.getByText(words('support.work.bank.CONFIRMED'))).toBeVisible();
      await expect(desk.getByText('฿700.00')).toBeVisible();
      await check('02-review');
    });

    await test.step('accepts it with a reason, and the player sees the money at once', async () => {
      await button('support.work.accept').click();
      const dialog = desk.getByRole('dialog', { name: words('support.work.accept') });
      const accept = dialog.getByRole('button', { name: words('support.work.accept') });
      await accept.click();
      await expect(dialog.getByText(words('support.look.tooShort'))).toBeVisible();
      await dialog.getByLabel(words('support.look.reason')).fill('Paid from a joint account');
      await check('03-accept');
      await accept.click();
      await expect(dialog).toBeHidden();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿700.00');
      await expect(desk.getByText(player.name)).toBeHidden();
      await check('04-after');
    });

    await test.step('looks at the other lists, and at the machine', async () => {
      // Players of other stories may be waiting there.
      const nothing = desk.getByText(words('support.work.none'));
      const listed = nothing.or(desk.locator('main li')).first();
      for (const list of ['qr', 'manual', 'withdrawals', 'transfers', 'approvals']) {
        const link = desk.getByRole('link', { name: words(`support.work.list.${list}`) });
        await link.click();
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(listed).toBeVisible();
      }
      await desk.getByRole('link', { name: words('support.nav.operations'), exact: true }).click();
      await expect(desk.getByText(words('support.ops.even'))).toBeVisible();
      await button('support.ops.verify').click();
      const dialog = desk.getByRole('alertdialog');
      await dialog.getByLabel(words('support.look.reason')).fill('Before the night');
      await dialog.getByRole('button', { name: words('support.ops.verify') }).click();
      await expect(desk.getByText(words('support.ops.noProblems'))).toBeVisible();
      await check('05-operations');
      await desk.setViewportSize({ width: 390, height: 844 });
      await check('06-operations-phone');
      await desk.getByRole('link', { name: words('support.nav.work'), exact: true }).click();
      await expect(listed).toBeVisible();
      await check('07-work-phone');
    });
    await desk.context().close();
  },
);
