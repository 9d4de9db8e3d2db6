import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { openTools } from './portal';
import { Purse } from './purse';
import { until } from './until';
import type { Words } from './words';

const GAME = 'pg';
const PAID_IN = '4321.37';
const MOVED = '10.25';
const MOVES = 12;

test.use({ pictures: 'statement-', isAboutToday: true });

/** `YYYY-MM-DD` in Bangkok, so many days from today. */
function day(away: number): string {
  const noon = Date.now() + (away * 24 + 7) * 3_600_000;
  return new Date(noon).toISOString().slice(0, 10);
}

test.describe('a statement of more than one page', () => {
  test.use({ cast: { th: ['มานี', 'ใจดี'], en: ['Mani', 'Jaidee'] } });

  test('is filtered, paged and printed', { tag: '@desk-first' }, async ({
    page,
    request,
    portal,
    words,
    player,
    member,
    home,
    check,
  }) => {
    expect(member).toBeTruthy();
    const purse = await Purse.of(request, player);
    const rows = portal.lines();
    const chip = (id: string) => portal.button(id, page.getByRole('main'));
    const lines = MOVES + 1;

    await test.step('comes with a deposit and many transfers', async () => {
      await purse.payIn(PAID_IN);
      await purse.settled(1);
      await purse.openGame(GAME);
      for (let move = 0; move < MOVES; move += 1) await purse.transfer('WALLET', GAME, MOVED);
      await purse.settled(lines);
      await home({ at: '/user/statement' });
      await expect(rows).toHaveCount(10);
      await check('01-first-page');
    });

    await test.step('turns to the second page, and back by the back button', async () => {
      await page
        .getByRole('button', { name: words('shell.pager.page', { page: 2 }), exact: true })
        .click();
      await expect(page).toHaveURL(/page=2$/);
      await expect(rows).toHaveCount(lines - 10);
      await page.goBack();
      await expect(page).toHaveURL(/\/user\/statement$/);
      await expect(rows).toHaveCount(10);
    });

    await test.step('filters by type; a reload and the back button keep to the address', async () => {
      await chip('statement.deposit').click();
      await expect(page).toHaveURL(/\?type=deposit$/);
      await expect(rows).toHaveCount(1);
      await page.reload();
      await expect(rows).toHaveCount(1);
      await expect(chip('statement.deposit')).toHaveAttribute('aria-pressed', 'true');
      await chip('statement.correction').click();
      await expect(page).toHaveURL(/\?type=correction$/);
      await expect(page.getByText(words('statement.emptyFiltered'))).toBeVisible();
      await page.goBack();
      await expect(rows).toHaveCount(1);
    });

    await test.step('filters by time', async () => {
      await chip('statement.filter.all').click();
      await chip('statement.range.last7Days').click();
      await expect(page).toHaveURL(new RegExp(`\\?from=${day(-6)}&to=${day(0)}$`));
      await expect(chip('statement.range.last7Days')).toHaveAttribute('aria-pressed', 'true');
      await expect(rows).toHaveCount(10);
      await chip('statement.range.lastMonth').click();
      await expect(page.getByText(words('statement.emptyFiltered'))).toBeVisible();
      await chip('statement.filter.dates').click();
      await portal.field('statement.filter.to').fill(day(0));
      await portal.field('statement.filter.from').fill(day(1));
      await expect(page.getByText(words('statement.filter.wrongOrder')).first()).toBeVisible();
      await portal.field('statement.filter.from').fill(day(0));
      await expect(rows).toHaveCount(10);
      await check('02-filtered');
      await chip('statement.filter.clear').click();
      await expect(page).toHaveURL(/\/user\/statement$/);
    });

    await test.step('opens the PDF of the period in a tab', async () => {
      await portal.openTools();
      const opening = page.waitForEvent('popup');
      const answer = page.waitForResponse(/\/api\/statement\/export\?/);
      await chip('statement.print').click();
      const popup = await opening;
      expect((await answer).headers()['content-type']).toBe('application/pdf');
      await expect(chip('statement.print')).not.toHaveAttribute('aria-busy', 'true');
      await popup.close();
    });

    await test.step('prints the current page by the browser’s own menu, and nothing to press', async () => {
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark';
      });
      await page.emulateMedia({ media: 'print' });
      const printed = () =>
        page.evaluate(() => ({
          buttons: [...document.querySelectorAll('button, nav, dialog')].filter(
            (element) => element.getClientRects().length > 0,
          ).length,
          ink: getComputedStyle(document.body).color,
          paper: getComputedStyle(document.body).backgroundColor,
        }));
      // The colours change by a transition.
      const paper = { buttons: 0, ink: 'rgb(21, 26, 48)', paper: 'rgb(255, 255, 255)' };
      await expect.poll(printed).toEqual(paper);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.screenshot({
        path: `test-results/screens/${test.info().project.name}/statement-03-paper.png`,
        fullPage: true,
      });
    });
  });
});

