import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkClaim } from '../api/workApi';
import { claimedIn, forgetReleased, setOpened } from './useClaimed';
import { handedOver } from './useWorkLive';

vi.mock('../api/useLive', () => ({ useLive: () => undefined }));

const claim = (id: string): WorkClaim => ({
  by: { id, name: id },
  since: '2026-11-30T01:18:00Z',
  until: '2026-11-30T01:28:00Z',
  isMine: id === 'me',
});
const slips = (of: WorkClaim | null) => ({
  slips: {
    endpointName: 'listWork',
    originalArgs: 'slips',
    data: { pages: [{ items: [{ id: 'slip-1', player: { name: 'Somsri' }, claim: of }] }] },
  },
});
const ofNok = claimedIn(slips(claim('nok')));
const ofMe = claimedIn(slips(claim('me')));

describe('the claims in what was read', () => {
  it('are those of every list, and of nothing else', () => {
    const reads = {
      ...slips(claim('nok')),
      approvals: {
        endpointName: 'listApprovals',
        data: { approvals: [{ id: 'decision-1', claim: claim('me') }] },
      },
      differences: {
        endpointName: 'listDifferences',
        originalArgs: null,
        data: { pages: [{ items: [{ id: 'difference-1', player: null, claim: claim('me') }] }] },
      },
      slip: { endpointName: 'getSlip', data: { item: { id: 'slip-2', claim: claim('me') } } },
      empty: { endpointName: 'listWork', originalArgs: 'qr' },
    };
    expect(claimedIn(reads).map(({ list, id, name }) => [list, id, name])).toEqual([
      ['slips', 'slip-1', 'Somsri'],
      ['approvals', 'decision-1', ''],
      ['differences', 'difference-1', ''],
    ]);
  });
});

describe('an item', () => {
  afterEach(() => setOpened('slip-1', false));

  it('was handed over where a colleague had it and the caller has it now', () => {
    expect(handedOver(ofNok, ofMe)).toEqual(ofMe);
  });

  it('was not handed over where nobody had it before', () => {
    expect(handedOver(claimedIn(slips(null)), ofMe)).toEqual([]);
    expect(handedOver(ofMe, ofMe)).toEqual([]);
    expect(handedOver(ofMe, ofNok)).toEqual([]);
  });

  it('was taken over where the caller has opened it, until it is released', () => {
    setOpened('slip-1', true);
    expect(handedOver(ofNok, ofMe)).toEqual([]);
    forgetReleased(ofNok, (id) => id === 'slip-1');
    expect(handedOver(ofNok, ofMe)).toEqual([]);
    forgetReleased(ofNok, () => false);
    expect(handedOver(ofNok, ofMe)).toEqual(ofMe);
  });
});
