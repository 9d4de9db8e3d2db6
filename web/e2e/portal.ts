import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Locale } from '../src/client/preferences';
import type { DepositAccount, Player } from './outside';
import type { Language, Words } from './words';

const LANGUAGE_NAME: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

/** Unfolds what can be had of the whole statement; a desktop has it in sight. */
export async function openTools(page: Page, words: Words): Promise<void> {
  const tools = page.getByRole('button', { name: words('statement.export'), exact: true });
  const more = page.getByRole('button', { name: words('statement.tools'), exact: true });
  await expect(tools.or(more).first()).toBeVisible();
  if (!(await tools.isVisible())) await more.click();
}

/**
 * Waits until no dialog is open and the history entry of the last one is gone. The step back to
 * the page's own entry comes after the dialog has closed, and would abort an earlier visit.
 */
export async function dialogsClosed(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForFunction(
    () => !(window.history.state as { modalDepth?: number } | null)?.modalDepth,
  );
}

/** The portal as a player uses it: by the names of things, in the player's language. */
export class Portal<L extends Locale = Language> {
  constructor(
    readonly page: Page,
    readonly language: L,
    readonly words: Words,
  ) {}

  get isDesktop(): boolean {
    return (this.page.viewportSize()?.width ?? 0) >= 1024;
  }

  button(id: string, scope: Page | Locator = this.page): Locator {
    return scope.getByRole('button', { name: this.words(id), exact: true });
  }

  field(id: string, scope: Page | Locator = this.page): Locator {
    return scope.getByLabel(this.words(id), { exact: true });
  }

  /** A member's way into the chat: the menu on phones, the bubble on desktops. */
  chatButton(): Locator {
    if (this.isDesktop) return this.page.locator('aside button[aria-haspopup="dialog"]');
    const menu = this.page.getByRole('navigation', { name: this.words('shell.menu') });
    return menu.getByRole('button', { name: this.words('nav.contact') });
  }

