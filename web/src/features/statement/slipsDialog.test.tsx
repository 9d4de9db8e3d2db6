import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Slip } from '../../api/types';
import { gateway, giveDialogs, memberStore, show } from '../../stage';
import SlipsDialog from './SlipsDialog';

const slip = (id: string, part: Partial<Slip>): Slip => ({
  id,
  createdAt: `2026-11-21T10:00:0${id}Z`,
  amount: null,
  status: 'FAILED',
  note: null,
  reference: 'REF-1',
  link: `/api/statement/slip/${id}/image`,
  ...part,
});

/** What the dialog says of each slip. */
async function rowsOf(...slips: Slip[]) {
  gateway(({ path }) => {
    if (path === 'GET /api/wallet') return Response.json({ wallet: { currency: 'THB' } });
    return Response.json({ slips, total: slips.length, nextCursor: null, asOf: '9' });
  });
  show(<SlipsDialog onClose={() => undefined} />, memberStore());
  const table = await screen.findByRole('table');
  return within(table).getAllByRole('rowgroup').slice(1);
}

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

describe('the list of slips', () => {
  it('says how much arrived of a slip below the minimum, which is with staff', async () => {
    const [row] = await rowsOf(
      slip('1', { status: 'PENDING', note: 'DEPOSIT_MINIMUM', amount: '5.00' }),
    );
    expect(row).toHaveTextContent(/In progress.*has arrived\. It is below the minimum/);
    expect(within(row as HTMLElement).queryByRole('button', { name: /support/ })).toBeNull();
  });

  it('says what to do after a refusal, and leads to support', async () => {
    const [refused, credited] = await rowsOf(
      slip('2', { note: 'DEST_ACC_INVALID' }),
      slip('1', { status: 'SUCCESS', amount: '70.00' }),
    );
    expect(refused).toHaveTextContent(/Incorrect destination account.*contact your bank/);
    const name = 'Send to support: Slip from 21/11/2026 17:00:02';
    expect(within(refused as HTMLElement).getByRole('button', { name })).toBeVisible();
    expect(within(credited as HTMLElement).queryByRole('button', { name: /support/ })).toBeNull();
  });
});
