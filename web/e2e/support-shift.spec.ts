import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { formatPhone } from '../src/client/phone';
import { formatDay } from '../src/intl/moment';
import { Desk } from './desk';
import { test } from './member';
import type { Player } from './outside';
import { dialogsClosed } from './portal';
import { checkScreen } from './screens';
import { ownAccountNo, ownPhone } from './story';
import { joinByCalls, memberByCalls } from './support-world';
import type { Words } from './words';

test.use({
  pictures: 'shift-player-',
  // Its report is of one day.
  isAboutToday: true,
  cast: { th: ['ชาญชัย', 'พูนสุข'], en: ['Chanchai', 'Phunsuk'] },
});

/** A number of another length: neither the registered account nor surely another one. */
const UNCLEAR = { accountNo: '123456789012' };
const DEPOSIT = '400.00';
/** One person gives so many coins alone. */
const COINS = 3;
/** Above what one person gives alone. */
const BONUS = '฿1,200.00';
const DEPOSITS = ['slip', 'qr', 'gift', 'manual'] as const;
const DAY_MS = 86_400_000;

test(
  'a shift: keys, slips rejected together, rewards, a list of players and the report',
  { tag: '@desk' },
  async ({ page, request, browser, portal, words, player, member, home, check }, info) => {
    const other: Player = {
      ...player,
      name: 'Wilaiwan',
      phone: ownPhone(info, 'other'),
      accountNo: ownAccountNo(info, 'other'),
    };
    const pictureOf = (desk: Desk, screen: string) =>
      checkScreen(desk.page, info, `shift-${screen}`);

    const desk = await Desk.open(browser, portal.language, words, 'agent');
    const report = new Report(desk, words);
    const rewards = desk.page.getByRole('region', { name: words('support.powers.rewards') });

    const before = await test.step('the shift begins with what the day has brought', async () => {
      await report.openToday();
      return { slips: await report.line('THB', 'DEPOSIT.slip'), coins: await report.coins() };
    });

    const stranger =
      await test.step('a deposit is credited, and two slips are not clear', async () => {
        const caller = await memberByCalls(request, player, member);
        await caller.handIn(DEPOSIT);
        await caller.settled(1);
        await caller.handIn('700.00', UNCLEAR);
        const joined = await joinByCalls(request, other);
        await joined.handIn('800.00', UNCLEAR);
        return joined;
      });

    const slips = portal.dialog(words('slip.list'));

    await test.step('the player reads that staff check the slip', async () => {
      await home({ at: '/user/statement' });
      await portal.openTools();
      await portal.button('statement.slips').click();
      await expect(slips.getByText(words('slip.withStaff'))).toBeVisible();
    });

    await test.step('an agent moves through the work, opens a slip and closes it by keys', async () => {
      const { keyboard } = desk.page;
      await desk.openList('slips');
      const waiting = desk.page.getByRole('list', { name: words('support.work.waitingList') });
      const links = waiting.getByRole('link');
      const own = desk.row(player.name).getByRole('link');
      await expect(own).toBeVisible();
      await expect(desk.row(other.name)).toBeVisible();
      await keyboard.press('j');
      await expect(links.first()).toBeFocused();
      await keyboard.press('j');
      await expect(links.nth(1)).toBeFocused();
      await keyboard.press('k');
      await expect(links.first()).toBeFocused();
      // Slips of other stories may wait before these.
      await walkTo(desk, own, await links.count());
      await keyboard.press('Enter');
      await expect(desk.page).toHaveURL(/\/work\/slips\/[\da-f-]{36}/);
      await expect(desk.evidence()).toContainText(words('support.work.bank.CONFIRMED'));
      await keyboard.press('Escape');
      await expect(desk.page).toHaveURL(/\/work\?kind=slips/);
      await expect(own).toBeFocused();
      await keyboard.press('?');
      const keys = desk.dialog('support.keys.title');
      await expect(keys).toContainText(words('support.keys.next'));
      await pictureOf(desk, '01-keys');
      await keyboard.press('Escape');
      await expect(keys).toBeHidden();
    });

    await test.step('rejects both slips with one reason', async () => {
      await desk.button('support.marks.start').click();
      for (const { name } of [player, other]) {
        await desk.page.getByLabel(words('support.marks.one', { name })).check();
      }
      await pictureOf(desk, '02-marked');
      await desk.button('support.work.reject').click();
      const dialog = desk.page.getByRole('dialog');
      const chosen = dialog.getByRole('list', { name: words('support.marks.chosen') });
      await expect(chosen.getByRole('listitem')).toHaveCount(2);
      await dialog.getByLabel(words('support.work.told')).selectOption('INVALID_SLIP');
      await dialog.getByLabel(words('support.look.reason')).fill('Edited pictures');
      await pictureOf(desk, '03-reject');
      await desk.button('support.work.reject', dialog).click();
      await dialogsClosed(desk.page);
      for (const { name } of [player, other]) await expect(desk.row(name)).toHaveCount(0);
    });

    await test.step('both players read why, and what to do', async () => {
      // The dialog has been open all the time.
      const why = words('slipReason.INVALID_SLIP');
      await expect(slips.getByText(why, { exact: true })).toBeVisible();
      await expect(slips.getByText(words('slipStep.INVALID_SLIP'))).toBeVisible();
      await check('01-rejected');
      await portal.button('common.close', slips).click();
      await portal.dialogsClosed();
      const notes = async () => {
        const answer = await stranger.post('/statement/slip', { page: 1, limit: 20 });
        const { slips: list } = answer as { slips: { status: string; note: string | null }[] };
        return list.map(({ status, note }) => `${status} ${note}`);
      };
      await expect.poll(notes).toEqual(['FAILED INVALID_SLIP']);
    });

    await test.step('finds the player in a list, and takes the list along', async () => {
      await desk.link('support.nav.players').click();
      await desk.link('support.lists.title').click();
      await desk.link('support.list.new').click();
      const listed = desk.row(formatPhone(player.phone));
      await expect(listed).toContainText(player.name);
      await pictureOf(desk, '04-new-players');
      const csv = await exported(desk);
      expect(csv).toContain(player.phone);
      expect(csv).toContain(other.phone);
      await listed.getByRole('link', { name: player.name, exact: true }).click();
      await desk.button('support.look.usual.balance').click();
      await desk.button('support.look.open').click();
      await expect(desk.page.getByRole('heading', { level: 1 })).toHaveText(player.name);
    });

    await test.step('gives a few coins alone', async () => {
      await desk.button('support.reward.giveCoins', rewards).click();
      const dialog = desk.dialog('support.reward.giveCoins');
      await expect(dialog).toContainText(words('support.reward.alone', { amount: '20' }));
      const coins = dialog.getByLabel(words('support.reward.coins'), { exact: true });
      await coins.fill(String(COINS));
      await pictureOf(desk, '05-coins');
      await desk.decide('support.reward.giveCoins', 'Waited for an hour');
    });

    await test.step('asks a second person for a large bonus', async () => {
      await desk.button('support.reward.giveBonus', rewards).click();
      const dialog = desk.dialog('support.reward.giveBonus');
      const limit = words('support.reward.alone', { amount: '฿1,000.00' });
      await expect(dialog).toContainText(limit);
      await dialog
        .getByLabel(words('support.reward.code'), { exact: true })
        .selectOption('WELCOME');
      await dialog.getByLabel(words('common.amount'), { exact: true }).fill('1200');
      // What it means, before it is given.
      await expect(dialog).toContainText(BONUS);
      await pictureOf(desk, '06-bonus');
      await desk.decide('support.reward.giveBonus', 'A new player', 'support.reward.askSecond');
    });

    const second = await Desk.open(browser, portal.language, words, 'supervisor');

    await test.step('the second person gives it, and the player has it at once', async () => {
      await page.getByRole('link', { name: words('nav.home'), exact: true }).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿400.00');
      await second.openList('approvals');
      await second.row(player.name, BONUS).getByRole('link').click();
      await expect(second.evidence()).toContainText(words('support.work.whyTwo.DAILY_SUM'));
      // Which bonus it is, and no payment of a bank.
      await expect(second.evidence().getByText('WELCOME', { exact: true })).toBeVisible();
      await pictureOf(second, '07-approval');
      const effect = words('support.work.effect.grant_bonus', {
        amount: BONUS,
        name: player.name,
      });
      await second.approve(effect, 'Agreed on the phone');
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿1,600.00');
      await portal.button('nav.bonus').click();
      await expect(page.getByText(words('bonus.active'), { exact: true })).toBeVisible();
      await check('02-bonus');
    });

    await test.step('two people end it before it is won or lost', async () => {
      await desk.page.reload();
      await desk.button('support.reward.endBonus', rewards).click();
      const lead = words('support.reward.endBonusLead', { code: 'WELCOME' });
      await expect(desk.dialog('support.reward.endBonus')).toContainText(lead);
      await pictureOf(desk, '08-end');
      await desk.decide('support.reward.endBonus', 'Given by mistake');
      await second.openList('approvals');
      const asked = second.row(player.name, words('support.work.decision.end_bonus'));
      await asked.getByRole('link').click();
      const effect = words('support.work.effect.end_bonus', { name: player.name });
      await second.approve(effect, 'It was a mistake');
      await expect(asked).toHaveCount(0);
      await second.close();
    });

    await test.step('the player sees the end, and the coins', async () => {
      await expect(page.getByText(words('bonus.active'), { exact: true })).toBeHidden();
      await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
      const line = portal.lines().filter({ hasText: words('statement.finish_bonus') });
      await expect(line).toContainText(words('bonus.outcome.CANCELLED'));
      await expect(line).toContainText(BONUS);
      await check('03-ended');
      await page.getByRole('link', { name: words('nav.home'), exact: true }).click();
      await expect(portal.amount('wallet.mainWallet')).toHaveText('฿400.00');
      await page.getByRole('button', { name: words('home.wheel') }).click();
      const wheel = portal.dialog(words('spin.wheel'));
      await expect(wheel.getByText(new RegExp(`^${COINS}\\D`)).first()).toBeVisible();
    });

    await test.step('the report of the day has the shift in it, currency by currency', async () => {
      await report.openToday();
      // The first answer may be the one of the shift's beginning.
      const { slips: earlier, coins } = before;
      const credited = { amount: earlier.amount + satang(DEPOSIT), count: earlier.count + 1 };
      await expect.poll(() => report.line('THB', 'DEPOSIT.slip')).toEqual(credited);
      const given = { amount: coins.amount + COINS, count: coins.count + 1 };
      await expect.poll(() => report.coins()).toEqual(given);
      const parts = [];
      for (const part of DEPOSITS) parts.push(await report.line('THB', `DEPOSIT.${part}`));
      const sum = parts.reduce((total, { amount }) => total + amount, 0);
      expect(satang(await report.allDeposits())).toBe(sum);
      // Coins are no money: nothing of them is a deposit less a withdrawal.
      const net = words('support.report.net');
      await expect(report.part('THB')).toContainText(net);
      await expect(report.part('COIN')).not.toContainText(net);
      await pictureOf(desk, '09-report');
    });

    await test.step('the file has the same figures, and two days have a line each', async () => {
      const dayAt = (time: number) => formatDay(new Date(time).toISOString());
      const today = dayAt(Date.now());
      const { amount, count } = await report.line('THB', 'DEPOSIT.slip');
      const day = today.split('/').reverse().join('-');
      const cells = [day, 'THB', 'DEPOSIT', 'slip', digitsOf(amount), count];
      expect(await exported(desk)).toContain(cells.map((cell) => `"${cell}"`).join(','));
      const deposits = await report.allDeposits();
      const from = desk.page.getByLabel(words('support.trail.from'), { exact: true });
      await from.fill(dayAt(Date.now() - DAY_MS));
      await report.part('THB').locator('summary').click();
      const row = report.part('THB').getByRole('row').filter({ hasText: today });
      await expect(row).toContainText(deposits);
      await pictureOf(desk, '10-two-days');
      await desk.close();
    });
  },
);

