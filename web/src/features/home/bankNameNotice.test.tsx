import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { gateway, show } from '../../stage';
import { BankNameNotice } from './BankNameNotice';

const THAI = 'สมชาย ใจดี';
const BANKS = ['KTB', 'KBANK', 'GSB'].map((code) => ({
  code,
  nameTH: code,
  nameEN: code,
  nameLA: null,
  colour: '#1ba5e1',
  englishNameOnly: code !== 'KBANK',
}));

/** Shows the notice, if there is one, for an account; answers what was asked. */
function showFor(bankCode: string, bankAccountName: string) {
  const calls = gateway(() => Response.json({ banks: BANKS }));
  const bank = { nameTH: bankCode, nameEN: bankCode };
  const account = { bankCode, bankAccountName, bankAccountNo: '1234567890', bank };
  const { store } = show(<BankNameNotice account={account} />);
  return { store, calls };
}

const button = { name: 'Edit bank account name' };

describe('the notice of the holder in English', () => {
  it('opens the correction where the bank knows English names only', async () => {
    const { store } = showFor('KTB', THAI);
    await userEvent.click(await screen.findByRole('button', button));
    expect(store.getState().dialog.stack).toEqual([{ name: 'editBankName', props: {} }]);
  });

  it('follows the operator’s list of banks', async () => {
    showFor('GSB', THAI);
    expect(await screen.findByRole('button', button)).toBeInTheDocument();
  });

  it('is not there where the bank takes any name', async () => {
    const { calls } = showFor('KBANK', THAI);
    await expect.poll(() => calls.map(({ path }) => path)).toEqual(['GET /api/lookup/banks']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('neither is nor asks for banks where the name is English already', () => {
    const { calls } = showFor('KTB', 'SOMCHAI JAIDEE');
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toEqual([]);
  });
});
