import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { openInbox } from './inbox';
import { readOneTimeCode } from './outside';
import { messagesWith, XSS_PAYLOADS } from './payloads';
import { test } from './story';

test.use({
  pictures: 'chat-',
  cast: { th: ['วิภา', 'สุขสม'], en: ['Anong', 'Srisuk'] },
});

const HELLO = { th: 'สวัสดีค่ะ ฝากเงินแล้วยอดไม่เข้า', en: 'Hello, my deposit is missing' };

/** A real picture, drawn by the browser. */
async function drawPicture(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 480;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser does not draw');
    pen.fillStyle = '#0d6b45';
    pen.fillRect(0, 0, 320, 480);
    pen.fillStyle = '#ffffff';
    pen.fillRect(40, 200, 240, 80);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(encoded, 'base64');
}

/** Controls that are under the bubble. */
function coveredBy(bubble: Locator): Promise<string[]> {
  return bubble.evaluate((own) => {
    const { left, top, right, bottom } = own.getBoundingClientRect();
    const covered = new Set<string>();
    for (let x = left + 1; x < Math.min(right, window.innerWidth); x += 5) {
      for (let y = top + 1; y < bottom; y += 5) {
        for (const hit of document.elementsFromPoint(x, y)) {
          const other = hit.closest('a[href],button,input,select');
          if (other && other !== own) covered.add(other.outerHTML.slice(0, 120));
        }
      }
    }
    return [...covered];
  });
}

/** Waits until the page is complete: an incomplete page has nothing that could be covered. */
async function coversNothing(bubble: Locator, where: string): Promise<void> {
  const page = bubble.page();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await expect.poll(() => coveredBy(bubble), where).toEqual([]);
}

