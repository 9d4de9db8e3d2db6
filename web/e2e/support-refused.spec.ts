import { expect, type Page } from '@playwright/test';
import { test } from './member';
import { payAndTakeSlip } from './outside';
import { checkScreen } from './screens';
import { confirmClaim, logInStaff, openConsole } from './staff';

test.use({
  pictures: 'refused-',
  cast: { th: ['ดวงใจ', 'แสงทอง'], en: ['Duang', 'Saengthong'] },
});

test(
  'a refused slip leads to support, and two of staff credit it',
  { tag: '@desk' },
  async ({ page, request, browser, portal, words, player, home, check }, info) => {
    await test.step('a slip from another account is refused, and says what to do', async () => {
      await home();
      const { dialog, account } = await portal.openDeposit();
      const other = { ...player, accountNo: '4445556667' };
      const slip = await payAndTakeSlip(request, other, account, '310.00');
      const choosing = page.waitForEvent('filechooser');
      await portal.button('slip.choose', dialog).click();
      await (await choosing).setFiles({
        name: 'slip.png',
        mimeType: 'image/png',
        buffer: slip.picture,
      });
      await portal.button('slip.send', dialog).click();
      await expect(dialog.getByText(words('slipReason.NOT_MATCH'))).toBeVisible();
      await expect(dialog.getByText(words('slipStep.NOT_MATCH'))).toBeVisible();
      await check('01-refused');
    });

    await test.step('one button hands it to support', async () => {
      await page.getByRole('button', { name: new RegExp(`^${words('slip.toSupport')}`) }).click();
      const log = portal.dialog(words('chat.chat')).getByRole('log');
      await expect(log.getByText(words('slipReason.NOT_MATCH'))).toBeVisible();
      await check('02-chat');
    });

    const desk = await openConsole(browser, portal.language);
    const shown = (at: Page, screen: string) => checkScreen(at, info, `refused-${screen}`);
    const lists = (at: Page) => at.getByRole('navigation', { name: words('support.work.lists') });

    await test.step('staff find it among the refused ones, and ask for its credit', async () => {
      await logInStaff(desk, 'agent', words);
      await desk.getByRole('link', { name: words('support.nav.work'), exact: true }).click();
      await lists(desk)
        .getByRole('link', { name: words('support.work.list.slips') })
        .click();
      const refused = desk.getByRole('link', { name: words('support.work.slipState.refused') });
      await refused.first().click();
      const row = desk.getByRole('listitem').filter({ hasText: player.name });
      await expect(row).toBeVisible();
      await shown(desk, '03-list');
      await row.getByRole('link').click();
      await expect(desk.getByText('฿310.00').first()).toBeVisible();
      await shown(desk, '04-review');
      await desk.getByRole('button', { name: words('support.work.credit'), exact: true }).click();
      const dialog = desk.getByRole('dialog', { name: words('support.work.credit') });
      await dialog.getByLabel(words('support.look.reason')).fill('The account of the spouse');
      await confirmClaim(dialog, words);
      await shown(desk, '06-ask');
      await dialog.getByRole('button', { name: words('support.work.credit'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿0.00');
    });

    const second = await openConsole(browser, portal.language);
    await test.step('a second person approves, and the player has the money', async () => {
      await logInStaff(second, 'supervisor', words);
      await second.getByRole('link', { name: words('support.nav.work'), exact: true }).click();
      await lists(second)
        .getByRole('link', { name: words('support.work.list.approvals') })
        .click();
      const row = second.getByRole('listitem').filter({ hasText: player.name });
      await expect(row).toContainText('฿310.00');
      await row.getByRole('link').click();
      const evidence = second.getByRole('region', { name: words('support.work.evidence') });
      await expect(evidence).toContainText(words('support.work.whyTwo.REVERSAL'));
      await shown(second, '07-approval');
      await evidence
        .getByRole('button', { name: words('support.work.approve'), exact: true })
        .click();
      const dialog = second.getByRole('dialog', { name: words('support.work.approve') });
      await dialog.getByLabel(words('support.look.reason')).fill('Seen and right');
      await confirmClaim(dialog, words);
      await dialog
        .getByRole('button', { name: words('support.work.approve'), exact: true })
        .click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿310.00');
    });
    await desk.context().close();
    await second.context().close();
  },
);
