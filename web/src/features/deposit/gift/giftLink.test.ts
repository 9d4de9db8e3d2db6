import { describe, expect, it } from 'vitest';
import { readGiftLink } from './giftLink';
import texts from './links.json';

const HASH = 'Sb1x7Kq2mN9pR4tV8w';
const LINK = `https://gift.truemoney.com/campaign/?v=${HASH}`;

describe('a gift link', () => {
  it.each(texts.read)('is found in %j', (pasted) => {
    expect(readGiftLink(pasted)).toEqual({ ok: true, link: LINK });
  });

  it.each(texts.refused)('is not %j', (pasted) => {
    expect(readGiftLink(pasted).ok).toBe(false);
  });

  it.each([
    `https://gift.truemoney.com.evil.test/campaign/?v=${HASH}`,
    `https://fake-gift.truemoney.com/campaign/?v=${HASH}`,
    `https://gift.truemoney.com@evil.test/campaign/?v=${HASH}`,
    `https://user@gift.truemoney.com/campaign/?v=${HASH}`,
    `https://gift.truemoney.com:8443/campaign/?v=${HASH}`,
    `https://evil.test/?u=${encodeURIComponent(LINK)}`,
    'ดู https://line.me/x',
  ])('is said to be of another place: %j', (pasted) => {
    expect(readGiftLink(pasted)).toEqual({ ok: false, fault: 'wrongHost' });
  });

  it.each(['', 'hello', 'https://gift.truemoney.com/campaign/', 'https://'])(
    'is said to be none: %j',
    (pasted) => {
      expect(readGiftLink(pasted)).toEqual({ ok: false, fault: 'notLink' });
    },
  );
});
