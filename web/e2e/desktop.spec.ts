import { expect, type Locator } from '@playwright/test';
import { test } from './member';

const DESKTOP = { width: 1280, height: 800 };

test.use({
  pictures: 'desktop-',
  start: { amount: '300', game: 'pg' },
  cast: { th: ['ดวงแก้ว', 'มั่งมี'], en: ['Duangkaew', 'Mangmee'] },
});

/** Where a dialog is, once its animation is over. */
async function placeOf(dialog: Locator) {
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
  const box = await dialog.boundingBox();
  if (!box) throw new Error('the dialog is not shown');
  return box;
}

test('a desktop has columns, side sheets and a menu with words', { tag: '@desk' }, async ({
  page,
  portal,
  words,
  home,
  check,
}) => {
  await page.setViewportSize(DESKTOP);
  await home();
  const lines = page.getByRole('region', { name: words('home.lines') });

  await test.step('the last lines are next to the balance', async () => {
    await expect(lines.getByRole('listitem')).toHaveCount(1);
    const [balance, last] = [await placeOf(portal.balances()), await placeOf(lines)];
    expect(last.x).toBeGreaterThan(balance.x + balance.width);
    expect(last.y).toBe(balance.y);
    await check('01-home');
  });

  await test.step('a carousel has three games in view, and its buttons bring the others', async () => {
    await portal.reachGames();
    const slots = portal.carousel('slot');
    await expect.poll(() => portal.cardsInView('slot')).toHaveLength(3);
    const first = await portal.cardsInView('slot');
    await expect(portal.button('common.previous', slots)).toBeDisabled();
    await portal.button('common.next', slots).click();
    await expect(portal.button('common.previous', slots)).toBeEnabled();
    await expect.poll(() => portal.cardsInView('slot')).toHaveLength(3);
    expect(await portal.cardsInView('slot')).not.toEqual(first);
  });

  await test.step('a line opens its receipt at the right edge, as high as the window', async () => {
    await lines.getByRole('listitem').getByRole('button').click();
    const sheet = page.getByRole('dialog');
    await expect(portal.button('statement.receipt.share', sheet)).toBeVisible();
    const { x, y, width, height } = await placeOf(sheet);
    expect(x + width).toBeGreaterThan(DESKTOP.width - 40);
    expect(y).toBeLessThan(20);
    expect(height).toBeGreaterThan(DESKTOP.height - 40);
    await check('02-sheet');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await portal.dialogsClosed();
  });

  await test.step('a question stays in the middle', async () => {
    await portal.button('withdraw.withdraw').click();
    await portal.field('withdraw.amount').fill('150');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: words('common.leave.title') });
    await expect(question).toBeVisible();
    const { x, width } = await placeOf(question);
    expect(Math.abs(x + width / 2 - DESKTOP.width / 2)).toBeLessThan(20);
    await portal.button('common.leave.leave', question).click();
    await portal.dialogsClosed();
  });

  await test.step('the menu leads to every page that it names', async () => {
    const menu = page.getByRole('navigation', { name: words('shell.menu') });
    for (const id of ['nav.bonus', 'limits.title', 'nav.profile', 'nav.contact', 'nav.home']) {
      const link = menu.getByRole('link', { name: words(id), exact: true });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('banner')).toContainText(words(id));
    }
  });
});
