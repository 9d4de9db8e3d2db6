import { expect, type Page } from '@playwright/test';
import { findViolations, overhang } from './screens';
import { sandboxUrl } from './stack';
import { test } from './story';

const SHOP = { bank: 'SCB', accountNo: '4681234567', name: 'SHOP' };

/** The page in both looks: nothing sticks out, axe finds nothing, and a picture of it. */
async function seen(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await overhang(page), `${name}, ${colorScheme}: sideways`).toBeLessThanOrEqual(0);
    const found = await findViolations(page, 'all');
    expect.soft(found, `${name}, ${colorScheme}: axe`).toEqual([]);
    const path = `test-results/screens/sandbox/${name}-${colorScheme}.png`;
    await page.screenshot({ path, fullPage: true });
  }
}

test('at the bank of the sandbox the payer is filled in and an amount has separators', {
  tag: '@phone',
}, async ({ page }) => {
  const field = (name: string) => page.locator(`form [name=${name}]`);
  const pay = page.locator('form button');
  const query = new URLSearchParams({
    toBank: SHOP.bank,
    toAccountNo: SHOP.accountNo,
    toName: SHOP.name,
  });

  await test.step('the first demo member pays', async () => {
    await page.goto(`${sandboxUrl()}/bank?${query}`);
    await expect(field('fromBank')).toHaveValue('KBANK');
    await expect(field('fromAccountNo')).toHaveValue('1230102093');
    await expect(field('fromName')).toHaveValue('สมชาย ใจดี');
  });

  await test.step('an invalid amount is reported, and nothing is paid', async () => {
    await field('amount').fill('1,50');
    await pay.click();
    await expect(page.getByRole('alert')).toContainText('1,500');
    await expect(field('amount')).toBeFocused();
    await expect(field('amount')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#done')).toBeHidden();
    await seen(page, '01-bank-no-amount');
  });

  await test.step('thousands may be separated', async () => {
    await field('fromAccountNo').fill('2340112094');
    await field('amount').fill('1,500');
    const paid = page.waitForResponse(
      (answer) => answer.url().endsWith('/bank/payments') && answer.request().method() === 'POST',
    );
    await pay.click();
    expect(((await (await paid).json()) as { amount: string }).amount).toBe('1500.00');
    await expect(page.locator('#done')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await seen(page, '02-bank-paid');
  });

  await test.step('the last payer is filled in for the next payment', async () => {
    await page.goto(`${sandboxUrl()}/bank`);
    await expect(field('fromAccountNo')).toHaveValue('2340112094');
    await expect(field('toAccountNo')).toHaveValue(SHOP.accountNo);
    await expect(field('amount')).toHaveValue('');
  });
});

test('a provider has a website that reports a wrong password', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto(`${sandboxUrl()}/games/pg?app=android`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PG Soft');
  await expect(page.locator('#app')).toContainText('Android');
  await seen(page, '03-site');
  await page.locator('[name=username]').fill('nobody1');
  await page.locator('[name=password]').fill('wrong-1234');
  await page.locator('form button').click();
  await expect(page.getByRole('alert')).toHaveText('ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง');
  await seen(page, '04-site-wrong-password');
});