/** Moves the focus by keys until the row has it. */
async function walkTo(desk: Desk, row: Locator, rows: number): Promise<void> {
  for (let step = 0; step < rows; step += 1) {
    if (await row.evaluate((element) => element === document.activeElement)) return;
    await desk.page.keyboard.press('j');
  }
  await expect(row).toBeFocused();
}

/** The file that the page's export saves. */
async function exported(desk: Desk): Promise<string> {
  const download = desk.page.waitForEvent('download');
  await desk.button('support.lists.export').click();
  return readFile(await (await download).path(), 'utf8');
}

/** A shown amount in its smallest unit, a whole number: `฿1,234.50` is 123450. */
const satang = (text: string): number => Number(text.replace(/\D/g, ''));

const digitsOf = (amount: number): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

/** A line of the report; the amount in its smallest unit. */
interface Figures {
  amount: number;
  count: number;
}

/** The report of the console. */
class Report {
  constructor(
    private readonly desk: Desk,
    private readonly words: Words,
  ) {}

  /** Opens it for today; what is shown then is of today. */
  async openToday(): Promise<void> {
    await this.desk.link('support.nav.report').click();
    const today = this.desk.button('support.report.preset.today');
    await today.click();
    await expect(today).toHaveAttribute('aria-pressed', 'true');
    const players = this.words('support.report.newPlayers');
    await expect(this.desk.page.getByText(players, { exact: true })).toBeVisible();
  }

  /** What belongs to one currency, below its name. */
  part(currency: string): Locator {
    const name = currency === 'COIN' ? this.words('support.report.coins') : currency;
    const heading = this.desk.page.getByRole('heading', { level: 2, name, exact: true });
    return heading.locator('..');
  }

  /** A line of a currency; one without an amount and a count is not there. */
  async line(currency: string, kind: string): Promise<Figures> {
    const { page } = this.desk;
    const name = this.words(`support.report.line.${kind}`);
    const cell = page.getByRole('cell', { name, exact: true });
    const row = this.part(currency).getByRole('row').filter({ has: cell });
    if ((await row.count()) === 0) return { amount: 0, count: 0 };
    const [, amount = '', count = ''] = await row.getByRole('cell').allTextContents();
    return { amount: satang(amount), count: Number(count.replaceAll(',', '')) };
  }

  coins(): Promise<Figures> {
    return this.line('COIN', 'COINS_GIVEN');
  }

  /** The sum of all ways to pay in, as it is written. */
  async allDeposits(): Promise<string> {
    const row = this.part('THB')
      .getByRole('row')
      .filter({ hasText: this.words('support.report.sum.DEPOSIT') });
    return (await row.getByRole('cell').nth(1).textContent()) ?? '';
  }
}
