import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { test } from './member';
import { payQr } from './outside';
import { checkScreen } from './screens';
import { until } from './until';

test.use({
  pictures: 'proof-',
  isAboutToday: true,
  cast: { th: ['ประภา', 'สุขสันต์'], en: ['Niran', 'Sukjai'] },
});

const RECEIPTS_CALL = '**/api/proof/receipts';
const STATEMENT_CALL = /\/api\/proof\/bundle(\?|$)/;
const LINES_CALL = /\/api\/statement(\?|$)/;
const VERIFIER = join(import.meta.dirname, '../dist/verify.html');

const FILES = { th: 'thai.json', en: 'english.json' };

interface Receipts {
  receipts: { payload: string }[];
}

interface Statement {
  leaf: { path: string[] };
}

/** Changes what the server answers, once the page asks for it. */
async function tamper<Answer>(
  page: Page,
  call: string | RegExp,
  change: (answer: Answer) => void,
): Promise<void> {
  await page.route(call, async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    if (response.ok()) change(answer);
    await route.fulfill({ response, json: answer });
  });
}

/** The key of somebody else, for a log of this name. */
function strangersKey(origin: string): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const key = Buffer.concat([Buffer.of(1), raw]);
  const id = createHash('sha256').update(`${origin}\n`).update(key).digest('hex').slice(0, 8);
  return `${origin}+${id}+${key.toString('base64')}`;
}

const flipped = (hash: string) => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;

