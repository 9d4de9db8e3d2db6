import { expect, type Locator, type Route } from '@playwright/test';
import { test } from './member';
import { expectNotice } from './notices';

/** 30 coins: that none of as many spins wins money happens once in 400,000 stories. */
const DEPOSIT = '15000';

test.use({
  pictures: 'wheel-',
  isAboutToday: true,
  start: { amount: DEPOSIT },
  cast: { th: ['มาลี', 'โชคดี'], en: ['Somsak', 'Dechsakul'] },
});

const COINS = 30;
const SPIN_CALL = '**/api/spinwheel/spin';
const SPINS_CALL = '**/api/spinwheel/spins?*';

test('a player spins the wheel, claims a coupon and checks the spins', {
  tag: '@desk-first',
}, async ({ page, portal, words, home, check }) => {
  const dialog = portal.dialog(words('spin.wheel'));
  const prize = portal.dialog(words('spin.prize'));
  const spinButton = portal.button('spin.spinFor', dialog);
  const useNow = portal.button('spin.useNow', prize);
  const claimButtons = dialog.getByRole('button', { name: `${words('coupon.claim')}: ` });
  const coinsLeft = (coins: number, scope: Locator = dialog) =>
    scope.getByText(new RegExp(`(^|\\D)${coins} (เหรียญ|coins? left)`)).first();
  const openWheel = () => page.getByRole('button', { name: words('home.wheel') }).click();
  const closePrize = async () => {
    await portal.button('common.ok', prize).click();
    await expect(prize).toBeHidden();
  };
  const picture = () =>
    dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const labelOf = (answer: { result: { label: Record<string, string> } }) =>
    answer.result.label[portal.language] ?? '';

  await test.step('gets coins for a deposit', async () => {
    await home();
    await expect(portal.amount('wallet.mainWallet')).toHaveText('฿15,000.00');
    await openWheel();
    await expect(coinsLeft(COINS)).toBeVisible();
    await expect(dialog.getByText(words('coupon.none'))).toBeVisible();
    await check('01-wheel');
    await expect(dialog.getByRole('listitem')).toHaveCount(8);
    await expect(dialog.getByRole('listitem').first()).toHaveText(/40%$/);
    await expect(dialog.getByText(words('spin.coinPrice', { price: '฿500.00' }))).toBeVisible();
  });

  await test.step('spins: the wheel waits for the answer, turns and stops at it', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await page.route(SPIN_CALL, async (route) => {
      await held;
      await route.continue();
    });
    const before = await picture();
    const answered = page.waitForResponse(SPIN_CALL);
    await spinButton.click();
    await expect(spinButton).toHaveAttribute('aria-busy', 'true');
    // A second press is ignored.
    await spinButton.click({ force: true });
    expect(await picture()).toBe(before);
    const heldUntil = Date.now();
    answerNow();
    const label = labelOf(await (await answered).json());
    await expect(prize.getByText(label, { exact: true })).toBeVisible();
    expect(Date.now() - heldUntil).toBeGreaterThan(3_500);
    expect(await picture()).not.toBe(before);
    await check('02-prize');
    await closePrize();
    await page.unroute(SPIN_CALL);
  });

  await test.step('is shown the same prize after a lost answer', async () => {
    let lost = '';
    await page.route(SPIN_CALL, async (route: Route) => {
      lost = labelOf(await (await route.fetch()).json());
      // The page may be gone by now.
      await route.abort().catch(() => undefined);
    });
    await spinButton.click();
    await expect(dialog.getByText(words('spin.unanswered'))).toBeVisible();
    await check('03-unanswered');
    // The page also asks by itself after a while: on a slow machine that must not find the prize first.
    await page.reload();
    await openWheel();
    await expect(portal.button('spin.askAgain', dialog)).toBeVisible();
    const again = page.waitForResponse(SPIN_CALL);
    await page.unroute(SPIN_CALL);
    await portal.button('spin.askAgain', dialog).click();
    expect((await again).headers()['idempotency-replayed']).toBe('true');
    await expect(prize.getByText(lost, { exact: true })).toBeVisible();
    await closePrize();
  });

  await test.step('spins until there is a coupon', async () => {
    for (let spins = 0; spins < COINS && (await claimButtons.count()) === 0; spins += 1) {
      await spinButton.click();
      await expect(prize).toBeVisible();
      if (await useNow.isVisible()) {
        await check('02-coupon-won');
        await useNow.click();
        const question = page.getByRole('alertdialog', { name: words('coupon.claim') });
        await expect(question.getByText(words('coupon.claimConfirm'))).toBeVisible();
        await portal.button('common.cancel', question).click();
        await expect(question).toBeHidden();
      } else await closePrize();
      await expect(spinButton).toBeEnabled();
      await page.waitForLoadState('networkidle');
    }
    await expect(claimButtons.first()).toBeVisible();
    await claimButtons.first().scrollIntoViewIfNeeded();
    await check('04-coupons');
  });

  const claimed = await test.step('claims it', async () => {
    await claimButtons.first().click();
    const confirm = page.getByRole('alertdialog', { name: words('coupon.claim') });
    await expect(confirm.getByText(words('coupon.claimConfirm'))).toBeVisible();
    await check('05-claim');
    const answer = page.waitForResponse('**/api/spinwheel/coupon/claim');
    await portal.button('coupon.claim', confirm).click();
    const { amount } = (await (await answer).json()) as { amount: string };
    await expectNotice(page, words('coupon.claimed', { amount: `฿${amount}` }));
    await portal.button('common.close', dialog).click();
    const total = (15_000 + Number(amount)).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
    await expect(portal.amount('wallet.mainWallet')).toHaveText(`฿${total}`);
    return amount;
  });

  await test.step('finds it in the statement', async () => {
    await page.getByRole('link', { name: words('nav.statement'), exact: true }).click();
    await expect(portal.lines().getByText(`+฿${claimed}`)).toBeVisible();
    await check('06-statement');
    await page.getByRole('link', { name: words('nav.home'), exact: true }).click();
  });

  await test.step('checks the spins once the seed is revealed', async () => {
    await openWheel();
    await portal.button('spins.title', dialog).click();
    await expect(page.getByText(words('spins.open'), { exact: true }).first()).toBeVisible();
    await check('07-spins-open');
    await page.getByText(words('spins.seed.details')).click();
    const seed = portal.field('spins.seed.client');
    await seed.fill('no colon: please');
    await portal.button('spins.seed.change').click();
    await expect(page.getByText(words('spins.seed.clientFault'))).toBeVisible();
    await seed.fill('my-own-seed-7');
    await portal.button('spins.seed.change').click();
    // The others are in the folded inputs of each spin.
    const revealed = page.getByText(words('spins.revealed.seed')).filter({ visible: true });
    await expect(revealed.first()).toBeVisible();
    await expect(seed).toHaveValue('my-own-seed-7');
    await expect(page.getByText(words('spins.right'), { exact: true }).first()).toBeVisible();
    await expect(page.getByText(words('spins.open'), { exact: true })).toHaveCount(0);
    await expect(page.getByText(words('spins.wrong'), { exact: true })).toHaveCount(0);
    await page.getByText(words('spins.right'), { exact: true }).first().click();
    await expect(page.getByText(words('spins.how')).first()).toBeVisible();
    await check('08-spins-right');
  });

  await test.step('would see a spin that was not drawn so', async () => {
    await page.route(SPINS_CALL, async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { spins: { ticket: number }[] };
      const [newest] = list.spins;
      if (newest) newest.ticket += 1;
      await route.fulfill({ response, json: list });
    });
    await page.reload();
    await expect(page.getByText(words('spins.wrong.draw'))).toBeVisible();
    await expect(page.getByText(words('spins.wrong'), { exact: true })).toHaveCount(1);
    await check('09-spins-wrong');
    await page.unroute(SPINS_CALL);
  });

  await test.step('finds the link for friends', async () => {
    await page
      .getByRole('link', { name: words('nav.home'), exact: true })
      .last()
      .click();
    await page.getByRole('button', { name: words('home.invite'), exact: true }).click();
    const invite = portal.dialog(words('invite.invite'));
    await expect(invite.getByText(/\/register\?code=PR[\w-]+$/)).toBeVisible();
    await expect(invite.getByText(words('invite.friendsNoneDetail'))).toBeVisible();
    // The operator's own words about it are at the end.
    await expect(invite.getByText(/1%/).last()).toBeVisible();
    await check('11-invite');
  });
});
