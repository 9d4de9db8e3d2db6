import { describe, expect, it } from 'vitest';
import type { MemberNotice } from '../../api/accessApi';
import { nextNotice } from './nextNotice';

const notice = (id: string, own: Partial<MemberNotice> = {}): MemberNotice => ({
  id,
  kind: 'NEW_DEVICE',
  at: '2026-11-27T05:00:00Z',
  agent: null,
  network: null,
  heldUntil: null,
  isThisDevice: false,
  ...own,
});

describe('the next notice', () => {
  it('is the oldest one that was not shown', () => {
    const list = [notice('c'), notice('b'), notice('a')];
    expect(nextNotice(list, '')?.id).toBe('a');
    expect(nextNotice(list, 'a')?.id).toBe('b');
    expect(nextNotice(list, 'c')).toBeNull();
  });

  it('is not about this device, except another password', () => {
    const list = [
      notice('c', { kind: 'PASSWORD_SET', isThisDevice: true }),
      notice('b', { kind: 'PASSWORD_CHANGED', isThisDevice: true }),
      notice('a', { isThisDevice: true }),
    ];
    expect(nextNotice(list, '')?.id).toBe('c');
    expect(nextNotice(list, 'c')).toBeNull();
  });
});
