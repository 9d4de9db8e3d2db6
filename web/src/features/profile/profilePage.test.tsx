import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gateway, memberStore, show } from '../../stage';
import ProfilePage from './ProfilePage';

const BANKS = ['KTB', 'TMB', 'BBL', 'SCB'].map((code) => ({
  code,
  nameTH: code,
  nameEN: code,
  nameLA: null,
  colour: '#1ba5e1',
  englishNameOnly: code !== 'SCB',
}));

function open(bankCode: string, bankAccountName: string) {
  const bank = { nameTH: bankCode, nameEN: bankCode };
  const answers: Record<string, object> = {
    'GET /api/lookup/banks': { banks: BANKS },
    'GET /api/account/profile': {
      _id: '1',
      name: 'Aree',
      username: '0812345678',
      createdAt: '2026-11-20T03:00:00Z',
      bankAccount: { bankCode, bankAccountName, bankAccountNo: '1234567890', bank },
    },
  };
  gateway(({ path }) => Response.json(answers[path] ?? {}));
  return show(<ProfilePage />, memberStore()).store;
}

const correction = { name: 'Edit bank account name' };

afterEach(() => vi.unstubAllGlobals());

describe('the bank account on the profile', () => {
  it.each([
    ['KTB', 'อารี ใจดี'],
    ['TMB', 'อารี ใจดี'],
    ['BBL', 'ອາລີ ໃຈດີ'],
  ])('at %s leads to the correction of the name %s', async (bankCode, name) => {
    const store = open(bankCode, name);
    fireEvent.click(await screen.findByRole('button', correction));
    expect(store.getState().dialog.stack).toEqual([{ name: 'editBankName', props: {} }]);
  });

  it.each([
    ['SCB', 'อารี ใจดี'],
    ['KTB', 'AREE JAIDEE'],
  ])('at %s has no correction of the name %s', async (bankCode, name) => {
    open(bankCode, name);
    expect(await screen.findByText(name)).toBeInTheDocument();
    expect(screen.queryByRole('button', correction)).toBeNull();
  });
});
