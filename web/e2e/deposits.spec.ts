import { expect, type Locator } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { makeGift, payQr, scanQr } from './outside';

test.use({
  pictures: 'deposits-',
  cast: { th: ['ปรีชา', 'ใจดี'], en: ['Malee', 'Thongdee'] },
});

const BEYOND_ANY_QR_MS = 24 * 3600 * 1000;

test('a player deposits by QR, by gift link and by asking the staff', {
  tag: '@desk-first',
}, async ({ page, context, request, portal, words, home, check }) => {
  const dialog = portal.dialog(words('deposit.deposit'));
  const tab = (id: string) => dialog.getByRole('tab', { name: words(id), exact: true });
  const channel = (code: string) => page.locator(`input[name=qr-channel][value=${code}]`);
  const picture = dialog.getByRole('img');
  const expectMessage = (id: string, values?: Record<string, string>) =>
    expectNotice(page, words(id, values));
  /** Presses the label, because the native control is hidden. */
  const choose = (code: string) =>
    dialog
      .locator('label')
      .filter({ has: channel(code) })
      .click();
  const createQr = async (amount: string) => {
    await portal.field('common.amount', dialog).fill(amount);
    await portal.button('qr.create', dialog).click();
    await expect(picture).toBeVisible();
  };
  const scan = async (shown: Locator) => scanQr(request, await shown.screenshot());

  await test.step('comes home', async () => {
    // Time runs as usual until the story needs a QR to expire.
    await page.clock.install();
    await home();
  });

  await test.step('makes a QR, which keeps to the minimum of its channel', async () => {
    await portal.button('deposit.deposit', page.getByRole('main')).click();
    await tab('deposit.tab.qr').click();
    const typed = portal.field('common.amount', dialog);
    await choose('KBANK');
    await typed.fill('0');
    await expect(portal.button('qr.create', dialog)).toBeDisabled();
    await typed.fill('0.5');
    await portal.button('qr.create', dialog).click();
    await expect(typed).toBeFocused();
    await expect(dialog.getByRole('alert')).toContainText('1.00');
    await choose('WW');
    await typed.fill('99');
    await expect(portal.button('qr.create', dialog)).toBeDisabled();
    await expect(typed).toHaveAccessibleDescription(/100\.00/);
    await check('01-qr-form');
    await dialog.getByRole('button', { name: '300', exact: true }).click();
    await portal.button('qr.create', dialog).click();
    await expect(picture).toBeVisible();
    await expect(dialog.getByRole('timer')).toHaveText(/\d\d:\d\d/);
    await check('02-qr-open');
    expect(await scan(picture)).toMatchObject({ amount: '300.00' });
  });

  await test.step('shows it on white in the dark look as well', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const paper = picture.locator('..');
    await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(dialog).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
    expect(await scan(paper)).toMatchObject({ amount: '300.00' });
    await page.emulateMedia({ colorScheme: null });
  });

  await test.step('makes one at another channel, which replaces the first', async () => {
    // An open code has the room alone until somebody asks for the other ways.
    await expect(dialog.getByRole('tablist')).toBeHidden();
    await portal.button('qr.otherWays', dialog).click();
    await choose('KBANK');
    await expect(dialog.getByText(words('qr.willReplace', { channel: 'WW' }))).toBeVisible();
    await check('03-qr-other-open');
    await createQr('100');
    await expectMessage('qr.replacedOther', { channel: 'WW' });
    await portal.button('qr.otherWays', dialog).click();
    await choose('WW');
    await expect(dialog.getByText(words('qr.willReplace', { channel: 'KBANK' }))).toBeVisible();
    await expect(picture).toHaveCount(0);
    await showOther(dialog, 'KBANK').click();
    await expect(picture).toBeVisible();
  });

  await test.step('pays, and the credit arrives live here and in another tab', async () => {
    const watcher = await context.newPage();
    // It has read the balance and does not listen yet when the money comes.
    let listen = () => {};
    const mayListen = new Promise<void>((resolve) => {
      listen = resolve;
    });
    await watcher.route('**/api/socket/ticket', async (route) => {
      await mayListen;
      await route.continue();
    });
    await watcher.goto('/user/home');
    await expect(portal.amount('wallet.mainWallet', watcher)).toHaveText('฿0.00');
    await page.bringToFront();
    const bill = await scan(picture);
    expect(bill.amount).toBe('100.00');
    await payQr(request, bill.payload);
    await expect(dialog.getByText(words('qr.credited'))).toBeVisible();
    await check('05-qr-credited');
    listen();
    await expect(portal.amount('wallet.mainWallet', watcher)).toHaveText('฿100.00');
    await watcher.close();
  });

  await test.step('cancels one, and says of another that it is paid', async () => {
    await portal.button('qr.again', dialog).click();
    await createQr('50');
    await portal.button('qr.cancel', dialog).click();
    await expectMessage('qr.cancelled');
    await expect(portal.button('qr.create', dialog)).toBeVisible();
    await createQr('20');
    await portal.button('qr.transferred', dialog).click();
    await expect(dialog).toBeHidden();
    await expectMessage('qr.refreshAfter');
  });

  await test.step('lets one expire, and late money is credited all the same', async () => {
    await portal.button('deposit.deposit', page.getByRole('main')).click();
    // The open one is found again.
    await expect(picture).toBeVisible();
    const bill = await scan(picture);
    expect(bill.amount).toBe('20.00');
    await page.clock.fastForward(BEYOND_ANY_QR_MS);
    await expect(dialog.getByText(words('qr.expired'))).toBeVisible();
    await expect(picture).toHaveCount(0);
    await check('06-qr-expired');
    // The server still has the QR; this device has dropped it.
    await expect(dialog.getByText(words('qr.expired'))).toBeVisible();
    await payQr(request, bill.payload);
    await expect(dialog.getByText(words('qr.credited'))).toBeVisible();
    await portal.button('money.done', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿120.00');
  });

  await test.step('sees why a link is not a gift link', async () => {
    await portal.button('deposit.deposit', page.getByRole('main')).click();
    await tab('deposit.tab.gift').click();
    const link = portal.field('truelink.link', dialog);
    const send = portal.button('truelink.send', dialog);
    await send.click();
    await expect(link).toBeFocused();
    await expect(link).toHaveAccessibleDescription(words('truelink.paste'));
    await check('10-gift-form');
    await link.fill('https://gift.truemoney.com.evil.example/campaign/?v=Sb1x7Kq2mN9pR4tV8w');
    await send.click();
    const host = 'gift.truemoney.com';
    await expect(dialog.getByText(words('truelink.wrongHost', { host }))).toBeVisible();
    await check('11-gift-wrong-host');
    await link.fill('https://gift.truemoney.com/campaign/?v=neverMade0000000001');
    await send.click();
    await expect(dialog.getByText(words('error.TRUELINK_INVALID'))).toBeVisible();
    await check('12-gift-invalid');
  });

  await test.step('deposits a gift once, and not twice', async () => {
    const gift = await makeGift(request, '80.00');
    const link = portal.field('truelink.link', dialog);
    await link.fill(`สุขสันต์วันเกิด ${gift}`);
    await portal.button('truelink.send', dialog).click();
    await expect(dialog.getByText(words('truelink.credited'))).toBeVisible();
    await check('13-gift-credited');
    await portal.button('truelink.another', dialog).click();
    await link.fill(gift);
    await portal.button('truelink.send', dialog).click();
    await expect(dialog.getByText(words('error.TRUELINK_DUPLICATE'))).toBeVisible();
    await check('14-gift-duplicate');
    await portal.button('common.close', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿200.00');
  });

  await test.step('asks the staff, and nothing is credited before they have looked', async () => {
    await portal.button('deposit.deposit', page.getByRole('main')).click();
    await tab('deposit.tab.manual').click();
    await check('20-manual-form');
    await portal.button('manual.request', dialog).click();
    await expect(portal.field('manual.amount', dialog)).toBeFocused();
    const missing = words('money.enterAmount');
    await expect(portal.field('manual.amount', dialog)).toHaveAccessibleDescription(missing);
    await portal.field('manual.amount', dialog).fill('150');
    await portal.button('manual.request', dialog).click();
    await expect(dialog.getByText(words('manual.waitingDetail'))).toBeVisible();
    await check('21-manual-waiting');
    await portal.button('money.done', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿200.00');
  });

  function showOther(scope: Locator, code: string): Locator {
    return scope.getByRole('button', { name: words('qr.showOther', { channel: code }) });
  }
});
