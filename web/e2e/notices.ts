import type { BrowserContext, Page } from '@playwright/test';

/** How long a notice is shown. */
const SHOWN_MS = 4_000;

/**
 * Runs in each page: records the notices' texts while they are visible. Notices disappear by
 * themselves, and a busy machine may look for them too late.
 */
function keepThem(): void {
  const kept: string[] = [];
  const seen = new WeakSet<Element>();
  Object.assign(window, { keptNotices: kept });
  // The real timer, bound before a story replaces it with a fake clock.
  const later = window.setTimeout.bind(window);
  const look = () => {
    const notices = document.querySelectorAll('[data-notices] :is([role=status], [role=alert])');
    for (const notice of notices) {
      if (seen.has(notice) || !notice.checkVisibility()) continue;
      seen.add(notice);
      kept.push(notice.textContent ?? '');
    }
  };
  new MutationObserver(() => {
    later(look, 0);
    later(look, 100);
  }).observe(document, { subtree: true, childList: true });
}

export async function keepNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(keepThem);
}

/** A notice has said this since the page was loaded and it was last asked for, or will. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { keptNotices } = window as unknown as { keptNotices: string[] };
    const at = keptNotices.findIndex((notice) => notice.includes(wanted));
    if (at >= 0) keptNotices.splice(0, at + 1);
    return at >= 0;
  }, text);
}

/**
 * Resolves when the page has read which credits there are. Of these it says nothing; of each one
 * that comes in later it shows a notice.
 */
export async function creditsRead(page: Page): Promise<void> {
  await page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/statement') &&
      (response.request().postData()?.includes('"type":["deposit","correction"]') ?? false),
  );
}

/** From the next page on a notice stays until it is closed, however long that takes. */
export async function holdNotices(page: Page): Promise<void> {
  await page.addInitScript((shownMs) => {
    const later = window.setTimeout;
    const patient = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === shownMs ? 0 : later(act, ms, ...rest);
    Object.assign(window, { setTimeout: patient });
  }, SHOWN_MS);
}