test('a guest chats with an agent, registers and keeps the conversation', {
  tag: '@phone-first',
}, async ({ page, request, portal, words, player, check }) => {
  const hello = HELLO[portal.language];
  const panel = portal.dialog(words('chat.chat'));
  const bubble = portal.guestChat();
  const box = panel.getByLabel(words('chat.placeholder'));
  const log = panel.getByRole('log');
  const write = async (text: string) => {
    await box.fill(text);
    await box.press('Enter');
  };
  let conversation = '';
  const agent = await openInbox(request, 'agent');
  const text = (message: string) => ({ message_type: 'text', payload: { message } });

  await test.step('finds the chat, which covers nothing', async () => {
    await portal.enter();
    await expect(bubble).toBeVisible();
    for (const path of ['/contact', '/register', '/login']) {
      await page.goto(path);
      await expect(bubble).toBeVisible();
      await coversNothing(bubble, path);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await coversNothing(bubble, `${path}, at its end`);
    }
    await check('01-bubble');
    await bubble.click();
    await expect(box).toBeEnabled();
    await check('02-welcome');
  });

  await test.step('writes with Enter, and not with a modifier', async () => {
    await box.fill(hello);
    await box.press('Control+Enter');
    await expect(log).toHaveCount(0);
    await box.press('Enter');
    await expect(log.getByText(hello)).toBeVisible();
    await expect(log.getByText(words('chat.status.succeed'))).toBeVisible();
    await expect(box).toHaveValue('');
    conversation = await agent.find(hello);
  });

  await test.step('sends a picture; what is none is refused', async () => {
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser');
      await portal.button('chat.attach', panel).click();
      await (await choosing).setFiles({ name, mimeType, buffer });
    };
    await choose('slip.png', 'image/png', await drawPicture(page));
    await expect(
      panel.getByRole('button', { name: words('chat.openPicture', { name: 'slip.png' }) }),
    ).toBeVisible();
    await expect(log.getByText(words('chat.status.succeed'))).toHaveCount(2);
    await choose('notes.txt', 'text/plain', Buffer.from('x'));
    await expect(panel.getByText(words('error.chat.FILE_NOT_SUPPORTED'))).toBeVisible();
    await choose('long.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1));
    await expect(panel.getByText(words('error.chat.FILE_TOO_LARGE', { n: 10 }))).toBeVisible();
  });

  await test.step('is answered by an agent with every kind of message', async () => {
    await agent.say(conversation, text('We are looking into it'));
    await expect(log.getByText('We are looking into it')).toBeVisible();
    await agent.say(conversation, {
      message_type: 'buttons',
      payload: {
        message: 'Choose',
        buttons: [
          { title: 'Website', type: 'web', payload: 'https://example.test/help' },
          { title: 'Call', type: 'call', payload: '02-123-4567' },
          { title: 'Deposit help', type: 'postback', payload: 'DEPOSIT_HELP' },
        ],
      },
    });
    await expect(log.getByRole('link', { name: /Website/ })).toHaveAttribute(
      'href',
      'https://example.test/help',
    );
    await expect(log.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:021234567');
    await log.getByRole('button', { name: 'Deposit help' }).click();
    await expect(log.getByText('Deposit help')).toHaveCount(2);
    await agent.say(conversation, {
      message_type: 'generic',
      payload: [
        {
          image_url: '/banners/bonus-daily.svg',
          title: 'Daily bonus',
          subtitle: 'Until 30 November',
          buttons: [{ title: 'Take it', type: 'postback', payload: 'BONUS_DAILY' }],
        },
        { title: 'Refund', subtitle: 'Every day', buttons: [] },
      ],
    });
    await expect(log.getByText('Until 30 November')).toBeVisible();
    await agent.say(conversation, {
      message_type: 'quick_replies',
      payload: {
        message: 'Did this help?',
        quick_replies: [
          { title: 'Yes', payload: 'Q_YES' },
          { title: 'No', payload: 'Q_NO' },
        ],
      },
    });
    await expect(log.getByRole('button', { name: 'Yes', exact: true })).toBeVisible();
    await check('03-answers');
    await log.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(log.getByRole('button', { name: 'No', exact: true })).toHaveCount(0);
  });

  await test.step('sees on the bubble and in the tab that an answer waits', async () => {
    // A message that has been visible for a second counts as read.
    await expect(page).not.toHaveTitle(/^\(/);
    await portal.button('common.close', panel).click();
    await expect(bubble).toBeFocused();
    await agent.say(conversation, text('One more thing'));
    await expect(bubble).toHaveAccessibleName(words('chat.openUnread', { n: 1 }));
    await expect(page).toHaveTitle(/^\(1\) /);
    await check('04-badge');
    await bubble.click();
    await expect(log.getByText('One more thing')).toBeVisible();
    await expect(page).not.toHaveTitle(/^\(1\) /);
  });

  await test.step('finds a divider where a conversation has ended', async () => {
    await agent.end(conversation);
    await write('Hello again');
    await expect(log.getByText(words('chat.endConversation'))).toBeVisible();
  });

  await test.step('reads back while new messages wait', async () => {
    for (let number = 1; number <= 14; number += 1) {
      await agent.say(conversation, text(`Note ${number}`));
    }
    await expect(log.getByText('Note 14', { exact: true })).toBeVisible();
    await portal.button('chat.reload', panel).click();
    await expect(log.getByText('Note 14', { exact: true })).toBeVisible();
    await expect(log.getByText('Note 1', { exact: true })).toHaveCount(0);
    const place = () => log.evaluate((element) => element.scrollTop);
    await log.evaluate((element) => {
      element.scrollTop = 0;
    });
    await expect(log.getByText('Note 1', { exact: true })).toHaveCount(1);
    // The message that was at the top is still visible.
    await expect(log.getByText('Note 5', { exact: true })).toBeInViewport();
    expect(await place()).toBeGreaterThan(60);
    await agent.say(conversation, text('The newest'));
    const banner = panel.getByRole('button', { name: /^1 / });
    await expect(banner).toBeVisible();
    await check('05-unread-banner');
    await banner.click();
    await expect(log.getByText('The newest')).toBeInViewport();
    await expect(banner).toHaveCount(0);
    await portal.button('common.close', panel).click();
  });

  await test.step('registers and keeps the conversation', async () => {
    await portal.givePhone(player.phone);
    await portal.giveOneTimeCode(await readOneTimeCode(request, player.phone));
    await portal.fillProfile(player);
    await portal.button('common.next').click();
    await portal.fillBank(player);
    await portal.button('nav.register').click();
    await expect(page).toHaveURL(/\/user\/home$/);
    await portal.acceptAgreement();
    await expect(portal.chatButton()).toHaveAccessibleName(
      new RegExp(words('chat.link.invite').replace('?', '.')),
    );
    await check('06-home');
    await portal.chatButton().click();
    await expect(panel.getByText(words('chat.link.question'))).toBeVisible();
    await check('07-question');
    await portal.button('chat.link.yes', panel).click();
    await expect(log.getByText('The newest')).toBeVisible();
    await agent.say(await agent.find('The newest'), text('Welcome as a member'));
    await expect(log.getByText('Welcome as a member')).toBeVisible();
    await check('08-member');
  });
});

test('hostile messages of every kind run nothing', { tag: '@desk-first' }, async ({
  page,
  portal,
  words,
}) => {
  const messages = XSS_PAYLOADS.flatMap(messagesWith);
  const records = messages.map((message, at) => ({
    _id: `id-${at}`,
    clientId: null,
    conversation: 'c',
    sequence: String(at + 1),
    session_id: message.message_type,
    sender: at % 2 ? 'agent' : 'customer',
    name: XSS_PAYLOADS[at % XSS_PAYLOADS.length],
    message,
    isErased: false,
    createdAt: '2026-11-21T10:00:00Z',
  }));
  await page.route('**/api/chat/history', (route) => {
    return route.fulfill({ json: records.toReversed() });
  });
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.addInitScript(() => {
    const reports: string[] = [];
    Object.assign(window, { __reports: reports });
    document.addEventListener('securitypolicyviolation', (event) => {
      reports.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });

  await portal.enter();
  await page.locator('aside button[aria-haspopup="dialog"]').click();
  const log = portal.dialog(words('chat.chat')).getByRole('log');
  await expect(log.getByText(XSS_PAYLOADS[0] ?? '').first()).toBeAttached();
  expect(await log.locator('time').count()).toBe(records.length);
  await page.evaluate(async () => {
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  const addresses = await log
    .locator('[href],[src]')
    .evaluateAll((all) =>
      all.map((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? ''),
    );
  expect(addresses.filter((address) => !/^(https:\/\/|tel:\+?\d+$)/.test(address))).toEqual([]);
  // Last, a handler that does try to run. The policy reports only this one, so the detector works
  // and no earlier text tried.
  await log.evaluate((node) => {
    node.insertAdjacentHTML('beforeend', '<img src="/none" onerror="window.__hit=2">');
  });
  const caught = () => page.evaluate(() => Reflect.get(window, '__reports'));
  await expect.poll(caught).toEqual(['script-src-attr inline']);
  expect(await page.evaluate(() => Reflect.get(window, '__hit'))).toBeUndefined();
  expect(faults).toEqual([]);
});
