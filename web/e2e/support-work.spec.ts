import { expect, type Page } from '@playwright/test';
import { formatPhone } from '../src/client/phone';
import { test } from './member';
import { expectNotice } from './notices';
import { payAndTakeSlip } from './outside';
import { checkScreen } from './screens';
import { confirmClaim, logInStaff, openConsole } from './staff';
import { ownAccountNo, ownPhone } from './story';
import { breakOutside, joinByCalls, repairOutside } from './support-world';

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
    const lists = desk.getByRole('navigation', { name: words('support.work.lists') });
    const row = desk.getByRole('listitem').filter({ hasText: player.name });

    await test.step('staff finds it among what waits', async () => {
      await logInStaff(desk, 'supervisor2', words);
      await desk.getByRole('link', { name: words('support.nav.work'), exact: true }).click();
      await lists.getByRole('link', { name: words('support.work.list.slips') }).click();
      await expect(row).toBeVisible();
      await check('01-slips');
      await row.getByRole('link').click();
    });

    await test.step('holds the picture against what the bank says', async () => {
      await expect(desk.getByRole('img', { name: words('support.work.picture') })).toBeVisible();
      await expect(desk.getByText(words('support.work.bank.CONFIRMED'))).toBeVisible();
      const evidence = desk.getByRole('region', { name: words('support.work.evidence') });
      await expect(evidence.getByText('฿700.00')).toBeVisible();
      await check('02-review');
    });

    await test.step('accepts it with a reason, and the player sees the money at once', async () => {
      await button('support.work.accept').click();
      const dialog = desk.getByRole('dialog', { name: words('support.work.accept') });
      const accept = dialog.getByRole('button', { name: words('support.work.accept') });
      await accept.click();
      await expect(dialog.getByText(words('support.look.tooShort'))).toBeVisible();
      await dialog.getByLabel(words('support.look.reason')).fill('Paid from a joint account');
      await confirmClaim(dialog, words);
      await check('03-accept');
      await accept.click();
      await expect(dialog).toBeHidden();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿700.00');
      await expect(row).toHaveCount(0);
      const credited = { amount: '฿700.00', name: player.name };
      await expectNotice(desk, words('support.done.credited', credited));
      await check('04-after');
    });

    await test.step('looks at the other lists, and at the machine', async () => {
      // Players of other stories may be waiting there.
      const nothing = desk.getByText(words('support.work.allDone'));
      const listed = nothing.or(desk.locator('main li')).first();
      for (const list of ['qr', 'manual', 'withdrawals', 'transfers', 'approvals']) {
        const link = lists.getByRole('link', { name: words(`support.work.list.${list}`) });
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

const BANK = 'payout';

// Whatever became of it, the other stories find the bank whole.
test.afterEach(({ request }) => repairOutside(request, BANK));

test(
  'a second person sees what a decision rests on, and who asked takes it back',
  { tag: '@desk-first' },
  async ({ request, browser, portal, words, player }, info) => {
    const check = (page: Page, screen: string) => checkScreen(page, info, `second-${screen}`);
    const list = (page: Page, kind: string) =>
      page
        .getByRole('navigation', { name: words('support.work.lists') })
        .getByRole('link', { name: words(`support.work.list.${kind}`) });
    const work = (page: Page) =>
      page.getByRole('link', { name: words('support.nav.work'), exact: true });
    const row = (page: Page) => page.getByRole('listitem').filter({ hasText: player.name });
    const asked = (page: Page, amount: string) => row(page).filter({ hasText: amount });
    /** What is next to the list: it opens by its row. */
    const evidence = (page: Page) =>
      page.getByRole('region', { name: words('support.work.evidence') });
    const press = (page: Page, id: string) =>
      evidence(page).getByRole('button', { name: words(id), exact: true });
    const decide = async (page: Page, id: string, reason: string) => {
      const dialog = page.getByRole('dialog', { name: words(id) });
      await dialog.getByLabel(words('support.look.reason')).fill(reason);
      await confirmClaim(dialog, words);
      await dialog.getByRole('button', { name: words(id), exact: true }).click();
      await expect(dialog).toBeHidden();
    };
    const earlier = {
      ...player,
      name: 'Earlier',
      phone: ownPhone(info, 'earlier'),
      accountNo: ownAccountNo(info, 'earlier'),
    };
    let reference = '';
    let slipReference = '';

    await test.step('a payment was credited, and is announced again by somebody else', async () => {
      const first = await joinByCalls(request, earlier);
      reference = await first.handIn('480.00');
      const member = await joinByCalls(request, player);
      // A number of another length: neither the registered account nor surely another one.
      slipReference = await member.handIn('6400.00', { accountNo: '123456789012' });
      await member.post('/wallet/add', { amount: '480' });
      // The bank cannot show the payment, so that one person's word is not enough.
      await breakOutside(request, BANK, 'error_500_before');
    });

    const desk = await openConsole(browser, portal.language);

    await test.step('an agent asks for both credits', async () => {
      await logInStaff(desk, 'agent', words);
      await work(desk).click();
      await expect(work(desk)).toHaveAccessibleDescription(/\d/);
      await list(desk, 'manual').click();
      await row(desk).getByRole('link').click();
      await press(desk, 'support.work.receipt.byHand').click();
      const dialog = desk.getByRole('dialog', { name: words('support.work.accept') });
      await dialog.getByLabel(words('support.work.depositAccount')).selectOption({ index: 1 });
      await dialog.getByLabel(words('support.work.bankReference')).fill(reference.toLowerCase());
      await decide(desk, 'support.work.accept', 'Found on the account');
      await list(desk, 'slips').click();
      await row(desk).getByRole('link').click();
      await press(desk, 'support.work.accept').click();
      await decide(desk, 'support.work.accept', 'Paid from a joint account');
    });

    await test.step('its own list says who asked, and leaves them one way back', async () => {
      const waits = words('support.work.waitsForSecond', { name: 'Nok', at: '' }).trim();
      await expect(row(desk)).toContainText(words('support.work.asked'));
      await row(desk).getByRole('link').click();
      await expect(evidence(desk)).toContainText(waits);
      await expect(press(desk, 'support.work.withdraw')).toBeVisible();
      await expect(press(desk, 'support.work.accept')).toHaveCount(0);
      await check(desk, '01-asker');
    });

    const second = await openConsole(browser, portal.language);

    await test.step('a second person is led there, and sees what it rests on', async () => {
      await logInStaff(second, 'supervisor2', words);
      await work(second).click();
      await expect(second).toHaveURL(/kind=approvals/);
      await asked(second, '฿6,400.00').getByRole('link').click();
      const shown = evidence(second);
      const effect = { amount: '฿6,400.00', name: player.name };
      await expect(shown).toContainText(words('support.work.effect.accept_slip', effect));
      await expect(shown).toContainText(slipReference);
      await expect(shown).toContainText(/SCB \d+ · /);
      await expect(shown).toContainText(formatPhone(player.phone));
      await expect(shown).toContainText(`${player.bankCode} ••••••${player.accountNo.slice(-4)}`);
      await expect(shown.getByRole('img', { name: words('support.work.picture') })).toBeVisible();
      await expect(shown).toContainText(words('support.work.seenOpen'));
      await expect(
        shown.getByRole('heading', { name: words('support.work.bankAnswer') }),
      ).toBeVisible();
      await check(second, '02-approvals');
      await asked(second, '฿480.00').getByRole('link').click();
      await expect(shown).toContainText(reference.toLowerCase());
      const warning = words('support.work.usedBefore', {
        amount: '฿480.00',
        name: earlier.name,
        at: '',
      });
      await expect(shown).toContainText(warning.trim());
      await check(second, '03-used-before');
      await press(second, 'support.work.approve').click();
      const dialog = second.getByRole('dialog', { name: words('support.work.approve') });
      await expect(dialog).toContainText('฿480.00');
      await dialog.getByRole('button', { name: words('common.cancel') }).click();
    });

    await test.step('in its own list they have nothing to press', async () => {
      await list(second, 'slips').click();
      await row(second).getByRole('link').click();
      await expect(evidence(second)).toContainText('Nok');
      await expect(press(second, 'support.work.withdraw')).toHaveCount(0);
      await expect(press(second, 'support.work.accept')).toHaveCount(0);
      await check(second, '04-not-the-asker');
    });

    await test.step('who asked takes it back, and the other one sees it at once', async () => {
      await press(desk, 'support.work.withdraw').click();
      await check(desk, '05-withdraw');
      await decide(desk, 'support.work.withdraw', 'The wrong slip');
      await expect(row(desk)).not.toContainText(words('support.work.asked'));
      await expect(press(second, 'support.work.accept')).toBeVisible();
      await list(second, 'approvals').click();
      await expect(asked(second, '฿6,400.00')).toHaveCount(0);
    });

    await test.step('what was credited before is refused', async () => {
      await asked(second, '฿480.00').getByRole('link').click();
      await press(second, 'support.work.refuse').click();
      await decide(second, 'support.work.refuse', 'Credited already');
      await expect(row(second)).toHaveCount(0);
    });
    await second.context().close();
    await desk.context().close();
  },
);
