import { expect } from '@playwright/test';
import { test } from './member';
import { readOneTimeCode } from './outside';

test.use({
  pictures: 'forgot-',
  cast: { th: ['วันดี', 'ใจกล้า'], en: ['Wandee', 'Jaikla'] },
});

const NEW_PASSWORD = 'Papaya-Salad-9';

test(
  'who has forgotten the password gets in again, and the other device is logged out',
  { tag: '@phone' },
  async ({ page, browser, request, portal, words, player, member, home, check }, info) => {
    expect(member).not.toBe('');
    await home();
    const other = await browser.newContext({
      ...info.project.use,
      extraHTTPHeaders: { 'X-Forwarded-For': '10.9.8.7' },
    });
    const elsewhere = await other.newPage();
    await elsewhere.goto(new URL('/login', page.url()).href);
    await elsewhere.evaluate(
      (language) => localStorage.setItem('wallet.locale', JSON.stringify(language)),
      portal.language,
    );
    await elsewhere.reload();
    await elsewhere.getByRole('link', { name: words('auth.forgot') }).click();
    await elsewhere.getByLabel(words('register.step.phone'), { exact: true }).fill(player.phone);
    const before = await readOneTimeCode(request, player.phone);
    const named = (id: string) => elsewhere.getByRole('button', { name: words(id), exact: true });
    await named('forgot.send').click();
    const field = (id: string) => elsewhere.getByLabel(words(id), { exact: true });
    await expect(field('otp.enter')).toBeVisible();
    await expect.poll(() => readOneTimeCode(request, player.phone)).not.toBe(before);
    await field('otp.enter').fill(await readOneTimeCode(request, player.phone));
    await field('forgot.newPassword').fill(NEW_PASSWORD);
    await field('register.confirmPassword').fill(NEW_PASSWORD);
    await named('forgot.set').click();
    await expect(elsewhere.getByText(words('forgot.done'))).toBeVisible();
    await named('nav.login').click();
    await expect(elsewhere).toHaveURL(/\/user\/home$/);
    // The session of before is over.
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await check('01-logged-out');
    await other.close();
  },
);
