import { expect } from '@playwright/test';
import { checkScreen } from './screens';
import { logInStaff, openConsole } from './staff';
import { test } from './story';

test.use({ pictures: 'inbox-' });

/** What the guest writes later, the beginning of the saved reply, and its language. */
const LAO = { question: 'ສະລິບຂອງຂ້ອຍຢູ່ໃສ', hello: 'ສະບາຍດີ', language: 'ລາວ' };
/** A guest has no name that could be filled in. */
const HOLE = '{name}';

/** One dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test(
  'a guest chats with an agent in two browsers',
  { tag: '@desk' },
  async ({ page, browser, portal, words }, info) => {
    const panel = portal.dialog(words('chat.chat'));
    const log = panel.getByRole('log');
    const box = panel.getByLabel(words('chat.placeholder'));
    const number = Date.now();
    const hello = `Where is my slip? ${number}`;
    const shortcut = `slip-${number}`;
    const write = async (text: string) => {
      await box.fill(text);
      await box.press('Enter');
    };

    await test.step('a guest asks', async () => {
      await portal.enter();
      await page.goto('/contact');
      await portal.guestChat().click();
      await expect(box).toBeEnabled();
      await write(hello);
      await expect(log.getByText(hello)).toBeVisible();
      await expect(log.getByText(words('chat.status.succeed'))).toBeVisible();
    });

    const desk = await openConsole(browser, portal.language);
    const check = (screen: string) => checkScreen(desk, info, `inbox-${screen}`);
    const button = (id: string, values?: Record<string, string | number>) =>
      desk.getByRole('button', { name: words(id, values), exact: true });
    const further = (id: string) => desk.getByRole('menuitem', { name: words(id), exact: true });
    const dialog = (id: string) => desk.getByRole('dialog', { name: words(id) });
    const conversation = desk.getByRole('log');
    const answer = desk.getByLabel(words('chat.placeholder'));

    await test.step('the agent finds who is waiting', async () => {
      await logInStaff(desk, 'agent', words);
      await desk.getByRole('link', { name: words('support.nav.inbox'), exact: true }).click();
      const waiting = desk.getByRole('link', { name: new RegExp(hello.replace('?', '\\?')) });
      await expect(waiting).toContainText(words('support.inbox.waits.now'));
      await check('01-waiting');
      await waiting.click();
      await expect(conversation.getByText(hello)).toBeVisible();
      await expect(panel.getByText(/is helping you/)).toBeVisible();
    });

    await test.step('writes a prepared answer down for all of staff', async () => {
      await desk.getByRole('link', { name: words('support.reply.replies') }).click();
      await button('support.reply.add').click();
      const form = dialog('support.reply.add');
      await form.getByLabel(words('support.compose.title')).fill('Slips');
      await form.getByLabel(words('support.reply.shortcut')).fill(shortcut);
      await form.getByLabel(words('support.compose.text')).fill('we look for your slip');
      await form.getByRole('tab', { name: LAO.language, exact: true }).click();
      await form.getByRole('button', { name: words('support.reply.writeOwn') }).click();
      await form.getByLabel(words('support.compose.text')).fill(`${LAO.hello} ${HOLE}`);
      await check('02-reply');
      await form.getByRole('button', { name: words('common.save') }).click();
      await expect(form).toBeHidden();
      await check('03-replies');
      await desk.goBack();
    });

    await test.step('puts it in at the cursor, and sends it', async () => {
      await expect(answer).toBeEnabled();
      await answer.fill('Hello,  - one moment');
      await answer.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 7));
      await button('support.reply.insert').click();
      await desk.getByLabel(words('support.reply.search')).fill('look for your slip');
      await check('04-picker');
      await desk.keyboard.press('Enter');
      await expect(answer).toHaveValue('Hello, we look for your slip - one moment');
      await answer.press('Enter');
      await expect(log.getByText('Hello, we look for your slip - one moment')).toBeVisible();
    });

    await test.step('answers in the guest’s language, and sends no hole', async () => {
      await write(LAO.question);
      await expect(conversation.getByText(LAO.question)).toBeVisible();
      await button('support.reply.insert').click();
      await desk.getByLabel(words('support.reply.search')).fill(shortcut);
      await expect(desk.getByRole('button', { name: LAO.language, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await desk.keyboard.press('Enter');
      await expect(answer).toHaveValue(`${LAO.hello} ${HOLE}`);
      await answer.press('Enter');
      const left = desk.getByText(words('support.reply.left', { names: HOLE }));
      await expect(left).toBeVisible();
      await check('05-hole');
      // Pressing has selected the hole: what is typed fills it.
      const selected = () =>
        answer.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
          value.slice(selectionStart, selectionEnd),
        );
      await expect.poll(selected).toBe(HOLE);
      await desk.keyboard.type('Aree');
      await expect(answer).toHaveValue(`${LAO.hello} Aree`);
      await expect(left).toBeHidden();
      await answer.press('Enter');
      await expect(log.getByText(`${LAO.hello} Aree`)).toBeVisible();
      await expect(log.getByText(HOLE)).toHaveCount(0);
    });

    await test.step('finds the conversation again by what was said in it', async () => {
      const search = desk.getByRole('searchbox', { name: words('support.inbox.search') });
      await search.fill(String(number));
      await search.press('Enter');
      const found = desk.getByRole('list', { name: words('support.inbox.found') });
      // It shows the message with the words, not the last one.
      const row = found.getByRole('link').filter({ hasText: hello });
      await expect(row).toHaveAttribute('aria-current', 'true');
      await check('06-found');
      await row.click();
      await expect(conversation.getByText(hello)).toBeVisible();
      await search.fill('');
      await search.press('Enter');
      await expect(found).toBeHidden();
    });

    await test.step('asks with quick replies, and gets one', async () => {
      await button('support.compose.compose').click();
      const form = dialog('support.compose.compose');
      await form.getByLabel(words('support.compose.kind')).selectOption('quick_replies');
      await form.getByLabel(words('support.compose.text')).fill('Did it arrive?');
      await form.getByLabel(words('support.compose.answer', { n: 1 }), { exact: true }).fill('Yes');
      await form.getByLabel(words('support.compose.answer', { n: 2 }), { exact: true }).fill('No');
      await check('07-compose');
      await form.getByRole('button', { name: words('chat.send') }).click();
      await log.getByRole('button', { name: 'Yes', exact: true }).click();
      await expect(conversation.getByText('Yes', { exact: true })).toHaveCount(2);
      await check('08-conversation');
    });

    await test.step('sends a prepared picture, seen before it goes', async () => {
      await desk.getByRole('link', { name: words('support.reply.replies') }).click();
      await button('support.reply.add').click();
      const form = dialog('support.reply.add');
      await form.getByLabel(words('support.compose.title')).fill('Where the code is');
      await form.getByLabel(words('support.reply.shortcut')).fill(`code-${Date.now()}`);
      await form.getByLabel(words('support.compose.kind')).selectOption('media');
      await form
        .locator('input[type=file]')
        .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: PICTURE });
      await expect(form.locator('img')).toBeVisible();
      await check('09-picture-reply');
      await form.getByRole('button', { name: words('common.save') }).click();
      await expect(form).toBeHidden();
      await desk.goBack();
      await expect(answer).toBeEnabled();
      await button('support.reply.insert').click();
      await desk.getByLabel(words('support.reply.search')).fill('where the code');
      await desk.keyboard.press('Enter');
      const confirm = dialog('support.reply.confirm');
      await expect(confirm.locator('img')).toBeVisible();
      await check('10-picture-confirm');
      await confirm.getByRole('button', { name: words('chat.send') }).click();
      await expect(log.locator('img')).toBeVisible();
      await expect(conversation.locator('img')).toBeVisible();
    });

    await test.step('ends the conversation; the next word begins another', async () => {
      await button('support.inbox.more').click();
      await further('support.inbox.end').click();
      await desk
        .getByRole('alertdialog')
        .getByRole('button', { name: words('support.inbox.end') })
        .click();
      await expect(desk.getByRole('alertdialog')).toBeHidden();
      // Nothing further can be done about a conversation that has ended.
      await expect(button('support.inbox.more')).toBeHidden();
      await write('One more thing');
      await expect(conversation.getByText('One more thing')).toBeVisible();
      await expect(conversation.getByText(words('chat.endConversation'))).toBeVisible();
    });

    await test.step('works on a phone, too', async () => {
      await desk.setViewportSize({ width: 390, height: 844 });
      await check('11-phone');
      await desk.getByRole('link', { name: words('support.inbox.back') }).click();
      await expect(
        desk.getByRole('list', { name: words('support.inbox.conversations') }),
      ).toBeVisible();
      await check('12-phone-list');
      await desk.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step('hands it over to a supervisor, who erases what was said', async () => {
      await desk.getByRole('link', { name: /One more thing/ }).click();
      await button('support.inbox.handOver').click();
      const form = dialog('support.inbox.handOver');
      await form.getByRole('button', { name: words('support.inbox.handOver') }).click();
      await expect(form.getByText(words('support.inbox.toMissing'))).toBeVisible();
      await form.getByLabel(/Somsak/).check();
      await check('13-hand-over');
      await form.getByRole('button', { name: words('support.inbox.handOver') }).click();
      await expect(form).toBeHidden();
      await expect(button('support.inbox.takeOver')).toBeVisible();

      const other = await openConsole(browser, portal.language);
      await logInStaff(other, 'supervisor', words);
      await other.getByRole('link', { name: words('support.nav.inbox'), exact: true }).click();
      await other.getByRole('tab', { name: words('support.inbox.filter.mine') }).click();
      await other.getByRole('link', { name: /One more thing/ }).click();
      await expect(other.getByRole('log').getByText(hello)).toBeVisible();
      // A supervisor answers as an agent does.
      const box = other.getByLabel(words('chat.placeholder'));
      await box.fill('I have taken over');
      await box.press('Enter');
      await expect(log.getByText('I have taken over')).toBeVisible();
      await other.getByRole('button', { name: words('support.inbox.more'), exact: true }).click();
      await other
        .getByRole('menuitem', { name: words('support.inbox.erase'), exact: true })
        .click();
      const sure = other.getByRole('alertdialog');
      await sure.getByLabel(words('support.look.reason')).fill('The guest asked for it');
      await checkScreen(other, info, 'inbox-14-erase');
      await sure.getByRole('button', { name: words('support.inbox.eraseNow') }).click();
      await expect(sure).toBeHidden();
      await expect(other.getByRole('log').getByText(hello)).toBeHidden();
      await expect(other.getByRole('log').getByText(words('chat.erased')).first()).toBeVisible();
      await expect(log.getByText(hello)).toBeHidden();
      await checkScreen(other, info, 'inbox-15-erased');
      await other.context().close();
    });
    await desk.context().close();
  },
);