  /** A guest's way into the chat: an icon in the header on phones, the bubble on desktops. */
  guestChat(): Locator {
    const place = this.page.locator(this.isDesktop ? 'aside' : 'header');
    return place.getByRole('button', { name: new RegExp(`^${this.words('chat.open')}`) });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  dialogsClosed(): Promise<void> {
    return dialogsClosed(this.page);
  }

  /** Opens the front door; a new device reads Thai until its owner chooses. */
  async enter(): Promise<void> {
    await this.page.goto('/login');
    if (this.language === 'th') return;
    const { page } = this;
    await page.getByRole('button', { name: 'ภาษา', exact: true }).click();
    await page.getByRole('button', { name: LANGUAGE_NAME[this.language], exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(this.words('nav.login'));
  }

  async givePhone(phone: string): Promise<void> {
    await this.page.getByRole('link', { name: this.words('auth.noAccount') }).click();
    await this.field('register.step.phone').fill(phone);
    await this.button('common.next').click();
    await expect(this.field('otp.enter')).toBeVisible();
  }

  /** The sixth digit sends the code. */
  async giveOneTimeCode(code: string): Promise<void> {
    await this.field('otp.enter').fill(code);
    await expect(this.field('register.name')).toBeVisible();
  }

  async fillProfile(player: Player): Promise<void> {
    await this.field('register.name').fill(player.name);
    await this.field('auth.password').fill(player.password);
    await this.field('register.confirmPassword').fill(player.password);
    await this.field('register.source').selectOption('FRIEND');
  }

  /** One of the banks that are shown. */
  bank(code: string, place: Page | Locator = this.page): Locator {
    return place.locator(`input[name="bank"][value="${code}"]`);
  }

  async fillBank(player: Player): Promise<void> {
    await this.bank(player.bankCode).check();
    await this.field('bank.accountNo').fill(player.accountNo);
    await this.field('bank.firstName').fill(player.firstName);
    await this.field('bank.lastName').fill(player.lastName);
  }

  async logIn(player: Player, { isRemembered = true } = {}): Promise<void> {
    await this.field('auth.username').fill(player.phone);
    await this.field('auth.password').fill(player.password);
    await this.field('auth.remember').setChecked(isRemembered);
    await this.button('nav.login').click();
    await expect(this.balances()).toBeVisible();
  }

  async acceptAgreement(): Promise<void> {
    const terms = this.dialog(this.words('agreement.title'));
    await this.button('agreement.accept', terms).click();
    await expect(terms).toBeHidden();
  }

  /** From the front door to the home screen, with an account of one's own. */
  async join(player: Player, readCode: () => Promise<string>): Promise<void> {
    await this.enter();
    await this.givePhone(player.phone);
    await this.giveOneTimeCode(await readCode());
    await this.fillProfile(player);
    await this.button('common.next').click();
    await this.fillBank(player);
    await this.button('nav.register').click();
    await expect(this.page).toHaveURL(/\/user\/home$/);
    await this.acceptAgreement();
  }

  /** The QR form of the deposit dialog, filled in. */
  async openQrForm(amount: string): Promise<Locator> {
    await this.button('deposit.deposit', this.page.getByRole('main')).click();
    const dialog = this.dialog(this.words('deposit.deposit'));
    await dialog.getByRole('tab', { name: this.words('deposit.tab.qr'), exact: true }).click();
    await this.field('common.amount', dialog).fill(amount);
    return dialog;
  }

  /** A deposit by QR; `pay` gets the text of the code. */
  async payIn(pay: (payload: string) => Promise<void>, amount: string): Promise<void> {
    const dialog = await this.openQrForm(amount);
    const created = this.page.waitForResponse(
      (response) =>
        /\/api\/qrcode\//.test(response.url()) && response.request().method() === 'POST',
    );
    await this.button('qr.create', dialog).click();
    const { payload } = (await (await created).json()) as { payload: string };
    await pay(payload);
    await expect(dialog.getByText(this.words('qr.credited'))).toBeVisible();
    await this.button('money.done', dialog).click();
  }

  /** Home's games begin when they come into view, in the place of their frame. */
  async reachGames(): Promise<void> {
    const name = this.words('home.games');
    const games = this.page.getByRole('region', { name, exact: true });
    await games.evaluate((frame) => frame.scrollIntoView({ block: 'start' }));
    await expect(this.games().first()).toBeAttached();
  }

  async openGame(name: string): Promise<void> {
    await this.reachGames();
    await this.game(name).click();
    const dialog = this.dialog(name);
    await this.button('game.open', dialog).click();
    await expect(this.button('game.byHand', dialog)).toBeVisible();
    await this.button('common.close', dialog).click();
    await expect(dialog).toBeHidden();
  }

  balances(page: Page = this.page): Locator {
    return page.getByRole('region', { name: this.words('wallet.totalBalance') });
  }

  /** One of the labelled amounts of the balance panel. */
  amount(id: string, page: Page = this.page): Locator {
    return this.balances(page)
      .locator('dl > div')
      .filter({ has: page.getByText(this.words(id), { exact: true }) })
      .getByRole('definition');
  }

  /** The cards of all games; those that were played last are above, in another list. */
  games(): Locator {
    const games = this.page.getByRole('region', { name: this.words('home.games'), exact: true });
    const recent = this.words('home.games.recent');
    return games.locator(`li:not(section[aria-label="${recent}"] li) > button`);
  }

  /** The carousel of a category of games. */
  carousel(category: string): Locator {
    const name = this.words(`game.${category}`);
    return this.page.getByRole('region', { name, exact: true });
  }

  /** The texts of a carousel's cards that are wholly in view. */
  cardsInView(category: string): Promise<string[]> {
    return this.carousel(category)
      .getByRole('list')
      .evaluate((list) => {
        const view = list.getBoundingClientRect();
        return [...list.children].flatMap((card) => {
          const { left, right } = card.getBoundingClientRect();
          const isInView = left >= view.left - 1 && right <= view.right + 1;
          return isInView ? [card.textContent ?? ''] : [];
        });
      });
  }

  async openTools(): Promise<void> {
    await openTools(this.page, this.words);
  }

  /** The lines of the statement: a list on a phone, the rows of a table on a desktop. */
  lines(): Locator {
    const main = this.page.getByRole('main');
    const rows = main.getByRole('row').filter({ has: this.page.getByRole('cell') });
    return this.isDesktop ? rows : main.getByRole('listitem');
  }

  /** The balance after a line, as its face says it. */
  balanceAfter(amount: string): string {
    return this.isDesktop ? amount : `${this.words('statement.balance')} ${amount}`;
  }

  /** A transfer's way, as its face says it. */
  route(from: string, to: string): string {
    if (this.isDesktop) return `${from} → ${to}`;
    return this.words('statement.transferRoute', { from, to });
  }

  game(name: string): Locator {
    return this.games().filter({ hasText: name });
  }

  /** Opens a game and, over it, the transfer into it. */
  async openTransferInto(name: string): Promise<void> {
    await this.reachGames();
    await this.game(name).click();
    const game = this.dialog(name);
    const otherAmount = this.button('game.changeAmount', game);
    await otherAmount.or(this.button('home.game.transferIn', game)).click();
  }

  /** Opens the deposit dialog and reads off the account that it offers first. */
  async openDeposit(): Promise<{ dialog: Locator; account: DepositAccount }> {
    const lookup = this.page.waitForResponse(/\/api\/lookup\/deposit$/);
    await this.button('deposit.deposit', this.page.getByRole('main')).click();
    const dialog = this.dialog(this.words('deposit.deposit'));
    await dialog.getByRole('tab', { name: this.words('deposit.tab.slip'), exact: true }).click();
    const { banks } = (await (await lookup).json()) as {
      banks: {
        bankCode: string;
        bankAccountName: string;
        holder: Record<Locale, string>;
        bankAccountNo: string;
      }[];
    };
    const [first] = banks;
    if (!first) throw new Error('the portal offers no deposit account');
    const { bankCode, bankAccountName: name, bankAccountNo: accountNo } = first;
    await expect(dialog.getByText(first.holder[this.language]).first()).toBeVisible();
    return { dialog, account: { bankCode, accountNo, name } };
  }

  /** The transfer dialog's own steps: amount, review, outcome. */
  async transfer(dialog: Locator, amount: string): Promise<Locator> {
    await this.field('common.amount', dialog).fill(amount);
    await this.button('common.next', dialog).click();
    return this.dialog(this.words('money.reviewTitle'));
  }
}
