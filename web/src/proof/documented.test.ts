import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concat, fromHex, int64, toHex, utf8 } from './bytes';
import { checkFile } from './checkFile';
import { sha256 } from './digest';
import { confirmCheckpoint } from './log';

/** The examples of the page that every verifier is written from. */
const page = readFileSync(join(import.meta.dirname, '../../../.github/proofs.md'), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
const [statement = '', extension = ''] = examples;

describe('the documented example', () => {
  it('is a proven statement', async () => {
    const proven = await checkFile(new TextEncoder().encode(statement));
    expect(proven).toMatchObject({ opening: 0n, closing: 30_000n, currency: 'THB' });
    expect(proven).toMatchObject({ movement: 2, unrecorded: 0 });
    expect(proven.lines.map((line) => line.type)).toEqual(['deposit', 'transfer']);
  });

  it('leads to its first stream hash without the content of the event', async () => {
    const known = page.match(/^The first event[\s\S]*?\n\n/m)?.[0] ?? '';
    const digests = [...known.matchAll(/`([0-9a-f]{64})`/g)].map((match) => match[1] ?? '');
    expect(digests).toHaveLength(2);
    const { walletId } = JSON.parse(statement);
    const stream = await sha256(
      concat(
        utf8('ledger-event/2'),
        new Uint8Array(32),
        ...[int64(6n), utf8('wallet')],
        fromHex(walletId.replaceAll('-', ''), 16, 'walletId'),
        int64(1n),
        ...[int64(6n), utf8('Opened'), int64(5n), utf8('1.0.0')],
        ...digests.map((digest) => fromHex(digest, 32, 'digest')),
        Uint8Array.of(0),
      ),
    );
    expect(page).toContain(`| 1 | \`Opened\` | \`${toHex(stream)}\` |`);
    expect(JSON.parse(statement).lines[0].receipt.before).toBe(toHex(stream));
  });

  it('is a log that has grown', async () => {
    const { old, new: newer, verifiers, path } = JSON.parse(extension);
    const [verifier] = verifiers;
    const source = {
      keys: async () => ({ keys: [{ verifier, since: '0', until: null }] }),
      note: async () => old,
      consistency: async () => ({ path }),
    };
    const { seen } = await confirmCheckpoint(old, null, source);
    expect((await confirmCheckpoint(newer, seen, source)).seen.size).toBe(3);
  });
});
