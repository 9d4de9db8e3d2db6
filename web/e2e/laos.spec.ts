import { expect, type Locator, type Page } from '@playwright/test';
import { lookAt } from './every-screen';
import { expectLetters, expectOwnLetters } from './letters';
import { findCutTexts } from './looks';
import { Portal } from './portal';
import { overhang } from './screens';
import { laoSandboxUrl } from './stack';
import { test } from './story';
import { wordsOf } from './words';

const PASSWORD = 'Mango-Sticky-5';
const words = wordsOf('la');

/** Lao texts and amounts in kip use the portal's fonts, and nothing is cut off. */
async function reads(page: Page): Promise<void> {
  await expectOwnLetters(page);
  expect.soft(await findCutTexts(page)).toEqual([]);
  expect.soft(await overhang(page)).toBeLessThanOrEqual(0);
}

/** From the profile to the last step, the choice of the currency. */
async function fillToCurrency(portal: Portal<'la'>, accountNo: string): Promise<Locator> {
  await portal.field('register.name').fill('ມະນີ');
  await portal.field('auth.password').fill(PASSWORD);
  await portal.field('register.confirmPassword').fill(PASSWORD);
  await portal.field('register.source').selectOption('FRIEND');
  await portal.button('common.next').click();
  await portal.bank('BCEL').check();
  await portal.field('bank.accountNo').fill(accountNo);
  await portal.field('bank.firstName').fill('ມະນີ');
  await portal.field('bank.lastName').fill('ສີສຸກ');
  const currency = portal.field('common.currency');
  await expect(currency.getByRole('option')).toHaveText([
    `LAK (${words('common.kip')})`,
    `BAHT (${words('common.baht')})`,
  ]);
  return currency;
}

async function logIn(portal: Portal<'la'>, username: string): Promise<void> {
  await portal.field('auth.username').fill(username);
  await portal.field('auth.password').fill(PASSWORD);
  await portal.button('nav.login').click();
  await expect(portal.balances()).toBeVisible();
}

test('in Laos a player reads Lao, registers with a Lao phone and pays kip by QR', async ({
  page,
  request,
}, info) => {
  const portal = new Portal(page, 'la', words);
  const look = (name: string) => lookAt(page, info, { name, language: 'la', isPhoneOnly: true });

  await test.step('reads Lao without having chosen it', async () => {
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('nav.login'));
    await reads(page);
    await look('01-login');
  });

  await test.step('sees the rule for Lao phone numbers', async () => {
    await page.getByRole('link', { name: words('auth.noAccount') }).click();
    const phone = portal.field('register.step.phone');
    await phone.fill('0812345678');
    await portal.button('common.next').click();
    await expect(page.getByText(words('register.phoneLao'))).toBeVisible();
    await look('02-phone');
    await phone.fill('+856 20 5551 2121');
    await portal.button('common.next').click();
    // There is no code step here: the next step is the profile.
    await expect(page.getByText('020 5551 2121')).toBeVisible();
  });

  await test.step('registers with a Lao bank, and kip unless chosen otherwise', async () => {
    const currency = await fillToCurrency(portal, '010-12-00-01234567-001');
    await expect(currency).toHaveValue('LAK');
    await reads(page);
    await look('03-bank');
    await portal.button('nav.register').click();
    await expect(page).toHaveURL(/\/user\/home$/);
    await portal.acceptAgreement();
  });

  await test.step('logs out, and in again by the number in another spelling', async () => {
    await page.getByRole('link', { name: words('nav.profile'), exact: true }).click();
    await portal.button('nav.logout').click();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(portal, '20 5551 2121');
  });

  await test.step('sees kip, without decimals', async () => {
    await expect(portal.amount('wallet.mainWallet')).toHaveText('₭0');
    await expectLetters(page, 'ກີບ₭฿');
    await reads(page);
    await look('04-home');
  });

  await test.step('is offered bonuses in kip', async () => {
    await portal.button('nav.bonus').click();
    const title = 'ໂບນັດຕ້ອນຮັບສະມາຊິກໃໝ່ 100%';
    const card = page.getByRole('button').filter({ hasText: title });
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(words('bonus.depositToClaim', { min: '₭50,000' }));
    await reads(page);
    await look('05-bonuses');
    await page.getByRole('link', { name: words('nav.home'), exact: true }).click();
  });

  await test.step('sees a wheel with prizes in kip', async () => {
    await page.getByRole('button', { name: words('home.wheel') }).click();
    const wheel = portal.dialog(words('spin.wheel'));
    await expect(wheel.getByRole('listitem')).toHaveCount(8);
    await expect(wheel.getByRole('listitem').filter({ hasText: '3,000 ກີບ' })).toBeVisible();
    await expect(wheel.getByText('ບາດ')).toHaveCount(0);
    await look('06-wheel');
    await portal.button('common.close', wheel).click();
    await expect(wheel).toBeHidden();
  });

  await test.step('comes to a way to pay in that has an account', async () => {
    await portal.button('deposit.deposit', page.getByRole('main')).click();
    const dialog = portal.dialog(words('deposit.deposit'));
    const tabs = dialog.getByRole('tab');
    await expect(tabs.first()).toHaveText(words('deposit.tab.qr'));
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await expect(dialog.getByText(words('deposit.noAccounts'))).toBeHidden();
    await portal.button('common.close', dialog).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('pays in by the QR of BCEL', async () => {
    const dialog = await portal.openQrForm('50000');
    await look('07-qr-form');
    const created = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/qrcode/BCEL') && answer.request().method() === 'POST',
    );
    await portal.button('qr.create', dialog).click();
    const { payload } = (await (await created).json()) as { payload: string };
    expect(payload).toContain('540550000');
    await expect(dialog.getByRole('img')).toBeVisible();
    await reads(page);
    await look('08-qr');
    const paid = await request.post(`${laoSandboxUrl}/psp/payments`, { data: { payload } });
    expect(paid.ok(), await paid.text()).toBe(true);
    await expect(dialog.getByText(words('qr.credited'))).toBeVisible();
    await portal.button('money.done', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('₭50,000');
  });

  await test.step('finds the kip in the statement, and the account in the profile', async () => {
    await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
    await expect(portal.lines().getByText('+₭50,000')).toBeVisible();
    const from = 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ';
    await expect(portal.lines().getByText(from, { exact: true })).toBeVisible();
    await reads(page);
    await look('09-statement');
    await page.getByRole('link', { name: words('nav.profile'), exact: true }).click();
    await expect(page.getByText('020 5551 2121')).toBeVisible();
    await reads(page);
    await look('10-profile');
  });
});

test('in Laos a player who chooses baht has baht', { tag: '@nightly' }, async ({ page }, info) => {
  const portal = new Portal(page, 'la', words);
  await page.goto('/register');
  await portal.field('register.step.phone').fill('020 5551 2122');
  await portal.button('common.next').click();
  const currency = await fillToCurrency(portal, '010-12-00-01234568-001');
  await currency.selectOption('BAHT');
  await portal.button('nav.register').click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await portal.acceptAgreement();
  await expect(portal.amount('wallet.mainWallet')).toHaveText('฿0.00');
  await reads(page);
  await lookAt(page, info, { name: '11-home-in-baht', language: 'la', isPhoneOnly: true });
});
