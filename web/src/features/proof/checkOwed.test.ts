import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { reasonOf } from '../../proof/reasons';
import { checkOwed } from './checkOwed';
import { checkReceipt, confirmSeen } from './checkReceipt';
import type { ProofSource } from './useProofSource';

vi.mock('./checkReceipt');

const CORPUS = '../../../../gateway/tests/proof/liabilities_corpus.json';
const [{ file }] = JSON.parse(readFileSync(join(import.meta.dirname, CORPUS), 'utf8'));

it('refuses the proof of another wallet that holds as much', async () => {
  const source = {
    lines: async () => ({ statements: [{ position: '3' }] }),
    receipts: async () => ({ receipts: [], checkpoint: '' }),
  } as unknown as ProofSource;
  const { signal } = new AbortController();
  vi.mocked(confirmSeen).mockResolvedValue({ witnesses: null } as never);
  const check = (walletId: string) => {
    vi.mocked(checkReceipt).mockResolvedValue({ walletId } as never);
    return reasonOf(() => checkOwed(file, source, signal));
  };
  expect(await check(file.walletId)).toBeNull();
  expect(await check('01a1fdd8-2731-70b2-a92f-d498fe5cc7e6')).toBe('wrong-wallet');
});
