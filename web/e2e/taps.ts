import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** Counts the commands that a double tap sends; the answer waits until both taps are over. */
export async function pressTwice(
  page: Page,
  button: Locator,
  address: string,
  answer?: Parameters<Route['fulfill']>[0],
): Promise<void> {
  let sent = 0;
  const taps = new EventTarget();
  const over = new Promise((resolve) => taps.addEventListener('over', resolve));
  const wait = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    await over;
    return answer ? route.fulfill(answer) : route.continue();
  };
  await page.route(address, wait);
  const reply = page.waitForResponse(
    (response) => response.request().method() === 'POST' && sent > 0,
  );
  await button.dblclick();
  await button.click({ force: true });
  taps.dispatchEvent(new Event('over'));
  await reply;
  await page.unroute(address, wait);
  expect(sent, `${address} for a double tap`).toBe(1);
}

/**
 * The first half of a double click; answers the second, which may come so late that something else
 * lies in the place.
 */
export async function pressFirst(button: Locator): Promise<() => Promise<void>> {
  const { mouse } = button.page();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not shown');
  await button.click();
  return async () => {
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.down({ clickCount: 2 });
    await mouse.up({ clickCount: 2 });
  };
}