test(
  'a player checks a line, all lines and a file, and notices what was changed',
  { tag: '@phone-first' },
  async ({ page, request, browser, portal, words, home, check }, info) => {
    const proofWords = JSON.parse(
      readFileSync(join(import.meta.dirname, '../src/proof/words', FILES[portal.language]), 'utf8'),
    ) as Record<string, string>;
    const say = (id: string): string => {
      const text = proofWords[id];
      if (!text) throw new Error(`no word ${id}`);
      return text;
    };
    const receipt = portal.dialog(words('statement.receipt'));
    const all = portal.dialog(say('all'));
    const press = (id: string, scope: Locator) =>
      scope.getByRole('button', { name: say(id), exact: true }).click();
    const openReceipt = (nth: number) =>
      page
        .getByRole('list')
        .getByRole('button', { name: new RegExp(words('statement.receipt')) })
        .nth(nth)
        .click();
    const close = (dialog: Locator) => portal.button('common.close', dialog).click();
    /** What the failure says, and that it offers evidence and help. */
    const expectFailure = async (dialog: Locator, reason: string) => {
      const alert = dialog.getByRole('alert');
      await expect(alert).toContainText(say('bad'));
      await expect(alert).toContainText(say(`reason.${reason}`));
      await expect(dialog.getByRole('button', { name: say('support') })).toBeVisible();
      await expect(
        dialog.getByRole('button', { name: say('download'), exact: true }),
      ).toBeVisible();
    };
    let bundle = '';
    /** A checkpoint that somebody has kept from before the last line. */
    let earlier = '';
    /** The exported files, where the browser has put them. */
    const saved = { csv: '', pdf: '' };

    await test.step('has lines to check', async () => {
      await home();
      await portal.payIn((payload) => payQr(request, payload), '500');
      earlier = await (await request.get('/api/proof/checkpoint')).text();
      await portal.payIn((payload) => payQr(request, payload), '250.50');
      const asked = page.waitForRequest((it) => it.url().includes('/api/statement'));
      await page
        .getByRole('link', { name: words('nav.statement'), exact: true })
        .last()
        .click();
      const headers = await (await asked).allHeaders();
      await expect(page).toHaveURL(/\/user\/statement$/);
      await expect(portal.lines().filter({ hasText: '250.50' })).toBeVisible();
      await check('01-statement');
      bundle = await until(async () => {
        const answer = await request.get('/api/proof/bundle', {
          headers: {
            authorization: headers.authorization ?? '',
            'x-requested-with': 'wallet-web',
          },
        });
        // Until the log has sealed the lines there is none.
        return answer.ok() ? answer.text() : undefined;
      });
    });

    await test.step('opens a receipt, which is checked and shared as a picture', async () => {
      await openReceipt(0);
      await expect(receipt.getByRole('status')).toContainText(say('good'));
      await expect(receipt.getByRole('status')).toContainText(say('good.first'));
      await check('02-receipt');
      await receipt.getByText(words('statement.receipt.proof'), { exact: true }).click();
      await expect(receipt.getByText(/^[0-9a-f-]{36}\/\d+$/)).toBeVisible();
      await check('03-checked');
      // This browser shares no files: it saves the picture.
      const saving = page.waitForEvent('download');
      await portal.button('statement.receipt.share', receipt).click();
      const picture = readFileSync(await (await saving).path());
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      await press('checkAgain', receipt);
      await expect(receipt.getByText(say('good.detail'))).toBeVisible();
      await close(receipt);
    });

    await test.step('checks all lines', async () => {
      await portal.openTools();
      await page.getByRole('button', { name: say('all'), exact: true }).click();
      await press('all.start', all);
      await expect(all.getByRole('status')).toContainText(say('all.good'));
      await expect(all.getByText('฿750.50')).toBeVisible();
      await expect(all.getByText('฿0.00')).toBeVisible();
      await check('04-all');
      await close(all);
    });

    await test.step('finds the own money in the total of what all players are owed', async () => {
      await portal.openTools();
      await portal.button('statement.owed').click();
      const owed = portal.dialog(words('statement.owed'));
      // The demonstration makes a total each minute.
      await expect(async () => {
        await press('checkAgain', owed);
        const verdict = owed.getByRole('status').filter({ hasText: say('owed.good') });
        await expect(verdict).toContainText('฿750.50', { timeout: 3_000 });
      }).toPass();
      await check('14-owed');
      await tamper<{ main: string }>(page, '**/api/proof/liabilities', (file) => {
        file.main = '750.49';
      });
      await press('checkAgain', owed);
      await expectFailure(owed, 'uncounted');
      await check('15-not-owed');
      await page.unroute('**/api/proof/liabilities');
      await owed
        .getByRole('button', { name: words('common.close') })
        .first()
        .click();
    });

    await test.step('saves the statement as a table and as pages', async () => {
      await portal.openTools();
      await portal.button('statement.export').click();
      const dialog = portal.dialog(words('statement.export.title'));
      await expect(dialog.getByRole('radio', { name: /^PDF/ })).toBeChecked();
      await check('12-export');
      for (const format of ['csv', 'pdf'] as const) {
        await dialog.getByText(format.toUpperCase(), { exact: true }).click();
        const saving = page.waitForEvent('download');
        await portal.button('statement.export.download', dialog).click();
        const file = await saving;
        expect(file.suggestedFilename()).toMatch(
          new RegExp(`^statement-\\d{4}-\\d\\d-01-\\d{4}-\\d\\d-\\d\\d\\.${format}$`),
        );
        await expect(dialog.getByRole('status')).toContainText(file.suggestedFilename());
        saved[format] = await file.path();
      }
      await check('13-exported');
      await dialog.getByText(words('statement.export.days'), { exact: true }).click();
      await portal.field('statement.filter.from', dialog).fill('2026-02-02');
      await portal.field('statement.filter.to', dialog).fill('2026-02-01');
      await expect(dialog.getByRole('alert')).toContainText(words('statement.filter.wrongOrder'));
      await expect(portal.button('statement.export.download', dialog)).toBeDisabled();
      await portal.field('statement.filter.to', dialog).fill('2026-02-03');
      await page.route('**/api/statement/export?*', (route) =>
        route.fulfill({ status: 422, json: { message: 'EXPORT_TOO_LONG' } }),
      );
      await portal.button('statement.export.download', dialog).click();
      await expect(dialog.getByRole('alert')).toContainText(words('error.EXPORT_TOO_LONG'));
      await check('14-export-refused');
      await page.unroute('**/api/statement/export?*');
      await close(dialog);
    });

    await test.step('notices a changed amount, and gets the evidence', async () => {
      await tamper<Receipts>(page, RECEIPTS_CALL, ({ receipts: [first] }) => {
        if (first) first.payload = first.payload.replaceAll('250.50', '950.50');
      });
      await openReceipt(0);
      await expectFailure(receipt, 'not-sealed');
      await check('05-changed');
      const saved = page.waitForEvent('download');
      await press('download', receipt);
      const file = await (await saved).path();
      const evidence = JSON.parse(readFileSync(file, 'utf8'));
      expect(evidence).toMatchObject({
        format: 'wallet-evidence/1',
        failure: { reason: 'not-sealed' },
      });
      expect(JSON.stringify(evidence.answer)).toContain('950.50');
      await close(receipt);
      await page.unroute(RECEIPTS_CALL);
    });

    await test.step('notices a changed hash of the path of all lines', async () => {
      await tamper<Statement>(page, STATEMENT_CALL, ({ leaf }) => {
        leaf.path = leaf.path.map((hash, at) => (at === 0 ? flipped(hash) : hash));
      });
      await portal.openTools();
      await page.getByRole('button', { name: say('all'), exact: true }).click();
      await press('all.start', all);
      await expectFailure(all, 'history');
      await check('06-all-changed');
      await close(all);
      await page.unroute(STATEMENT_CALL);
    });

    await test.step('notices a statement that shows another amount than was sealed', async () => {
      await page.route(LINES_CALL, async (route) => {
        const response = await route.fetch();
        const list = (await response.json()) as { statements: { amount: string }[] };
        const [newest] = list.statements;
        if (newest) newest.amount = '250.05';
        await route.fulfill({ response, json: list });
      });
      await page.reload();
      await expect(portal.lines().filter({ hasText: '250.05' })).toBeVisible();
      await openReceipt(0);
      await expectFailure(receipt, 'amount');
      await close(receipt);
      await page.unroute(LINES_CALL);
    });

    await test.step('notices a log that is not the one that was seen before', async () => {
      await page.evaluate(() => {
        const seen = JSON.parse(localStorage.getItem('wallet.proofLog') ?? '{}');
        // As if this device had been shown another history of that size.
        seen.root = `${seen.root[0] === '0' ? '1' : '0'}${seen.root.slice(1)}`;
        localStorage.setItem('wallet.proofLog', JSON.stringify(seen));
      });
      await page.reload();
      await openReceipt(0);
      const alert = receipt.getByRole('alert');
      await expect(alert).toContainText(say('bad'));
      // Of the same size it is another log; of a larger one, a rewritten one.
      await expect(alert).toContainText(
        new RegExp(`${say('reason.fork')}|${say('reason.rewritten')}`),
      );
      await check('07-another-log');
    });

    await test.step('checks a file without a connection', async () => {
      const folder = join(info.outputDir, 'files');
      mkdirSync(folder, { recursive: true });
      const [good, bad] = ['good.json', 'bad.json'].map((name) => join(folder, name)) as [
        string,
        string,
      ];
      writeFileSync(good, bundle);
      writeFileSync(bad, bundle.replace('"750.50"', '"750.05"'));
      const keys = await (await request.get('/api/proof/key')).text();
      const context = await browser.newContext({
        ...info.project.use,
        offline: true,
        locale: portal.language === 'th' ? 'th-TH' : 'en-GB',
      });
      const checker = await context.newPage();
      const asked: string[] = [];
      checker.on('request', (it) => {
        if (!/^(file|data|blob):/.test(it.url())) asked.push(it.url());
      });
      const compare = async (pasted: string) => {
        await checker.getByLabel(say('page.compare.field'), { exact: true }).fill(pasted);
        await checker.getByRole('button', { name: say('page.compare.do'), exact: true }).click();
      };
      await checker.goto(pathToFileURL(VERIFIER).href);
      await expect(checker.getByRole('heading', { level: 1 })).toHaveText(say('page.title'));
      await checkScreen(checker, info, 'proof-08-checker');
      // From a disk the checker knows no key: anybody could have signed the file.
      await checker.locator('input[type=file]').setInputFiles(good);
      await expect(checker.getByRole('status')).toContainText(say('page.unconfirmed'));
      await compare(keys);
      await expect(checker.getByText(say('page.compare.known'))).toBeVisible();
      await expect(checker.getByRole('status').first()).toContainText(say('page.good'));
      await expect(checker.getByText('750.50 THB')).toBeVisible();
      await expect(checker.getByRole('row')).toHaveCount(3);
      await checkScreen(checker, info, 'proof-09-checker-good');
      const { checkpoint } = JSON.parse(bundle) as { checkpoint: string };
      await compare(checkpoint);
      await expect(checker.getByText(say('page.compare.same'))).toBeVisible();
      // A checkpoint of another time, first without and then with the path between the two.
      await compare(earlier);
      await expect(checker.getByText(say('page.compare.open.advice'))).toBeVisible();
      const [from, to] = [earlier, checkpoint].map((note) => note.split('\n')[1]);
      const path = await request.get(`/api/proof/consistency?from=${from}&to=${to}`);
      await compare(`${earlier}\n${await path.text()}`);
      await expect(checker.getByText(say('page.compare.grown'))).toBeVisible();
      await expect(checker.getByText(say('page.good'), { exact: true })).toBeVisible();
      // What contradicts the file is the verdict, in any language.
      await compare(strangersKey(checkpoint.split('\n')[0] ?? ''));
      const alert = checker.getByRole('alert');
      await expect(alert).toContainText(say('page.contradiction'));
      await expect(checker.getByText(say('page.good'), { exact: true })).toHaveCount(0);
      await checkScreen(checker, info, 'proof-14-checker-contradiction');
      await checker.getByRole('button', { name: 'ລາວ' }).click();
      await expect(alert).toBeVisible();
      const language = portal.language === 'th' ? 'ไทย' : 'English';
      await checker.getByRole('button', { name: language }).click();
      await expect(alert).toContainText(say('page.contradiction'));
      const open = (name: string, content: Buffer) =>
        checker.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: content });
      // Between two good files one that proves nothing: each answer is about its own file.
      for (const [name, content] of [
        ['statement.json', Buffer.from(bundle)],
        ['statement.pdf', readFileSync(saved.pdf)],
      ] as const) {
        await open('statement.csv', readFileSync(saved.csv));
        await expect(checker.getByRole('alert')).toContainText(say('reason.no-proof'));
        await open(name, content);
        await expect(checker.getByRole('status')).toContainText(say('page.good'));
        await expect(checker.getByText('750.50 THB')).toBeVisible();
        await expect(checker.getByRole('row')).toHaveCount(3);
      }
      await checker.locator('input[type=file]').setInputFiles(bad);
      await expect(checker.getByRole('alert')).toContainText(say('reason.history'));
      await checkScreen(checker, info, 'proof-10-checker-bad');
      await checker.getByRole('button', { name: 'ລາວ' }).click();
      await expect(checker.locator('html')).toHaveAttribute('lang', 'lo');
      await checkScreen(checker, info, 'proof-11-checker-lao');
      expect(asked).toEqual([]);
      await context.close();
    });

    await test.step('checks it on the website, which knows the keys', async () => {
      const served = await request.get('/verify.html');
      expect((await served.body()).equals(readFileSync(VERIFIER))).toBe(true);
      const checker = await page.context().newPage();
      const asked: string[] = [];
      checker.on('request', (it) => {
        if (/^https?:/.test(it.url())) asked.push(new URL(it.url()).pathname);
      });
      await checker.goto(`/verify.html#${portal.language}`);
      const content = { name: 'statement.json', mimeType: '', buffer: Buffer.from(bundle) };
      await checker.locator('input[type=file]').setInputFiles(content);
      await expect(checker.getByRole('status')).toContainText(say('page.good'));
      expect(asked).toEqual(['/verify.html', '/api/proof/key']);
      await checker.close();
    });
  },
);
