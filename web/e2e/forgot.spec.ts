import { expect, type Page } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { readOneTimeCode } from './outside';
import { Portal } from './portal';

test.use({
  pictures: 'forgot-',
  start: { amount: '500' },
  cast: { th: ['วันดี', 'ใจกล้า'], en: ['Wandee', 'Jaikla'] },
});

const NEW_PASSWORD = 'Papaya-Salad-9';

/** The beginning of a message, before its first placeholder. */
const start = (message: string) => message.split('{')[0] ?? '';

test(
  'who has forgotten the password gets in again, and the other device is logged out',
  { tag: '@phone' },
  async ({ page, browser, request, portal, words, player, member, home, check }, info) => {
    expect(member).not.toBe('');
    await home();
    const context = await browser.newContext({
      ...info.project.use,
      extraHTTPHeaders: { 'X-Forwarded-For': '10.9.8.7' },
    });
    const elsewhere = await context.newPage();
    const there = new Portal(elsewhere, portal.language, words);
    const passwordSet = (on: Page) => on.getByText(start(words('notice.PASSWORD_SET')));

    await test.step('sets another password on another device, with the code', async () => {
      await elsewhere.goto(new URL('/login', page.url()).href);
      await elsewhere.evaluate((language) => {
        localStorage.setItem('wallet.locale', JSON.stringify(language));
        localStorage.setItem('wallet.agreement', 'true');
      }, portal.language);
      await elsewhere.reload();
      await elsewhere.getByRole('link', { name: words('auth.forgot') }).click();
      await there.field('register.step.phone').fill(player.phone);
      const before = await readOneTimeCode(request, player.phone);
      await there.button('forgot.send').click();
      await expect(there.field('otp.enter')).toBeVisible();
      await expect.poll(() => readOneTimeCode(request, player.phone)).not.toBe(before);
      const code = await readOneTimeCode(request, player.phone);
      await there.field('forgot.newPassword').fill(NEW_PASSWORD);
      await there.field('register.confirmPassword').fill(NEW_PASSWORD);
      await there.field('otp.enter').fill(code === '000000' ? '000001' : '000000');
      await there.button('forgot.set').click();
      await expect(elsewhere.getByText(words('error.OTP_CODE_INVALID'))).toBeVisible();
      await expect(there.field('otp.enter')).toHaveValue('');
      await there.field('otp.enter').fill(code);
      await there.button('forgot.set').click();
      await expect(elsewhere.getByText(words('forgot.done'))).toBeVisible();
      await expect(elsewhere.getByText(start(words('forgot.held')))).toBeVisible();
    });

    await test.step('comes in there, and is asked whether it was the member', async () => {
      await there.button('nav.login').click();
      await expect(elsewhere).toHaveURL(/\/user\/home$/);
      await expect(passwordSet(elsewhere)).toBeVisible();
      await expect(elsewhere.getByText(start(words('forgot.held')))).toBeVisible();
      await there.button('notice.mine').click();
      await expect(passwordSet(elsewhere)).toBeHidden();
    });

    await test.step('may ask for money, which waits and says until when and why', async () => {
      await there.button('withdraw.withdraw').click();
      const form = there.dialog(words('withdraw.withdraw'));
      await expect(form.getByText(start(words('withdraw.heldNotice')))).toBeVisible();
      await there.field('withdraw.amount', form).fill('150');
      await there.button('common.next', form).click();
      await there.button('withdraw.confirm').click();
      await expect(elsewhere.getByText(start(words('withdraw.heldDetail')))).toBeVisible();
    });

    await test.step('is the only one who is logged in', async () => {
      await elsewhere.goto('/user/devices');
      const own = elsewhere.getByRole('region', { name: words('devices.this') });
      await expect(own).toContainText('10.9.8.*');
      await expect(elsewhere.getByText(words('devices.only'))).toBeVisible();
    });

    await test.step('and the device of before says that its session is over', async () => {
      await page.reload();
      await expect(page).toHaveURL(/\/login$/);
      await expectNotice(page, words('session.revoked'));
      await check('01-logged-out');
    });

    await test.step('where the old password is refused, and the new one is asked about', async () => {
      await portal.field('auth.username').fill(player.phone);
      await portal.field('auth.password').fill(player.password);
      await portal.button('nav.login').click();
      await expect(page.getByText(words('error.WRONG_CREDENTIAL'))).toBeVisible();
      await portal.logIn({ ...player, password: NEW_PASSWORD });
      await expect(passwordSet(page)).toBeVisible();
      await check('02-password-set');
      await portal.button('notice.notMine').click();
      await expect(page).toHaveURL(/\/user\/devices$/);
      await expect(page.getByText(words('devices.this'), { exact: true })).toBeVisible();
      await expect(portal.button('devices.endOthers')).toBeVisible();
    });
    await context.close();
  },
);
