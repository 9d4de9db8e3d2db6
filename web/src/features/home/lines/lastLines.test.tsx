import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StatementLine } from '../../../api/types';
import { type Call, gateway, memberStore, show } from '../../../stage';
import LastLines from './LastLines';

const LINE: StatementLine = {
  id: '1',
  statementType: 'deposit',
  status: 'SUCCESS',
  from: 'MANUAL',
  to: 'WALLET',
  amount: '100.00',
  direction: 'in',
  currency: 'THB',
  balance: '100.00',
  createdAt: '2026-11-21T10:00:00Z',
  position: '9',
};

function open(statements: StatementLine[]): Call[] {
  const page = { statements, total: statements.length, nextCursor: null, asOf: '1' };
  return gateway(({ path }) => Response.json(path === 'POST /api/statement' ? page : {}));
}

afterEach(() => vi.unstubAllGlobals());

describe('the last lines', () => {
  it('are as many as asked for, and each opens its receipt', async () => {
    const calls = open([{ ...LINE, id: '2', status: 'PENDING', amount: '7.00' }, LINE]);
    const { store } = show(<LastLines count={3} />, memberStore());
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    const asked = calls.find(({ path }) => path === 'POST /api/statement');
    expect(asked?.body).toMatchObject({ page: 1, limit: 3 });
    expect(screen.getByText('+฿7.00')).toBeVisible();
    expect(screen.getAllByText('In progress')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /\+฿100\.00.*Receipt/ }));
    expect(store.getState().dialog.stack).toEqual([{ name: 'receipt', props: { line: LINE } }]);
  });

  it('lead to all of them', async () => {
    open([LINE]);
    show(<LastLines count={3} />, memberStore());
    await screen.findByRole('listitem');
    const all = screen.getByRole('link', { name: 'See all: Latest activity' });
    expect(all).toHaveAttribute('href', '/user/statement');
  });

  it('that are none say what will be there', async () => {
    open([]);
    show(<LastLines count={3} />, memberStore());
    expect(await screen.findByText(/will appear here/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
