import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isVoid, readStatement } from './bundle';
import { toHex } from './bytes';
import { hashedFacts, streamHash, walletBytes } from './chain';
import { checkFile } from './checkFile';
import { keyAnswer } from './fixture';
import { confirmCheckpoint } from './log';

/** The examples of the page that every verifier is written from. */
const page = readFileSync(join(import.meta.dirname, '../../../.github/proofs.md'), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
const [statement = '', extension = ''] = examples;

describe('the documented example', () => {
  it('is a proven statement', async () => {
    const proven = await checkFile(new TextEncoder().encode(statement));
    expect(proven).toMatchObject({ opening: 0n, closing: 30_000n, currency: 'THB', voids: 0 });
    expect(proven.lines.map((line) => line.type)).toEqual(['deposit', 'transfer']);
    expect(proven.lines.at(-1)?.sequence).toBe(3);
  });

  it('leads from event to event to the stream hashes of the table', async () => {
    const { walletId, currency, first, before, events } = readStatement(JSON.parse(statement));
    let [hash, held]: [Uint8Array, bigint] = [before, 0n];
    for (const [index, event] of events.entries()) {
      if (isVoid(event)) throw new Error('a row without the key of the journal');
      const { type, at, content } = event;
      const sequence = first + index;
      held = event.balance ?? held;
      const facts = hashedFacts({ at, balance: held, currency });
      const place = { wallet: walletBytes(walletId), sequence, before: hash };
      hash = await streamHash(place, { type, facts, content });
      expect(page).toContain(`| ${sequence} | \`${type}\` | \`${toHex(hash)}\` |`);
    }
    expect(events.map(({ type }) => type)).toEqual(['Opened', 'Deposited', 'TransferStarted']);
  });

  it('is a log that has grown', async () => {
    const { old, new: newer, verifiers, path } = JSON.parse(extension);
    const [verifier] = verifiers;
    const source = {
      keys: async () => keyAnswer([{ verifier, since: '0', until: null }]),
      note: async () => old,
      consistency: async () => ({ path }),
    };
    const { seen } = await confirmCheckpoint(old, null, source);
    expect((await confirmCheckpoint(newer, seen, source)).seen.size).toBe(3);
  });
});
