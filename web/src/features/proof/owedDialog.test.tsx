import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localeChosen } from '../../client/preferences';
import { testWitness } from '../../proof/fixture';
import english from '../../proof/words/english.json';
import { gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import OwedDialog from './OwedDialog';
import { keepSeen } from './seenLog';

interface ProofFile {
  walletId: string;
  keys: [{ verifier: string; since: string; until: null }];
  checkpoint: string;
  own: Record<string, unknown>;
}

const CORPUS = '../../../../gateway/tests/proof/liabilities_corpus.json';
const corpus: { name: string; file: ProofFile }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, CORPUS), 'utf8'),
);

function fileOf(name: string): ProofFile {
  const found = corpus.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found.file;
}

const FILE = fileOf('one wallet among several, with a later event');
const ALONE = fileOf('without a later event');
/** The event that is counted, as the statement lists it: it has moved nothing. */
const LINE = {
  id: 't1',
  statementType: 'transfer',
  status: 'PENDING',
  direction: 'none',
  from: 'WALLET',
  to: 'pg',
  amount: '20.00',
  balance: null,
  currency: 'THB',
  createdAt: '2026-11-21T03:00:00.250Z',
  position: '3',
};

/** The receipt of that line: its link, with the content that the link has the digest of. */
function receiptOf({ walletId, own }: ProofFile) {
  const { type, at: _at, balance, content: _content, ...place } = own;
  const main = { amount: balance, currency: 'THB' };
  return {
    ...place,
    format: 'wallet-receipt/2',
    walletId,
    eventType: type,
    eventVersion: '1.0.0',
    payload: '{"TransferStarted":{}}',
    metadata: JSON.stringify({ at: '2026-11-21T03:00:00.25Z', main }),
    stateHash: null,
    treeSize: '7',
  };
}

const WITNESSES = ['a.example/w', 'b.example/w', 'c.example/w'].map(testWitness);

interface Answers {
  file?: unknown;
  lines?: unknown[];
  refused?: Response;
}

function open({ file = FILE, lines = [LINE], refused }: Answers = {}) {
  const { keys } = FILE;
  const witnesses = { quorum: 2, keys: WITNESSES.map(({ verifier }) => verifier) };
  const proof = file as ProofFile;
  const calls = gateway(({ path }) => {
    if (path === 'GET /api/proof/liabilities') return refused ?? Response.json(file);
    if (path === 'GET /api/proof/key') return Response.json({ origin: 'log', keys, witnesses });
    if (path === 'POST /api/statement') {
      const total = lines.length;
      return Response.json({ statements: lines, total, nextCursor: null, asOf: '9' });
    }
    return Response.json({ receipts: [receiptOf(proof)], checkpoint: proof.checkpoint });
  });
  const store = memberStore();
  store.dispatch(localeChosen('en'));
  show(<OwedDialog onClose={() => undefined} />, store);
  return calls;
}

const SENTENCE =
  'At 21/11/2026 10:04:30 the signed total of ฿14,095.68 counts your ฿1,450.00, as event 212 of your wallet says.';

beforeEach(() => {
  giveDialogs();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('the proof that my money is counted', () => {
  it('is one sentence, with its witnesses and what is not proven', async () => {
    const [first, second] = WITNESSES as [(typeof WITNESSES)[0], (typeof WITNESSES)[0]];
    const checkpoint = second.sign(first.sign(FILE.checkpoint, 0), 60);
    open({ file: { ...FILE, checkpoint } });
    expect(await screen.findByText(english['owed.good'])).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(SENTENCE);
    expect(screen.getByRole('status')).toHaveTextContent(
      'Witnesses who have seen the same log: 2 of 3.',
    );
    for (const name of ['others', 'money', 'books'] as const) {
      expect(screen.getByText(english[`owed.unproved.${name}`])).toBeVisible();
    }
    expect(screen.getByText(english['owed.games']).parentElement).toHaveTextContent('400.00');
  });

  it('says as a caution that no witness has signed yet', async () => {
    open();
    expect(await screen.findByText(english['witnesses.few'])).toHaveClass('text-caution');
  });

  it('says that the total leaves out what was before it', async () => {
    open({ file: fileOf('the later event was recorded before the total') });
    expect(await screen.findByText(/changed at .*10:01:00, before the total/)).toBeVisible();
  });

  it('is saved as the file that was checked', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL(file: Blob) {
          saved.push(file);
          return 'blob:saved';
        }
        static override revokeObjectURL() {
          // Nothing is kept.
        }
      },
    );
    open();
    fireEvent.click(await screen.findByRole('button', { name: english['owed.save'] }));
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(FILE);
  });

  it('fails above everything where the log is not the one that this device has seen', async () => {
    const [{ verifier }] = FILE.keys;
    keepSeen({ origin: 'log', verifier, size: 7, root: '00'.repeat(32), note: FILE.checkpoint });
    const calls = open({ file: { ...FILE, own: null } });
    expect(await screen.findByRole('alert')).toHaveTextContent(english['reason.fork']);
    expect(calls.some(({ path }) => path === 'POST /api/statement')).toBe(false);
  });

  it.each([
    ['a total of an older state, hidden by no later event', ALONE, '4'],
    ['an event between the wallet’s two events', FILE, '4'],
    ['an event that the checkpoint contains, after the total', ALONE, '7'],
  ])('fails for %s', async (_, file, position) => {
    open({ file, lines: [{ ...LINE, position }, LINE] });
    expect(await screen.findByRole('alert')).toHaveTextContent(english['reason.stale']);
  });

  it('does not miss a line that is newer than the checkpoint', async () => {
    // Its receipt is the one of the counted line here, so the check ends at it.
    open({ file: ALONE, lines: [{ ...LINE, position: '8' }] });
    expect(await screen.findByRole('alert')).toHaveTextContent(english['reason.wrong-event']);
  });

  it('is good for a wallet without lines', async () => {
    open({ lines: [] });
    expect(await screen.findByText(english['owed.good'])).toBeVisible();
  });

  it('fails with the evidence where the total does not count the money', async () => {
    open({ file: fileOf('one of the leaves is dropped from the signed tree') });
    expect(await screen.findByRole('alert')).toHaveTextContent(english['reason.uncounted']);
    expect(screen.getByRole('button', { name: english.download })).toBeVisible();
  });

  it.each([
    ['PROOF_PENDING', 409, english['owed.pending']],
    ['PROOF_OFF', 404, english['owed.off']],
    ['REQUEST_LIMIT', 429, /./],
  ])('says in its own words %s', async (code, status, words) => {
    open({ refused: refusal(status, code) });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(english.unable);
    expect(alert).toHaveTextContent(words);
  });
});
