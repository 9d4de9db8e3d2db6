import { describe, expect, it } from 'vitest';
import { reasonFrom } from './lookReason';

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const from = (text: string) => reasonFrom(new URLSearchParams({ from: text }));

describe('the reason that is filled in', () => {
  it('names the conversation or the work that staff come from', () => {
    expect(from(`conversation:${ID}`)).toEqual({
      message: 'support.look.from.conversation',
      values: { id: '01a1fdd8-2731' },
    });
    expect(from(`withdrawals:${ID}`)?.message).toBe('support.look.from.withdrawals');
  });

  it('takes no words out of an address', () => {
    for (const text of [
      '',
      'conversation',
      `nothing:${ID}`,
      `toString:${ID}`,
      'conversation:as agreed',
    ]) {
      expect(from(text)).toBeNull();
    }
    expect(reasonFrom(new URLSearchParams())).toBeNull();
  });
});
