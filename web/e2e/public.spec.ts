import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './story';

test.use({ pictures: 'public-' });

const TOPICS = ['wallet', 'play', 'balance', 'getBonus', 'endBonus'] as const;

const LINE = 'https://line.me/R/ti/p/@wallet-demo';

/** The addresses of films and captions that the page asks for. */
function fetchedClips(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/howto\/.+\.(mp4|vtt)$/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

const isPlaying = (video: Locator) =>
  video.evaluate((it: HTMLVideoElement) => it.readyState >= 2 && it.currentTime > 0.2);

/** What the captions say at this moment. */
const shownCaption = (video: Locator) =>
  video.evaluate((it: HTMLVideoElement) => {
    const track = [...it.textTracks].find(({ mode }) => mode === 'showing');
    const [cue] = [...(track?.activeCues ?? [])] as VTTCue[];
    return `${track?.language} ${cue?.text}`;
  });

test('a visitor learns how it works from five clips, each in a dialog', {
  tag: '@phone-first',
}, async ({ page, portal, words, check }) => {
  const asked = fetchedClips(page);
  await portal.enter();
  await page.getByRole('link', { name: words('nav.howto'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('nav.howto'));
  await check('01-howto');

  for (const topic of TOPICS) {
    const title = words(`howto.${topic}`);
    // The film's button has the title at its end.
    const opener = page.getByRole('button', { name: new RegExp(`^${title}`) });
    // Where there is room the first is open from the start.
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    const topicPart = page.getByRole('region', { name: title, exact: true });
    await expect(topicPart.locator('img')).toHaveAttribute('src', `/howto/${topic}.jpg`);
    await expect(topicPart.getByRole('listitem')).toHaveCount(4);
    expect(asked, 'nothing is fetched before play').toEqual([]);
    if (topic === 'wallet') await check('02-topic');
    await topicPart.getByRole('button', { name: words('howto.playVideo', { title }) }).click();

    const dialog = portal.dialog(title);
    const video = dialog.locator('video');
    await expect.poll(() => isPlaying(video)).toBe(true);
    await expect(dialog.getByRole('listitem')).toHaveCount(4);
    if (topic === 'wallet') {
      const begin = portal.language === 'th' ? 'th แตะ “ฝากเงิน”' : 'en Tap “Deposit”';
      await expect.poll(() => shownCaption(video)).toContain(begin);
      const captions = asked.filter((path) => path.endsWith('.vtt'));
      expect(captions).toEqual([`/howto/wallet.${portal.language}.vtt`]);
      await check('03-clip');
    }
    const film = await video.elementHandle();
    await portal.button('common.close', dialog).click();
    await portal.dialogsClosed();
    expect(await film?.evaluate((it) => (it as HTMLVideoElement).paused)).toBe(true);
    asked.length = 0;

    await opener.click();
    await expect(topicPart).toBeHidden();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
  }
});

test('a clip that cannot be played leaves the steps', { tag: '@phone' }, async ({
  page,
  portal,
  words,
  check,
}) => {
  const title = words('howto.play');
  await portal.enter();
  await page.goto('/howto');
  await page.route('**/howto/play.mp4', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: words('howto.playVideo', { title }) }).click();
  const dialog = portal.dialog(title);
  await expect(dialog.getByText(words('howto.videoFailed'))).toBeVisible();
  await check('04-clip-failed');
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await page.unroute('**/howto/play.mp4');
  await portal.button('shell.retry', dialog).click();
  await expect(dialog.getByText(words('howto.videoFailed'))).toBeHidden();
  await expect.poll(() => isPlaying(dialog.locator('video'))).toBe(true);
});

test('a visitor finds the line, its code and the version', { tag: '@desk-first' }, async ({
  page,
  request,
  portal,
  words,
  check,
}) => {
  await portal.enter();
  await page.goto('/contact');
  const qr = page.getByRole('img', { name: words('contact.lineQr') });
  await expect(qr).toBeVisible();
  const drawn = await qr.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0);
  expect(drawn).toBe(true);
  await expect(page.getByRole('link', { name: words('contact.openLine') })).toHaveAttribute(
    'href',
    LINE,
  );
  const info = (await (await request.get('/api/lookup/info')).json()) as { version: string };
  await expect(page.getByText(words('contact.version', info))).toBeVisible();
  await check('05-contact');
});

test('nothing that could run comes from the contact text', { tag: '@desk' }, async ({
  page,
  portal,
  words,
}) => {
  await portal.enter();
  const html =
    '<p>Call <b>us</b> <a href="javascript:globalThis.ran=1">now</a></p>' +
    '<img src="/nothing.png" onerror="globalThis.ran=2"><script>globalThis.ran=3</script>' +
    '<iframe src="/howto"></iframe><form action="https://elsewhere.example"><input></form>';
  await page.route('**/api/lookup/contact', async (route) => {
    const answer = await route.fetch();
    const contactText = { th: html, la: html, en: html };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), contactText } });
  });
  await page.goto('/contact');
  await expect(page.getByText('Call us now')).toBeVisible();
  const main = page.getByRole('main');
  await expect(
    main.locator('script, iframe, form, input, [onerror], [href^=javascript]'),
  ).toHaveCount(0);
  await expect(page.getByRole('img', { name: words('contact.lineQr') })).toBeVisible();
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
});

test('who is asked to wait sees for how long', { tag: '@phone' }, async ({
  page,
  portal,
  words,
  check,
}) => {
  await portal.enter();
  await page.route('**/api/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '40' },
      json: { message: 'REQUEST_LIMIT', requestId: 'r' },
    }),
  );
  // From here on the story controls the clock.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 600_000);
  await portal.field('auth.username').fill('0812345678');
  await portal.field('auth.password').fill('Wrong-1234');
  await portal.button('nav.login').click();
  const note = page.getByRole('alert').filter({ hasText: words('error.REQUEST_LIMIT') });
  const counted = note.locator('[aria-hidden=true]').last();
  await expect(counted).toHaveText(words('problem.retryIn', { seconds: 40 }));
  await page.clock.runFor(10_000);
  await expect(counted).toHaveText(words('problem.retryIn', { seconds: 30 }));
  // To look at a page takes time, too.
  await page.clock.resume();
  await check('06-wait');
  await page.clock.runFor(31_000);
  await expect(note).toHaveText(words('error.REQUEST_LIMIT'));
});
