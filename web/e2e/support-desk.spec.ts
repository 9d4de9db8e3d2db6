import { expect, type Page } from '@playwright/test';
import { checkScreen } from './screens';
import { confirmClaim, logInStaff, openConsole } from './staff';
import { test } from './story';
import { breakOutside, joinByCalls, repairOutside } from './support-world';

test.use({ cast: { th: ['บุษบา', 'แซ่ลิ้ม'], en: ['Busaba', 'Saelim'] } });

const PROVIDER = 'game:pg';

// Whatever became of it, the other stories find the provider whole.
test.afterEach(({ request }) => repairOutside(request, PROVIDER));

test(
  'staff decide together, and an auditor looks on',
  { tag: '@desk' },
  async ({ request, browser, portal, words, player }, info) => {
    const check = (page: Page, screen: string) => checkScreen(page, info, `desk-${screen}`);
    const button = (page: Page, id: string, values?: Record<string, string>) =>
      page.getByRole('button', { name: words(id, values), exact: true });
    const place = (page: Page, id: string) =>
      page.getByRole('link', { name: words(id), exact: true });
    const list = (page: Page, kind: string) =>
      page
        .getByRole('navigation', { name: words('support.work.lists') })
        .getByRole('link', { name: words(`support.work.list.${kind}`) });
    const row = (page: Page) => page.getByRole('listitem').filter({ hasText: player.name });
    /** What waits for a second person, by its amount. */
    const asked = (page: Page, amount: string) => row(page).filter({ hasText: amount });
    const evidence = (page: Page) =>
      page.getByRole('region', { name: words('support.work.evidence') });
    const sure = async (
      page: Page,
      id: string,
      reason: string,
      values?: Record<string, string>,
    ) => {
      const dialog = page.getByRole('dialog', { name: words(id, values) });
      await dialog.getByLabel(words('support.look.reason')).fill(reason);
      await confirmClaim(dialog, words);
      await button(page, id, values).last().click();
      await expect(dialog).toBeHidden();
    };

    await test.step('a player leaves work of every kind', async () => {
      const member = await joinByCalls(request, player);
      await member.handIn('900.00');
      await member.post('/wallet/add', { amount: '500' });
      await member.changeBank('5550009191');
      await member.post('/wallet/withdraw', { amount: '200' });
      await member.post('/wallet/activate/pg');
      await breakOutside(request, PROVIDER, 'error_500_after');
      await member.post('/wallet/transfer', { from: 'WALLET', to: 'pg', amount: '100' });
    });

    const desk = await openConsole(browser, portal.language);
    const statement = { view: words('support.view.statement') };

    await test.step('an announced deposit is found on one of our accounts', async () => {
      await logInStaff(desk, 'supervisor', words);
      await place(desk, 'support.nav.work').click();
      await list(desk, 'manual').click();
      await row(desk).getByRole('link').click();
      await button(desk, 'support.work.receipt.byHand').click();
      const dialog = desk.getByRole('dialog', { name: words('support.work.accept') });
      await expect(dialog).toContainText('฿500.00');
      const account = dialog.getByLabel(words('support.work.depositAccount'));
      await button(desk, 'support.work.accept').last().click();
      await expect(dialog.getByText(words('common.required'))).toHaveCount(2);
      await account.selectOption({ index: 1 });
      await dialog.getByLabel(words('support.work.bankReference')).fill(`REF${Date.now()}`);
      await expect(dialog).toContainText(words('support.work.receipt.unknown'));
      await check(desk, '01-accept');
      await sure(desk, 'support.work.accept', 'Found on the account');
      // No line of the bank shows it: the word of one person is not enough.
      await list(desk, 'approvals').click();
      await expect(asked(desk, '฿500.00')).toContainText(words('support.work.mine'));
    });

    await test.step('a held withdrawal goes back to the wallet', async () => {
      await list(desk, 'withdrawals').click();
      await expect(row(desk)).toContainText('฿200.00');
      await row(desk).getByRole('link').click();
      await check(desk, '02-withdrawals');
      const change = evidence(desk).getByRole('heading', { name: words('support.change.title') });
      await expect(change.locator('..')).toContainText('••••••9191');
      const wallet = { amount: '฿200.00' };
      await button(desk, 'support.work.return', wallet).click();
      await sure(desk, 'support.work.return', 'The player asked for it', wallet);
      await expect(row(desk)).toBeHidden();
    });

    await test.step('a transfer in review shows what its provider says', async () => {
      await list(desk, 'transfers').click();
      await row(desk).getByRole('link').click();
      const unclear = words('support.work.provider.UNKNOWN', { game: '' }).trim();
      await expect(evidence(desk)).toContainText(unclear);
      await check(desk, '03-transfer');
      // From here on it ends by itself, and leaves the list for everybody who looks at it.
      await repairOutside(request, PROVIDER);
    });

    await test.step('a correction is asked for', async () => {
      await place(desk, 'support.inbox.replay').click();
      // From where they come is the reason; it may be said otherwise.
      const reason = desk.getByLabel(words('support.look.reason'));
      await expect(reason).toHaveValue(/[0-9a-f]{8}-[0-9a-f]{4}$/);
      await reason.fill('A mistake of ours');
      await button(desk, 'support.look.open').click();
      await button(desk, 'support.work.correct').click();
      const dialog = desk.getByRole('dialog', { name: words('support.work.correct') });
      // The announced deposit is not finished: the correction has to be about something else.
      await expect(dialog).toContainText(words('support.state.openManual'));
      await dialog.getByLabel(words('common.amount'), { exact: true }).fill('25.50');
      await expect(dialog).toContainText(words('support.work.noSameAmount'));
      await dialog.getByLabel(words('support.work.unrelated')).fill('A bonus of last week');
      await check(desk, '04-correction');
      await sure(desk, 'support.work.correct', 'Credited too little');
      await place(desk, 'support.nav.players').click();
      const recent = desk.getByRole('list', { name: words('support.recent.title') });
      await expect(recent.getByRole('link').first()).toContainText(player.name);
      await check(desk, '04-recent');
      await place(desk, 'support.nav.work').click();
      await list(desk, 'approvals').click();
      await expect(asked(desk, '฿25.50')).toContainText(words('support.work.mine'));
      await asked(desk, '฿25.50').getByRole('link').click();
      await expect(evidence(desk)).toContainText(words('support.work.isMine'));
      await expect(button(desk, 'support.work.withdraw')).toBeVisible();
      await check(desk, '05-asked');
    });

    await test.step('an auditor sees all of it, and nothing to decide', async () => {
      const auditor = await openConsole(browser, portal.language);
      await logInStaff(auditor, 'auditor', words);
      await place(auditor, 'support.nav.work').click();
      await list(auditor, 'approvals').click();
      await expect(asked(auditor, '฿25.50')).toBeVisible();
      const buttons = auditor.getByRole('main').getByRole('button');
      await expect(buttons).toHaveText([words('support.keys.title')]);
      await check(auditor, '06-auditor');
      await place(auditor, 'support.nav.operations').click();
      await expect(auditor.getByText(words('support.ops.even'))).toBeVisible();
      const verdict = auditor.getByRole('region', { name: words('support.verdict.title') });
      await expect(verdict).toBeVisible();
      // The charts' figures for who cannot see the bars: 24 hours below their heads.
      const deposits = auditor.getByRole('table', { name: words('support.day.deposits') });
      await expect(deposits.getByRole('row')).toHaveCount(25);
      await expect(button(auditor, 'support.ops.verify')).toHaveCount(0);
      await expect(button(auditor, 'support.ops.rebuildOne', statement)).toHaveCount(0);
      await check(auditor, '07-auditor-operations');
      await auditor.context().close();
    });

    await test.step('a second person agrees, and the first one sees it at once', async () => {
      const second = await openConsole(browser, portal.language);
      await logInStaff(second, 'supervisor2', words);
      await place(second, 'support.nav.work').click();
      await list(second, 'approvals').click();
      for (const amount of ['฿25.50', '฿500.00']) {
        await asked(second, amount).getByRole('link').click();
        await expect(evidence(second)).toContainText(words('support.work.seen'));
        await button(second, 'support.work.approve').click();
        await expect(second.getByRole('dialog')).toContainText(amount);
        await check(second, `08-approve-${amount.slice(1)}`);
        await sure(second, 'support.work.approve', 'I have checked it');
        await expect(asked(second, amount)).toBeHidden();
      }
      await second.context().close();
      // Nobody has touched this page since.
      await expect(row(desk)).toHaveCount(0);
      await list(desk, 'transfers').click();
      await expect(row(desk)).toBeHidden();
    });

    await test.step('a view is rebuilt', async () => {
      await place(desk, 'support.nav.operations').click();
      // What is for those who run the system is folded.
      await desk.getByText(words('support.ops.projections'), { exact: true }).click();
      await button(desk, 'support.ops.rebuildOne', statement).click();
      const dialog = desk.getByRole('alertdialog');
      await dialog.getByLabel(words('support.look.reason')).fill('A new form');
      await check(desk, '09-rebuild');
      await dialog
        .getByRole('button', { name: words('support.ops.rebuildOne', statement) })
        .click();
      const done = words('support.ops.rebuilt', { ...statement, at: '' });
      await expect(desk.getByText(done.trim().replace(/[.,\s]+$/, ''))).toBeVisible();
      await check(desk, '10-rebuilt');
    });
    await desk.context().close();
  },
);
