import { expect } from '@playwright/test';
import { Desk } from './desk';
import { test } from './member';
import { expectNotice } from './notices';
import { checkScreen } from './screens';

test.use({
  pictures: 'settings-',
  cast: { th: ['กานดา', 'สุขดี'], en: ['Kanda', 'Sukdee'] },
});

/** A game that no other story opens. */
const GAME = 'imi';

test(
  'a game goes into maintenance and back, and the player sees it without a reload',
  { tag: '@desk' },
  async ({ browser, portal, words, home }, info) => {
    const check = (desk: Desk, screen: string) =>
      checkScreen(desk.page, info, `settings-${screen}`);
    await home();
    await portal.reachGames();
    const closed = portal.games().getByText(words('home.game.maintenance'), { exact: true });
    await expect(closed).toHaveCount(0);

    const desk = await Desk.open(browser, portal.language, words, 'supervisor');
    const save = async (reason: string) => {
      await desk.button('support.settings.check').click();
      await desk.page.getByLabel(words('support.look.reason')).fill(reason);
      await desk.button('support.settings.put').click();
      await expectNotice(desk.page, words('support.settings.done'));
    };

    await test.step('a supervisor closes it, and checks what players will see', async () => {
      await desk.link('support.nav.settings').click();
      await check(desk, '01-list');
      await desk.link('support.section.games').click();
      await desk.page.locator('summary', { hasText: GAME }).click();
      const game = desk.page.getByRole('group').filter({ hasText: GAME }).last();
      await game.getByLabel(words('support.setting.maintenance'), { exact: true }).check();
      await desk.button('support.settings.check').click();
      const preview = desk.page.getByRole('tabpanel').last();
      await expect(preview.getByText(words('support.preview.maintenance'))).toHaveCount(1);
      await check(desk, '02-check');
      await save('The provider updates its games');
    });

    await test.step('the player sees it, and after the way back that it is open', async () => {
      await expect(closed).toHaveCount(1);
      const back = words('support.settings.back', { number: 1 });
      await desk.page.getByRole('button', { name: back, exact: true }).click();
      await save(back);
      await expect(closed).toHaveCount(0);
      await check(desk, '03-back');
      await desk.close();
    });
  },
);

test(
  'what costs money takes two supervisors, and a wrong value is said at its field',
  { tag: '@desk' },
  async ({ browser, portal, words }, info) => {
    const reason = 'Kip are paid in larger amounts';
    const desk = await Desk.open(browser, portal.language, words, 'supervisor');
    const smallest = desk.page.getByLabel(words('support.setting.transfer_min'), { exact: true });

    await test.step('a wrong amount is refused at its field', async () => {
      await desk.link('support.nav.settings').click();
      await desk.link('support.section.amounts').click();
      await smallest.first().fill('-5');
      await desk.button('support.settings.check').click();
      await expect(smallest.first()).toHaveAttribute('aria-invalid', 'true');
      await expect(desk.button('support.settings.ask')).toHaveCount(0);
      await checkScreen(desk.page, info, 'settings-04-wrong');
    });

    await test.step('a right one waits for somebody else', async () => {
      await smallest.first().fill('1001');
      await desk.button('support.settings.check').click();
      await desk.page.getByLabel(words('support.look.reason')).fill(reason);
      await desk.button('support.settings.ask').click();
      await expectNotice(desk.page, words('support.settings.asked'));
      await desk.link('support.settings.all').click();
      const asked = desk.row(reason);
      await expect(asked).toContainText('1001');
      await expect(desk.button('support.work.approve', asked)).toHaveCount(0);
      await checkScreen(desk.page, info, 'settings-05-asked');
    });

    await test.step('another supervisor sees what changes, and approves', async () => {
      const second = await Desk.open(browser, portal.language, words, 'supervisor2');
      await second.link('support.nav.settings').click();
      await second.button('support.work.approve', second.row(reason)).click();
      await expect(second.dialog('support.work.approve')).toContainText('1001');
      await second.decide('support.work.approve', 'Read and compared');
      await expectNotice(second.page, words('support.settings.done'));
      await second.link('support.section.amounts').click();
      await expect(second.row(reason)).toBeVisible();
      await checkScreen(second.page, info, 'settings-06-versions');
      await second.close();
      await desk.close();
    });
  },
);