/** Amounts with satang on the screen, except those that the house sets. */
async function shownAmounts(page: Page, house: readonly string[]): Promise<string[]> {
  // Only what is laid out is on the screen.
  // biome-ignore lint/performance/useDomNodeTextContent: the text that is laid out is the point.
  const text = await page.locator('body').innerText();
  return (text.match(/(?<![\d.])[\d,]+\.\d{2}(?![\d.])/g) ?? []).filter(
    (amount) => !house.includes(amount),
  );
}

test.describe('hidden amounts', () => {
  test.use({ cast: { th: ['ปิติ', 'รักเรียน'], en: ['Piti', 'Rakrian'] } });

  test('are hidden on every page and in every dialog, and after a reload', {
    tag: '@desk',
  }, async ({ page, request, portal, words, player, member, home }) => {
    expect(member).toBeTruthy();
    const purse = await Purse.of(request, player);
    await purse.payIn(PAID_IN);
    await purse.settled(1);
    await purse.openGame(GAME);
    await purse.transfer('WALLET', GAME, MOVED);
    await purse.settled(2);
    await home();
    // The house's: the least and the most that may be moved, and what it offers.
    const house = ['1.00', '2.00', '100.00', '50,000.00', '300.00', '200.00', '50.00'];
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿4,311.12');
    expect(await shownAmounts(page, house)).not.toEqual([]);
    await portal.button('shell.balance.hide', portal.balances()).click();
    const nothingShown = async (where: string) => {
      await expect(page.getByRole('status', { name: words('common.loading') })).toHaveCount(0);
      await expect(page.getByText('••••••').first(), where).toBeVisible();
      expect.soft(await shownAmounts(page, house), where).toEqual([]);
    };
    await nothingShown('home');
    await page.reload();
    await nothingShown('home, again');

    for (const address of ['statement', 'bonus', 'profile', 'limits', 'spins', 'contact']) {
      await page.goto(`/user/${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: words('common.loading') })).toHaveCount(0);
      expect.soft(await shownAmounts(page, house), address).toEqual([]);
    }
    await page.goto('/user/statement');
    await portal.lines().first().waitFor();
    await nothingShown('statement');
    await page
      .getByRole('button', { name: words('statement.receipt') })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await nothingShown('receipt');
    await page.keyboard.press('Escape');
    await portal.dialogsClosed();

    await page.goto('/user/home');
    await expect(portal.balances()).toBeVisible();
    for (const [button, title] of DIALOGS) {
      await portal.button(button).click();
      const dialog = portal.dialog(words(title));
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole('status', { name: words('common.loading') })).toHaveCount(0);
      expect.soft(await shownAmounts(page, house), title).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }

    // The notice of money that comes in while amounts are hidden does not show the sum.
    await purse.payIn('33.21');
    await expectNotice(page, words('home.credited', { amount: '••••••' }));
    expect(await shownAmounts(page, house)).toEqual([]);
  });
});

const DIALOGS = [
  ['deposit.deposit', 'deposit.deposit'],
  ['withdraw.withdraw', 'withdraw.withdraw'],
  ['transfer.transfer', 'transfer.transfer'],
] as const;

interface List {
  name: string;
  at: string;
  /** What the list is read by. */
  read: RegExp;
  open?: (page: Page, words: Words) => Promise<void>;
  /** Words that the loaded list shows. */
  shows: string;
}

const press =
  (...ids: string[]) =>
  async (page: Page, words: Words) => {
    for (const id of ids) {
      await page
        .getByRole('button', { name: words(id), exact: true })
        .first()
        .click();
    }
  };

const LISTS: List[] = [
  { name: 'games', at: '/user/home', read: /\/api\/wallet(\?.*)?$/, shows: 'wallet.totalBalance' },
  {
    name: 'statement',
    at: '/user/statement',
    read: /\/api\/statement(\?.*)?$/,
    shows: 'statement.emptyDetail',
  },
  {
    name: 'slips',
    at: '/user/statement',
    read: /\/api\/statement\/slip(\?.*)?$/,
    open: async (page, words) => {
      await openTools(page, words);
      await press('statement.slips')(page, words);
    },
    shows: 'slip.emptyList',
  },
  { name: 'bonus', at: '/user/bonus', read: /\/api\/bonus(\?.*)?$/, shows: 'bonus.onOffer' },
  {
    name: 'spins',
    at: '/user/spins',
    read: /\/api\/spinwheel\/spins(\?.*)?$/,
    shows: 'spins.list.empty',
  },
  {
    name: 'seed',
    at: '/user/spins',
    read: /\/api\/spinwheel\/setup(\?.*)?$/,
    shows: 'spins.seed.title',
  },
  {
    name: 'profile',
    at: '/user/profile',
    read: /\/api\/account\/profile(\?.*)?$/,
    shows: 'bank.accountName',
  },
  {
    name: 'limits',
    at: '/user/limits',
    read: /\/api\/limits(\?.*)?$/,
    shows: 'limits.deposit.lead',
  },
  {
    name: 'conditions',
    at: '/user/profile',
    read: /\/api\/lookup\/conditions(\?.*)?$/,
    open: press('nav.conditions'),
    shows: 'common.confirm',
  },
  {
    name: 'refund log',
    at: '/user/home',
    read: /\/api\/refund(\?.*)?$/,
    open: press('refund.refund'),
    shows: 'refund.noHistory',
  },
  {
    name: 'invites',
    at: '/user/home',
    read: /\/api\/invite(\?.*)?$/,
    open: press('home.invite'),
    shows: 'invite.friendsNone',
  },
  {
    name: 'deposit accounts',
    at: '/user/home',
    read: /\/api\/lookup\/deposit(\?.*)?$/,
    open: press('deposit.deposit'),
    shows: 'deposit.creditTime',
  },
  {
    name: 'coupons',
    at: '/user/home',
    read: /\/api\/spinwheel\/coupons?(\?.*)?$/,
    open: async (page, words) => {
      await page.getByRole('button', { name: words('home.wheel') }).click();
    },
    shows: 'coupon.none',
  },
  {
    name: 'contact',
    at: '/user/contact',
    read: /\/api\/lookup\/contact(\?.*)?$/,
    shows: 'contact.openLine',
  },
  {
    name: 'QR',
    at: '/user/home',
    read: /\/api\/qrcode\/\w+(\?.*)?$/,
    open: async (page, words) => {
      await press('deposit.deposit')(page, words);
      await page.getByRole('tab', { name: words('deposit.tab.qr'), exact: true }).click();
    },
    shows: 'common.amount',
  },
];

/** `await held` in a route waits until `letGo()`. */
function hold() {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  return { held, letGo: () => gate.dispatchEvent(new Event('open')) };
}

/** Measures how far content on the screen has shifted since the last call. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as { shifts: () => number };
    let shifts = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shifts += (entry as unknown as { value: number }).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    watched.shifts = () => {
      // Records not yet delivered belong to the time before this call.
      add(observer.takeRecords());
      return shifts;
    };
  });
}

test.describe('every list', () => {
  test.use({ cast: { th: ['ชูใจ', 'เลิศล้ำ'], en: ['Chujai', 'Lertlam'] } });

  test('has the place of what is coming, a face for a failure, and a retry', {
    tag: '@desk',
  }, async ({ page, portal, words, member, home }) => {
    expect(member).toBeTruthy();
    await watchShifts(page);
    await home();
    await page.addInitScript(() => {
      const notePress = ({ target }: Event) => {
        const isRetry = (target as Element).closest('[role=alert] button');
        if (isRetry) Object.assign(window, { hasPressed: true });
      };
      document.addEventListener('click', notePress, true);
    });
    const hasPressed = () => page.evaluate(() => 'hasPressed' in window).catch(() => false);
    const shifts = () =>
      page.evaluate(() => (window as unknown as { shifts: () => number }).shifts());
    for (const { name, at, read, open, shows } of LISTS) {
      await test.step(name, async () => {
        const gate = hold();
        let isBroken = false;
        await page.route(read, async (route) => {
          await gate.held;
          // What the page asks again by itself, as when its socket opens, fails until the press.
          if (isBroken && !(await hasPressed()))
            await route.fulfill({ status: 500, json: { message: 'ERROR' } });
          else await route.continue();
        });
        const reach = async () => {
          await page.goto(at);
          await expect(portal.button('nav.logout')).toBeVisible();
          if (open) await open(page, words);
        };
        const content = page.getByText(words(shows)).last();
        const coming = page.getByRole('status', { name: words('common.loading') });
        await reach();
        await expect(coming.last()).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const before = await shifts();
        gate.letGo();
        await expect(coming).toHaveCount(0);
        await expect(content).toBeVisible();
        const jump = (await shifts()) - before;
        expect.soft(jump, `${name} jumps`).toBeLessThan(0.05);

        isBroken = true;
        await reach();
        const failed = page.getByRole('alert').filter({ has: portal.button('shell.retry') });
        await expect(failed).toBeVisible();
        // A press joins what the page asks by itself at that moment. That still fails, and the
        // player presses again; what is asked after the first press is answered.
        await until(async () => {
          if ((await failed.count()) === 0) return true;
          await portal
            .button('shell.retry', failed)
            .click({ timeout: 5_000 })
            .catch(() => null);
          return undefined;
        });
        await expect(content).toBeVisible();
        await page.unroute(read);
      });
    }
  });
});
