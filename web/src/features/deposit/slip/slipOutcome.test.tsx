import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Slip, SlipAnswer } from '../../../api/types';
import { gateway, memberStore, show } from '../../../stage';
import { SlipOutcome } from './SlipOutcome';

const SLIP: Slip = {
  id: 's-1',
  createdAt: '2026-11-21T10:00:00Z',
  amount: null,
  status: 'PENDING',
  note: null,
  reference: 'REF-1',
  link: '/api/statement/slip/s-1/image',
};
const ANSWER: SlipAnswer = { status: 'PENDING', id: 's-1', position: '9' };

/** Shows the outcome of an answer while the list has this state of the slip. */
function open(part: Partial<SlipAnswer>, listed: Partial<Slip> = part as Partial<Slip>) {
  gateway(({ path }) => {
    if (path === 'GET /api/lookup/slip') return Response.json({ usualSeconds: 150 });
    if (path === 'GET /api/wallet')
      return Response.json({ wallet: { currency: 'THB', amount: '570.00' } });
    if (path !== 'POST /api/statement/slip') return Response.json({});
    const page = { slips: [{ ...SLIP, ...listed }], total: 1, nextCursor: null, asOf: '9' };
    return Response.json(page);
  });
  return show(<SlipOutcome answer={{ ...ANSWER, ...part }} />, memberStore());
}

afterEach(() => vi.unstubAllGlobals());

describe('the outcome of a slip', () => {
  it('under check says how long nine of ten take', async () => {
    open({});
    expect(await screen.findByText('9 of 10 slips are credited within 3 min')).toBeInTheDocument();
  });

  it('below the minimum is that staff check it, and how much has arrived', async () => {
    open({ note: 'DEPOSIT_MINIMUM', amount: '5.00' });
    expect(await screen.findByText('Our staff are checking this slip')).toBeInTheDocument();
    const arrived = /^฿5\.00 has arrived\. It is below the minimum/;
    expect(await screen.findByText(arrived)).toBeVisible();
  });

  it.each([
    ['UPLOADED_FILE_NOT_EXIST', 'Send the slip again.'],
    ['IMG_SIZE_UNABLE_TO_PROCESS', 'Take a screenshot'],
    ['CANNOT_READ_CROPPED_IMAGE', 'Send the whole slip'],
    ['DEST_ACC_INVALID', 'contact your bank'],
    ['SLIP_REFNO_DUPLICATED', 'A slip counts once'],
    ['UNSTABLE_REFNO_ON_SLIP', 'Save the slip again'],
    ['TRIPPLE_WRONG_CAPTCHA', 'Wait a few minutes'],
    ['INVALID_SLIP', 'the image your bank app saved'],
    ['NOT_MATCH', 'from your registered account'],
    ['EXPIRED_SLIP', 'right after you pay'],
    ['UNKNOW_ERROR', 'send this slip to support'],
    ['DEPOSIT_MINIMUM', 'send this slip to support'],
    ['SLIP_RETURNED', 'Check the account you paid from'],
  ])('refused for %s says why and what to do now', async (note, step) => {
    open({ status: 'FAILED', note });
    expect(await screen.findByText(new RegExp(step))).toBeVisible();
    expect(screen.queryByText(new RegExp(note))).toBeNull();
    expect(screen.queryByText(/not lost/)).toBeNull();
  });

  it('refused leads on to support with its date and its reference', async () => {
    open({ status: 'FAILED', note: 'NOT_MATCH' });
    const name = 'Send to support: Slip from 21/11/2026 17:00:00';
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  it('turns good when staff credit a slip that was refused', async () => {
    open({ status: 'FAILED', note: 'NOT_MATCH' }, { status: 'SUCCESS', amount: '70.00' });
    expect(await screen.findByText('Money is in your wallet')).toBeInTheDocument();
  });
});
