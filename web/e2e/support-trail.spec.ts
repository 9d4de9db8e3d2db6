import { expect } from '@playwright/test';
import { checkScreen } from './screens';
import { logInStaff, openConsole } from './staff';
import { test } from './story';

test.use({ cast: { th: ['ดวงใจ', 'มั่นคง'], en: ['Duangjai', 'Mankong'] } });

test(
  'an auditor follows what staff did, and two supervisors decide about an account',
  { tag: '@desk' },
  async ({ browser, portal, words }, info) => {
    const link = (page: Awaited<ReturnType<typeof openConsole>>, id: string) =>
      page.getByRole('link', { name: words(id), exact: true });
    const check = (page: Awaited<ReturnType<typeof openConsole>>, screen: string) =>
      checkScreen(page, info, `trail-${screen}`);

    const desk = await openConsole(browser, portal.language);
    await test.step('a supervisor asks for a colleague’s account', async () => {
      await logInStaff(desk, 'supervisor', words);
      await link(desk, 'support.nav.staff').click();
      await check(desk, '01-staff');
      const add = desk.getByRole('button', { name: words('support.staff.add'), exact: true });
      await add.click();
      const dialog = desk.getByRole('dialog', { name: words('support.staff.add') });
      await dialog
        .getByLabel(words('support.login.username'), { exact: true })
        .fill(`e${Date.now()}`);
      await dialog.getByLabel(words('support.staff.name')).fill('Duangjai');
      await dialog.getByLabel(words('support.look.reason')).fill('A new colleague');
      await check(desk, '02-add');
      await dialog.getByRole('button', { name: words('support.staff.add') }).click();
      await expect(desk.getByText(words('support.staff.passwordLead'))).toBeVisible();
      await desk.getByRole('button', { name: words('support.staff.handedOver') }).click();
      await expect(
        desk.getByRole('button', { name: words('support.staff.takeBack') }).first(),
      ).toBeVisible();
      await check(desk, '03-waits');
    });

    await test.step('an auditor finds it in the trail, by an address that can be shared', async () => {
      const auditor = await openConsole(browser, portal.language);
      await logInStaff(auditor, 'auditor', words);
      await link(auditor, 'support.nav.trail').click();
      await expect(auditor.getByText(words('support.trail.whole'))).toBeVisible();
      await auditor.getByText(words('support.trail.filters'), { exact: true }).click();
      await auditor.getByLabel(words('support.trail.act'), { exact: true }).selectOption('account');
      await expect(auditor.getByText(words('support.act.staff.ask')).first()).toBeVisible();
      expect(new URL(auditor.url()).search).toBe('?act=account');
      await auditor
        .getByRole('button', { name: words('support.trail.today'), exact: true })
        .click();
      await expect(auditor.getByLabel(words('support.trail.from'))).toHaveValue(
        /^\d\d\/\d\d\/\d{4}$/,
      );
      const entry = auditor.getByRole('button', { name: words('support.act.staff.ask') }).first();
      await entry.click();
      await expect(entry).toHaveAttribute('aria-expanded', 'true');
      await check(auditor, '04-trail');
      const saved = auditor.waitForEvent('download');
      await auditor.getByRole('button', { name: words('support.trail.export') }).click();
      await auditor.getByRole('menuitem', { name: words('support.trail.csv') }).click();
      expect((await saved).suggestedFilename()).toBe('staff-acts.csv');
      await auditor.setViewportSize({ width: 360, height: 740 });
      await check(auditor, '05-trail-phone');
      await auditor.context().close();
    });

    await test.step('the request is taken back', async () => {
      const back = desk.getByRole('button', { name: words('support.staff.takeBack') }).first();
      await back.click();
      const dialog = desk.getByRole('dialog', { name: words('support.staff.takeBack') });
      await dialog.getByLabel(words('support.look.reason')).fill('Not needed any more');
      await dialog.getByRole('button', { name: words('support.staff.takeBack') }).click();
      await expect(dialog).toBeHidden();
      await link(desk, 'support.nav.players').click();
      await desk.goto('/support/account');
      await expect(desk.getByText(words('support.own.this'))).toBeVisible();
      await check(desk, '06-own');
    });
  },
);
