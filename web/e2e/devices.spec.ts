import { expect } from '@playwright/test';
import { test } from './member';
import { expectNotice, keepNotices } from './notices';

test.use({
  pictures: 'devices-',
  cast: { th: ['วันดี', 'ใจกล้า'], en: ['Wandee', 'Jaikla'] },
});

test(
  'a log-in from another device is announced, shown and ended',
  { tag: '@phone-first' },
  async ({ page, browser, portal, words, player, member, home, check }, info) => {
    expect(member).not.toBe('');
    await home();
    const other = await browser.newContext({
      ...info.project.use,
      extraHTTPHeaders: { 'X-Forwarded-For': '10.9.8.7' },
    });
    await keepNotices(other);
    const elsewhere = await other.newPage();
    await elsewhere.goto(new URL('/login', page.url()).href);
    await elsewhere.evaluate(
      (language) => localStorage.setItem('wallet.locale', JSON.stringify(language)),
      portal.language,
    );
    await elsewhere.reload();
    await elsewhere.getByLabel(words('auth.username'), { exact: true }).fill(player.phone);
    await elsewhere.getByLabel(words('auth.password'), { exact: true }).fill(player.password);
    await elsewhere.getByRole('button', { name: words('nav.login'), exact: true }).click();
    await expect(elsewhere).toHaveURL(/\/user\/home$/);
    // Without a reload: the open page shows it.
    const notMine = page.getByRole('button', { name: words('notice.notMine'), exact: true });
    await expect(notMine).toBeVisible();
    await check('01-notice');
    await notMine.click();
    await expect(page).toHaveURL(/\/user\/devices$/);
    await expect(notMine).toBeHidden();
    await expect(page.getByText(words('devices.this'), { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '10.9.8.*' })).toBeVisible();
    await expect(page.getByRole('link', { name: words('nav.contact') }).first()).toBeVisible();
    await check('02-devices');
    const others = page.getByRole('button', { name: words('devices.endOthers'), exact: true });
    await others.click();
    await check('03-all-others');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: words('nav.logout'), exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(others).toBeHidden();
    await expect(page.getByText(words('devices.only'))).toBeVisible();
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login$/);
    await expectNotice(elsewhere, words('session.revoked'));
    // An answered notice stays answered here.
    await portal.dialogsClosed();
    await page.reload();
    await expect(page.getByText(words('devices.only'))).toBeVisible();
    await expect(notMine).toBeHidden();
    await other.close();
  },
);
