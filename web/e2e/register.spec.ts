import { expect } from '@playwright/test';
import { test } from './member';
import { readOneTimeCode } from './outside';
import { ownPhone } from './story';

test.use({
  pictures: 'register-',
  cast: { th: ['ดวงใจ', 'มั่นคง'], en: ['Duang', 'Mankong'] },
});

const OTP_TRIES = 5;
const RESEND_MS = 60_000;
const TO_HOME_MS = 2_000;
/** Further than the page's own time can have come meanwhile. */
const AHEAD_MS = 600_000;

test(
  'the wizard says what is wrong, and keeps what was typed when a proof grows old',
  { tag: '@phone' },
  async ({ page, request, portal, words, player, check }, info) => {
    const otherPhone = ownPhone(info, 'other');
    const next = portal.button('common.next');
    const phone = portal.field('register.step.phone');
    const alert = page.getByRole('main').getByRole('alert');
    await page.clock.install();
    await page.goto('/register');

    await test.step('a number has ten digits', async () => {
      for (const wrong of ['', '08123', '08123456789']) {
        await phone.fill(wrong);
        await next.click();
        await expect(page.getByText(words('register.phone10'))).toBeVisible();
      }
      await check('01-phone');
      await phone.fill(player.phone);
      await next.click();
      await expect(portal.field('otp.enter')).toBeVisible();
    });

    await test.step('a code is guessed five times and no more', async () => {
      const right = await readOneTimeCode(request, player.phone);
      const wrong = right === '111111' ? '222222' : '111111';
      for (let tries = 0; tries < OTP_TRIES; tries += 1) {
        const answer = page.waitForResponse('**/api/otp/verify');
        await portal.field('otp.enter').fill(wrong);
        expect((await answer).ok()).toBe(false);
        await expect(portal.field('otp.enter')).toHaveValue('');
        await expect(portal.field('otp.enter')).toHaveAttribute('aria-invalid', 'true');
      }
      await check('02-otp-wrong');
      const answer = page.waitForResponse('**/api/otp/verify');
      await portal.field('otp.enter').fill(right);
      expect((await answer).ok()).toBe(false);
      await expect(portal.field('otp.enter')).toBeVisible();
    });

    await test.step('another one can be asked for after a minute', async () => {
      const again = portal.button('otp.resend');
      await expect(again).toHaveCount(0);
      const waiting = words('otp.resendIn', { seconds: '#' }).replace('#', '\\d+');
      await expect(page.getByRole('button', { name: new RegExp(`^${waiting}$`) })).toBeDisabled();
      await page.clock.fastForward(RESEND_MS);
      await expect(again).toBeEnabled();
      // What the server says of a number that this tab has proved before.
      await page.route(
        '**/api/otp/send',
        (route) => {
          const { otpToken } = route.request().postDataJSON() as { otpToken: string };
          const times = { expiresIn: 300, resendIn: 60 };
          return route.fulfill({ json: { otpRef: '', otpToken, code: 'OTP_VERIFIED', ...times } });
        },
        { times: 1 },
      );
      await again.click();
      await expect(portal.field('register.name')).toBeVisible();
    });

    await test.step('passwords are typed twice, alike, and can be read', async () => {
      await next.click();
      await expect(page.getByText(words('common.required'))).toHaveCount(3);
      await portal.fillProfile(player);
      const password = portal.field('auth.password');
      await password.fill('short');
      await next.click();
      await expect(page.getByText(words('register.passwordShort', { n: 8 }))).toBeVisible();
      await check('03-password-short');
      await password.fill(`${player.password}x`);
      await next.click();
      await expect(page.getByText(words('register.passwordMismatch'))).toBeVisible();
      await password.fill(player.password);
      await portal.button('shell.password.show').first().click();
      await expect(password).toHaveAttribute('type', 'text');
      await next.click();
      await expect(portal.button('bank.others')).toBeVisible();
    });

    await test.step('each step leads back, and the conditions are one press away', async () => {
      await portal.button('common.back').click();
      await expect(portal.field('register.name')).toHaveValue(player.name);
      await portal.button('register.terms').click();
      const conditions = portal.dialog(words('nav.conditions'));
      await portal.button('common.confirm', conditions).click();
      await next.click();
    });

    await test.step('a bank that is not among the usual ones is found by its name', async () => {
      await expect(portal.bank('UOB')).toHaveCount(0);
      await portal.button('bank.others').click();
      const search = page.getByRole('searchbox', { name: words('bank.search') });
      await expect(search).toBeFocused();
      await search.fill('no such bank');
      await expect(page.getByText(words('bank.noneFound'))).toBeVisible();
      await search.fill('uob');
      await portal.bank('UOB').check();
      await expect(search).toBeHidden();
      await expect(portal.bank('UOB')).toBeChecked();
      await check('04-banks');
    });

    await test.step('a number that is not proved any more is proved again', async () => {
      await portal.fillBank(player);
      await portal.button('nav.register').click();
      await expect(page.getByText(words('error.UNVERIFIED_OTP'))).toBeVisible();
      await expect(phone).toBeVisible();
      // Another number, because the first one has used its guesses up.
      await phone.fill(otherPhone);
      await next.click();
      await portal.giveOneTimeCode(await readOneTimeCode(request, otherPhone));
      await expect(portal.field('register.name')).toHaveValue(player.name);
      await expect(portal.field('auth.password')).toHaveValue(player.password);
      await expect(portal.field('register.source')).toHaveValue('FRIEND');
      await next.click();
      await expect(portal.bank(player.bankCode)).toBeChecked();
      await expect(portal.field('bank.accountNo')).toHaveValue(player.accountNo);
      await expect(portal.field('bank.lastName')).toHaveValue(player.lastName);
      await expect(alert).toHaveCount(0);
    });

    await test.step('the new member is signed in two seconds after the account is made', async () => {
      const sent: string[] = [];
      page.on('request', (call) => {
        if (/\/api\/account$/.test(call.url())) sent.push(call.url());
      });
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
      await portal.button('nav.register').dblclick();
      await expect(page.getByRole('heading', { name: words('register.success') })).toBeVisible();
      await page.clock.runFor(TO_HOME_MS - 1);
      await expect(page).toHaveURL(/\/register/);
      await page.clock.runFor(1);
      await expect(page).toHaveURL(/\/user\/home$/);
      await page.clock.resume();
      await expect(portal.dialog(words('agreement.title'))).toBeVisible();
      expect(sent).toHaveLength(1);
    });
  },
);

test('without codes a number is enough, and the code of the link is there', {
  tag: '@phone',
}, async ({ page, portal, words, player }) => {
  await page.route('**/api/lookup/registerOTP', (route) =>
    route.fulfill({ json: { registerOTP: false } }),
  );
  await page.goto('/register?code=PRfriend-7');
  await expect(page.getByText(words('register.progress', { step: 1, steps: 3 }))).toBeVisible();
  await page.goto('/login');
  await page.getByRole('link', { name: words('auth.noAccount') }).click();
  await portal.field('register.step.phone').fill(player.phone);
  await portal.button('common.next').click();
  await expect(page.getByText(words('register.progress', { step: 2, steps: 3 }))).toBeVisible();
  await expect(portal.field('register.inviteCodeOptional')).toHaveValue('PRfriend-7');
});
