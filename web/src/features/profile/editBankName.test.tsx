import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, fill, gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import EditBankNameDialog from './EditBankNameDialog';

const PROFILE = {
  profile: { _id: '1', name: 'Aree', username: '0812345678', coin: 0, createdAt: '' },
  bankAccount: {
    bankCode: 'KTB',
    bankAccountName: 'อารี ใจดี',
    bankAccountNo: '1234567890',
    bank: { nameTH: 'กรุงไทย', nameEN: 'Krungthai' },
  },
};
const onClose = vi.fn();
let calls: Call[];
let answer: () => Response;

beforeEach(() => {
  giveDialogs();
  onClose.mockReset();
  answer = () => Response.json({ message: 'ok' });
  calls = gateway(({ path }) =>
    path === 'GET /api/account/profile' ? Response.json(PROFILE) : answer(),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function save(name: string) {
  show(<EditBankNameDialog onClose={onClose} />, memberStore());
  await screen.findByText('อารี ใจดี');
  fill('Account name', name);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

const sent = () => calls.filter(({ path }) => path.startsWith('PUT')).map(({ body }) => body);

describe('the holder of an account at a bank that knows English only', () => {
  it('shows which account it is about, the number in groups', async () => {
    await save('');
    expect(screen.getByText('123-456-7890')).toBeInTheDocument();
  });

  it.each([
    ['nothing', '', /all required fields/],
    ['only spaces', '   ', /all required fields/],
  ])('is not changed to %s', async (_, name, words) => {
    await save(name);
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it.each(['อารี', 'AREE 2', 'AREE-JAIDEE'])(
    'is letters and spaces only: %s is not',
    async (name) => {
      await save(name);
      const field = screen.getByLabelText('Account name');
      expect(field).toHaveAccessibleDescription(/must be in English only/);
      expect(field).toBeInvalid();
      expect(sent()).toEqual([]);
    },
  );

  it('is sent in capitals, with single spaces', async () => {
    await save('  aree   jaidee ');
    await eventually(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual([{ bankCode: 'KTB', bankAccountName: 'AREE JAIDEE' }]);
  });

  it('stays open with the reason when the server refuses', async () => {
    answer = () => refusal(422, 'INVALID_BANK');
    await save('AREE JAIDEE');
    await eventually(() => expect(screen.getByLabelText('Account name')).toBeInvalid());
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Account name')).toHaveValue('AREE JAIDEE');
  });
});
