import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { dialogsClosed } from './portal';
import { confirmClaim, logInStaff, openConsole, type StaffName } from './staff';
import type { Language, Words } from './words';

/** The console as a member of staff uses it: by the names of things, in the story's language. */
export class Desk {
  private constructor(
    readonly page: Page,
    private readonly words: Words,
  ) {}

  /** Logs a member of staff in, in a separate browser. */
  static async open(
    browser: Browser,
    language: Language,
    words: Words,
    name: StaffName,
  ): Promise<Desk> {
    const page = await openConsole(browser, language);
    await logInStaff(page, name, words);
    return new Desk(page, words);
  }

  button(id: string, scope: Page | Locator = this.page): Locator {
    return scope.getByRole('button', { name: this.words(id), exact: true });
  }

  link(id: string, scope: Page | Locator = this.page): Locator {
    return scope.getByRole('link', { name: this.words(id), exact: true });
  }

  dialog(id: string): Locator {
    return this.page.getByRole('dialog', { name: this.words(id) });
  }

  /** What is next to a list of work: the open item with its buttons. */
  evidence(): Locator {
    return this.page.getByRole('region', { name: this.words('support.work.evidence') });
  }

  /** The row about somebody, or about something else that a row says. */
  row(...texts: string[]): Locator {
    return texts.reduce(
      (rows, hasText) => rows.filter({ hasText }),
      this.page.getByRole('listitem'),
    );
  }

  /** Goes to a list of work. */
  async openList(kind: string): Promise<void> {
    await this.link('support.nav.work').click();
    const lists = this.page.getByRole('navigation', { name: this.words('support.work.lists') });
    // Its name ends with how much waits there.
    const list = lists.getByRole('link', { name: this.words(`support.work.list.${kind}`) });
    await list.click();
    await expect(list).toHaveAttribute('aria-current', 'page');
  }

  /** Gives the reason in a decision's dialog, and decides; a visit is safe afterwards. */
  async decide(id: string, reason: string, submit = id): Promise<void> {
    const dialog = this.dialog(id);
    await dialog.getByLabel(this.words('support.look.reason')).fill(reason);
    await confirmClaim(dialog, this.words);
    await this.button(submit, dialog).click();
    await dialogsClosed(this.page);
  }

  /** Approves what a colleague has requested and is open; the dialog repeats its effect. */
  async approve(effect: string, reason: string): Promise<void> {
    await expect(this.evidence()).toContainText(effect);
    await this.button('support.work.approve', this.evidence()).click();
    await expect(this.dialog('support.work.approve')).toContainText(effect);
    await this.decide('support.work.approve', reason);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
