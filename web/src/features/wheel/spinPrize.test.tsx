import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrizeKind, Wheel } from '../../api/wheelApi';
import { gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import { SpinPrize } from './SpinPrize';

const TEXT = { th: '5 บาท', la: '5 ບາດ', en: '5 baht' };

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

/** A spin has stopped at a slice of this kind. */
function stopAt(kind: PrizeKind) {
  const calls = gateway(() => refusal(404, 'NO_DATA'));
  const slice = [{ code: 'CASH5', kind, label: TEXT, weight: 1, bgColor: '', textColor: '' }];
  const wheel: Wheel = { name: TEXT, slice };
  const result = { code: 'CASH5', label: TEXT, remainingCoin: 3 };
  show(<SpinPrize wheel={wheel} result={result} onFinish={() => undefined} />, memberStore());
  return calls;
}

describe('what a spin gave', () => {
  it.each(['COINS', 'COUPON', 'GIFT'] as const)('is said to be won: %s', (kind) => {
    stopAt(kind);
    expect(screen.getByRole('alert')).toHaveTextContent(/You have won ?5 บาท/);
  });

  it('is not said to be won where it is nothing', () => {
    stopAt('NOTHING');
    expect(screen.getByRole('alert')).toHaveTextContent(/The wheel stopped at ?5 บาท/);
    expect(screen.queryByRole('button', { name: 'Use now' })).toBeNull();
  });

  it('is a coupon that can be used at once', async () => {
    const calls = stopAt('COUPON');
    await userEvent.click(screen.getByRole('button', { name: 'Use now' }));
    expect(screen.getByRole('alertdialog', { name: 'Claim coupon' })).toBeVisible();
    expect(calls.map(({ path }) => path)).toContain('GET /api/spinwheel/coupon/quote/CASH5');
  });
});
