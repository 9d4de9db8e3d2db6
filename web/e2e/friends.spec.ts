import { expect, type Route } from '@playwright/test';
import { register } from './calls';
import { test } from './member';
import { expectNotice } from './notices';
import { computeInvites } from './operator';
import { type Player, playRound, readOneTimeCode } from './outside';
import { Portal } from './portal';
import { Purse } from './purse';
import { ownAccountNo, ownPhone } from './story';
import { pressTwice } from './taps';

test.use({
  pictures: 'lists-',
  cast: { th: ['อรุณ', 'เพชรดี'], en: ['Arun', 'Phetdee'] },
});

const MONTH_MS = 30 * 24 * 3_600_000;

const pageOf = (route: Route) => (route.request().postDataJSON() as { page: number }).page;

test('refunds are read page by page and received once', { tag: '@desk' }, async ({
  page,
  portal,
  words,
  member,
  home,
}) => {
  expect(member).not.toBe('');
  const refund = portal.dialog(words('refund.refund'));
  await page.route(/\/api\/refund(\?|$)/, (route) => {
    const first = (pageOf(route) - 1) * 10;
    const refunds = Array.from({ length: 12 }, (_, at) => ({
      refundAmount: `${at + 1}.50`,
      createdAt: new Date(Date.UTC(2026, 9, 28 - at)).toISOString(),
      status: 'ADDED',
    })).slice(first, first + 10);
    return route.fulfill({ json: { asOf: '1', total: 12, nextCursor: null, refunds } });
  });
  const pending = { amount: '12.00', keepUntil: new Date(Date.now() + MONTH_MS).toISOString() };
  let isReceived = false;
  await page.route('**/api/refund/check', async (route) => {
    const response = await route.fetch();
    const check = (await response.json()) as object;
    const found = { bonus: false, result: !isReceived, refundAmount: '12.00' };
    const json = { ...check, ...found, pending: isReceived ? pending : null };
    await route.fulfill({ response, json });
  });
  await page.route('**/api/refund/banners', (route) => route.fulfill({ json: { banners: [] } }));
  await page.route('**/api/invite/banners', (route) => route.fulfill({ json: { banners: [] } }));
  await home();

  await test.step('the dialogs open at once, and need no banner', async () => {
    await portal.button('home.invite').click();
    const invite = portal.dialog(words('invite.invite'));
    await expect(invite).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await portal.button('common.close', invite).click();
    await portal.button('refund.refund').click();
    await expect(refund).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  await test.step('the log has ten on a page', async () => {
    const log = refund.getByRole('region', { name: words('refund.history') });
    await expect(log.getByRole('list').first().getByRole('listitem')).toHaveCount(10);
    await expect(log).toContainText('+฿1.50');
    await portal.button('common.next', log).click();
    await expect(log.getByRole('list').first().getByRole('listitem')).toHaveCount(2);
    await expect(log).toContainText('+฿12.50');
    await expect(portal.button('common.next', log)).toBeDisabled();
  });

  await test.step('a double tap receives and adds a refund once', async () => {
    const answer = { message: 'REFUND_SUCCESS', position: '1', refundAmount: '12.00' };
    const added = { status: 'SUCCESS', position: '1', balance: '12.00', amount: '12.00' };
    let additions = 0;
    await page.route('**/api/refund/addWallet', (route) => {
      additions += 1;
      return route.fulfill({ json: added });
    });
    isReceived = true;
    const name = words('refund.receiveSum', { amount: '฿12.00' });
    const receive = refund.getByRole('button', { name, exact: true });
    await pressTwice(page, receive, '**/api/refund/receive', {
      json: { ...answer, keepUntil: pending.keepUntil },
    });
    await expectNotice(page, words('refund.added', { amount: '฿12.00' }));
    expect(additions).toBe(1);
  });
});

test(
  'a friend comes by the link, and the share is received once',
  { tag: '@desk' },
  async ({ page, browser, request, portal, words, home, check }, info) => {
    const other: Player = {
      phone: ownPhone(info, 'friend'),
      password: 'Mango-Sticky-8',
      name: 'Ploy',
      bankCode: 'BBL',
      accountNo: ownAccountNo(info, 'friend'),
      firstName: 'PLOY',
      lastName: 'RAKDEE',
    };
    await home();
    const invite = portal.dialog(words('invite.invite'));

    const link = await test.step('finds the link', async () => {
      await portal.button('home.invite').click();
      const text = await invite.getByText(/\/register\?code=PR[\w-]+$/).textContent();
      await portal.button('common.close', invite).click();
      return new URL(`http://${text}`);
    });

    await test.step('a friend registers by it on another device', async () => {
      const context = await browser.newContext();
      const device = await context.newPage();
      const friend = new Portal(device, portal.language, words);
      await device.goto(link.href);
      await expect(device.locator('input[name=phone]')).toBeVisible();
      await friend.enter();
      await friend.givePhone(other.phone);
      await friend.giveOneTimeCode(await readOneTimeCode(request, other.phone));
      const code = link.searchParams.get('code') ?? 'none';
      await expect(friend.field('register.inviteCodeOptional')).toHaveValue(code);
      await friend.fillProfile(other);
      await friend.button('common.next').click();
      await friend.fillBank(other);
      const made = device.waitForResponse(/\/api\/account$/);
      await friend.button('nav.register').click();
      const answer = await made;
      expect(answer.ok(), await answer.text()).toBe(true);
      expect(answer.request().postDataJSON()).toMatchObject({ inviteCode: code });
      await context.close();
    });

    // A share is earned only the day after the friend came, so the story mocks the server's answer.
    let share = '1.25';
    await page.route(/\/api\/wallet(\?|$)/, async (route) => {
      const response = await route.fetch();
      const wallet = (await response.json()) as { invite: { amount: string } };
      wallet.invite.amount = share;
      await route.fulfill({ response, json: wallet });
    });
    await page.route(/\/api\/invite(\?|$)/, (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      const first = (pageOf(route) - 1) * 10;
      const invites = Array.from({ length: 11 }, (_, at) => ({
        from: { name: `Friend ${at + 1}` },
        amount: '0.25',
        createdAt: new Date(Date.UTC(2026, 9, 28 - at)).toISOString(),
      })).slice(first, first + 10);
      return route.fulfill({ json: { asOf: '1', total: 11, nextCursor: null, invites } });
    });

    await test.step('each friend is in the list, ten on a page', async () => {
      await page.reload();
      await portal.button('home.invite').click();
      await expect(invite.getByText('Friend 10', { exact: true })).toBeVisible();
      await check('08-invite');
      await portal.button('common.next', invite).click();
      await expect(invite.getByText('Friend 11', { exact: true })).toBeVisible();
      await expect(invite.getByText('Friend 10', { exact: true })).toHaveCount(0);
      await portal.button('common.close', invite).click();
    });

    const receive = page.getByRole('button', {
      name: `${words('common.receive')}: ${words('invite.bonus')}`,
      exact: true,
    });
    const confirm = page.getByRole('alertdialog', { name: words('invite.collect') });
    const collect = portal.button('common.confirm', confirm);

    await test.step('a notice shows the refusal', async () => {
      await receive.click();
      await expect(confirm.getByText('100%')).toBeVisible();
      await expect(confirm.getByText('0%', { exact: true })).toBeVisible();
      await check('09-invite-confirm');
      // The real server refuses: nobody has lost anything yet.
      const refusal = page.getByRole('alert').filter({ hasText: /invite|friend/i });
      const shown = refusal.waitFor();
      await collect.click();
      await shown;
      await expect(confirm).toBeHidden();
    });

    await test.step('a double tap receives it once', async () => {
      await receive.click();
      share = '0.00';
      const json = { status: 'SUCCESS', position: '1', balance: '301.25', amount: '1.25' };
      await pressTwice(page, collect, '**/api/invite/bonus', { json });
      await expectNotice(page, words('error.INVITE_BONUS_SUCCESS'));
      await expect(confirm).toBeHidden();
      await expect(receive).toBeDisabled();
    });
  },
);

test.describe('what a friend loses', () => {
  test.use({
    isAboutToday: true,
    pictures: 'invite-',
    cast: { th: ['มานะ', 'อดทน'], en: ['Mana', 'Otthon'] },
  });

  test(
    'is the inviter’s the same day in a demonstration',
    { tag: '@phone-first' },
    async ({ page, request, portal, words, home, check }, info) => {
      const friend: Player = {
        phone: ownPhone(info, 'friend'),
        password: 'Mango-Sticky-8',
        name: 'Somchai Rakdee',
        bankCode: 'BBL',
        accountNo: ownAccountNo(info, 'friend'),
        firstName: 'SOMCHAI',
        lastName: 'RAKDEE',
      };
      await home();
      const invite = portal.dialog(words('invite.invite'));
      const friends = invite.getByRole('region', { name: words('invite.friends') });
      const open = async () => {
        await portal.button('home.invite').click();
        await expect(friends).toBeVisible();
      };

      const code = await test.step('shows the short code', async () => {
        await open();
        await expect(invite.getByText(words('invite.friendsNone'))).toBeVisible();
        const shown = invite.getByText(/^[2-9A-HJ-NP-Z]{8}$/);
        await expect(invite.getByRole('img', { name: words('invite.qr') })).toBeVisible();
        await check('01-code');
        return (await shown.textContent()) ?? '';
      });

      await test.step('a friend registers by it, pays in, plays and loses', async () => {
        await register(request, friend, code);
        const purse = await Purse.of(request, friend);
        await purse.payIn('500');
        await purse.settled(1);
        const name = await purse.openGame('pg');
        await purse.transfer('WALLET', 'pg', '400');
        await playRound(request, 'pg', name, { stake: '300.00', win: '0.00' });
        expect(computeInvites()).toContain('today so far');
      });

      await test.step('the friend is in the list with what waits', async () => {
        await page.reload();
        await open();
        const row = friends.getByRole('listitem');
        await expect(row).toContainText('Som… R.');
        await expect(row).toContainText(`${words('invite.waiting')}฿3.00`);
        await check('02-friend');
        await portal.button('common.close', invite).click();
      });

      await test.step('collecting it puts it into the wallet', async () => {
        const receive = `${words('common.receive')}: ${words('invite.bonus')}`;
        await page.getByRole('button', { name: receive, exact: true }).click();
        const confirm = page.getByRole('alertdialog', { name: words('invite.collect') });
        await portal.button('common.confirm', confirm).click();
        await expectNotice(page, words('error.INVITE_BONUS_SUCCESS'));
        await expect(portal.amount('wallet.mainWallet')).toHaveText('฿3.00');
        await open();
        const row = friends.getByRole('listitem');
        await expect(row).toContainText(`${words('invite.collected')}฿3.00`);
        await expect(row).toContainText(`${words('invite.waiting')}฿0.00`);
        await check('03-collected');
      });
    },
  );
});
