import { expect } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';
import { playRound } from './outside';

const GAME = 'PG Soft';
const PROVIDER = 'pg';
const DAY_MS = 24 * 3600 * 1000;

test.use({
  pictures: 'refund-',
  isAboutToday: true,
  start: { amount: '500' },
  cast: { th: ['ประยูร', 'ทองแท้'], en: ['Siri', 'Wongsa'] },
});

test('a player gets a share of what was lost yesterday back', { tag: '@desk-first' }, async ({
  page,
  request,
  portal,
  words,
  home,
  check,
}) => {
  const dialog = portal.dialog(words('refund.refund'));
  const open = async () => {
    await portal.button('refund.refund').click();
    await expect(dialog).toBeVisible();
  };

  await test.step('has lost nothing, so there is nothing to receive', async () => {
    await home();
    await open();
    await expect(dialog.getByText(words('error.NO_REFUND'))).toBeVisible();
    await expect(portal.button('refund.noneYet', dialog)).toBeDisabled();
    await check('01-nothing');
    await portal.button('common.close', dialog).click();
  });

  await test.step('loses all of it at a game', async () => {
    const activated = page.waitForResponse(/\/api\/wallet\/activate\//);
    await portal.openGame(GAME);
    const { account } = (await (await activated).json()) as { account: { username: string } };
    await portal.openTransferInto(GAME);
    const form = portal.dialog(words('transfer.transfer'));
    const review = await portal.transfer(form, '500');
    await portal.button('transfer.confirm', review).click();
    await expect(form.getByText(words('transfer.success'))).toBeVisible();
    await portal.button('money.done', form).click();
    const at = new Date(Date.now() - DAY_MS).toISOString();
    await playRound(request, PROVIDER, account.username, { stake: '500.00', win: '0.00', at });
  });

  await test.step('reads on home until when it can be collected', async () => {
    await page.reload();
    const news = page.getByRole('region', { name: words('home.news'), exact: true });
    await expect(news).toContainText('฿25.00');
    await check('02-news');
    await news.getByRole('button', { name: words('common.receive') }).click();
    await expect(dialog.getByText('฿25.00', { exact: true })).toBeVisible();
    await check('03-ready');
  });

  await test.step('has it in the wallet with one tap', async () => {
    const receive = words('refund.receiveSum', { amount: '฿25.00' });
    await dialog.getByRole('button', { name: receive, exact: true }).click();
    await expectNotice(page, words('refund.added', { amount: '฿25.00' }));
    await expect(dialog.getByText(words('refund.status.ADDED'), { exact: true })).toBeVisible();
    await expect(portal.button('refund.noneYet', dialog)).toBeDisabled();
    await check('04-added');
    await portal.button('common.close', dialog).click();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿25.00');
  });

  await test.step('reads it in the statement', async () => {
    await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
    const line = portal.lines().filter({ hasText: '+฿25.00' });
    await expect(line).toContainText(words('statement.bonus'));
    await check('05-statement');
  });
});
