import { expect } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { makeGift, payAndTakeSlip, payQr } from './outside';
import { pressTwice } from './taps';

test.use({
  pictures: 'edges-',
  cast: { th: ['สุดา', 'เพชรดี'], en: ['Suda', 'Phetdee'] },
});

test('a slip that is refused says why, with its picture', { tag: '@desk' }, async ({
  page,
  request,
  portal,
  words,
  player,
  member,
  home,
  check,
}) => {
  expect(member).not.toBe('');
  await home();
  const { dialog, account } = await portal.openDeposit();
  const send = async (picture: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await portal.button('slip.choose', dialog).click();
    await (await choosing).setFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture });
    await pressTwice(page, portal.button('slip.send', dialog), '**/api/wallet/slip');
  };
  const { picture } = await payAndTakeSlip(request, player, account, '300.00');

  await test.step('one counts, and not twice', async () => {
    await send(picture);
    await expect(dialog.getByText(words('slip.credited'))).toBeVisible();
    await portal.button('slip.another', dialog).click();
    await send(picture);
    await expect(dialog.getByText(words('slip.refused'))).toBeVisible();
    await expect(dialog.getByText(words('slipReason.SLIP_REFNO_DUPLICATED'))).toBeVisible();
    await expect(dialog.getByText(/before, on .*300\.00/)).toBeVisible();
    await check('01-slip-duplicate');
    await portal.button('slip.another', dialog).click();
  });

  await test.step('one that was paid to somebody else counts for nothing', async () => {
    const stranger = { bankCode: 'SCB', accountNo: '9998887776', name: 'SOMEBODY ELSE' };
    await send((await payAndTakeSlip(request, player, stranger, '70.00')).picture);
    await expect(dialog.getByText(words('slipReason.DEST_ACC_INVALID'))).toBeVisible();
    await portal.button('money.done', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿300.00');
  });

  await test.step('the list has each of them, a reason, and a dash where nothing came', async () => {
    await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
    await portal.openTools();
    await portal.button('statement.slips').click();
    const list = portal.dialog(words('slip.list'));
    const rows = list.locator('tbody');
    await expect(rows).toHaveCount(3);
    const row = (text: string) => rows.filter({ hasText: text });
    const failed = ['slipReason.DEST_ACC_INVALID', 'slipReason.SLIP_REFNO_DUPLICATED'];
    for (const reason of failed) {
      await expect(row(words(reason))).toContainText(words('status.FAILED'));
      await expect(row(words(reason)).getByRole('cell').nth(1)).toHaveText('–');
    }
    await expect(row('฿300.00')).toContainText(words('status.SUCCESS'));
    await check('02-slips');
    const refused = row(words('slipReason.DEST_ACC_INVALID'));
    await expect(refused).toContainText(words('slipStep.DEST_ACC_INVALID'));
    await refused.getByText(words('common.view'), { exact: true }).click();
    const image = portal.dialog(words('slip.slip')).getByRole('img');
    await expect(image).toBeVisible();
    const width = () => image.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    await check('03-slip-picture');
  });
});

test('a double tap sends each deposit once', { tag: '@desk' }, async ({
  page,
  request,
  portal,
  words,
  home,
}) => {
  await home();
  const dialog = await portal.openQrForm('120');
  const tab = (id: string) => dialog.getByRole('tab', { name: words(id), exact: true }).click();

  await test.step('by QR', async () => {
    const made = page.waitForResponse(
      (answer) => /\/api\/qrcode\//.test(answer.url()) && answer.request().method() === 'POST',
    );
    await pressTwice(page, portal.button('qr.create', dialog), '**/api/qrcode/*');
    await payQr(request, ((await (await made).json()) as { payload: string }).payload);
    await expect(dialog.getByText(words('qr.credited'))).toBeVisible();
    await portal.button('money.done', dialog).click();
  });

  await test.step('by a gift', async () => {
    const gift = await makeGift(request, '30.00');
    await portal.button('deposit.deposit', page.getByRole('main')).click();
    await tab('deposit.tab.gift');
    await portal.field('truelink.link', dialog).fill(gift);
    await pressTwice(page, portal.button('truelink.send', dialog), '**/api/wallet/truelink');
    await expect(dialog.getByText(words('truelink.credited'))).toBeVisible();
  });

  await test.step('by the staff', async () => {
    await tab('deposit.tab.manual');
    await portal.field('manual.amount', dialog).fill('150');
    await pressTwice(page, portal.button('manual.request', dialog), '**/api/wallet/add');
    await expect(dialog.getByText(words('manual.waitingDetail'))).toBeVisible();
    await portal.button('money.done', dialog).click();
  });
  await expect(portal.amount('wallet.mainWallet')).toHaveText(/^฿15\d\.\d\d$/);
});

test('a promotion is received by its code, and bars the refund', { tag: '@desk' }, async ({
  page,
  portal,
  words,
  home,
  check,
}) => {
  const title = 'New year promotion';
  await home({ at: '/user/bonus' });

  await test.step('receives it once', async () => {
    await portal.button('promotion.have').click();
    await portal.field('promotion.code').fill('newyear');
    await portal.button('common.search').click();
    const offer = portal.dialog(title);
    await expect(offer.getByText(words('promotion.warning'))).toBeVisible();
    await check('04-promotion');
    await pressTwice(page, portal.button('bonus.receive', offer), '**/api/promotion/activate/*');
    await expectNotice(page, words('bonus.received', { amount: '฿100.00' }));
    await expect(offer).toBeHidden();
    await expect(page.getByRole('main')).toContainText(title);
    await expect(portal.button('bonus.end')).toBeVisible();
    await check('05-promotion-active');
  });

  await test.step('the refund waits until it is over', async () => {
    await portal.dialogsClosed();
    await page.goto('/user/home');
    await portal.button('refund.refund').click();
    const refund = portal.dialog(words('refund.refund'));
    await expect(refund.getByText(words('refund.blocked'))).toBeVisible();
    await expect(portal.button('refund.receive', refund)).toBeDisabled();
    await check('06-refund-blocked');
    await portal.button('bonus.toPage', refund).click();
    await expect(page).toHaveURL(/\/user\/bonus$/);
  });

  await test.step('without a coin the wheel rests, and says where coins come from', async () => {
    await portal.dialogsClosed();
    await page.goto('/user/home');
    await page.route('**/api/spinwheel/setup', async (route) => {
      const response = await route.fetch();
      const setup = (await response.json()) as { result: { userCoin: number } };
      setup.result.userCoin = 0;
      await route.fulfill({ response, json: setup });
    });
    await page.getByRole('button', { name: words('home.wheel') }).click();
    const wheel = portal.dialog(words('spin.wheel'));
    await expect(portal.button('spin.spinFor', wheel)).toHaveCount(0);
    await check('07-no-coins');
    await portal.button('spin.depositForCoin', wheel).click();
    await expect(portal.dialog(words('deposit.deposit'))).toBeVisible();
  });
});
