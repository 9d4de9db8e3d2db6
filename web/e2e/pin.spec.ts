import { expect } from '@playwright/test';
import { test } from './member';
import { readOneTimeCode } from './outside';

test.use({
  pictures: 'pin-',
  start: { amount: '1000' },
  cast: { th: ['มานะ', 'รอบคอบ'], en: ['Mana', 'Robkob'] },
});

const PIN = '246813';
const OTHER = '975310';

test('money leaves only with the PIN, and five wrong ones lead to another one', {
  tag: '@phone',
}, async ({ page, request, portal, words, player, home, check }) => {
  const askForCode = async () => {
    const before = await readOneTimeCode(request, player.phone);
    await portal.button('forgot.send').click();
    await expect.poll(() => readOneTimeCode(request, player.phone)).not.toBe(before);
    return readOneTimeCode(request, player.phone);
  };
  const fillPin = async (pin: string) => {
    await portal.field('pin.new').fill(pin);
    await portal.field('pin.confirm').fill(pin);
    await portal.field('auth.password').fill(player.password);
  };

  await test.step('sets a PIN with the password and a code to the phone', async () => {
    await home();
    await page.goto('/user/profile');
    await portal.button('pin.set').click();
    await fillPin('123456');
    await portal.field('otp.enter').fill(await askForCode());
    await portal.button('common.save').click();
    await expect(page.getByText(words('pin.common'))).toBeVisible();
    await check('01-set');
    await fillPin(PIN);
    await portal.button('common.save').click();
    await expect(page.getByText(words('pin.isSet'))).toBeVisible();
    await portal.dialogsClosed();
    await check('02-profile');
  });

  await test.step('confirms a withdrawal with it, after a wrong one', async () => {
    await home();
    await portal.button('withdraw.withdraw').click();
    const form = portal.dialog(words('withdraw.withdraw'));
    await portal.field('withdraw.amount', form).fill('150');
    await portal.button('common.next', form).click();
    const confirm = portal.button('withdraw.confirm');
    await confirm.click();
    await expect(page.getByText(words('pin.short'))).toBeVisible();
    await portal.field('pin.pin').fill(OTHER);
    await confirm.click();
    await expect(page.getByText(words('error.PIN_INVALID'))).toBeVisible();
    await check('03-wrong');
    await portal.field('pin.pin').fill(PIN);
    await confirm.click();
    await expect(portal.button('money.done')).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(stored).not.toContain(PIN);
    await portal.button('money.done').click();
  });

  await test.step('does not know it any more: five wrong ones, and the way to another one', async () => {
    await portal.button('withdraw.withdraw').click();
    const form = portal.dialog(words('withdraw.withdraw'));
    await portal.field('withdraw.amount', form).fill('150');
    await portal.button('common.next', form).click();
    const wrong = page.getByText(words('error.PIN_INVALID'));
    for (let guess = 0; guess < 5; guess += 1) {
      await portal.field('pin.pin').fill('');
      await expect(wrong).toBeHidden();
      await portal.field('pin.pin').fill(OTHER);
      await portal.button('withdraw.confirm').click();
      await expect(wrong).toBeVisible();
    }
    await portal.field('pin.pin').fill(PIN);
    await portal.button('withdraw.confirm').click();
    await expect(page.getByText(words('error.PIN_BLOCKED'))).toBeVisible();
    await check('04-blocked');
    await portal.button('nav.profile', page.getByRole('alertdialog')).click();
    await expect(page).toHaveURL(/\/user\/profile$/);
  });

  await test.step('sees what another one costs, and that a second code has to wait', async () => {
    await portal.button('pin.change').click();
    await portal.button('pin.forgotten').click();
    await expect(page.getByText(words('pin.forgottenHold'))).toBeVisible();
    // If the wait after the first code is nearly over, it may end unseen; then a second code is sent
    // and its own wait begins.
    const send = portal.button('forgot.send');
    await expect(async () => {
      await send.click();
      await expect(send).toBeDisabled({ timeout: 5_000 });
    }).toPass();
    await check('05-forgotten');
  });
});
