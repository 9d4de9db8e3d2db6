import { expect } from '@playwright/test';
import { test } from './member';
import { creditsRead, holdNotices } from './notices';
import { payQr } from './outside';
import { smallTargets } from './targets';

test.use({
  pictures: 'touch-',
  cast: { th: ['มะลิ', 'ใจเย็น'], en: ['Mali', 'Jaiyen'] },
});

const PUBLIC = ['/login', '/register', '/howto', '/contact'];
const MEMBERS = ['home', 'profile', 'statement', 'bonus', 'limits', 'spins', 'contact'];

test('a thumb hits what it means, on each page and in the forms for money', {
  tag: '@phone',
}, async ({ page, portal, words, home, member }) => {
  expect(member).toBeTruthy();
  const look = async (screen: string) => expect.soft(await smallTargets(page), screen).toEqual([]);
  const settle = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.getByLabel(words('common.loading'))).toHaveCount(0);
  };
  for (const address of PUBLIC) {
    await page.goto(address);
    await settle();
    await look(address);
  }
  await home();
  for (const name of MEMBERS) {
    await page.goto(`/user/${name}`);
    await settle();
    await look(name);
  }
  await page.goto('/user/home');
  for (const id of ['deposit.deposit', 'withdraw.withdraw', 'transfer.transfer']) {
    await portal.button(id, page.getByRole('main')).click();
    const dialog = portal.dialog(words(id));
    // Its form replaces the loading one. A press that begins on one and ends on the other is lost.
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel(words('common.loading'))).toHaveCount(0);
    await look(id);
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click();
      await expect(dialog.getByLabel(words('common.loading'))).toHaveCount(0);
      await look(`${id}, ${await tab.textContent()}`);
    }
    await portal.button('common.close', dialog).click();
    await expect(dialog).toBeHidden();
  }
});

test('a notice of money that comes in shows over the chat that covers the page', {
  tag: '@phone',
}, async ({ page, request, portal, words, home }) => {
  await holdNotices(page);
  await Promise.all([creditsRead(page), home()]);
  const deposit = await portal.openQrForm('60');
  const created = page.waitForResponse(
    (answer) => /\/api\/qrcode\//.test(answer.url()) && answer.request().method() === 'POST',
  );
  await portal.button('qr.create', deposit).click();
  const { payload, amount } = (await (await created).json()) as {
    payload: string;
    amount: string;
  };
  await portal.button('common.close', deposit).click();
  await portal.chatButton().click();
  const chat = portal.dialog(words('chat.chat'));
  await expect(chat).toBeVisible();
  await payQr(request, payload);
  const credited = words('home.credited', { amount: `฿${Number(amount).toFixed(2)}` });
  const notice = chat.locator('[aria-live]').getByText(credited);
  await expect(notice).toBeVisible();
  await portal.button('shell.dismiss', chat).click();
  await expect(notice).toBeHidden();
  await expect(chat).toBeVisible();
});
