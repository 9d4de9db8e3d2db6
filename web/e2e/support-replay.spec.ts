import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { test } from './member';
import { checkScreen } from './screens';
import { logInStaff, openConsole, type StaffName } from './staff';

test.use({
  pictures: 'replay-',
  start: { amount: '500' },
  cast: { th: ['ปรีชา', 'ทองดี'], en: ['Kanya', 'Wongsa'] },
});

const WHO: Record<'th' | 'en', StaffName> = { th: 'supervisor', en: 'agent' };

test(
  'staff replays a player and finds the withdrawal that made a dispute',
  { tag: '@desk-first' },
  async ({ browser, portal, words, player, home }, info) => {
    await test.step('a player deposits 500 and withdraws 380', async () => {
      await home();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿500.00');
      await portal.button('withdraw.withdraw').click();
      const form = portal.dialog(words('withdraw.withdraw'));
      await portal.field('withdraw.amount', form).fill('380');
      await portal.button('common.next', form).click();
      await portal.button('withdraw.confirm', portal.dialog(words('money.reviewTitle'))).click();
      await expect(form.getByText(words('withdraw.paid'))).toBeVisible();
      await portal.button('money.done', form).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿120.00');
    });

    const desk = await openConsole(browser, portal.language);
    const check = (screen: string) => checkScreen(desk, info, `replay-${screen}`);
    const button = (id: string, values?: Record<string, string | number>) =>
      desk.getByRole('button', { name: words(id, values), exact: true });
    const heading = (id: string) => desk.getByRole('heading', { name: words(id), exact: true });
    const part = (id: string): Locator =>
      desk.getByRole('heading', { name: words(id), exact: true }).locator('..');
    const slider = desk.getByRole('slider', { name: words('support.replay.slider') });

    await test.step('staff logs in with a code', async () => {
      await expect(heading('support.login.title')).toBeVisible();
      await check('01-login');
      await logInStaff(desk, WHO[portal.language], words);
      await expect(heading('support.nav.players')).toBeVisible();
    });

    await test.step('finds the player by the phone number, and says why', async () => {
      const search = desk.getByRole('searchbox', { name: words('support.search.label') });
      await search.fill(player.phone);
      await search.press('Enter');
      await check('02-search');
      await desk.getByRole('link', { name: new RegExp(player.name) }).click();
      await expect(heading('support.look.title')).toBeVisible();
      await check('03-look');
      await button('support.look.usual.withdrawal').click();
      await button('support.look.open').click();
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText(player.name);
      await expect(desk.getByText(words('support.replay.live'))).toBeVisible();
    });

    await test.step('sees the newest event and what the player holds', async () => {
      await expect(heading('support.event.WithdrawalPaid')).toBeVisible();
      await expect(part('support.state.buckets')).toContainText('฿120.00');
      await check('04-newest');
    });

    await test.step('jumps to where the balance went below 200', async () => {
      await desk.getByText(words('support.find.title')).click();
      await desk.getByLabel(words('common.amount'), { exact: true }).fill('200');
      await button('support.find.go').click();
      await expect(heading('support.event.WithdrawalRequested')).toBeVisible();
      await expect(desk).toHaveURL(/[?&]seq=\d+/);
      await expect(desk.getByText(words('support.replay.paused'))).toBeVisible();
    });

    await test.step('reads what it changed, and why', async () => {
      const amounts = { amount: '฿380.00', heldBefore: '฿500.00' };
      await expect(part('support.why.title')).toContainText(
        words('support.why.WITHDRAWAL_ASKED', amounts),
      );
      const changes = part('support.diff.title').getByRole('listitem');
      const main = changes.filter({ hasText: words('support.account.main') });
      await expect(main).toContainText('฿500.00');
      await expect(main).toContainText('฿120.00');
      await expect(part('support.postings.title')).toContainText('−฿380.00');
      await expect(part('support.state.open')).toContainText('฿380.00');
      await expect(part('support.event.circumstances')).toContainText(
        words('support.actor.member'),
      );
      // Pressing has scrolled the page, and what is half under its bar has no room to press.
      await desk.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      await check('05-dispute');
    });

    await test.step('steps by keys, and a shared address shows the same position', async () => {
      const at = Number(await slider.inputValue());
      await desk.keyboard.press('ArrowRight');
      await expect(slider).toHaveValue(String(at + 1));
      await desk.keyboard.press('ArrowLeft');
      await expect(slider).toHaveValue(String(at));
      await desk.keyboard.press('Home');
      await expect(heading('support.event.Opened')).toBeVisible();
      await desk.keyboard.press('Shift+ArrowRight');
      await expect(slider).not.toHaveValue('1');
      await desk.goto(desk.url().replace(/seq=\d+/, `seq=${at}`));
      await expect(heading('support.event.WithdrawalRequested')).toBeVisible();
    });

    await test.step('compares before the withdrawal with now', async () => {
      await desk.keyboard.press('ArrowLeft');
      const at = Number(await slider.inputValue());
      await button('support.compare.pin').click();
      await desk.keyboard.press('End');
      const card = desk.locator('section', {
        has: desk.getByRole('heading', {
          name: words('support.compare.title', { a: at, b: await total(slider) }),
        }),
      });
      const main = card.first().getByRole('row', { name: words('support.account.main') });
      await expect(main).toContainText('฿500.00');
      await expect(main).toContainText('฿120.00');
      await expect(main).toContainText('−฿380.00');
      await check('06-compare');
      await button('support.compare.unpin', { at }).click();
    });

    await test.step('searches above the page, by keys alone', async () => {
      await desk.keyboard.press('Control+k');
      const dialog = desk.getByRole('dialog', { name: words('support.search.label') });
      const field = dialog.getByRole('searchbox');
      await expect(field).toBeFocused();
      await field.fill(player.phone);
      await field.press('Enter');
      await expect(dialog.getByRole('link', { name: new RegExp(player.name) })).toBeVisible();
      await desk.keyboard.press('ArrowDown');
      await desk.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText(player.name);
    });

    await test.step('takes the story along', async () => {
      const download = desk.waitForEvent('download');
      await button('support.export.all', { format: 'CSV' }).click();
      const csv = await readFile(await (await download).path(), 'utf8');
      expect(csv).toContain('WithdrawalPaid');
    });

    await test.step('logs out, and nothing of the player stays', async () => {
      const address = desk.url();
      await button('nav.logout').click();
      await expect(heading('support.login.title')).toBeVisible();
      await desk.goto(address);
      await expect(heading('support.login.title')).toBeVisible();
      await expect(desk.getByText(player.phone)).toBeHidden();
    });
    await desk.context().close();
  },
);

async function total(slider: Locator): Promise<string> {
  return (await slider.getAttribute('max')) ?? '';
}
