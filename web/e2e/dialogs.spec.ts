import { expect, type Locator, type Page } from '@playwright/test';
import { comeIn } from './busy-member';
import { listenForFaults, lookAt } from './every-screen';
import { Portal } from './portal';
import { test } from './story';
import { isTurnOf } from './turns';
import { wordsOf } from './words';

type Locale = 'th' | 'la';
type Look = (name: string) => Promise<void>;

/** One dialog: where it opens, by which buttons, and which further states are checked. */
interface Dialog {
  name: string;
  page: string;
  /** The names of the buttons to press one after the other, each a message or a text. */
  by: (string | RegExp)[];
  /** What has to be unfolded before its button is there. */
  unfold?: (portal: Portal<Locale>) => Promise<void>;
  more?: (portal: Portal<Locale>, dialog: Locator, look: Look) => Promise<void>;
}

const inTabs: Dialog['more'] = async (portal, dialog, look) => {
  for (const tab of ['slip', 'gift', 'manual']) {
    const name = portal.words(`deposit.tab.${tab}`);
    await dialog.getByRole('tab', { name, exact: true }).click();
    await look(`deposit-${tab}`);
  }
};

/** A promotion that can be claimed, found by its code: with its cost and the question. */
const andPromotion: Dialog['more'] = async (portal, dialog, look) => {
  await portal.button('common.close', dialog).click();
  await portal.button('promotion.have').click();
  await portal.field('promotion.code').fill('NEWYEAR');
  await portal.button('common.search').click();
  await expect(dialog.getByText(portal.words('bonus.question'))).toBeVisible();
  await look('promotion');
};

const tools: Dialog['unfold'] = (portal) => portal.openTools();

const topic: Dialog['unfold'] = async ({ page, words }) => {
  await page.getByRole('button', { name: words('howto.wallet') }).click();
};

const DIALOGS: Dialog[] = [
  { name: 'deposit-qr', page: 'home', by: ['deposit.deposit'], more: inTabs },
  { name: 'transfer', page: 'home', by: ['transfer.transfer'] },
  { name: 'withdraw', page: 'home', by: ['withdraw.withdraw'] },
  { name: 'refund', page: 'home', by: ['refund.refund'] },
  { name: 'invite', page: 'home', by: ['home.invite'] },
  { name: 'game', page: 'home', by: [/^PG Soft/] },
  { name: 'game-new', page: 'home', by: [/^Joker/] },
  { name: 'wheel-and-coupons', page: 'home', by: ['home.wheel'] },
  { name: 'conditions', page: 'profile', by: ['nav.conditions'] },
  { name: 'bonus', page: 'bonus', by: [/^(โบนัสต้อนรับ|ໂບນັດຕ້ອນຮັບ)/], more: andPromotion },
  { name: 'slips', page: 'statement', by: ['statement.slips'], unfold: tools },
  { name: 'receipt', page: 'statement', by: [/(ใบเสร็จ|ໃບຮັບ):/] },
  { name: 'check-all', page: 'statement', by: ['statement.checkAll'], unfold: tools },
  { name: 'owed', page: 'statement', by: ['statement.owed'], unfold: tools },
  { name: 'limit', page: 'limits', by: ['limits.deposit.set'] },
  { name: 'break', page: 'limits', by: ['limits.break.TIME_OUT'] },
  { name: 'change-password', page: 'profile', by: ['profile.changePassword'] },
  { name: 'set-pin', page: 'profile', by: ['pin.set'] },
  { name: 'edit-name', page: 'profile', by: ['profile.editName'] },
  { name: 'change-bank', page: 'profile', by: ['bank.change'] },
  { name: 'clip', page: 'howto', by: ['howto.playVideo'], unfold: topic },
];

/** The first button whose name starts like the message, whatever its placeholders hold. */
function opener(portal: Portal<Locale>, scope: Page | Locator, name: string | RegExp): Locator {
  const start = typeof name === 'string' ? portal.words(name).split('{')[0] : '';
  const wanted = typeof name === 'string' ? new RegExp(`^${start}`) : name;
  return scope.getByRole('button', { name: wanted }).first();
}

const LOCALES = ['th', 'la'] as const;

// The gate checks each dialog in one of the languages, the nightly run in both.
for (const [turn, locale] of LOCALES.entries()) {
  test(`every dialog is whole in ${locale}`, async ({ page, request }, info) => {
    const faults = await listenForFaults(page);
    const portal = new Portal(page, locale, wordsOf(locale));
    const top = page.getByRole('dialog').last();
    const look: Look = (name) =>
      lookAt(page, info, { name: `dialog-${name}`, language: locale, isPhoneOnly: true });

    await comeIn(page, request, locale);
    faults.take();
    let at = '';
    for (const [stop, dialog] of DIALOGS.entries()) {
      if (!isTurnOf(turn, LOCALES.length, stop)) continue;
      await test.step(dialog.name, async () => {
        if (at !== dialog.page) await page.goto(`/user/${dialog.page}`);
        at = dialog.page;
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await dialog.unfold?.(portal);
        for (const [step, name] of dialog.by.entries()) {
          await opener(portal, step === 0 ? page : top, name).click();
          await expect(top).toBeVisible();
        }
        await look(dialog.name);
        await dialog.more?.(portal, top, look);
        await portal.button('common.close', top).click();
        await portal.dialogsClosed();
        expect.soft(faults.take(), `${dialog.name} in ${locale}: complaints`).toEqual([]);
      });
    }
    await test.step('appearance', async () => {
      await portal.button('nav.language').click();
      await look('appearance');
    });
  });
}
