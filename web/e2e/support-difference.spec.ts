import { expect } from '@playwright/test';
import { Desk } from './desk';
import { expectNotice } from './notices';
import { reconcile } from './operator';
import { checkScreen } from './screens';
import { ownDigits, test } from './story';
import { joinByCalls, tamperOutside } from './support-world';

test.use({ cast: { th: ['ไพลิน', 'สุขจิต'], en: ['Pailin', 'Sukjit'] } });

const SMALL = '฿77.00';
/** Above what one person ends alone. */
const LARGE = '฿6,000.00';

test(
  'a difference of the night is explained by one person, and a large one by two',
  { tag: '@desk' },
  async ({ request, browser, portal, words, player }, info) => {
    const check = (desk: Desk, screen: string) =>
      checkScreen(desk.page, info, `difference-${screen}`);
    const intoGame = (amount: string) => words('support.difference.intoGame', { amount });
    const kindOf = (kind: string) => words(`support.difference.kind.${kind}`);
    // The audit log has the words of other stories, too.
    const reason = `Seen at the provider ${ownDigits(info, 6, 'reason')}`;
    const agreement = `Read the same there ${ownDigits(info, 6, 'agreement')}`;

    const transfer = await test.step('a player moves money into a game', async () => {
      const member = await joinByCalls(request, player);
      await member.handIn('900.00');
      await member.settled(1);
      await member.post('/wallet/activate/pg');
      const moved = await member.post('/wallet/transfer', {
        from: 'WALLET',
        to: 'pg',
        amount: '300',
      });
      await member.settled(2);
      return String(moved.id);
    });

    const desk = await Desk.open(browser, portal.language, words, 'agent');
    const small = desk.row(player.name, SMALL);
    const large = desk.row(player.name, LARGE);

    await test.step('what the other side records otherwise appears among the work', async () => {
      await desk.openList('differences');
      await tamperOutside(request, {
        kind: 'transfer_amount',
        provider: 'pg',
        id: transfer,
        amount: '6300.00',
      });
      await tamperOutside(request, {
        kind: 'payout_extra',
        id: `X${ownDigits(info, 10, 'payout')}`,
        amount: '77.00',
        bank: player.bankCode,
        account: player.accountNo,
      });
      expect(reconcile()).toContain(transfer);
      // Nobody has touched the page since.
      await expect(small).toContainText(kindOf('missing_here'));
      await expect(large).toContainText(kindOf('amount'));
      await check(desk, '01-list');
      const kind = desk.page.getByLabel(words('support.difference.ofKind'), { exact: true });
      await kind.selectOption('amount');
      await expect(small).toHaveCount(0);
      await expect(large).toBeVisible();
      await kind.selectOption('');
    });

    await test.step('an agent ends the small one alone', async () => {
      await small.getByRole('link').click();
      const shown = desk.evidence();
      await expect(shown.getByRole('link', { name: player.name, exact: true })).toBeVisible();
      // Our books have no record of it.
      await expect(shown).toContainText(words('support.difference.nothing'));
      await expect(shown).toContainText(SMALL);
      await desk.button('support.difference.explain', shown).click();
      await desk.decide('support.difference.explain', 'Paid by hand for the operator');
      await expectNotice(desk.page, words('support.done.explained'));
      await expect(small).toHaveCount(0);
    });

    await test.step('reads both sides of the large one, and notes what the provider says', async () => {
      await large.getByRole('link').click();
      const shown = desk.evidence();
      await expect(shown.getByText(intoGame('฿300.00'), { exact: true })).toBeVisible();
      await expect(shown.getByText(intoGame('฿6,300.00'), { exact: true })).toBeVisible();
      await desk.button('support.notes.add', shown).click();
      const dialog = desk.dialog('support.notes.add');
      const note = dialog.getByLabel(words('support.notes.text'), { exact: true });
      await note.fill('The provider was called');
      await desk.button('support.notes.add', dialog).click();
      await expect(dialog).toBeHidden();
      await expect(shown).toContainText('The provider was called');
      await check(desk, '02-sides');
    });

    const id = await test.step('explains it, which waits for a second person', async () => {
      await desk.button('support.difference.explain', desk.evidence()).click();
      const lead = words('support.difference.explainLead');
      await expect(desk.dialog('support.difference.explain')).toContainText(lead);
      await check(desk, '03-explain');
      await desk.decide('support.difference.explain', reason);
      await expect(large).toContainText(words('support.work.asked'));
      // The console has continued with what waits next.
      await large.getByRole('link').click();
      const waits = words('support.work.waitsForSecond', { name: 'Nok', at: '' }).trim();
      await expect(desk.evidence()).toContainText(waits);
      await expect(desk.button('support.difference.explain', desk.evidence())).toHaveCount(0);
      return new URL(desk.page.url()).pathname.split('/').at(-1) ?? '';
    });

    await test.step('the second person reads both sides and the note, and approves', async () => {
      const second = await Desk.open(browser, portal.language, words, 'supervisor2');
      await second.openList('approvals');
      await second.row(player.name, LARGE).getByRole('link').click();
      const shown = second.evidence();
      await expect(shown).toContainText(reason);
      await check(second, '04-approval');
      await second.link('support.difference.open', shown).click();
      await expect(second.page).toHaveURL(new RegExp(`/work/differences/${id}`));
      await expect(shown.getByText(intoGame('฿6,300.00'), { exact: true })).toBeVisible();
      await expect(shown).toContainText('The provider was called');
      await second.page.goBack();
      const effect = words('support.work.effect.explain', { amount: LARGE });
      await second.approve(effect, agreement);
      await expect(second.row(player.name, LARGE)).toHaveCount(0);
      await second.close();
    });

    await test.step('the agent sees at once who has ended it, and the list without it', async () => {
      await expect(desk.evidence()).toContainText(
        words('support.difference.approvedBy', { name: 'Dao' }),
      );
      await expect(desk.evidence()).toContainText(reason);
      await expect(large).toHaveCount(0);
      await check(desk, '05-explained');
      await desk.close();
    });

    await test.step('an auditor finds both decisions where the audit log begins', async () => {
      const auditor = await Desk.open(browser, portal.language, words, 'auditor');
      await auditor.link('support.nav.trail').click();
      const decisions = auditor.button('support.trail.group.decision');
      await expect(decisions).toHaveAttribute('aria-pressed', 'true');
      const decision = words('support.work.decision.explain');
      const asked = auditor.row(reason);
      await expect(asked).toContainText(`${words('support.act.decision.ask')}: ${decision}`);
      await expect(asked).toContainText('Nok');
      const agreed = auditor.row(agreement);
      await expect(agreed).toContainText(`${words('support.act.decision.agree')}: ${decision}`);
      await agreed.getByRole('button').click();
      await expect(agreed).toContainText(id);
      await check(auditor, '06-trail');
      await auditor.link('support.nav.operations').click();
      const verdict = auditor.page.getByRole('region', { name: words('support.verdict.title') });
      await expect(verdict).toBeVisible();
      await check(auditor, '07-operations');
      await auditor.close();
    });
  },
);
